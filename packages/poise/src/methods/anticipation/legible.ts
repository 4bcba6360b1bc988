/**
 * What makes a preparation good to look at, beside the CoP error of [Rabbani14] §4.1: somebody who would fall is seen to lean
 * against it before it happens, not more and not later than needed, and does not bow. In metres, as the RMS of the CoP error is.
 */
import type { Cmrt } from './cmrt.ts';
import { cmrtCurve } from './cmrt.ts';
import { costOf } from './objective.ts';
import type { Rollout } from './stage.ts';
import type { Direction } from './watch.ts';

/** What a search minimises: the published measure with what keeps a search from falling, or also what people see. */
export type ObjectiveKind = 'paper' | 'legible';

const SEEN = 0.025; // [m] of the CoM: people lean 1 to 4 cm before a load that they know; below 2 cm nobody notices
const UNSEEN = 2; // per metre that is missing: as dear as an unsteady end at half of it
const FREE_BOW = 0.25; // [rad] 14°
const BOW = 0.1; // [m] per rad beyond
const HASTE = 0.1; // [s] of the CMRT's speed before the event: early and small is cheaper than late and large

const AGAINST: Readonly<Record<Direction, readonly [left: number, forward: number]>> = {
  forward: [0, -1],
  backward: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** How far the CoM was against a direction of falling as it began to happen [m]. */
export const leanAgainst = (direction: Direction, { seen: { shift } }: Rollout): number =>
  AGAINST[direction][0] * shift[0] + AGAINST[direction][1] * shift[1];

/** RMS speed of a CMRT up to a moment [m/s]. */
function hasteOf(cmrt: Cmrt, until: number): number {
  const curve = cmrtCurve(cmrt);
  const out = new Float64Array(4);
  const steps = 40;
  let sum = 0;
  for (let k = 1; k <= steps; k++) {
    curve.sample(out, (until * k) / steps);
    sum += (out[2] ** 2 + out[3] ** 2) / steps;
  }
  return Math.sqrt(sum);
}

export interface JudgedTry {
  readonly rollout: Rollout;
  readonly cmrt: Cmrt;
  readonly preparation: number; // [s]
  readonly without: Rollout; // the same without anticipation
}

/** The cost of a try [m]. */
export function tryCost({ rollout, cmrt, preparation, without }: JudgedTry, kind: ObjectiveKind): number {
  const cost = costOf(rollout.course) / Math.sqrt(rollout.course.samples);
  if (kind === 'paper') return cost;
  const unseen = without.fall ? Math.max(0, SEEN - leanAgainst(without.fall.direction, rollout)) : 0;
  const bow = Math.max(0, rollout.seen.bow - FREE_BOW);
  return cost + UNSEEN * unseen + BOW * bow + HASTE * hasteOf(cmrt, preparation);
}
