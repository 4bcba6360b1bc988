/** Where the ruler puts its marks and what it writes on them. */
import { clockText } from './format.ts';
import { type TimeBase, type TimeRange, xOfTime } from './range.ts';

export type RulerUnit = 'seconds' | 'frames';

export interface Tick {
  readonly x: number; // [px]
  readonly label: string | undefined; // undefined: a short mark between two labels
}

const LEAST_LABEL_PX = 72;
const LEAST_MARK_PX = 7;
const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];

/** The smallest step of 1, 2, 5 · 10ᵏ whole frames that is at least `least`. */
export function frameStep(least: number): number {
  if (!(least > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  for (const m of [1, 2, 5]) if (m * power >= least * (1 - 1e-9)) return m * power;
  return 10 * power;
}

/** The smallest step of the clock, in seconds, that is at least `least`. */
export const secondStep = (least: number): number =>
  SECONDS.find((step) => step >= least * (1 - 1e-9)) ?? 3600 * Math.ceil(least / 3600);

/** Marks between two labels: as many of 10, 5, 4, 2 as fit. */
function marksPerLabel(step: number, pixelsPerUnit: number, smallest: number): number {
  for (const parts of [10, 5, 4, 2]) {
    const mark = step / parts;
    const even = Math.abs(mark / smallest - Math.round(mark / smallest)) < 1e-6;
    if (mark * pixelsPerUnit >= LEAST_MARK_PX && even) return parts;
  }
  return 1;
}

/** Marks of the visible range, left to right. In frames, labels are the file's own numbers: index + `firstFrame`. */
export function rulerTicks(
  base: TimeBase,
  range: TimeRange,
  width: number,
  unit: RulerUnit,
  firstFrame: number,
): readonly Tick[] {
  if (!(width > 0)) return [];
  const perSecond = width / (range[1] - range[0]);
  const unitTime = unit === 'frames' ? base.frameTime : 1;
  const perUnit = perSecond * unitTime;
  const least = LEAST_LABEL_PX / perUnit;
  const step = unit === 'frames' ? frameStep(least) : secondStep(least);
  const parts = marksPerLabel(step, perUnit, unit === 'frames' ? 1 : 0.001);
  const mark = step / parts;
  const offset = unit === 'frames' ? firstFrame : 0;
  const ticks: Tick[] = [];
  // Marks are counted in whole multiples, so that nothing drifts over a long clip.
  const first = Math.ceil((range[0] / unitTime + offset) / mark - 1e-9);
  const last = Math.floor((range[1] / unitTime + offset) / mark + 1e-9);
  for (let k = first; k <= last; k++) {
    const value = k * mark;
    const labelled = ((k % parts) + parts) % parts === 0;
    const text = unit === 'frames' ? String(Math.round(value)) : clockText(value, decimalsOf(step));
    ticks.push({ x: xOfTime(range, width, (value - offset) * unitTime), label: labelled ? text : undefined });
  }
  return ticks;
}

const decimalsOf = (step: number): number => (step >= 1 ? 0 : step >= 0.1 ? 1 : 2);
