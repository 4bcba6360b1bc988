/** From one motion to another without a jump: joints and hips by offsets that die out. Feet have their own ways (footwork.ts). */
import { jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Figure, Stage } from './figure.ts';
import { clearOffsets, createOffsets, type InertialOffsets, isOver, offsetAt, startOffset } from './inertial.ts';
import { localDifference, rateOf, turnLocally } from './rotation-offset.ts';

export interface Blend {
  readonly offsets: InertialOffsets; // root 3, joints 3n
  time: number; // [s] since the change
}

/** What an offset may ask for: of the hips [m/s²], of joints [rad/s²]. */
const MOST = { hips: 22, joint: 260 };

export const createBlend = (figure: Figure): Blend => ({
  offsets: createOffsets(3 + 3 * jointCount(figure.body.skeleton)),
  time: 0,
});

export function clearBlend(blend: Blend): void {
  clearOffsets(blend.offsets);
  blend.time = 0;
}

/** Nothing is left of the change. */
export const isDone = ({ offsets, time }: Blend): boolean => isOver(offsets, time);

/** Two moments of what was shown and of what the new motion wants: now, and `dt` earlier; then, and `h` later [s]. */
export interface Change {
  readonly now: Stage;
  readonly before: Stage;
  readonly dt: number;
  readonly next: Stage;
  readonly later: Stage;
  readonly h: number;
}

const x = new Float64Array(3);
const v = new Float64Array(3);

/** Starts a change. */
export function startBlend(blend: Blend, figure: Figure, change: Change, duration: number): void {
  clearBlend(blend);
  const { now, before, dt, next, later, h } = change;
  for (let c = 0; c < 3; c++) {
    const speed = rateOf(now.q[c] - before.q[c], dt) - rateOf(later.q[c] - next.q[c], h);
    startOffset(blend.offsets, c, now.q[c] - next.q[c], speed, duration, MOST.hips);
  }
  for (let joint = 0; joint < jointCount(figure.body.skeleton); joint++) {
    localDifference(x, v, now.q, before.q, dt, next.q, later.q, h, quatIndex(joint));
    for (let c = 0; c < 3; c++) startOffset(blend.offsets, 3 + 3 * joint + c, x[c], v[c], duration, MOST.joint);
  }
}

/** Adds what is left of the change, `ahead` [s] from now, to a stage. */
export function applyBlend(stage: Stage, { offsets, time }: Blend, figure: Figure, ahead = 0): void {
  const t = time + ahead;
  for (let c = 0; c < 3; c++) stage.q[c] += offsetAt(offsets, c, t);
  for (let joint = 0; joint < jointCount(figure.body.skeleton); joint++) {
    for (let c = 0; c < 3; c++) x[c] = offsetAt(offsets, 3 + 3 * joint + c, t);
    turnLocally(stage.q, quatIndex(joint), x);
  }
}
