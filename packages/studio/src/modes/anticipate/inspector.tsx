/** The panel of Anticipate: what happens, the scenario, learning, what is believed and true, the curve. */
import { LOAD_UNIT, loadKind, loadOf } from 'poise/anticipation';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, Section, Switch } from '../../ui/controls.tsx';
import { Now } from '../shared/now.tsx';
import { change } from './change.ts';
import { CopChart } from './cop-chart.tsx';
import { CurveEditor, CurveHint } from './curve-editor.tsx';
import { LoadSection, NextStep } from './load-section.tsx';
import { running } from './running.ts';
import { ScenarioSection } from './scenario-section.tsx';
import { SearchSection } from './search-section.tsx';
import { anticipateResult, anticipateSettings, type CurveChoice, type Plan } from './types.ts';
import { mismatchWords, nowWords } from './words.ts';
import './anticipate.css';

export function AnticipateInspector() {
  const result = useStudio(anticipateResult);
  const { plan, status, error, busy } = result;
  const mismatch = plan && mismatchWords(loadOf(plan.believed), loadOf(plan.actual), LOAD_UNIT[loadKind(plan.base)]);
  return (
    <div className="anticipate live-panel" aria-busy={busy}>
      {error && status === 'ready' && (
        <p className="live-failure" role="alert">
          {error}
        </p>
      )}
      <Now {...nowWords(result, mismatch)}>{plan && <NextStep plan={plan} />}</Now>
      <ScenarioSection />
      <SearchSection />
      {plan && <LoadSection plan={plan} />}
      {plan && <CurveSection plan={plan} />}
      <StageSection />
    </div>
  );
}

function CurveSection({ plan }: { readonly plan: Plan }) {
  const { store } = useApp();
  const { choice, own, learned } = useStudio(anticipateSettings);
  const { scenarios } = useStudio(anticipateResult);
  const solved = scenarios.some(({ name, solved: known }) => known && name === plan.base.name);
  const options: (readonly [CurveChoice, string])[] = [['none', 'Nothing']];
  if (solved) options.push(['solved', 'Learned before']);
  if (own) options.push(['own', learned ? 'Learned here' : 'Drawn by hand']);
  const shown = options.some(([value]) => value === choice) ? choice : 'none';
  return (
    <Section title="What it anticipates with">
      <Choice label="Curve" value={shown} options={options} onChange={(value) => change(store, { choice: value })} />
      {plan.base.parts.length === 0 && (
        <>
          <CurveEditor plan={plan} />
          <CurveHint />
        </>
      )}
      <CopChart plan={plan} />
      {plan.curve && !plan.exact && (
        <p className="soft">
          Learned for another load or speed, and brought here in proportion. Optimise learns this one.
        </p>
      )}
    </Section>
  );
}

function StageSection() {
  const { store } = useApp();
  const { without, ghost } = useStudio(anticipateSettings);
  const ready = useStudio((state) => anticipateResult(state).with !== undefined);
  return (
    <Section title="On stage">
      <Switch
        label="Without anticipation, beside"
        on={without}
        hint="The same, with somebody who expects nothing"
        onChange={(on) => change(store, { without: on })}
      />
      <Switch
        label="Expected motion as ghost"
        on={ghost}
        hint="Where it comes otherwise than believed"
        onChange={(on) => change(store, { ghost: on })}
      />
      <div className="live-buttons inside">
        <button type="button" className="button" disabled={!ready} onClick={() => running.controller?.exportClip()}>
          Export…
        </button>
      </div>
    </Section>
  );
}
