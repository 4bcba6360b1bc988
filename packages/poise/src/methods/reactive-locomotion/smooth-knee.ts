/** Knees of legs that stand change their speed no faster than people's: hips give way by millimetres instead. */

import { catchingUp } from './held-joints.ts';

const QUICKEST = 400; // [rad/s²]
const CATCHING = 200; // [rad/s²] that a knee is stopped with when it is where it is wanted
const GIVING = 0.02; // [m] that hips give way for it at most

/** Bend of a knee [rad] and what it was to be. */
export interface Knee {
  bent: number; // in the last tick; negative: not known
  rate: number; // [rad/s]
  wish: number; // that the leg was aimed at with …
  wished: number; // … and in the last tick
}

export const createKnee = (): Knee => ({ bent: -1, rate: 0, wish: 0, wished: 0 });

/** Angle [rad] of the knee between two bones as long as each other, both together `length` [m], `far` [m] from hip to ankle. */
export const bendOf = (far: number, length: number): number => 2 * Math.acos(Math.min(1, far / length));

/** Notes in which the last tick ended, dt [s] after the one before. */
export function noteBend(knee: Knee, bend: number, dt: number): void {
  const known = knee.bent >= 0;
  knee.rate = known ? (bend - knee.bent) / dt : 0;
  knee.wished = known ? knee.wish : bend;
  knee.bent = bend;
}

/** [m] from hip to ankle that a leg of `length` comes to which is to be `wanted` long, `most` at last. `limit`: [rad/s²] that the clip
 *  itself has. */
export function smoothedLength(
  knee: Knee,
  wanted: number,
  most: number,
  length: number,
  limit: number,
  dt: number,
): number {
  const { wish, wished, bent, rate } = knee;
  const behind = wished - bent;
  const way = wish - wished + within(behind, catchingUp(Math.abs(behind), CATCHING, dt));
  const followed = bent + dt * rate + within(way - dt * rate, Math.max(QUICKEST, limit) * dt * dt);
  // it is stopped before it is straight
  const straight = Math.min(wish, bendOf(most, length));
  const braked = bent - catchingUp(Math.max(0, bent - straight), QUICKEST, dt);
  const bend = Math.max(0, followed, Math.min(braked, bent));
  return wanted + GIVING * Math.tanh((length * Math.cos(bend / 2) - wanted) / GIVING);
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
