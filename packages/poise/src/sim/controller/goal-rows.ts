/** Rows of demands on accelerations: soles at rest, the trunk upright as in the reference, a foot that swings. */
import type { AccelerationProblem } from '../../control/acceleration-problem.ts';
import type { Vec3 } from '../../math/types.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerGains } from '../types.ts';
import { ContactPatches } from './contact-patches.ts';
import type { LinkFreedoms } from './link-freedoms.ts';
import type { LinkMotion } from './link-motion.ts';
import type { SupportChoice } from './support-choice.ts';
import type { SwingGoal } from './swing-goal.ts';
import type { Tracking } from './tracking.ts';

/** A foot that swings: stiffness [1/s²], damping [1/s], weight. */
const SWING = 400;
const SWING_DAMPING = 40;
const SWING_WEIGHT = 10;
const ORIGIN = new Float64Array(3);

export class GoalRows {
  private readonly scene: RunningScene;
  private readonly problem: AccelerationProblem<LinkFreedoms>;
  private readonly motion: LinkMotion;
  private readonly tracking: Tracking;
  private readonly patches: ContactPatches;
  private readonly gains: ControllerGains;
  private readonly errorVector = new Float64Array(3);
  private readonly point = new Float64Array(9);
  private readonly pivot = new Float64Array(3);
  private readonly place = new Float64Array(3); // [m/s²] targets of a point's rows
  private readonly turn = new Float64Array(3); // [rad/s²] targets of a link's turn

  constructor(
    scene: RunningScene,
    parts: {
      readonly problem: AccelerationProblem<LinkFreedoms>;
      readonly motion: LinkMotion;
      readonly tracking: Tracking;
      readonly patches: ContactPatches;
    },
    gains: ControllerGains,
  ) {
    this.scene = scene;
    this.problem = parts.problem;
    this.motion = parts.motion;
    this.tracking = parts.tracking;
    this.patches = parts.patches;
    this.gains = gains;
  }

  /** A sole that stays where it is: flat, or on the part that carries, turned as in the reference. `soft`: 1/w of its rows, 0 for without
   *  fail. */
  addFoot(foot: number, { heel, front }: SupportChoice, soft: number): void {
    const sole = this.scene.links.soles[foot];
    const bends = sole.toeLink !== sole.link;
    if (heel[foot] && front[foot]) {
      this.addPatch(ContactPatches.patchOf(foot, false), sole.link, sole.up, foot, soft);
      if (bends) this.addLevel(sole.toeLink, sole.toeUp, soft);
      return;
    }
    if (front[foot] && bends) this.addPatch(ContactPatches.patchOf(foot, true), sole.toeLink, sole.toeUp, foot, soft);
    else this.addPivot(foot, front[foot], soft);
    this.addDirection(sole.link);
  }

  /** A piece of a sole, at rest and level. */
  private addPatch(patch: number, link: number, up: Vec3, foot: number, soft: number): void {
    this.addRest(this.patches.at[patch], foot, link, soft);
    this.addLevel(link, up, soft);
  }

  /** Rows of a point of a link that is to accelerate as `place` says. */
  private addPlace(link: number, at: Float64Array, soft: number): void {
    const { problem, place } = this;
    const { E, count, stride, freedoms } = problem;
    this.motion.writeRows(E, count * stride, -1, stride, link, at);
    for (let k = this.scene.links.planar ? 1 : 0; k < 3; k++) {
      problem.startRow(freedoms.lastOf[link]);
      problem.finishRow(place[k], soft);
    }
  }

  /** Rows of a link whose spin is to change as `turn` says. */
  private addTurn(link: number, soft: number): void {
    const { problem, turn } = this;
    const { E, count, stride, freedoms } = problem;
    this.motion.writeRows(E, -1, count * stride, stride, link, this.point);
    for (let k = 0; k < (this.scene.links.planar ? 1 : 3); k++) {
      problem.startRow(freedoms.lastOf[link]);
      problem.finishRow(turn[k], soft);
    }
  }

  /** A point that rests on the ground. */
  private addRest(at: Float64Array, foot: number, link: number, soft: number): void {
    const { scene, place } = this;
    const { floorMotion } = scene;
    const { footDamping, footLevel } = this.gains;
    for (let k = 0; k < 3; k++) {
      const down = k === 1 ? footLevel * Math.max(0, scene.person.footHeight[foot]) : 0;
      place[k] = floorMotion[3 + k] - footDamping * (at[3 + k] - floorMotion[k]) - at[6 + k] - down;
    }
    this.addPlace(link, at, soft);
  }

  /** A piece of a sole that comes to lie level. */
  private addLevel(link: number, up: Vec3, soft: number): void {
    const { scene, motion, turn } = this;
    const { footDamping, footLevel } = this.gains;
    const { xmat } = scene.engine.views;
    const o = 3 * link;
    const m = 9 * (link + 1);
    const tiltX = -(xmat[m + 6] * up[0] + xmat[m + 7] * up[1] + xmat[m + 8] * up[2]); // (up_sole × up)_x
    const tiltZ = xmat[m] * up[0] + xmat[m + 1] * up[1] + xmat[m + 2] * up[2];
    for (let k = 0; k < 3; k++) {
      const level = k === 0 ? tiltX : k === 2 ? tiltZ : 0;
      turn[k] = footLevel * level - footDamping * motion.spin[o + k] - motion.spinBias[o + k];
    }
    this.addTurn(link, soft);
  }

  /** The middle of the heel, or of the front of a stiff sole, rests; the foot may turn about it. */
  private addPivot(foot: number, front: number, soft: number): void {
    const { scene, motion, point, pivot } = this;
    const sole = scene.links.soles[foot];
    let count = 0;
    pivot.fill(0);
    for (let i = 0; i < sole.count; i++) {
      if (sole.isFront[i] !== front) continue;
      for (let k = 0; k < 3; k++) pivot[k] += sole.points[3 * i + k];
      count++;
    }
    for (let k = 0; k < 3; k++) pivot[k] /= count;
    motion.readPoint(point, sole.link, pivot);
    this.addRest(point, foot, sole.link, soft);
  }

  /** The direction of the trunk in the world, softly. */
  addTrunk(share: number): void {
    const { scene, motion, tracking, turn } = this;
    const { links } = scene;
    const { orientation, orientationDamping, orientationWeight } = this.gains;
    const trunk = links.part.lastIndexOf('waist');
    if (trunk <= 0) return;
    const o = 3 * trunk;
    const error = this.goalError(trunk);
    for (let k = 0; k < 3; k++) {
      turn[k] =
        orientation * error[k] +
        orientationDamping * (tracking.spin[o + k] - motion.spin[o + k]) +
        tracking.spinRate[o + k] -
        motion.spinBias[o + k];
    }
    this.addTurn(trunk, 1 / (orientationWeight * share));
  }

  /** Rotation vector from a link's direction to that of the reference, world axes, for small angles and up to a right angle. */
  private goalError(link: number): Float64Array {
    const { xquat } = this.scene.engine.views;
    const r = this.tracking.rotation;
    const o = 4 * link;
    const w = xquat[o + 4];
    const x = xquat[o + 5];
    const y = xquat[o + 6];
    const z = xquat[o + 7];
    const rx = r[o];
    const ry = r[o + 1];
    const rz = r[o + 2];
    const rw = r[o + 3];
    // vector part of reference ⊗ present⁻¹
    const scalar = rw * w + rx * x + ry * y + rz * z;
    const sign = scalar < 0 ? -2 : 2;
    this.errorVector[0] = sign * (rx * w - rw * x - ry * z + rz * y);
    this.errorVector[1] = sign * (ry * w - rw * y - rz * x + rx * z);
    this.errorVector[2] = sign * (rz * w - rw * z - rx * y + ry * x);
    return this.errorVector;
  }

  /** A foot on its way: place of the ankle, and directions as in the reference. */
  addSwing(goal: SwingGoal): void {
    const { scene, motion, point, place } = this;
    const { link } = scene.links.soles[goal.foot];
    motion.readPoint(point, link, ORIGIN);
    for (let k = 0; k < 3; k++) {
      const pull = SWING * (goal.position[k] - point[k]) + SWING_DAMPING * (goal.velocity[k] - point[3 + k]);
      place[k] = pull + goal.acceleration[k] - point[6 + k];
    }
    this.addPlace(link, point, 1 / SWING_WEIGHT);
    this.addDirection(link);
  }

  /** A foot turned in the world as in the reference. */
  private addDirection(link: number): void {
    const { motion, tracking, turn } = this;
    const o = 3 * link;
    const error = this.goalError(link);
    for (let k = 0; k < 3; k++) {
      const pull = SWING * error[k] + SWING_DAMPING * (tracking.spin[o + k] - motion.spin[o + k]);
      turn[k] = pull + tracking.spinRate[o + k] - motion.spinBias[o + k];
    }
    this.addTurn(link, 1 / SWING_WEIGHT);
  }
}
