/** Before and after in words, how far the work is, and what to do with it. */
import { useApp } from '../../app/studio-context.ts';
import { analysisOnStage } from '../../state/selectors.ts';
import type { StudioState, Verdict } from '../../state/types.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Icon } from '../../ui/icons.tsx';
import { VerdictMark } from '../../ui/verdict-mark.tsx';
import { change } from './controller.ts';
import { running } from './running.ts';
import { isRejected, type MendResult, mendResult, mendSettings, type Solved } from './types.ts';

const DEGREES = 180 / Math.PI;

export function Answer() {
  const before = useStudio((state) => analysisOnStage(state)?.verdict);
  const result = useStudio(mendResult);
  const solved = result?.solved;
  const busy = !result || result.status === 'solving';
  const left = useStudio(leftCount);
  return (
    <section className="mend-answer" aria-label="Result" aria-busy={busy}>
      <div className="mend-verdicts">
        <Side title="Before" verdict={before} />
        <Icon name="right" size={14} />
        <Side title="After" verdict={solved?.judgement.verdict} />
      </div>
      <p role="status" className={busy ? 'soft' : undefined}>
        {wordsFor(result, left)}
      </p>
      <Buttons busy={busy} />
      {solved && <Change solved={solved} />}
    </section>
  );
}

/** Did a stage before balance change the motion? */
const isRepaired = ({ repaired }: Solved): boolean => repaired.stages.some(({ changed }) => changed);

const Side = ({ title, verdict }: { readonly title: string; readonly verdict: Verdict | undefined }) => (
  <div className={`mend-side ${verdict?.status ?? 'unjudged'}`}>
    <small>{title}</small>
    <span>
      <VerdictMark status={verdict?.status ?? 'unjudged'} />
      {verdict?.headline ?? '…'}
    </span>
  </div>
);

/** How many windows of the answer the user leaves as they were. */
const leftCount = (state: StudioState): number => {
  const windows = mendResult(state)?.solved?.filtered.windows ?? [];
  return windows.filter(({ startFrame }) => isRejected(state, startFrame)).length;
};

function wordsFor(result: MendResult | undefined, left: number): string {
  const { status, error, solved, left: time } = result ?? {};
  if (status === 'failed') return error ?? 'The motion could not be mended.';
  if (status === 'stopped') return 'Stopped.';
  if (status !== 'done' || !solved) {
    const shown = solved?.coarse ? 'A first look: repaired, balance is being solved' : 'Solving';
    return time ? `${shown}, about ${time} left.` : `${shown}…`;
  }
  const { windows, reason } = solved.filtered;
  const repaired = isRepaired(solved);
  if (windows.length === 0 && repaired) return 'Repaired; balance asks for no other change.';
  if (left === 0) return reason;
  if (left === windows.length) return 'Every window is left as it was.';
  return `${left} of ${windows.length} windows ${left === 1 ? 'is' : 'are'} left as before.`;
}

function Change({ solved: { filtered, seconds } }: { readonly solved: Solved }) {
  const { change, feet, windows } = filtered;
  const caveats = filtered.notes.filter((note) => !filtered.reason.includes(asSentence(note)));
  return (
    <>
      {windows.length > 0 && (
        <p className="soft mend-change">
          Joints {(DEGREES * change.rms).toFixed(1)}° in the mean, {(DEGREES * change.largest).toFixed(0)}° at most;
          hips {(100 * change.root).toFixed(1)} cm; standing feet {(1000 * feet.moved).toFixed(1)} mm.
          {seconds >= 0.05 && ` Solved in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s.`}
        </p>
      )}
      {caveats.length > 0 && (
        <details className="mend-notes">
          <summary>{caveats.length === 1 ? '1 caveat' : `${caveats.length} caveats`}</summary>
          {caveats.map((note) => (
            <p key={note} className="soft">
              {asSentence(note)}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

const asSentence = (note: string): string =>
  `${note.charAt(0).toUpperCase()}${note.slice(1)}${/[.…]$/.test(note) ? '' : '.'}`;

function Buttons({ busy }: { readonly busy: boolean }) {
  const { store } = useApp();
  const result = useStudio(mendResult);
  const windows = result?.solved?.filtered.windows.length ?? 0;
  const repaired = result?.solved !== undefined && isRepaired(result.solved);
  const taken = windows - useStudio(leftCount);
  const forced = useStudio((state) => mendSettings(state).force);
  const ready = result?.status === 'done' && (taken > 0 || repaired);
  const applyAndExport = (): void => {
    if (running.controller?.apply()) store.dispatch({ type: 'view/set', view: { exporting: true } });
  };
  return (
    <div className="mend-buttons">
      <button type="button" className="button main" disabled={!ready} onClick={() => running.controller?.apply()}>
        Apply
      </button>
      <button type="button" className="button" disabled={!ready} onClick={applyAndExport}>
        Apply and export…
      </button>
      {result?.status === 'done' && windows === 0 && !repaired && !forced && (
        <button
          type="button"
          className="button"
          title="Works on the clip although nothing was found wrong with it"
          onClick={() => change({ store }, { force: true })}
        >
          Mend anyway
        </button>
      )}
      {(result?.status === 'stopped' || result?.status === 'failed') && !busy && (
        <button type="button" className="button" onClick={() => running.controller?.again()}>
          Solve again
        </button>
      )}
    </div>
  );
}
