/** Why this response: what was asked, what was chosen, how it was made to fit, and what was passed over. */
import type { Answer, Rejection, Selection } from 'poise/react';
import { useApp } from '../../app/studio-context.ts';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { directionWords } from './pad-geometry.ts';
import { REJECTION_WORDS, STRATEGY_TITLES } from './strategy-words.ts';
import { runOnStage } from './types.ts';
import { useHit } from './use-moment.ts';

const ns = (value: number): string => `${value.toFixed(1)} N·s`;
const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(0)}°`;

export function Why() {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const given = useHit();
  if (!given?.answer) return null;
  const { answer } = given;
  const { selection } = answer;
  const { chosen } = selection;
  const number = (run?.hits.indexOf(given) ?? 0) + 1;
  return (
    <Section
      title="Why this response"
      aside={
        <button type="button" className="link" onClick={() => player.seek(given.time)}>
          push {number}, {clockText(given.time, 2)}
        </button>
      }
    >
      <dl className="push-why">
        <Asked impulse={given.impulse} answer={answer} />
        {chosen && <Chosen selection={selection} chosen={chosen} />}
      </dl>
      <Passed selection={selection} />
    </Section>
  );
}

const Row = ({ term, hint, children }: { term: string; hint?: string; children: React.ReactNode }) => (
  <div title={hint}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function Asked({ impulse, answer }: { readonly impulse: number; readonly answer: Answer }) {
  const { selection, impact } = answer;
  const felt = Math.hypot(...impact.push);
  const carried = Math.hypot(...selection.carried);
  return (
    <>
      <Row term="Push" hint="A push above the centre of mass also tips the body, and counts for more">
        {ns(impulse)}
        {Math.abs(felt - impulse) > 0.5 && `, felt as ${ns(felt)}`}
      </Row>
      {carried > 0.5 && (
        <Row term="Carried m(Q)" hint="Momentum of the push before that was still to be taken up">
          {ns(carried)}
        </Row>
      )}
      <Row term="Total T" hint="What the response has to take up">
        {ns(selection.target.radius)} {directionWords(selection.target.angle)}
      </Row>
    </>
  );
}

function Chosen({ selection, chosen }: { selection: Selection; chosen: NonNullable<Selection['chosen']> }) {
  const turned = chosen.strategy === 'step' || chosen.psi !== 0;
  return (
    <>
      <Row term="Response" hint="Its name in the library">
        {STRATEGY_TITLES[chosen.strategy]}: {chosen.name}
        {chosen.mirrored && ', mirrored'}
      </Row>
      <Row term="Offers ρ" hint="The momentum it takes in this direction once it is turned">
        {ns(chosen.radius)}
      </Row>
      <Row term="Scaled α" hint={`Asked over offered; the motion is shortened by ε = ${chosen.epsilon.toFixed(3)}`}>
        {chosen.alpha.toFixed(2)} (ε {chosen.epsilon.toFixed(2)})
      </Row>
      {turned ? (
        <Row term="Turned ψ" hint="The whole response is turned by this">
          {degrees(chosen.psi)}
        </Row>
      ) : (
        <Row term="Mixed λ" hint="1: as it is; 0: halfway to its mirror image">
          {chosen.lambda.toFixed(2)}
        </Row>
      )}
      <Row term="Cost" hint="d_p: how far the poses are apart; d_m: how much stronger it is and how far it is turned">
        d<sub>p</sub> {chosen.poseCost.toFixed(3)} + d<sub>m</sub> {chosen.momentumCost.toFixed(3)}
      </Row>
      {selection.candidates.length > 1 && (
        <Row term="Close behind" hint="Candidates whose cost was nearly as low">
          {selection.candidates.length - 1}
        </Row>
      )}
    </>
  );
}

function Passed({ selection }: { readonly selection: Selection }) {
  const rows = (Object.entries(selection.rejected) as [Rejection, number][]).filter(([, count]) => count > 0);
  if (rows.length === 0) return null;
  return (
    <p className="push-passed">
      <span className="soft">Passed over: </span>
      {rows.map(([reason, count], i) => (
        <span key={reason}>
          {i > 0 && ', '}
          <b>{count}</b> {REJECTION_WORDS[reason]}
        </span>
      ))}
    </p>
  );
}
