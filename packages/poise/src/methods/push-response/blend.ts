/** From one motion to another without a jump: joints and hips by offsets that die out, feet that stand by staying. */
import { expQuat, logQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';
import { jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Figure, Stage } from './figure.ts';
import { clearOffsets, createOffsets, type InertialOffsets, isOver, offsetAt, startOffset } from './inertial.ts';

/** A foot that stands stays where it is until the new motion lifts it, and is where that wants it when it lands. */
export interface Hold {
  readonly shift: Float64Array; // 3 [m] world
  readonly turn: Float64Array; // 3 [rad] world
  lift: number; // [s] after the change
  land: number;
}

export interface Blend {
  readonly offsets: InertialOffsets; // root 3, joints 3n, then per foot: ball 3, foot 3, toes 3
  readonly holds: readonly [left: Hold, right: Hold];
  readonly airborne: Float64Array; // 2 [s] until which a foot is on its way through the air by offset alone
  readonly landing: Float64Array; // 2 [s] when a foot that was in the air at the change lands; 0: it stood
  time: number; // [s] since the change
}

const createHold = (): Hold => ({ shift: new Float64Array(3), turn: new Float64Array(3), lift: 0, land: 0 });

export function createBlend(figure: Figure): Blend {
  const count = 3 + 3 * jointCount(figure.body.skeleton) + 18;
  return {
    offsets: createOffsets(count),
    holds: [createHold(), createHold()],
    airborne: new Float64Array(2),
    landing: new Float64Array(2),
    time: 0,
  };
}

export function clearBlend(blend: Blend): void {
  clearOffsets(blend.offsets);
  for (const hold of blend.holds) {
    hold.shift.fill(0);
    hold.turn.fill(0);
  }
  blend.airborne.fill(0);
  blend.landing.fill(0);
  blend.time = 0;
}

/** Nothing is left of the change. */
export const isDone = ({ offsets, holds, time }: Blend): boolean =>
  isOver(offsets, time) && holds.every((hold) => time >= hold.land || isNothing(hold));

const isNothing = ({ shift, turn }: Hold): boolean => {
  for (let c = 0; c < 3; c++) if (Math.abs(shift[c]) > 1e-9 || Math.abs(turn[c]) > 1e-9) return false;
  return true;
};

/** What a foot will do in the new motion. */
export interface FootFuture {
  readonly stands: boolean; // in both motions, now
  readonly lift: number; // [s] from now; Infinity: never
  readonly land: number;
}

const a = new Float64Array(4);
const b = new Float64Array(4);
const x = new Float64Array(3);
const v = new Float64Array(3);

/** Starts a change: `now` and `before` (dt earlier) were shown; `next` and `later` (h later) are what the new motion wants. */
export function startBlend(
  blend: Blend,
  figure: Figure,
  shown: { readonly now: Stage; readonly before: Stage; readonly dt: number },
  wanted: { readonly next: Stage; readonly later: Stage; readonly h: number },
  feet: readonly [FootFuture, FootFuture],
  duration: number,
): void {
  clearBlend(blend);
  const { now, before, dt } = shown;
  const { next, later, h } = wanted;
  const n = jointCount(figure.body.skeleton);
  const start = (k: number, time: number): void => {
    for (let c = 0; c < 3; c++) startOffset(blend.offsets, k + c, x[c], v[c], time);
  };
  for (let c = 0; c < 3; c++) {
    x[c] = now.q[c] - next.q[c];
    v[c] = rate(now.q[c] - before.q[c], dt) - rate(later.q[c] - next.q[c], h);
  }
  start(0, duration);
  for (let joint = 0; joint < n; joint++) {
    const i = quatIndex(joint);
    turnDifference(now.q, before.q, dt, next.q, later.q, h, i);
    start(3 + 3 * joint, duration);
  }
  for (const side of [0, 1] as const) {
    const at = 3 + 3 * n + 9 * side;
    const { stands, lift, land } = feet[side];
    const hold = blend.holds[side];
    if (stands) {
      for (let c = 0; c < 3; c++) hold.shift[c] = now.balls[3 * side + c] - next.balls[3 * side + c];
      worldTurn(hold.turn, now.feet, next.feet, 4 * side);
      hold.lift = lift;
      hold.land = land;
      continue;
    }
    const time = Math.max(0.05, Math.min(duration, BEFORE_LANDING * land));
    blend.airborne[side] = time;
    blend.landing[side] = Math.max(time, land < Infinity ? land : 0);
    for (let c = 0; c < 3; c++) {
      const i = 3 * side + c;
      x[c] = now.balls[i] - next.balls[i];
      v[c] = rate(now.balls[i] - before.balls[i], dt) - rate(later.balls[i] - next.balls[i], h);
    }
    start(at, time);
    turnDifference(now.feet, before.feet, dt, next.feet, later.feet, h, 4 * side);
    start(at + 3, time);
    turnDifference(now.toes, before.toes, dt, next.toes, later.toes, h, 4 * side);
    start(at + 6, time);
  }
}

const CLEARANCE = 0.018; // [m]
const BEFORE_LANDING = 0.75; // of the time to it: a foot in the air is on its new way well before it lands

/** How high over the ground [m] a foot is kept that was in the air when the motion changed: it must not touch down under way. */
export function clearanceOf({ landing, time }: Blend, side: 0 | 1): number {
  const u = landing[side] > 0 ? time / landing[side] : 1;
  return u >= 1 ? 0 : CLEARANCE * minimumJerk(4 * u) * minimumJerk(4 * (1 - u));
}

const rate = (change: number, dt: number): number => (dt > 0 ? change / dt : 0);

/** x = log(next⁻¹ now), v = the difference of the rates of turn. */
function turnDifference(
  now: Float64Array,
  before: Float64Array,
  dt: number,
  next: Float64Array,
  later: Float64Array,
  h: number,
  i: number,
): void {
  relativeQuat(a, 0, next, i, now, i);
  logQuat(x, 0, a, 0);
  relativeQuat(a, 0, before, i, now, i);
  logQuat(a, 0, a, 0);
  relativeQuat(b, 0, next, i, later, i);
  logQuat(b, 0, b, 0);
  for (let c = 0; c < 3; c++) v[c] = rate(a[c], dt) - rate(b[c], h);
}

/** out = log(now · next⁻¹) in world axes. */
function worldTurn(out: Float64Array, now: Float64Array, next: Float64Array, i: number): void {
  a[0] = -next[i];
  a[1] = -next[i + 1];
  a[2] = -next[i + 2];
  a[3] = next[i + 3];
  multiplyQuat(a, 0, now, i, a, 0);
  logQuat(out, 0, a, 0);
}

const minimumJerk = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * u * (10 - u * (15 - 6 * u)));

/** Adds what is left of the change to a stage. */
export function applyBlend(stage: Stage, blend: Blend, figure: Figure): void {
  const { offsets, time, holds } = blend;
  const n = jointCount(figure.body.skeleton);
  for (let c = 0; c < 3; c++) stage.q[c] += offsetAt(offsets, c, time);
  for (let joint = 0; joint < n; joint++) turnLocally(stage.q, quatIndex(joint), offsets, 3 + 3 * joint, time);
  for (const side of [0, 1] as const) {
    const at = 3 + 3 * n + 9 * side;
    for (let c = 0; c < 3; c++) stage.balls[3 * side + c] += offsetAt(offsets, at + c, time);
    turnLocally(stage.feet, 4 * side, offsets, at + 3, time);
    turnLocally(stage.toes, 4 * side, offsets, at + 6, time);
    const { shift, turn, lift, land } = holds[side];
    const left = time < lift ? 1 : 1 - minimumJerk((time - lift) / Math.max(1e-6, land - lift));
    if (left === 0) continue;
    for (let c = 0; c < 3; c++) {
      stage.balls[3 * side + c] += left * shift[c];
      x[c] = left * turn[c];
    }
    expQuat(a, 0, x, 0);
    multiplyQuat(stage.feet, 4 * side, a, 0, stage.feet, 4 * side);
    multiplyQuat(stage.toes, 4 * side, a, 0, stage.toes, 4 * side);
  }
}

function turnLocally(q: Float64Array, i: number, offsets: InertialOffsets, k: number, time: number): void {
  for (let c = 0; c < 3; c++) x[c] = offsetAt(offsets, k + c, time);
  if (x[0] === 0 && x[1] === 0 && x[2] === 0) return;
  expQuat(a, 0, x, 0);
  multiplyQuat(q, i, q, i, a, 0);
  normalizeQuat(q, i, q, i);
}
