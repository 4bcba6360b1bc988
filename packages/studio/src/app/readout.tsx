/** Balance at this moment, in words. Written straight into the page, since it changes with every picture. */
import type { BalanceReport } from 'poise';
import { useEffect, useRef } from 'react';
import { blamedFrames } from '../state/blame.ts';
import { clipOnStage, findingsOnStage, frameAtTime, isOutdated } from '../state/selectors.ts';
import { useStudio } from '../state/use-studio.ts';
import { useShownJudgement } from './shown-judgement.ts';
import { useApp } from './studio-context.ts';

const PHASES = ['In the air', 'On the left foot', 'On the right foot', 'On both feet', 'Not on the feet'];

export interface Moment {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'none';
}

/** What the report says of one frame, in a few words. */
function momentInWords(report: BalanceReport, blamed: Uint8Array, frame: number): Moment {
  const phase = PHASES[report.phase[frame] ?? 0] ?? '';
  const margin = report.margin[frame] ?? Number.NaN;
  if (!Number.isFinite(margin)) return { text: phase, tone: 'none' };
  // Where a frame cannot be held against the clip, a distance would be read as a verdict.
  if (report.judged[frame] !== 1 && margin < 0) return { text: `${phase} · no verdict here`, tone: 'none' };
  const size = `${(100 * Math.abs(margin)).toFixed(1)} cm`;
  if (margin >= 0) return { text: `${phase} · Balance point ${size} inside the support`, tone: 'good' };
  const where = `${phase} · Balance point ${size} outside the support`;
  // Outside by less or for shorter than errors of capture explain, nobody is to blame.
  return blamed[frame] === 1 ? { text: where, tone: 'bad' } : { text: `${where} (within error)`, tone: 'warn' };
}

export function Readout({ onFinding }: { readonly onFinding: (index: number) => void }) {
  const { player } = useApp();
  const place = useRef<HTMLSpanElement>(null);
  const clip = useStudio(clipOnStage);
  const { report, findings, leads } = useShownJudgement();
  const outdated = useStudio(isOutdated);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    if (!clip || !report || report.frameCount !== clip.frameCount) {
      // What it said was of the clip before.
      element.textContent = '';
      element.className = 'moment none';
      return undefined;
    }
    const blamed = blamedFrames(findings, report.frameCount);
    const write = (time: number): void => {
      const { text, tone } = momentInWords(report, blamed, Math.round(frameAtTime(clip, time)));
      const words = outdated ? `Outdated · ${text}` : text;
      if (element.textContent !== words) element.textContent = words;
      element.className = `moment ${outdated ? 'none' : tone}`;
    };
    write(player.playhead.time());
    return player.playhead.subscribe(write);
  }, [clip, report, findings, outdated, player]);
  const errors = useStudio((state) => findingsOnStage(state).findIndex(({ severity }) => severity === 'error'));
  const looking = useStudio((state) => state.view.finding !== undefined);
  if (!clip || !report) return null;
  return (
    <div className="readout">
      <span ref={place} className="moment none" />
      {errors >= 0 && !looking && !leads && (
        <button type="button" className="button" onClick={() => onFinding(errors)}>
          Show the worst
        </button>
      )}
    </div>
  );
}
