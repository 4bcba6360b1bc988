/** The disturbed steps, one row each: where the foot went instead, how long it took, what gave way. */
import type { StepRecord } from 'poise';
import { Fragment } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { runOnStage } from './types.ts';

const SHOWN = 12; // the last ones

const cm = (metres: number): string => `${metres > 0 ? '+' : ''}${(100 * metres).toFixed(0)}`;

function flagsOf({ early, crossed, saturated, give, strain }: StepRecord): string {
  const softened = give < 1 || strain > 1;
  return [early && 'early', crossed && 'crossed', saturated && 'at its limit', softened && 'joints gave way']
    .filter(Boolean)
    .join(', ');
}

const STRAINED = 0.9; // of what a joint can deliver

export function StepsTable() {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const steps = run?.steps.slice(-SHOWN) ?? [];
  if (!run || run.hits.length === 0) return null;
  return (
    <Section title="Disturbed steps" aside={`${run.steps.length}`}>
      {steps.length === 0 ? (
        <p className="soft">The step under way will be the first.</p>
      ) : (
        <table className="gait-steps">
          <thead>
            <tr>
              <th scope="col">at</th>
              <th scope="col">foot</th>
              <th scope="col" title="Where the foot went, counted from where the clip would have put it">
                ahead, cm
              </th>
              <th scope="col" title="To the person’s left, counted the same way">
                left, cm
              </th>
              <th scope="col" title="Support, then single support or flight">
                took, s
              </th>
              <th scope="col" title="The hardest loaded joint, of what it can deliver; known when the step is over">
                strain
              </th>
              <th scope="col" title="How far the posture is from the clip at touch-down [kg·m²·rad]">
                lean
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ time, record }) => (
              <Fragment key={`${time} ${record.side}`}>
                <tr>
                  <td>
                    <button type="button" className="link" onClick={() => player.seek(time)}>
                      {clockText(time, 1)}
                    </button>
                  </td>
                  <td className={record.side}>{record.side === 'left' ? 'L' : 'R'}</td>
                  <td>{cm(record.foot[0] - record.nominalFoot[0])}</td>
                  <td>{cm(record.foot[1] - record.nominalFoot[1])}</td>
                  <td>{(record.support + record.after).toFixed(2)}</td>
                  <td className={record.strain > STRAINED ? 'strained' : undefined}>
                    {record.strain > 0 ? `${Math.round(100 * record.strain)} %` : '…'}
                  </td>
                  <td>{Math.hypot(...record.lean).toFixed(1)}</td>
                </tr>
                {flagsOf(record) && (
                  <tr className="flags">
                    <td />
                    <td colSpan={6}>{flagsOf(record)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
