/** A hand is laid on a point: the arm is solved in the pose that is shown, after everything else. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { multiplyQuat, quatBetween, rotate3, slerpQuat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Side } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';

export interface ReachingArm {
  readonly body: Body;
  readonly limb: Limb;
  readonly side: Side;
  readonly palm: Vec3; // [m] middle of the hand in its segment
  // memory
  readonly ws: Workspace;
  readonly solved: Float64Array; // nq
  readonly goal: {
    readonly position: Float64Array;
    readonly rotation: Float64Array;
    readonly bendTowards: Float64Array;
  };
  readonly fingers: Float64Array; // 6: direction now, direction wanted
}

/** undefined: there is no such arm. */
export function createReachingArm(body: Body, side: Side): ReachingArm | undefined {
  const limb = limbOf(body, side, 'arm', { softening: 0.002 });
  if (!limb) return undefined;
  const o = 3 * limb.end;
  return {
    body,
    limb,
    side,
    palm: [body.comInSegment[o], body.comInSegment[o + 1], body.comInSegment[o + 2]],
    ws: createWorkspace(body),
    solved: new Float64Array(coordinateCount(body.skeleton)),
    goal: { position: new Float64Array(3), rotation: new Float64Array(4), bendTowards: new Float64Array(3) },
    fingers: new Float64Array(6),
  };
}

const UPWARD = 1.2; // fingers of a hand that pushes point up, by this against the way ahead

/** q: the middle of the hand comes to `point`, by `weight` 0 … 1 of the way, pushing along `ahead` (unit, level). Returns how far
 *  it is from it at weight 1 [m]. */
export function reachHand(q: Float64Array, arm: ReachingArm, point: Vec3, ahead: Vec3, weight: number): number {
  const { body, ws, limb, solved, goal, fingers, palm } = arm;
  forwardKinematics(body, ws, q);
  const length = Math.hypot(...palm);
  rotate3(fingers, 0, ws.segmentRotation, 4 * limb.end, Float64Array.from(palm), 0);
  const size = Math.hypot(ahead[0], UPWARD, ahead[2]);
  fingers[3] = ahead[0] / size;
  fingers[4] = UPWARD / size;
  fingers[5] = ahead[2] / size;
  for (let c = 0; c < 3; c++) {
    goal.position[c] = point[c] - length * fingers[3 + c];
    fingers[c] = length > 1e-9 ? fingers[c] / length : fingers[3 + c];
  }
  quatBetween(goal.rotation, 0, fingers, 0, fingers, 3);
  multiplyQuat(goal.rotation, 0, goal.rotation, 0, ws.segmentRotation, 4 * limb.end);
  // elbows hang, and a little to their side: left = up × ahead
  const out = arm.side === 'left' ? 0.4 : -0.4;
  goal.bendTowards.set([out * ahead[2], -1, -out * ahead[0]]);
  solved.set(q);
  const { missing } = solveLimb(solved, ws, limb, goal);
  for (const joint of [limb.upper, limb.lower, limb.end]) {
    const i = quatIndex(joint);
    slerpQuat(q, i, q, i, solved, i, weight);
  }
  return missing;
}

/** Where the middle of the hand is in a pose [m]. */
export function palmOf(q: Float64Array, { body, ws, limb, palm }: ReachingArm): Vec3 {
  forwardKinematics(body, ws, q);
  const at = new Float64Array(3);
  rotate3(at, 0, ws.segmentRotation, 4 * limb.end, Float64Array.from(palm), 0);
  const o = 3 * limb.end;
  return [at[0] + ws.segmentOrigin[o], at[1] + ws.segmentOrigin[o + 1], at[2] + ws.segmentOrigin[o + 2]];
}
