/**
 * Pops: accelerations of a joint's own rotation, or of the hips' place, far above those around them. What one sees as a twitch of a
 * single picture. Held against the same clip before a change: a pop that was there before is no one's fault.
 */
import { conjugateQuat, logQuat, multiplyQuat } from '../math/quat.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';

export interface Pop {
  readonly joint: number; // HIPS_PLACE: the place of the root
  readonly start: number; // first frame …
  readonly end: number; // … and last
  readonly size: number; // [rad/s²], of the hips' place [m/s²]
}

export const HIPS_PLACE = -1;

const ABOVE = 12; // times the median of the surroundings
const AROUND = 0.25; // [s] to each side
/** Accelerations below these are no pops: absolutely, and as what is seen within one frame. */
const TURN = { least: 60, perFrame: (2.5 * Math.PI) / 180 }; // [rad/s²], [rad]
const SHIFT = { least: 15, perFrame: 0.004 }; // [m/s²], [m]
const SAME = 0.05; // [s] pops of one joint this near in time are the same

/** The pops of some joints, and of the hips' place. */
export function findPops(clip: Clip, joints: Iterable<number>): Pop[] {
  const rate = 1 / clip.frameTime;
  const limitOf = ({ least, perFrame }: typeof TURN): number => Math.max(least, perFrame * rate * rate);
  const found: Pop[] = [];
  if (clip.frameCount < 6) return found;
  for (const joint of [...joints, HIPS_PLACE]) {
    const isPlace = joint === HIPS_PLACE;
    const sizes = isPlace ? shiftAccelerations(clip) : turnAccelerations(clip, joint);
    for (const pop of popsOf(sizes, joint, limitOf(isPlace ? SHIFT : TURN), clip.frameTime)) found.push(pop);
  }
  return found;
}

/** Those of `after` that `before` does not have. */
export function newPops(before: readonly Pop[], after: readonly Pop[], frameTime: number): Pop[] {
  const known = (pop: Pop): boolean =>
    before.some(({ joint, start }) => joint === pop.joint && Math.abs(start - pop.start) * frameTime < SAME);
  return after.filter((pop) => !known(pop));
}

function popsOf(sizes: Float64Array, joint: number, limit: number, frameTime: number): Pop[] {
  const pops: Pop[] = [];
  const around = runningMedian(sizes, Math.max(3, Math.round(AROUND / frameTime)));
  for (let i = 0; i < sizes.length; i++) {
    if (!(sizes[i] > Math.max(limit, ABOVE * around[i]))) continue;
    const start = i;
    let size = 0;
    for (; i < sizes.length && sizes[i] > Math.max(limit, ABOVE * around[i]); i++) size = Math.max(size, sizes[i]);
    pops.push({ joint, start: start + 1, end: i, size });
  }
  return pops;
}

/** Size of a joint's angular acceleration between frames, from the second frame to the last but one. */
function turnAccelerations({ q, skeleton, frameCount, frameTime }: Clip, joint: number): Float64Array {
  const nq = coordinateCount(skeleton);
  const at = quatIndex(joint);
  const turn = new Float64Array(4);
  const rates = new Float64Array(3 * (frameCount - 1));
  for (let frame = 0; frame + 1 < frameCount; frame++) {
    conjugateQuat(turn, 0, q, frame * nq + at);
    multiplyQuat(turn, 0, q, (frame + 1) * nq + at, turn, 0);
    logQuat(turn, 0, turn, 0);
    for (let c = 0; c < 3; c++) rates[3 * frame + c] = turn[c] / frameTime;
  }
  return Float64Array.from(
    { length: frameCount - 2 },
    (_, k) =>
      Math.hypot(
        rates[3 * k + 3] - rates[3 * k],
        rates[3 * k + 4] - rates[3 * k + 1],
        rates[3 * k + 5] - rates[3 * k + 2],
      ) / frameTime,
  );
}

function shiftAccelerations({ q, skeleton, frameCount, frameTime }: Clip): Float64Array {
  const nq = coordinateCount(skeleton);
  const bend = (k: number, c: number): number => q[(k + 2) * nq + c] - 2 * q[(k + 1) * nq + c] + q[k * nq + c];
  return Float64Array.from(
    { length: frameCount - 2 },
    (_, k) => Math.hypot(bend(k, 0), bend(k, 1), bend(k, 2)) / frameTime ** 2,
  );
}

/** Median within ± half, the ends mirrored; of all values where there are too few. */
function runningMedian(values: Float64Array, half: number): Float64Array {
  const n = values.length;
  if (n <= half) return new Float64Array(n).fill(middleOf(values.slice().sort()));
  const value = (i: number): number => values[i < 0 ? -i : i >= n ? 2 * n - 2 - i : i];
  const sorted = Float64Array.from({ length: 2 * half + 1 }, (_, k) => value(k - half)).sort();
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    out[i] = sorted[half];
    if (i + 1 < n) exchange(sorted, value(i - half), value(i + 1 + half));
  }
  return out;
}

const middleOf = (sorted: Float64Array): number => {
  const n = sorted.length;
  return n % 2 === 1 ? sorted[n >> 1] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
};

/** Puts `next` into a sorted array instead of `old`. */
function exchange(sorted: Float64Array, old: number, next: number): void {
  let at = lowerBound(sorted, old);
  for (; at > 0 && sorted[at - 1] > next; at--) sorted[at] = sorted[at - 1];
  for (; at + 1 < sorted.length && sorted[at + 1] < next; at++) sorted[at] = sorted[at + 1];
  sorted[at] = next;
}

function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
