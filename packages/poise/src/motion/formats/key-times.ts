/**
 * From key times to frames: finds the uniform grid on which a file's keys lie. Formats that store keys instead of frames
 * (glTF, FBX) sample their curves on it.
 */
import type { ImportNote } from '../clip.ts';

/** Frame k lies at start + k · frameTime. */
export interface FrameGrid {
  readonly start: number; // [s] in the file's own time
  readonly frameTime: number; // [s]
  readonly frameCount: number;
  readonly snap: number; // [s] a key this near a frame is that frame's value: files round their key times
}

export interface FoundGrid {
  readonly grid: FrameGrid;
  readonly note: ImportNote | undefined; // present when the keys lie on no common grid
}

/** Rates that keys are usually baked at [Hz], lowest first: the first that holds all keys is the file's own. */
const USUAL_RATES = [24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 150, 200, 240];
/** The same for keys set by hand, seconds apart, which would fit almost any rate. */
const SPARSE_RATES = [30, 24, 25, 60, 50, 120, 100];
const SLOWEST = 23; // [Hz] below this keys are sparse and are sampled more densely
const FASTEST = 250; // [Hz] above this spacing is taken as irregular
const FITS_WITHIN = 0.02; // [frames] exporters round to a millisecond: 0.3 ms at 60 Hz
const SAME_KEY = 1e-4; // [s] key times nearer than this are one key
const FLOAT32_STEP = 1.2e-7; // relative spacing of the float32 in which glTF stores times

/** Whether all times lie on the grid of this rate. */
function fits(times: Float64Array, rate: number): boolean {
  const first = times[0];
  for (const time of times) {
    const frame = (time - first) * rate;
    const rounding = (Math.abs(time) + Math.abs(first)) * FLOAT32_STEP * rate;
    if (Math.abs(frame - Math.round(frame)) > Math.min(FITS_WITHIN + rounding, 0.1)) return false;
  }
  return true;
}

function smallestGap(times: Float64Array, sameKey: number): number {
  let gap = Number.POSITIVE_INFINITY;
  for (let k = 1; k < times.length; k++) {
    const step = times[k] - times[k - 1];
    if (step > sameKey && step < gap) gap = step;
  }
  return gap;
}

const regular = (start: number, span: number, rate: number): FrameGrid => ({
  start,
  frameTime: 1 / rate,
  frameCount: Math.round(span * rate) + 1,
  snap: (2 * FITS_WITHIN) / rate,
});

/** Frames for keys that share no spacing: near 60 Hz (120 Hz for dense keys), first and last key exactly on a frame. */
function irregular(start: number, span: number, densest: number): FoundGrid {
  const wanted = densest > 66 ? 120 : 60;
  const steps = Math.max(1, Math.round(span * wanted));
  const frameTime = span / steps;
  const note: ImportNote = {
    topic: 'rate',
    text: `the keys share no common spacing; sampled at ${(1 / frameTime).toFixed(2)} Hz`,
    confidence: 'guess',
  };
  return { grid: { start, frameTime, frameCount: steps + 1, snap: 1e-6 * frameTime }, note };
}

/** Rates to try, the first that holds all keys wins. A key in every frame tells the rate; keys set by hand leave it to what the file states. */
function candidateRates(densest: number, stated: number | undefined): readonly number[] {
  if (stated === undefined) return densest < SLOWEST ? SPARSE_RATES : USUAL_RATES;
  const isKeyed = Math.abs(stated / densest - 1) < 0.02; // exporters round key times
  if (densest < SLOWEST || isKeyed) return [stated, ...(densest < SLOWEST ? SPARSE_RATES : USUAL_RATES)];
  return [stated, ...USUAL_RATES].sort((a, b) => a - b);
}

/** All times of all curves, ascending; curves that share one array count once. */
function merged(curves: readonly Float64Array[]): Float64Array {
  const distinct = [...new Set(curves)];
  if (distinct.length === 1) return distinct[0];
  const all = new Float64Array(distinct.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const times of distinct) {
    all.set(times, at);
    at += times.length;
  }
  return all.sort();
}

/**
 * The grid that holds all keys, or a near-60 Hz one with a note when there is none.
 *
 * @param curves key times of every curve [s], ascending; at least one curve, none empty
 * @param statedRate the rate [Hz] that the file itself states; taken when the keys fit it and no coarser usual rate holds a key in every frame
 */
export function findGrid(curves: readonly Float64Array[], statedRate?: number): FoundGrid {
  const times = merged(curves);
  const start = times[0];
  const span = times[times.length - 1] - start;
  // a file that states its rate may have keys nearer than others round them to
  const sameKey = statedRate === undefined ? SAME_KEY : Math.min(SAME_KEY, 0.5 / statedRate);
  // Per curve: keys of different curves that happen to lie close say nothing about the rate.
  const gap =
    span > sameKey
      ? [...new Set(curves)].reduce((least, curve) => Math.min(least, smallestGap(curve, sameKey)), span)
      : Number.POSITIVE_INFINITY;
  if (gap === Number.POSITIVE_INFINITY) {
    const rate = statedRate ?? SPARSE_RATES[0];
    return { grid: { start, frameTime: 1 / rate, frameCount: 1, snap: SAME_KEY }, note: undefined };
  }
  const densest = 1 / gap;
  const candidates = candidateRates(densest, statedRate);
  const found = candidates.find((rate) => rate > 0.98 * densest && fits(times, rate));
  if (found !== undefined) return { grid: regular(start, span, found), note: undefined };

  // An unusual but common spacing: measured over the whole span, where rounding of single key times weighs least.
  const common = Math.round(span * densest) / span;
  if (common < FASTEST && fits(times, common)) {
    const multiple = common < SLOWEST ? Math.ceil(SLOWEST / common) : 1;
    return { grid: regular(start, span, common * multiple), note: undefined };
  }
  return irregular(start, span, densest);
}
