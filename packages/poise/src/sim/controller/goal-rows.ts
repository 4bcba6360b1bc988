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
    const at = this.patches.at[patch];
    this.writeRows('both', link, at);
    this.finishRest(at, foot, link, soft);
    this.finishLevel(link, up, soft);
  }

  /** The Jacobian of a point of a link, where the next rows go. Those rows must be finished in the same order. */
  private writeRows(which: 'both' | 'place' | 'direction', link: number, at: Float64Array): void {
    const { E, count, stride } = this.problem;
    const linear = which === 'direction' ? -1 : count * stride;
    const places = which === 'both' ? (this.scene.links.planar ? 2 : 3) : 0;
    const angular = which === 'place' ? -1 : (count + places) * stride;
    this.motion.writeRows(E, linear, angular, stride, link, at);
  }

  private finishRow(link: number, target: number, soft: number): void {
    this.problem.startRow(this.problem.freedoms.lastOf[link]);
    this.problem.finishRow(target, soft);
  }

  /** Finishes the rows of a point that rests on the ground. */
  private finishRest(at: Float64Array, foot: number, link: number, soft: number): void {
    const { scene } = this;
    const { links, floorMotion } = scene;
    const { footDamping, footLevel } = this.gains;
    for (let k = links.planar ? 1 : 0; k < 3; k++) {
      const down = k === 1 ? footLevel * Math.max(0, scene.person.footHeight[foot]) : 0;
      this.finishRow(link, floorMotion[3 + k] - footDamping * (at[3 + k] - floorMotion[k]) - at[6 + k] - down, soft);
    }
  }

  /** Finishes the rows that level a piece of a sole. */
  private finishLevel(link: number, up: Vec3, soft: number): void {
    const { scene, motion } = this;
    const { footDamping, footLevel } = this.gains;
    const { xmat } = scene.engine.views;
    const o = 3 * link;
    const m = 9 * (link + 1);
    const tiltX = -(xmat[m + 6] * up[0] + xmat[m + 7] * up[1] + xmat[m + 8] * up[2]); // (up_sole × up)_x
    const tiltZ = xmat[m] * up[0] + xmat[m + 1] * up[1] + xmat[m + 2] * up[2];
    for (let k = 0; k < (scene.links.planar ? 1 : 3); k++) {
      const level = k === 0 ? tiltX : k === 2 ? tiltZ : 0;
      this.finishRow(link, footLevel * level - footDamping * motion.spin[o + k] - motion.spinBias[o + k], soft);
    }
  }

  private addLevel(link: number, up: Vec3, soft: number): void {
    this.writeRows('direction', link, this.point);
    this.finishLevel(link, up, soft);
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
    this.writeRows('place', sole.link, point);
    this.finishRest(point, foot, sole.link, soft);
  }

  /** The direction of the trunk in the world, softly. */
  addTrunk(share: number): void {
    const { scene, motion, tracking } = this;
    const { links } = scene;
    const { orientation, orientationDamping, orientationWeight } = this.gains;
    const trunk = links.part.lastIndexOf('waist');
    if (trunk <= 0) return;
    const o = 3 * trunk;
    const error = this.goalError(trunk);
    this.writeRows('direction', trunk, this.point);
    for (let k = 0; k < (links.planar ? 1 : 3); k++) {
      const target =
        orientation * error[k] +
        orientationDamping * (tracking.spin[o + k] - motion.spin[o + k]) +
        tracking.spinRate[o + k] -
        motion.spinBias[o + k];
      this.finishRow(trunk, target, 1 / (orientationWeight * share));
    }
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
    const { scene, motion, point } = this;
    const { links } = scene;
    const { link } = links.soles[goal.foot];
    motion.readPoint(point, link, ORIGIN);
    this.writeRows('place', link, point);
    for (let k = links.planar ? 1 : 0; k < 3; k++) {
      const pull = SWING * (goal.position[k] - point[k]) + SWING_DAMPING * (goal.velocity[k] - point[3 + k]);
      this.finishRow(link, pull + goal.acceleration[k] - point[6 + k], 1 / SWING_WEIGHT);
    }
    this.addDirection(link);
  }

  /** A foot turned in the world as in the reference. */
  private addDirection(link: number): void {
    const { scene, motion, tracking } = this;
    const o = 3 * link;
    const error = this.goalError(link);
    this.writeRows('direction', link, this.point);
    for (let k = 0; k < (scene.links.planar ? 1 : 3); k++) {
      const pull = SWING * error[k] + SWING_DAMPING * (tracking.spin[o + k] - motion.spin[o + k]);
      this.finishRow(link, pull + tracking.spinRate[o + k] - motion.spinBias[o + k], 1 / SWING_WEIGHT);
    }
  }
}
