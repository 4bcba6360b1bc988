/** The disturbed steps, one row each: where the foot went instead, how long it took, what gave way. */
import { isEarly, type StepRecord } from 'poise/react';
import { Fragment } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { runOnStage } from './types.ts';

const SHOWN = 12; // the last ones

const cm = (metres: number): string => `${metres > 0 ? '+' : ''}${(100 * metres).toFixed(0)}`;

const flagsOf = (step: StepRecord): string =>
  [isEarly(step) && 'early', step.crossed && 'crossed'].filter(Boolean).join(', ');

export function StepsTable() {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const all = run?.steps.flatMap(({ time, record }) => (record ? [{ time, record }] : [])) ?? [];
  const steps = all.slice(-SHOWN);
  if (!run || run.hits.length === 0) return null;
  return (
    <Section title="Disturbed steps" aside={`${all.length}`}>
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
              <th scope="col" title="From the touch-down before">
                took, s
              </th>
              <th scope="col" title="What the clip takes for this step">
                own, s
              </th>
              <th scope="col" title="How far the trunk leans beyond the clip’s at touch-down">
                lean, °
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
                  <td>{cm(record.ahead)}</td>
                  <td>{cm(record.left)}</td>
                  <td>{record.took.toFixed(2)}</td>
                  <td>{record.own.toFixed(2)}</td>
                  <td>{((180 / Math.PI) * record.lean).toFixed(0)}</td>
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
