/** A body as responses are played on it: which joint takes which turn, and where hips, feet and heading are in a pose. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { type Limb, limbOf } from '../../ik/leg-ik.ts';
import { quatFromAxisAngle, relativeQuat, rotate3 } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount, jointCount } from '../../motion/skeleton.ts';
import { legLengthOf } from './build-response.ts';
import { TURN_ROLES } from './channel-layout.ts';
import { ballInFoot } from './channels.ts';

export interface Figure {
  readonly body: Body;
  readonly ws: Workspace;
  readonly leg: number; // [m] hip to ankle
  readonly joints: Int32Array; // TURN_ROLES: the joint that takes the turn, −1: none
  readonly neutral: Float64Array; // n×4 rotations of the joints in the neutral pose, heading frame; written by setNeutral
  readonly hipsInRoot: Float64Array; // 3 [m] midpoint of the hip joints in the root's frame; written by setNeutral
  readonly balls: readonly [left: Float64Array, right: Float64Array]; // 3 [m] in the frame of the foot
  readonly legs: readonly [left: Limb, right: Limb];
}

/** A pose with its feet apart: legs are solved last, when it is known where the feet must be. */
export interface Stage {
  readonly q: Float64Array; // nq
  readonly balls: Float64Array; // 2×3 [m] world
  readonly feet: Float64Array; // 2×4 world rotations
  readonly toes: Float64Array; // 2×4
}

export const createStage = (body: Body): Stage => ({
  q: new Float64Array(coordinateCount(body.skeleton)),
  balls: new Float64Array(6),
  feet: new Float64Array(8),
  toes: new Float64Array(8),
});

/** Where turns go that a skeleton has no joint for. */
const INSTEAD: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  spine: ['chest', 'upperChest'],
  chest: ['upperChest', 'spine'],
  upperChest: ['chest', 'spine'],
  neck: ['head'],
  leftShoulder: ['leftUpperArm'],
  rightShoulder: ['rightUpperArm'],
};

/** Throws RigError where a leg is missing. */
export function createFigure(body: Body): Figure {
  const legs = (['left', 'right'] as const).map((side) => limbOf(body, side, 'leg'));
  const [left, right] = legs;
  if (!left || !right) throw new RigError('both legs are needed to answer a push');
  const joints = TURN_ROLES.map((role) => {
    for (const name of [role, ...(INSTEAD[role] ?? [])]) {
      const joint = name === 'hips' ? 0 : body.roles[name];
      if (joint !== undefined) return joint;
    }
    return -1;
  });
  return {
    body,
    ws: createWorkspace(body),
    leg: legLengthOf(body),
    joints: Int32Array.from(joints),
    neutral: new Float64Array(4 * jointCount(body.skeleton)),
    hipsInRoot: new Float64Array(3),
    balls: [ballInFoot(body, 0), ballInFoot(body, 1)],
    legs: [left, right],
  };
}

/** Takes a standing pose as the one that turns are counted from. Returns its heading [rad], atan2(x, z). */
export function setNeutral(figure: Figure, q: ReadonlyVector): number {
  const { ws, body, neutral, hipsInRoot } = figure;
  forwardKinematics(body, ws, q);
  const yaw = headingYaw(body, ws);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, yaw);
  for (let joint = 0; joint < jointCount(body.skeleton); joint++) {
    relativeQuat(neutral, 4 * joint, turn, 0, ws.segmentRotation, 4 * joint);
  }
  const [left, right] = [body.roles.leftUpperLeg ?? 0, body.roles.rightUpperLeg ?? 0];
  const middle = new Float64Array(3);
  for (let c = 0; c < 3; c++) {
    middle[c] = (ws.segmentOrigin[3 * left + c] + ws.segmentOrigin[3 * right + c]) / 2 - ws.segmentOrigin[c];
  }
  const back = new Float64Array([
    -ws.segmentRotation[0],
    -ws.segmentRotation[1],
    -ws.segmentRotation[2],
    ws.segmentRotation[3],
  ]);
  rotate3(hipsInRoot, 0, back, 0, middle, 0);
  return yaw;
}

/** Where the hips face [rad], atan2(x, z). */
export function headingYaw({ roles }: Body, ws: Workspace): number {
  const [left, right] = [3 * (roles.leftUpperLeg ?? 0), 3 * (roles.rightUpperLeg ?? 0)];
  const x = ws.segmentOrigin[left] - ws.segmentOrigin[right];
  const z = ws.segmentOrigin[left + 2] - ws.segmentOrigin[right + 2];
  return Math.hypot(x, z) < 1e-9 ? 0 : Math.atan2(-z, x);
}

/** Reads the feet of the stage's pose. Leaves its kinematics in the figure's workspace. */
export function readFeet(stage: Stage, figure: Figure): void {
  const { body, ws, balls } = figure;
  forwardKinematics(body, ws, stage.q);
  for (const side of [0, 1] as const) {
    const { foot, toes } = body.soles[side];
    rotate3(stage.balls, 3 * side, ws.segmentRotation, 4 * foot, balls[side], 0);
    for (let c = 0; c < 3; c++) stage.balls[3 * side + c] += ws.segmentOrigin[3 * foot + c];
    for (let c = 0; c < 4; c++) {
      stage.feet[4 * side + c] = ws.segmentRotation[4 * foot + c];
      stage.toes[4 * side + c] = ws.segmentRotation[4 * toes + c];
    }
  }
}

const way = new Float64Array(3);

/** Where a foot points [rad], atan2(x, z): from ankle to ball. */
export function footYaw({ balls }: Figure, stage: Stage, side: 0 | 1): number {
  rotate3(way, 0, stage.feet, 4 * side, balls[side], 0);
  return Math.atan2(way[0], way[2]);
}
