/** One foot: where it is against where the motion wants it, and how that difference goes away. */
import { ease } from '../../math/ease.ts';
import type { Stage } from './figure.ts';
import {
  clearOffsets,
  createOffsets,
  endOf,
  gentleTime,
  type InertialOffsets,
  offsetAt,
  startOffset,
} from './inertial.ts';
import { turnInWorld, worldDifference } from './rotation-offset.ts';

/** Offsets of a foot: of its ball [m], of the foot and of the toes [rad], in world axes. */
export const PARTS = 9;
const YAW = [4, 7] as const; // of foot and toes
const TILT = 0.22; // [s] within which a standing foot takes up the motion's height and roll
const MOST = { way: 28, height: 20, turn: 260 }; // [m/s²], [m/s²], [rad/s²] that an offset may ask for
const RISE = { least: 0.015, most: 0.06, share: 0.2, quickest: 0.65 }; // [m], [m], of the way, [m/s²] and time²

export interface Foot {
  stands: boolean;
  pinned: boolean; // it stands though the motion has lifted it: the other one is in the air
  readonly kept: Float64Array; // PARTS: what stays of the offset while it stands
  readonly offsets: InertialOffsets; // PARTS: what dies out
  time: number; // [s] since that began
  aloft: number; // [s] since it was lifted
  until: number; // [s] when nothing of it is left
  rise: number; // [m] by which it is lifted besides
  readonly wanted: Float64Array; // ball 3, foot 4, toes 4: where the motion had it last
}

export const createFoot = (): Foot => ({
  stands: true,
  pinned: false,
  kept: new Float64Array(PARTS),
  offsets: createOffsets(PARTS),
  time: 0,
  aloft: 0,
  until: 0,
  rise: 0,
  wanted: new Float64Array(11),
});

/** Where the motion wants it, standing. */
export function clearFoot(foot: Foot): void {
  foot.kept.fill(0);
  clearOffsets(foot.offsets);
  foot.stands = true;
  foot.pinned = false;
  foot.rise = 0;
}

/** A foot that stands, or is where the motion wants it. */
export const isDown = ({ stands, time, until }: Foot): boolean => stands || time >= until;

/** It stands where it will stay. */
export const isAnchored = ({ stands, pinned, time, offsets }: Foot): boolean =>
  stands && !pinned && time >= endOf(offsets);

/** It stands, and nothing differs from what the motion wants. */
export const isAtRest = (foot: Foot): boolean => isAnchored(foot) && foot.kept.every((value) => Math.abs(value) < 1e-9);

export type FeetOf = Pick<Stage, 'balls' | 'feet' | 'toes'>;

export function rememberWanted({ wanted }: Foot, { balls, feet, toes }: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) wanted[c] = balls[3 * side + c];
  for (let c = 0; c < 4; c++) {
    wanted[3 + c] = feet[4 * side + c];
    wanted[7 + c] = toes[4 * side + c];
  }
}

export function restoreWanted({ balls, feet, toes }: FeetOf, { wanted }: Foot, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) balls[3 * side + c] = wanted[c];
  for (let c = 0; c < 4; c++) {
    feet[4 * side + c] = wanted[3 + c];
    toes[4 * side + c] = wanted[7 + c];
  }
}

export function copyFoot(out: FeetOf, from: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) out.balls[3 * side + c] = from.balls[3 * side + c];
  for (let c = 0; c < 4; c++) {
    out.feet[4 * side + c] = from.feet[4 * side + c];
    out.toes[4 * side + c] = from.toes[4 * side + c];
  }
}

export function differenceOf(out: Float64Array, now: FeetOf, wanted: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) out[c] = now.balls[3 * side + c] - wanted.balls[3 * side + c];
  worldDifference(out, 3, now.feet, wanted.feet, 4 * side);
  worldDifference(out, 6, now.toes, wanted.toes, 4 * side);
}

/** x and v (PARTS) = the offset of a foot and how it changes. */
export function offsetNow(x: Float64Array, v: Float64Array, { kept, offsets, time }: Foot): void {
  const h = 1e-4;
  for (let k = 0; k < PARTS; k++) {
    x[k] = kept[k] + offsetAt(offsets, k, time);
    v[k] = (offsetAt(offsets, k, time + h) - offsetAt(offsets, k, time)) / h;
  }
}

/** A foot that stands: place and yaw are kept, height and roll become the motion's. x and v (PARTS): the offset and its rate. */
export function anchor(foot: Foot, x: Float64Array, v: Float64Array): void {
  foot.kept.fill(0);
  clearOffsets(foot.offsets);
  foot.time = 0;
  for (let k = 0; k < PARTS; k++) {
    if (k === 0 || k === 2 || k === YAW[0] || k === YAW[1]) foot.kept[k] = x[k];
    else startOffset(foot.offsets, k, x[k], v[k], TILT, mostOf(k));
  }
}

const mostOf = (part: number): number => (part > 2 ? MOST.turn : part === 1 ? MOST.height : MOST.way);

/** A foot in the air: from an offset x and its rate v (PARTS) to nothing within `time` [s], or later where that is too quick.
 *  `touch`: [s] until the motion's foot is down; `retargeted`: it goes elsewhere than the motion's. */
export function fly(
  foot: Foot,
  x: Float64Array,
  v: Float64Array,
  time: number,
  touch: number,
  retargeted: boolean,
): void {
  foot.kept.fill(0);
  foot.time = 0;
  let needed = time;
  for (let k = 0; k < 3; k++) needed = Math.max(needed, gentleTime(x[k], v[k], time, mostOf(k)));
  // its height is the motion's as soon as may be: a foot that goes far must not skim the ground
  for (let k = 0; k < PARTS; k++) startOffset(foot.offsets, k, x[k], v[k], k === 1 ? time : needed, mostOf(k));
  foot.until = endOf(foot.offsets);
  const way = Math.hypot(x[0], x[2]);
  const late = foot.until > touch;
  const rise = Math.min(RISE.most, RISE.least + RISE.share * way, RISE.quickest * foot.until ** 2);
  foot.rise = late || retargeted ? rise : 0;
}

/** Adds the offset of a foot, `ahead` [s] from now, to what the motion wants. */
export function applyOffset(stage: FeetOf, foot: Foot, side: 0 | 1, ahead: number): void {
  const t = foot.time + ahead;
  for (let k = 0; k < PARTS; k++) applied[k] = foot.kept[k] + offsetAt(foot.offsets, k, t);
  for (let c = 0; c < 3; c++) stage.balls[3 * side + c] += applied[c];
  turnInWorld(stage.feet, 4 * side, applied, 3);
  turnInWorld(stage.toes, 4 * side, applied, 6);
  if (foot.stands || foot.rise === 0 || t >= foot.until) return;
  const u = t / foot.until;
  stage.balls[3 * side + 1] += foot.rise * ease(2 * u) * ease(2 * (1 - u));
}
const applied = new Float64Array(PARTS);
