/**
 * The one place that says where feet are. A foot that stands stays where it is until the motion lifts it. A foot in the air goes the
 * motion's way plus an offset that dies out before it lands; where there is too little time for that it lands later, rather than
 * be thrown. No foot is lifted while the other one is in the air, and none goes through the other.
 */
import type { Change } from './blend.ts';
import { keepApart } from './feet-apart.ts';
import type { Stage } from './figure.ts';
import {
  anchor,
  applyOffset,
  clearFoot,
  copyFoot,
  createFoot,
  differenceOf,
  type FeetOf,
  type Foot,
  fly,
  isDown,
  offsetNow,
  PARTS,
  rememberWanted,
  restoreWanted,
} from './foot.ts';
import { rateOf, worldDifference } from './rotation-offset.ts';

const THERE = 0.9; // of the time until it touches the ground, a foot is over where it lands
const LEAST_TIME = 0.2; // [s] of an offset in the air
const DOWN = 0.01; // [m] over where it will stand, a foot has landed
const SOFT = { height: 0.03, time: 0.08 }; // [m], [s] after it was sent elsewhere and before it lands

/** What the motion in play does with its feet, now or a little later. */
export interface FeetInMotion {
  readonly planted: readonly [boolean, boolean];
  /** Feet that are out of reach: bit 1 left, bit 2 right. They come along as soon as the other one stands. */
  readonly lost: number;
  /** [s] until a foot that is in the air touches the ground; Infinity: never. */
  touch(side: 0 | 1): number;
}

const SIDES = [0, 1] as const;
const x = new Float64Array(PARTS);
const v = new Float64Array(PARTS);
const AT_REST = new Float64Array(PARTS);
const wantedStage = { balls: new Float64Array(6), feet: new Float64Array(8), toes: new Float64Array(8) };

export class Footwork {
  readonly feet: readonly [left: Foot, right: Foot] = [createFoot(), createFoot()];

  /** Both feet where the motion wants them. */
  clear(): void {
    for (const foot of this.feet) clearFoot(foot);
  }

  advance(dt: number): void {
    for (const foot of this.feet) {
      foot.time += dt;
      foot.aloft += dt;
    }
  }

  /** Another motion begins; `duration` [s] is what it usually takes to become it. */
  change(change: Change, { touch, planted }: FeetInMotion, duration: number): void {
    const { now, before, dt, next, later, h } = change;
    for (const side of SIDES) {
      const foot = this.feet[side];
      differenceOf(x, now, next, side);
      rememberWanted(foot, next, side);
      for (let c = 0; c < 3; c++) {
        const i = 3 * side + c;
        v[c] = rateOf(now.balls[i] - before.balls[i], dt) - rateOf(later.balls[i] - next.balls[i], h);
      }
      turnRates(now.feet, before.feet, dt, next.feet, later.feet, h, side, 3);
      turnRates(now.toes, before.toes, dt, next.toes, later.toes, h, side, 6);
      // a foot that the motion already has in the air is let go at rest
      foot.pinned = foot.stands && !planted[side];
      if (foot.stands) anchor(foot, x, v);
      else fly(foot, x, v, Math.max(LEAST_TIME, Math.min(duration, THERE * touch(side))), touch(side), true);
    }
  }

  /** Where the feet are: `stage` holds what the motion wants, and then what is shown. `before`: what was shown dt [s] ago. */
  follow(stage: Stage, motion: FeetInMotion, before: Stage, dt: number, yaw: number): void {
    for (const side of SIDES) {
      const foot = this.feet[side];
      if (foot.stands) this.#standOrLift(stage, motion, before, dt, side);
      rememberWanted(foot, stage, side);
      if (foot.pinned) copyFoot(stage, before, side);
      else applyOffset(stage, foot, side, 0);
    }
    keepApart(stage, this.feet, yaw, 0);
  }

  #standOrLift(stage: Stage, motion: FeetInMotion, before: Stage, dt: number, side: 0 | 1): void {
    const foot = this.feet[side];
    const other = (1 - side) as 0 | 1;
    const lost = (motion.lost & (1 << side)) > 0 && this.feet[other].stands;
    if (motion.planted[side] && !foot.pinned && !lost) return;
    differenceOf(x, before, stage, side);
    if (motion.planted[side] && !lost) {
      foot.pinned = false;
      anchor(foot, x, AT_REST);
      return;
    }
    const waited = foot.pinned || lost;
    foot.pinned = motion.planted[other] && !isDown(this.feet[other]);
    if (foot.pinned) return;
    foot.stands = false;
    foot.aloft = 0;
    // who had to wait is let go at rest, while the motion's foot is on its way; else the two go on together
    if (waited) ratesSince(foot, stage, side, dt);
    else offsetNow(x, v, foot);
    const touch = motion.touch(side);
    fly(foot, x, v, Math.max(LEAST_TIME, THERE * touch), touch, waited);
  }

  /** After the legs are solved and `shown` is where feet really are: a foot that has come down stands there. Returns it. */
  land(shown: Stage, motion: FeetInMotion): 0 | 1 | undefined {
    let landed: 0 | 1 | undefined;
    for (const side of SIDES) {
      const foot = this.feet[side];
      if (foot.stands || !motion.planted[side] || !isDown(foot)) continue;
      if (shown.balls[3 * side + 1] - foot.wanted[1] > DOWN) continue; // its leg is too short yet
      foot.stands = true;
      foot.rise = 0;
      restoreWanted(wantedStage, foot, side);
      differenceOf(x, shown, wantedStage, side);
      anchor(foot, x, AT_REST);
      landed = side;
    }
    return landed;
  }

  /** [s] until a foot in the air can land, and the other one be lifted; 0 when both stand. */
  waiting(side: 0 | 1): number {
    const foot = this.feet[side];
    return foot.stands ? 0 : Math.max(0, foot.until - foot.time);
  }

  /** How high over the floor [m] a foot begins to feel it: one that was sent elsewhere may come down otherwise than the motion's. */
  softness(side: 0 | 1): number {
    const { stands, rise, until, time } = this.feet[side];
    return stands || rise === 0
      ? 0
      : SOFT.height * Math.max(0, Math.min(1, time / SOFT.time, (until - time) / SOFT.time));
  }

  /** The same a little later, as far as one can tell now. Returns whether a foot carries then: bit 1 left, bit 2 right. */
  foresee(stage: Stage, planted: readonly [boolean, boolean], ahead: number, yaw: number): number {
    let carries = 0;
    for (const side of SIDES) {
      const foot = this.feet[side];
      if (!foot.pinned) applyOffset(stage, foot, side, ahead);
      if (planted[side] && (foot.stands || foot.time + ahead >= foot.until)) carries |= 1 << side;
    }
    keepApart(stage, this.feet, yaw, ahead);
    return carries;
  }
}

/** v[o] = the rate of turn now minus the one wanted, world axes. */
function turnRates(
  now: Float64Array,
  before: Float64Array,
  dt: number,
  next: Float64Array,
  later: Float64Array,
  h: number,
  side: 0 | 1,
  o: number,
): void {
  worldDifference(rates, 0, now, before, 4 * side);
  worldDifference(rates, 3, later, next, 4 * side);
  for (let c = 0; c < 3; c++) v[o + c] = rateOf(rates[c], dt) - rateOf(rates[3 + c], h);
}
const rates = new Float64Array(6);

/** v = how fast a resting foot falls behind the motion's, from what the motion wanted dt [s] ago. */
function ratesSince(foot: Foot, stage: FeetOf, side: 0 | 1, dt: number): void {
  restoreWanted(wantedStage, foot, side);
  differenceOf(v, wantedStage, stage, side);
  for (let k = 0; k < PARTS; k++) v[k] = rateOf(v[k], dt);
}
