/**
 * The one place that says where feet are. A foot that stands stays where it is until the motion lifts it. A foot in the air goes the
 * motion's way plus an offset that dies out before it lands; where there is too little time for that it lands later, rather than
 * be thrown. No foot is lifted while the other one is in the air, and none goes through the other.
 */
import type { Change } from './blend.ts';
import { keepApart } from './feet-apart.ts';
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
import { rateOf, turnInWorld, worldDifference } from './rotation-offset.ts';

/** Offsets of a foot: of its ball [m], of the foot and of the toes [rad], in world axes. */
const PARTS = 9;
const YAW = [4, 7] as const; // of foot and toes
const TILT = 0.22; // [s] within which a standing foot takes up the motion's roll
const MOST = { way: 28, height: 20, turn: 260 }; // [m/s²], [m/s²], [rad/s²] that an offset may ask for
const THERE = 0.9; // of the time until it touches the ground, a foot is over where it lands
const LEAST_TIME = 0.2; // [s] of an offset in the air
const RISE = { least: 0.015, most: 0.08, share: 0.2 }; // [m], [m], of the way: a foot that goes elsewhere than the motion's is lifted

const SOFT = { height: 0.03, time: 0.08 }; // [m], [s] before it lands

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
const minimumJerk = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * u * (10 - u * (15 - 6 * u)));

/** A foot that stands, or is where the motion wants it. */
const isDown = ({ stands, time, until }: Foot): boolean => stands || time >= until;

const createFoot = (): Foot => ({
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

export class Footwork {
  readonly feet: readonly [left: Foot, right: Foot] = [createFoot(), createFoot()];

  /** Both feet where the motion wants them. */
  clear(): void {
    for (const foot of this.feet) {
      foot.kept.fill(0);
      clearOffsets(foot.offsets);
      foot.stands = true;
      foot.pinned = false;
      foot.rise = 0;
    }
  }

  /** Nothing differs from what the motion wants. */
  isDone(): boolean {
    return this.feet.every(
      ({ stands, pinned, kept, time, offsets }) =>
        stands && !pinned && time >= endOf(offsets) && kept.every((value) => Math.abs(value) < 1e-9),
    );
  }

  advance(dt: number): void {
    for (const foot of this.feet) {
      foot.time += dt;
      foot.aloft += dt;
    }
  }

  /** Another motion begins; `duration` [s] is what it usually takes to become it. */
  change(change: Change, { touch }: FeetInMotion, duration: number): void {
    const { now, before, dt, next, later, h } = change;
    for (const side of SIDES) {
      const foot = this.feet[side];
      differenceOf(x, now, next, side);
      rememberWanted(foot, next, side);
      if (foot.stands) {
        anchor(foot);
        continue;
      }
      for (let c = 0; c < 3; c++) {
        const i = 3 * side + c;
        v[c] = rateOf(now.balls[i] - before.balls[i], dt) - rateOf(later.balls[i] - next.balls[i], h);
      }
      turnRates(now.feet, before.feet, dt, next.feet, later.feet, h, side, 3);
      turnRates(now.toes, before.toes, dt, next.toes, later.toes, h, side, 6);
      fly(foot, Math.max(LEAST_TIME, Math.min(duration, THERE * touch(side))), touch(side), true);
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
      anchor(foot);
      return;
    }
    const waited = foot.pinned || lost;
    foot.pinned = motion.planted[other] && !isDown(this.feet[other]);
    if (foot.pinned) return;
    foot.stands = false;
    foot.aloft = 0;
    // who had to wait is let go at rest, while the motion's foot is on its way; else the two go on together
    if (waited) ratesSince(foot, stage, side, dt);
    else offsetNow(foot);
    const touch = motion.touch(side);
    fly(foot, Math.max(LEAST_TIME, THERE * touch), touch, false);
  }

  /** After the legs are solved and `shown` is where feet really are: a foot that has come down stands there. Returns it. */
  land(shown: Stage, motion: FeetInMotion): 0 | 1 | undefined {
    let landed: 0 | 1 | undefined;
    for (const side of SIDES) {
      const foot = this.feet[side];
      if (foot.stands || !motion.planted[side] || !isDown(foot)) continue;
      foot.stands = true;
      foot.rise = 0;
      restoreWanted(wantedStage, foot, side);
      differenceOf(x, shown, wantedStage, side);
      anchor(foot);
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
    return stands || rise === 0 ? 0 : SOFT.height * Math.max(0, Math.min(1, (until - time) / SOFT.time));
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

const wantedStage = { balls: new Float64Array(6), feet: new Float64Array(8), toes: new Float64Array(8) };
type FeetOf = Pick<Stage, 'balls' | 'feet' | 'toes'>;

function rememberWanted({ wanted }: Foot, { balls, feet, toes }: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) wanted[c] = balls[3 * side + c];
  for (let c = 0; c < 4; c++) {
    wanted[3 + c] = feet[4 * side + c];
    wanted[7 + c] = toes[4 * side + c];
  }
}

function restoreWanted({ balls, feet, toes }: FeetOf, { wanted }: Foot, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) balls[3 * side + c] = wanted[c];
  for (let c = 0; c < 4; c++) {
    feet[4 * side + c] = wanted[3 + c];
    toes[4 * side + c] = wanted[7 + c];
  }
}

function copyFoot(out: FeetOf, from: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) out.balls[3 * side + c] = from.balls[3 * side + c];
  for (let c = 0; c < 4; c++) {
    out.feet[4 * side + c] = from.feet[4 * side + c];
    out.toes[4 * side + c] = from.toes[4 * side + c];
  }
}

function differenceOf(out: Float64Array, now: FeetOf, wanted: FeetOf, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) out[c] = now.balls[3 * side + c] - wanted.balls[3 * side + c];
  worldDifference(out, 3, now.feet, wanted.feet, 4 * side);
  worldDifference(out, 6, now.toes, wanted.toes, 4 * side);
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

/** x and v = the offset of a foot and how it changes. */
function offsetNow({ kept, offsets, time }: Foot): void {
  const h = 1e-4;
  for (let k = 0; k < PARTS; k++) {
    x[k] = kept[k] + offsetAt(offsets, k, time);
    v[k] = (offsetAt(offsets, k, time + h) - offsetAt(offsets, k, time)) / h;
  }
}

/** A foot that stands: place and yaw are kept, height and roll become the motion's. From x. */
function anchor(foot: Foot): void {
  foot.kept.fill(0);
  clearOffsets(foot.offsets);
  foot.time = 0;
  for (let k = 0; k < PARTS; k++) {
    if (k === 0 || k === 2 || k === YAW[0] || k === YAW[1]) foot.kept[k] = x[k];
    else startOffset(foot.offsets, k, x[k], 0, TILT, mostOf(k));
  }
}

const mostOf = (part: number): number => (part > 2 ? MOST.turn : part === 1 ? MOST.height : MOST.way);

/** A foot in the air: from x and v to nothing within `time` [s], or later where that is too quick. */
function fly(foot: Foot, time: number, touch: number, retargeted: boolean): void {
  foot.kept.fill(0);
  foot.time = 0;
  let needed = time;
  for (let k = 0; k < 3; k++) needed = Math.max(needed, gentleTime(x[k], v[k], time, mostOf(k)));
  // its height is the motion's as soon as may be: a foot that goes far must not skim the ground
  for (let k = 0; k < PARTS; k++) startOffset(foot.offsets, k, x[k], v[k], k === 1 ? time : needed, mostOf(k));
  foot.until = endOf(foot.offsets);
  const way = Math.hypot(x[0], x[2]);
  const late = foot.until > touch;
  foot.rise = late || retargeted ? Math.min(RISE.most, RISE.least + RISE.share * way) : 0;
}

function applyOffset(stage: FeetOf, foot: Foot, side: 0 | 1, ahead: number): void {
  const t = foot.time + ahead;
  for (let k = 0; k < PARTS; k++) applied[k] = foot.kept[k] + offsetAt(foot.offsets, k, t);
  for (let c = 0; c < 3; c++) stage.balls[3 * side + c] += applied[c];
  turnInWorld(stage.feet, 4 * side, applied, 3);
  turnInWorld(stage.toes, 4 * side, applied, 6);
  if (foot.stands || foot.rise === 0 || t >= foot.until) return;
  const u = t / foot.until;
  stage.balls[3 * side + 1] += foot.rise * minimumJerk(2.5 * u) * minimumJerk(2.5 * (1 - u));
}
const applied = new Float64Array(PARTS);
