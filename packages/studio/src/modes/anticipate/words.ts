/** What happened, in words. */
import type { Rollout, Scenario } from 'poise/anticipation';
import type { NowWords } from '../shared/now.tsx';
import type { AnticipateResult, SearchView } from './types.ts';

/** 7 → '7', 0.3 → '0.3', 12.34 → '12.3' */
export const loadText = (load: number, unit: string): string =>
  `${Number(load.toFixed(load < 10 ? 2 : 1))}${unit ? ` ${unit}` : ''}`;

/** 'expected 7 kg, got 0.3 kg'; undefined where it comes as expected. */
export function mismatchWords(believed: number, actual: number, unit: string): string | undefined {
  const [expected, got] = [loadText(believed, unit), loadText(actual, unit)];
  return expected === got ? undefined : `expected ${expected}, got ${got}`;
}

/** 'falls forward at 1.62 s', 'stands' */
export function outcomeWords({ fall, ending, course }: Rollout): string {
  if (fall) return `falls ${fall.direction} at ${fall.time.toFixed(2)} s`;
  if (course.missedBy !== undefined) return 'misses the ball';
  return ending.standing ? 'stands' : (ending.complaints[0] ?? 'does not stand');
}

export const isWell = ({ ending }: Rollout): boolean => ending.standing;

const millimetres = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`;

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The character with its anticipation, above everything else in the panel. */
export function nowWords(result: AnticipateResult, mismatch: string | undefined): NowWords {
  const { status, with: shown, without, search, plan } = result;
  if (status === 'loading')
    return { tone: 'busy', title: 'Loading the engine', text: 'Once; it stays in this browser.' };
  if (status === 'failed') return { tone: 'bad', title: 'Cannot run here', text: result.error ?? '' };
  if (!shown) return { tone: 'busy', title: 'Trying', text: 'The first rollout is under way.' };
  if (search?.status === 'running') {
    return { tone: 'busy', title: 'Learns', text: learningWords(search, shown.recording.rollout) };
  }
  const { rollout } = shown.recording;
  const title = upper(outcomeWords(rollout));
  const tone = isWell(rollout) ? 'calm' : rollout.fall ? 'bad' : 'warn';
  if (!plan?.anticipated) {
    const text = isWell(rollout)
      ? 'It expects nothing, and stands all the same.'
      : 'It does not know what is coming. Press Optimise, and it learns to prepare.';
    return { tone, title, text };
  }
  const error = `centre of pressure ${millimetres(rollout.rms)} off the middle of the feet`;
  if (mismatch) return { tone, title, text: `${upper(mismatch)}. ${upper(error)}.` };
  const other =
    without && !isWell(without.recording.rollout) ? ` Without: ${outcomeWords(without.recording.rollout)}.` : '';
  return { tone, title, text: `${upper(error)} in the mean.${other}` };
}

function learningWords({ evaluations, seconds }: SearchView, best: Rollout): string {
  return `${evaluations} tries in ${seconds.toFixed(0)} s; the best so far ${outcomeWords(best)}, CoP ${millimetres(best.rms)}.`;
}

const REASONS: Readonly<Record<NonNullable<SearchView['reason']>, string>> = {
  threshold: 'good enough',
  stagnation: 'no more progress',
  spread: 'nothing left to vary',
  evaluations: 'as many tries as allowed',
  cancelled: 'stopped',
};

/** How a search ended. */
export function searchWords({ status, reason, evaluations, seconds }: SearchView): string {
  if (status === 'running') return `${evaluations} tries`;
  const end = reason ? REASONS[reason] : 'stopped';
  return `${evaluations} tries in ${seconds.toFixed(1)} s: ${end}`;
}

/** 'ball', 'box' or 'push' as the sliders call it. */
export const loadName = ({ ball, boxes }: Scenario): string => (ball ? 'Ball' : boxes.length > 0 ? 'Box' : 'Push');
