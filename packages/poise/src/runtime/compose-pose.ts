/**
 * The pose that is shown, from the animation's and the reaction's: mixed by weight and joint, legs solved so that feet come where the mix
 * has them, a head that looks to the pusher, hands that stay in the world.
 */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { movePlace, type Placement } from '../gait/placement.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { multiplyQuat, slerpQuat } from '../math/quat.ts';
import { SIDES } from '../motion/roles.ts';
import { jointCount, quatIndex } from '../motion/skeleton.ts';
import { HandHolder } from './hold-hand.ts';
import { baseJoints, baseShare, type Shares } from './mix-pose.ts';

interface LimbGoal {
  readonly limb: Limb | undefined;
  readonly position: Float64Array; // 3
  readonly rotation: Float64Array; // 4
}

export class Composer {
  readonly #body: Body;
  readonly #own: Workspace;
  readonly #other: Workspace;
  readonly #base: readonly number[];
  readonly #legs: readonly LimbGoal[];
  readonly #arms: readonly (HandHolder | undefined)[];
  readonly #turn = new Float64Array(4);

  constructor(body: Body) {
    this.#body = body;
    this.#own = createWorkspace(body);
    this.#other = createWorkspace(body);
    this.#base = baseJoints(body);
    const goal = (limb: Limb | undefined): LimbGoal => ({
      limb,
      position: new Float64Array(3),
      rotation: new Float64Array(4),
    });
    this.#legs = SIDES.map((side) => goal(limbOf(body, side, 'leg'))); // between two feet that a leg reaches lies one that it reaches
    this.#arms = SIDES.map((side) => HandHolder.of(body, side));
  }

  /** out = from `own` (weight 0) to `shown` (1); out may be `shown`. */
  mix(out: Float64Array, own: Float64Array, shown: Float64Array, shares: Readonly<Shares>): void {
    const { weight, mask } = shares;
    const base = baseShare(shares, this.#body);
    const solves = base > 0 && base < 1;
    if (solves) this.#aimFeet(own, shown, base);
    for (let c = 0; c < 3; c++) out[c] = own[c] + base * (shown[c] - own[c]);
    for (let joint = 0; joint < jointCount(this.#body.skeleton); joint++) {
      const i = quatIndex(joint);
      const share = this.#base.includes(joint) ? base : weight * mask[joint];
      if (share === 1) for (let c = 0; c < 4; c++) out[i + c] = shown[i + c];
      else if (share === 0) for (let c = 0; c < 4; c++) out[i + c] = own[i + c];
      else slerpQuat(out, i, own, i, shown, i, share);
    }
    if (!solves) return;
    forwardKinematics(this.#body, this.#other, out);
    for (const { limb, ...target } of this.#legs) if (limb) solveLimb(out, this.#other, limb, target);
  }

  /** Feet go the same share of their way as the hips. */
  #aimFeet(own: Float64Array, shown: Float64Array, share: number): void {
    const [a, b] = [this.#own, this.#other];
    forwardKinematics(this.#body, a, own);
    forwardKinematics(this.#body, b, shown);
    for (const { limb, position, rotation } of this.#legs) {
      if (!limb) continue;
      const o = 3 * limb.end;
      for (let c = 0; c < 3; c++) {
        position[c] = a.segmentOrigin[o + c] + share * (b.segmentOrigin[o + c] - a.segmentOrigin[o + c]);
      }
      slerpQuat(rotation, 0, a.segmentRotation, 4 * limb.end, b.segmentRotation, 4 * limb.end, share);
    }
  }

  /** Hands that are held come to where the animation has them, moved as the character is. */
  holdHands(out: Float64Array, own: Float64Array, move: Readonly<Placement>, { held }: Readonly<Shares>): void {
    forwardKinematics(this.#body, this.#own, own);
    for (let side = 0; side < 2; side++) {
      const arm = this.#arms[side];
      if (held[side] === 0 || !arm) continue;
      const { limb, position, rotation } = arm;
      const { segmentOrigin: at, segmentRotation } = this.#own;
      const [x, z] = movePlace(move, at[3 * limb.end], at[3 * limb.end + 2]);
      position[0] = x;
      position[1] = at[3 * limb.end + 1];
      position[2] = z;
      const turn = this.#turn;
      turn.fill(0);
      turn[1] = Math.sin(move.yaw / 2);
      turn[3] = Math.cos(move.yaw / 2);
      multiplyQuat(rotation, 0, turn, 0, segmentRotation, 4 * limb.end);
      // the arm as it is animated, then to the place
      for (const joint of [limb.upper, limb.lower, limb.end]) {
        const i = quatIndex(joint);
        for (let c = 0; c < 4; c++) out[i + c] = own[i + c];
      }
      arm.hold(out);
    }
  }
}
