/**
 * Follows a motion with steps on the ground as it is here. The clip is seen from the feet that carry: where they stand elsewhere than in
 * the clip, all of it is shifted. Feet in the air go where the clip has them, and beyond by as much as the capture point is off: what has gone
 * wrong by their landing is then no longer seen from the new foot.
 */

import { capturePoint } from '../../gait/pendulum.ts';
import { lackingGap } from '../../gait/swing.ts';
import { createPlanMoment } from '../motion-plan.ts';
import type { RunningScene } from '../simulation.ts';
import type { MotionPlan } from '../types.ts';
import { glide } from './glide.ts';
import type { LinkMotion } from './link-motion.ts';
import { createMovingPoint } from './moving-point.ts';
import type { SupportChoice } from './support-choice.ts';
import { SwingGoal } from './swing-goal.ts';
import type { Tracking } from './tracking.ts';

const SHIFTS = 0.06; // [s] in which the clip moves to where the feet are
const LATEST = 0.05; // [s] before landing: from then on the target stays
const NO_LANDING = 0.4; // [s] in which feet that do not come down go along with the rest
const MOST = 0.3; // [m] by which a step is moved
const LEAST_APART = 0.1; // [m] between ankles, sideways
const SINKS = 0.6; // [m/s] a foot that should be down already
const DEEPEST = 0.06; // [m]

/** Numbers that are kept from tick to tick. */
export const FOLLOWER_STATE = 3 + 2 * 13;

export class PlanFollower {
  readonly moment = createPlanMoment();
  /** Where the CoM should be, over the ground. */
  readonly com = createMovingPoint();
  readonly swings: readonly SwingGoal[] = [new SwingGoal(), new SwingGoal()];
  comHeight = 0; // [m] above the ground
  private readonly plan: MotionPlan;
  private readonly scene: RunningScene;
  private readonly tracking: Tracking;
  private readonly support: SupportChoice;
  private readonly motion: LinkMotion;
  private readonly shift = new Float64Array(2);
  private isKnown = false;
  // per foot and axis: how far the ankle is from where the clip has it, and how that changes; where it should be at landing
  private readonly offset = [0, 1].map(() => new Float64Array(3));
  private readonly offsetRate = [0, 1].map(() => new Float64Array(3));
  private readonly offsetSecond = [0, 1].map(() => new Float64Array(3));
  private readonly target = [0, 1].map(() => new Float64Array(3));
  private readonly sunk = new Float64Array(2);
  private readonly mean = new Float64Array(2);

  constructor(
    scene: RunningScene,
    plan: MotionPlan,
    parts: { readonly tracking: Tracking; readonly support: SupportChoice; readonly motion: LinkMotion },
  ) {
    const { tracking, support, motion } = parts;
    this.scene = scene;
    this.motion = motion;
    this.plan = plan;
    this.tracking = tracking;
    this.support = support;
  }

  /** What the clip does now; the support is chosen after it. */
  read(t: number): void {
    this.plan.read(this.moment, t);
  }

  /** The CoM and the feet in the air, once the reference is sampled. `rate`: of the pendulum that the person is [1/s]. */
  update(rate: number): void {
    this.findShift();
    const { moment, com, shift } = this;
    for (let k = 0; k < 2; k++) {
      com.place[k] = moment.com[2 * k] + shift[k];
      com.rate[k] = moment.comVelocity[2 * k];
      com.second[k] = moment.comAcceleration[2 * k];
    }
    this.comHeight = moment.com[1] - moment.share[0] * moment.floor[0] - moment.share[1] * moment.floor[1];
    for (let foot = 0; foot < 2; foot++) {
      if (this.support.stance[foot]) this.rest(foot);
      else this.swing(foot, rate);
    }
  }

  /** The mean of the feet that carry, weighed by the load that they should have. */
  private findShift(): void {
    const { mean, shift, scene } = this;
    const { share } = this.moment;
    let total = 0;
    mean.fill(0);
    for (let foot = 0; foot < 2; foot++) {
      if (!this.support.stance[foot]) continue;
      const weight = share[foot] + 1e-3;
      for (let k = 0; k < 2; k++) mean[k] += weight * this.awayOf(foot, 2 * k, true);
      total += weight;
    }
    if (total === 0) return;
    const quick = this.isKnown ? Math.min(1, scene.controlPeriod / SHIFTS) : 1;
    for (let k = 0; k < 2; k++) shift[k] += quick * (mean[k] / total - shift[k]);
    this.isKnown = true;
  }

  /** How far the ball (or the ankle) of a foot is from where the clip has it, along an axis [m]. */
  private awayOf(foot: number, axis: number, ball: boolean): number {
    const { links, engine } = this.scene;
    const { link, toeLink } = links.soles[foot];
    const at = ball ? toeLink : link;
    return engine.views.xpos[3 * (at + 1) + axis] - this.tracking.ws.segmentOrigin[3 * links.joint[at] + axis];
  }

  private rest(foot: number): void {
    const { links } = this.scene;
    const { link } = links.soles[foot];
    const { velocity } = this.motion;
    const j = 3 * links.joint[link];
    for (let k = 0; k < 3; k++) {
      this.offset[foot][k] = this.awayOf(foot, k, false);
      this.offsetRate[foot][k] = velocity[3 * link + k] - this.tracking.ws.originVelocity[j + k];
      this.offsetSecond[foot][k] = 0;
      this.target[foot][k] = this.offset[foot][k];
    }
    this.offset[foot][1] += this.moment.floor[foot] - this.scene.person.floorHeight;
    this.sunk[foot] = 0;
    this.swings[foot].foot = -1;
  }

  private swing(foot: number, rate: number): void {
    const { moment, scene, tracking, offset, offsetRate, offsetSecond } = this;
    const { links } = scene;
    const until = moment.untilLanding[foot];
    const left = until < Infinity ? until : NO_LANDING;
    const dt = scene.controlPeriod;
    if (left > LATEST) this.aim(foot, rate);
    if (until <= 0) this.sunk[foot] = Math.min(DEEPEST, this.sunk[foot] + SINKS * dt);
    const goal = this.swings[foot];
    const j = 3 * links.joint[links.soles[foot].link];
    goal.foot = foot;
    const [place, velocity, acceleration] = [offset[foot], offsetRate[foot], offsetSecond[foot]];
    this.target[foot][1] = 0;
    for (let k = 0; k < 3; k++) {
      glide(place, velocity, acceleration, k, this.target[foot][k], Math.max(LATEST, k === 1 ? left / 2 : left), dt);
      goal.position[k] = tracking.ws.segmentOrigin[j + k] + place[k];
      goal.velocity[k] = tracking.ws.originVelocity[j + k] + velocity[k];
      goal.acceleration[k] = tracking.ws.originAcceleration[j + k] + acceleration[k];
    }
    goal.position[1] += scene.person.floorHeight - moment.floor[foot] - this.sunk[foot];
  }

  /** Where a foot will land: shifted with the clip, and by what the capture point is off. */
  private aim(foot: number, rate: number): void {
    const { com, shift, scene } = this;
    const target = this.target[foot];
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      const off = capturePoint(scene.com[axis] - com.place[k], scene.comVelocity[axis] - com.rate[k], rate);
      target[axis] = shift[k] + Math.max(-MOST, Math.min(MOST, off));
    }
    this.keepApart(foot);
  }

  /** Legs do not cross more than they do in the clip. */
  private keepApart(foot: number): void {
    const { scene, tracking, target } = this;
    const { links, engine } = scene;
    const { xpos } = engine.views;
    const { ws } = tracking;
    const side = this.support.left;
    const out = foot === 0 ? 1 : -1;
    const [own, other] = [links.soles[foot].link, links.soles[1 - foot].link];
    let [apart, usual] = [0, 0];
    for (let k = 0; k < 2; k++) {
      const [a, b] = [3 * links.joint[own] + 2 * k, 3 * links.joint[other] + 2 * k];
      apart += out * side[k] * (ws.segmentOrigin[a] + target[foot][2 * k] - xpos[3 * (other + 1) + 2 * k]);
      usual += out * side[k] * (ws.segmentOrigin[a] - ws.segmentOrigin[b]);
    }
    const short = lackingGap(LEAST_APART, usual, apart);
    if (short === 0) return;
    for (let k = 0; k < 2; k++) target[foot][2 * k] += out * short * side[k];
  }

  reset(): void {
    this.isKnown = false;
    this.shift.fill(0);
    this.sunk.fill(0);
    for (const rows of [this.offset, this.offsetRate, this.offsetSecond, this.target])
      for (const row of rows) row.fill(0);
    for (const goal of this.swings) goal.foot = -1;
  }

  save(out: Float64Array, o: number): void {
    out.set(this.shift, o);
    out[o + 2] = this.isKnown ? 1 : 0;
    [0, 1].forEach((foot) => {
      const at = o + 3 + 13 * foot;
      out.set(this.offset[foot], at);
      out.set(this.offsetRate[foot], at + 3);
      out.set(this.offsetSecond[foot], at + 6);
      out.set(this.target[foot], at + 9);
      out[at + 12] = this.sunk[foot];
    });
  }

  restore(state: Float64Array, o: number): void {
    this.shift.set(state.subarray(o, o + 2));
    this.isKnown = state[o + 2] === 1;
    [0, 1].forEach((foot) => {
      const at = o + 3 + 13 * foot;
      this.offset[foot].set(state.subarray(at, at + 3));
      this.offsetRate[foot].set(state.subarray(at + 3, at + 6));
      this.offsetSecond[foot].set(state.subarray(at + 6, at + 9));
      this.target[foot].set(state.subarray(at + 9, at + 12));
      this.sunk[foot] = state[at + 12];
    });
  }
}
