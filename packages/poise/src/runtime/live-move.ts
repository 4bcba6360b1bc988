/** How far a reaction has led the feet away from the animation's, while it goes on. */
import type { Body, Sole } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { yawBetween } from '../gait/heading.ts';
import { movePlace, type Placement } from '../gait/placement.ts';
import { wrapAngle } from '../math/angle.ts';

const LEAST_TURN = 1e-6; // [rad]

export class LiveMove {
  readonly #from: Workspace;
  readonly #to: Workspace;
  readonly #body: Body;

  constructor(body: Body) {
    this.#body = body;
    this.#from = createWorkspace(body);
    this.#to = createWorkspace(body);
  }

  /** The move from the stance of one pose to that of another: of the feet alone, hips that sway or twist do not count. */
  between(from: Float64Array, to: Float64Array): Placement {
    forwardKinematics(this.#body, this.#from, from);
    forwardKinematics(this.#body, this.#to, to);
    const [x0, z0] = this.#middle(this.#from);
    const [x1, z1] = this.#middle(this.#to);
    const turnOf = ({ foot }: Sole): number =>
      wrapAngle(yawBetween(this.#from.segmentRotation, 4 * foot, this.#to.segmentRotation, 4 * foot));
    const [left, right] = [turnOf(this.#body.soles[0]), turnOf(this.#body.soles[1])];
    const mean = left + wrapAngle(right - left) / 2;
    const yaw = Math.abs(mean) < LEAST_TURN ? 0 : mean;
    const [x, z] = movePlace({ yaw, x: 0, z: 0 }, x0, z0);
    return { yaw, x: x1 - x, z: z1 - z };
  }

  #middle({ segmentOrigin: at }: Workspace): readonly [x: number, z: number] {
    const [left, right] = this.#body.soles;
    return [(at[3 * left.foot] + at[3 * right.foot]) / 2, (at[3 * left.foot + 2] + at[3 * right.foot + 2]) / 2];
  }
}

/** Part of a move: what is at (x, z) goes this share of its way and turns by this share. */
export function shareOfMove(move: Readonly<Placement>, share: number, x: number, z: number): Placement {
  if (share === 1) return { ...move };
  const [toX, toZ] = movePlace(move, x, z);
  const yaw = share * move.yaw;
  const [turnedX, turnedZ] = movePlace({ yaw, x: 0, z: 0 }, x, z);
  return { yaw, x: x + share * (toX - x) - turnedX, z: z + share * (toZ - z) - turnedZ };
}
