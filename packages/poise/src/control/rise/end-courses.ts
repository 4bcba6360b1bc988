/**
 * Where hands and feet of the reference go: what stays on the ground stays, what is put elsewhere goes through the air and has come down before
 * its stage ends. The limb follows by inverse kinematics, its knee or elbow in the plane that the key poses give it.
 */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { type Limb, type LimbTarget, solveLimb } from '../../ik/leg-ik.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { copyQuat, rotate3, slerpQuat } from '../../math/quat.ts';
import { mix } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import type { Figure } from './figure.ts';

interface End {
  readonly limb: Limb;
  readonly point: Float64Array; // 3 [m] in the frame of the end: what touches the ground
  readonly clearance: number; // [m] at most
  readonly from: Float64Array; // 3 world
  readonly to: Float64Array; // 3 world
  readonly turns: Float64Array; // 3 × 4: world-from-end at the start, at the end, now
  readonly target: LimbTarget;
  lift: number; // [m]
  departs: number; // share of the stage: until then it stays
  isOn: boolean;
}

export const ARRIVES = 0.85; // of a stage: by then what is put elsewhere has come down
const CLEARANCE = { leg: 0.08, arm: 0.16 } as const; // of the limb's length
const WHOLE_LIFT = 0.3; // of the limb's length: shorter ways are lifted less
const STAYS = 0.02; // [m] shorter ways are corrections: not lifted

export class EndCourses {
  readonly #figure: Figure;
  readonly #ends: Readonly<Record<'leg' | 'arm', Readonly<Record<Side, End | undefined>>>>;
  readonly #all: readonly End[];
  readonly #offset = new Float64Array(3);

  constructor(figure: Figure) {
    this.#figure = figure;
    const { sides, body } = figure;
    const leg = (side: Side): End =>
      createEnd(sides[side].leg, sides[side].tip, CLEARANCE.leg * (figure.thigh + figure.shank));
    const arm = (side: Side): End | undefined => {
      const { arm: limb } = sides[side];
      const hand = body.shapes.find(({ part, side: own }) => part === 'hand' && own === side);
      return limb && hand && createEnd(limb, mix(hand.near, hand.far, 0.5), CLEARANCE.arm * figure.arm);
    };
    this.#ends = { leg: { left: leg('left'), right: leg('right') }, arm: { left: arm('left'), right: arm('right') } };
    this.#all = SIDES.flatMap((side) => [this.#ends.leg[side], this.#ends.arm[side]]).filter(
      (end) => end !== undefined,
    );
  }

  /** From the pose in which the reference is to that of the key; keyHeight: [m] of the ground for which the key is made;
   *  departs: share of the stage in which what is put elsewhere stays. */
  aim(
    steps: readonly Side[],
    reaches: readonly Side[],
    now: ReadonlyVector,
    key: ReadonlyVector,
    ground: Ground,
    keyHeight: number,
    departs: number,
  ): void {
    for (const end of this.#all) end.isOn = false;
    const wanted = [...steps.map((side) => this.#ends.leg[side]), ...reaches.map((side) => this.#ends.arm[side])];
    const { body, ws } = this.#figure;
    const places: readonly (readonly [ReadonlyVector, 'from' | 'to', number])[] = [
      [now, 'from', 0],
      [key, 'to', 4],
    ];
    for (const [pose, place, turn] of places) {
      forwardKinematics(body, ws, pose);
      for (const end of wanted) {
        if (!end) continue;
        const { limb, point } = end;
        transformPoint3(end[place], 0, ws.segmentOrigin, 3 * limb.end, ws.worldFromSegment, 9 * limb.end, point, 0);
        copyQuat(end.turns, turn, ws.segmentRotation, 4 * limb.end);
      }
    }
    for (const end of wanted) {
      if (!end) continue;
      const { from, to, clearance } = end;
      to[1] += ground(to[0], to[2]).height - keyHeight;
      const way = Math.hypot(to[0] - from[0], to[2] - from[2]);
      const length =
        clearance / (this.#ends.arm.left === end || this.#ends.arm.right === end ? CLEARANCE.arm : CLEARANCE.leg);
      end.lift = way < STAYS ? 0 : clearance * Math.min(1, way / (WHOLE_LIFT * length));
      end.departs = departs;
      end.isOn = true;
    }
  }

  depart(share: number): void {
    for (const end of this.#all) end.departs = share;
  }

  /** Bends the limbs of q, `share` of the stage on. ws: overwritten. */
  apply(q: Float64Array, ws: Workspace, share: number): void {
    let isRead = false;
    for (const end of this.#all) {
      if (!end.isOn) continue;
      if (!isRead) forwardKinematics(this.#figure.body, ws, q);
      isRead = true;
      const { departs } = end;
      this.#place(q, ws, end, Math.max(0, Math.min(1, (share - departs) / (ARRIVES - departs))));
    }
  }

  #place(q: Float64Array, ws: Workspace, { limb, point, from, to, turns, lift, target }: End, u: number): void {
    // starts and ends without velocity and acceleration along the ground: up before ahead, ahead before down
    const s = u * u * u * (10 - 15 * u + 6 * u * u);
    const b = 16 * u * u * (1 - u) * (1 - u);
    slerpQuat(turns, 8, turns, 0, turns, 4, s);
    copyQuat(target.rotation, 0, turns, 8);
    rotate3(this.#offset, 0, turns, 8, point, 0);
    for (let c = 0; c < 3; c++) target.position[c] = from[c] + s * (to[c] - from[c]) - this.#offset[c];
    target.position[1] += lift * b;
    solveLimb(q, ws, limb, target);
  }
}

const createEnd = (limb: Limb, point: Vec3, clearance: number): End => ({
  limb,
  point: Float64Array.from(point),
  clearance,
  from: new Float64Array(3),
  to: new Float64Array(3),
  turns: new Float64Array(12),
  target: { position: new Float64Array(3), rotation: new Float64Array(4) },
  lift: 0,
  departs: 0,
  isOn: false,
});
