/** The step plan's question as two axes: everything against the clip, ahead and aside of the way that the character faces at the next
 *  landing. */
import { STANDING_SPEED } from '../standing.ts';
import { createStepMap, writeStepMap } from '../step-map.ts';
import { type AxisState, createAxisState } from './capture-rows.ts';
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';
import { trunkTimesPerStep } from './lean.ts';
import { backX, backZ, turnedX, turnedZ } from './own-course.ts';
import type { StepPlanParameters } from './parameters.ts';
import { PlanFrame } from './plan-frame.ts';
import { StepAxis } from './step-axis.ts';
import { LANDINGS, type NominalLanding, type StepPlanInput, type StepPlanOptions } from './step-plan-types.ts';
import { StepReach } from './step-reach.ts';
import { type WalkTimes, writeOwnTransfer } from './walk-rows.ts';
import { createWeightCourse, writeWeightCourse } from './weight-course.ts';

export const USUAL_STEP = 0.55; // [s] of the people that prices of time and line were fitted to

export class PlanProblem {
  readonly options: StepPlanOptions;
  readonly parameters: StepPlanParameters;
  readonly size: number; // of this person's legs against the model's (MODEL_LEG)
  readonly pace: number; // times scale with the root of lengths
  readonly frame = new PlanFrame();
  readonly axes: readonly [StepAxis, StepAxis] = [new StepAxis(), new StepAxis()]; // ahead, aside
  readonly states: readonly [AxisState, AxisState] = [createAxisState(), createAxisState()];
  readonly xi = new Float64Array(2); // capture point against the clip's
  readonly times: readonly [WalkTimes, WalkTimes] = [createTimes(), createTimes()];
  readonly steps: GaitStep[] = []; // of the stance now and the landings ahead
  readonly #swing = new Float64Array(2); // the foot in the air against the clip's, from the standing foot
  readonly #legs = new Float64Array(4); // bounds of the next step by the legs: ahead, aside
  readonly #across = new Float64Array(2); // how much of each axis lies across the way
  readonly #reach: StepReach;
  readonly #map = createStepMap();
  readonly #trunkTimes: number; // per step
  readonly #weight = createWeightCourse();

  constructor(size: number, options: StepPlanOptions, parameters: StepPlanParameters) {
    this.size = size;
    this.pace = Math.sqrt(size);
    this.options = options;
    this.parameters = parameters;
    this.#trunkTimes = trunkTimesPerStep(Math.min(0.999, Math.max(0.001, options.beta)));
    this.#reach = new StepReach(parameters, size, options.strength);
  }

  /** [s] Time constant with which the lean goes back in steps of this length. */
  trunkTime(step: GaitStep): number {
    return step.duration / this.#trunkTimes;
  }

  /** Everything against the clip, in the axes of the next landing. */
  read(input: StepPlanInput): void {
    const { nominal, com, velocity, ownCom, ownVelocity, lean, leanRate, stand, before, swingOffset, push } = input;
    const { stance, ahead, planned } = nominal;
    const frame = this.frame;
    frame.turnTo(ahead[0].yaw);
    const { expectPush } = this.parameters;
    const { rate } = stance.step;
    const expected = expectPush * this.pace;
    for (let axis = 0; axis < 2; axis++) {
      const state = this.states[axis];
      state.lean = frame.along(axis, lean[0], lean[1]);
      state.leanRate = frame.along(axis, leanRate[0], leanRate[1]);
      state.com = frame.along(axis, com[0] - ownCom[0], com[1] - ownCom[1]) + state.lean;
      state.velocity = frame.along(axis, velocity[0] - ownVelocity[0], velocity[1] - ownVelocity[1]) + state.leanRate;
      // a push that goes on is expected to last a little
      state.velocity += expected * frame.along(axis, push[0], push[1]);
      state.stand = frame.along(axis, stand[0] - stance.x, stand[1] - stance.z);
      state.before = frame.along(axis, before[0] - nominal.before.x, before[1] - nominal.before.z);
      this.xi[axis] = state.com + state.velocity / rate;
      this.#swing[axis] = frame.along(axis, swingOffset[0], swingOffset[1]) - state.stand;
      this.axes[axis].stand = state.stand;
    }
    const [aheadAxis, asideAxis] = this.axes;
    const { options, parameters: p, size } = this;
    const hip = Math.min(size * options.hip * options.strength, input.hipLimit);
    aheadAxis.hipRoom = hip;
    asideAxis.hipRoom = hip;
    aheadAxis.room = size * p.roomAhead;
    asideAxis.room = size * p.roomAside;
    aheadAxis.endWeight = p.endWeight;
    asideAxis.endWeight = p.endWeight;
    this.#readRoom(input);
    this.steps[0] = stance.step;
    for (let k = 0; k < planned; k++) {
      this.steps[k + 1] = ahead[k].step;
      this.#reach.writeLegs(aheadAxis, asideAxis, k, k === 0 ? stance : ahead[k - 1], ahead[k]);
    }
    for (let axis = 0; axis < 2; axis++) {
      this.#legs[2 * axis] = this.axes[axis].least[0];
      this.#legs[2 * axis + 1] = this.axes[axis].most[0];
    }
    this.#writeTimes(input);
  }

  /** How far the balance point may be shifted under the sole from now to the landing: as far as what stands of the sole reaches beyond the
   *  clip's own balance point. What comes sooner counts more, as it moves the capture point by more. */
  #readRoom({ nominal: { stance }, time }: StepPlanInput): void {
    const { pressure, sole, duration, doubleSupport, rate, footYaw } = stance.step;
    for (const { roomNow } of this.axes) roomNow.fill(0);
    let weight = 0;
    for (let row = 0; row < COURSE_ROWS; row++) {
      const at = (row * duration) / (COURSE_ROWS - 1);
      if (at < time && row < COURSE_ROWS - 1) continue;
      const share = Math.exp(-rate * Math.max(0, at - time));
      weight += share;
      const alone = at >= doubleSupport;
      for (let axis = 0; axis < 2; axis++) {
        const { room, roomNow } = this.axes[axis];
        const own = pressure && alone ? this.#along(axis, stance, pressure[2 * row], pressure[2 * row + 1]) : 0;
        const taken = Math.max(-room, Math.min(room, own));
        let [least, most] = [-room, room];
        if (sole && alone) {
          const turn = footYaw + stance.turn;
          const ahead = this.frame.along(axis, Math.sin(turn), Math.cos(turn));
          const left = this.frame.along(axis, Math.cos(turn), -Math.sin(turn));
          const o = 4 * row;
          least = Math.max(least, ahead * sole[ahead > 0 ? o : o + 1] + left * sole[left > 0 ? o + 2 : o + 3]);
          most = Math.min(most, ahead * sole[ahead > 0 ? o + 1 : o] + left * sole[left > 0 ? o + 3 : o + 2]);
        }
        roomNow[0] += share * Math.min(0, least - taken);
        roomNow[1] += share * Math.max(0, most - taken);
      }
    }
    for (const { roomNow } of this.axes) for (let side = 0; side < 2; side++) roomNow[side] /= weight;
  }

  /** A vector of the clip's world along an axis. */
  #along(axis: number, landing: NominalLanding, x: number, z: number): number {
    return this.frame.along(axis, turnedX(landing, x, z), turnedZ(landing, x, z));
  }

  #writeTimes(input: StepPlanInput): void {
    const { nominal, time, doubleSupport } = input;
    const { stance, ahead, planned } = nominal;
    for (const times of this.times) {
      times.now = time;
      times.over = input.over;
      times.trunkTime = this.trunkTime(stance.step);
      times.leanLeft = 1 - this.options.beta;
      times.hipLag = this.parameters.hipLag * this.pace;
    }
    const { place } = this.#weight;
    for (let k = 0; k <= Math.min(planned, LANDINGS - 1); k++) {
      const from = k === 0 ? nominal.before : k === 1 ? stance : ahead[k - 2];
      const to = k === 0 ? stance : ahead[k - 1];
      const [gapX, gapZ] = [to.x - from.x, to.z - from.z];
      writeWeightCourse(this.#weight, to.step, backX(to, gapX, gapZ), backZ(to, gapX, gapZ), k === 0 ? time : 0);
      for (let axis = 0; axis < 2; axis++) {
        const times = this.times[axis];
        times.rate[k] = to.step.rate;
        times.duration[k] = to.step.duration;
        times.ownShifted[k] = to.step.doubleSupport;
        times.shifted[k] = k === 0 ? doubleSupport : to.step.doubleSupport;
        times.ownLeft[k] = this.#weight.left;
        times.ownPlace[k] = this.#along(axis, to, place[0], place[1]);
        times.early[k] = 0;
        times.gap[k] = this.frame.along(axis, gapX, gapZ);
      }
    }
  }

  /** Sets how much the line counts: the more, the further the body would miss it at the clip's own landing, or where
   *  a usual step would end. Returns that error [m]. */
  brace({ nominal, time, doubleSupport, sinceHit }: StepPlanInput): number {
    const { stance, ahead, planned } = nominal;
    const { bracing, bracingError } = this.options;
    // who has just been hit does not think of the line yet
    const line = bracing * (1 - Math.exp(-sinceHit / (this.parameters.lineAfter * this.pace)));
    const { step } = stance;
    // slow walkers need not wait for their own landing
    const T = Math.max(Math.min(step.duration, USUAL_STEP * this.pace), time);
    writeStepMap(this.#map, step.rate, time, T, Math.min(doubleSupport, step.duration), 0);
    if (doubleSupport === step.doubleSupport) writeOwnTransfer(this.#map, step.rate * T, this.times[0].ownLeft[0]);
    const { tau, A, B } = this.#map;
    // the way that the walker goes: one stride
    const last = ahead[Math.min(planned, 2) - 1];
    const over = planned > 1 ? step.duration + ahead[0].step.duration : step.duration;
    const speedX = (last.x - stance.x) / over;
    const speedZ = (last.z - stance.z) / over;
    const speed2 = speedX * speedX + speedZ * speedZ;
    const still = STANDING_SPEED * STANDING_SPEED * this.size;
    // along the way nothing pulls back to the clip's own place, unless the walker treads on the spot
    const free = speed2 > 0 ? (1 - (still / (speed2 + still)) ** 2) / speed2 : 0;
    let missed = 0;
    let along = 0;
    let behind = 0;
    for (let axis = 0; axis < 2; axis++) {
      const { stand, before } = this.states[axis];
      const error = tau * this.xi[axis] - A * before - B * stand - stand;
      const speed = this.frame.along(axis, speedX, speedZ);
      this.#across[axis] = 1 - free * speed * speed;
      missed += error * error;
      along += error * speed;
      behind += stand * speed;
    }
    missed -= free * along * along;
    const weight = line + bracing * (missed / (bracingError * this.size) ** 2);
    // at the last landing the line counts for all landings after it: the price of going back by ever smaller steps
    const after = (line + Math.sqrt(line * (line + 4))) / 2 - line;
    for (let axis = 0; axis < 2; axis++) {
      this.axes[axis].beside = this.states[axis].stand - free * behind * this.frame.along(axis, speedX, speedZ);
      this.axes[axis].trackWeight = weight * this.#across[axis];
      this.axes[axis].trackEnd = (weight + after) * this.#across[axis];
    }
    return Math.sqrt(Math.max(0, missed));
  }

  boundSwing(axis: number, air: number): void {
    const { velocity } = this.states[axis];
    const o = 2 * axis;
    this.#reach.writeSwing(this.axes[axis], this.#legs[o], this.#legs[o + 1], this.#swing[axis], velocity, air);
  }
}

const createTimes = (): WalkTimes => ({
  rate: new Float64Array(LANDINGS),
  duration: new Float64Array(LANDINGS),
  shifted: new Float64Array(LANDINGS),
  ownShifted: new Float64Array(LANDINGS),
  ownLeft: new Float64Array(LANDINGS),
  ownPlace: new Float64Array(LANDINGS),
  gap: new Float64Array(LANDINGS),
  early: new Float64Array(LANDINGS),
  now: 0,
  hold: 0,
  over: 0,
  trunkTime: 1,
  leanLeft: 0,
  hipLag: 0,
});
