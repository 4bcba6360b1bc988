/** Poses in the sagittal plane from a few anatomical angles: how scenes are written. */
import type { Body } from '../body/body.ts';
import { lowestSole } from '../body/lowest-sole.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { multiplyQuat, quatBetween, quatFromAxisAngle, relativeQuat, rotate3 } from '../math/quat.ts';
import { type Role, SIDES, type Side } from '../motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../motion/skeleton.ts';
import { worldFramesOf } from '../motion/world-frames.ts';
import { findRoot } from '../optim/find-root.ts';

/** Flexion: positive bends the hip and the shoulder forward, the knee backward, the elbow forward, toes up, trunk and head
 *  forward [rad]. One number serves both sides. */
export interface SagittalAngles {
  readonly hip?: Angle;
  readonly knee?: Angle;
  readonly ankle?: Angle;
  readonly waist?: number;
  readonly neck?: number;
  readonly shoulder?: Angle;
  readonly elbow?: Angle;
}
export type Angle = number | Readonly<Record<Side, number>>;

const sided = (angle: Angle | undefined, side: Side): number =>
  typeof angle === 'number' ? angle : (angle?.[side] ?? 0);

/** Coordinates of a person in the given angles: arms hanging when the shoulder angle is zero, the sole of the stance foot level,
 *  its ankle above z = 0, the lowest point of the soles at y = 0, the hips at x = 0.
 *
 *
 * ```ts
 * const stand = sagittalPose(body, { hip: 0.19, knee: 0.49, ankle: 0.3 });
 * ```
 */
export function sagittalPose(body: Body, angles: SagittalAngles, stance: Side = 'left'): Float64Array {
  const { skeleton, roles } = body;
  const world = uprightRotations(body);
  const pitch = pitchTable(body, angles);
  const root = sided(angles.hip, stance) - sided(angles.knee, stance) + sided(angles.ankle, stance);
  const turn = new Float64Array(4);
  const total = new Float64Array(jointCount(skeleton));
  for (let j = 0; j < total.length; j++) {
    total[j] = (j === 0 ? root : total[skeleton.parents[j]]) + (pitch.get(j) ?? 0);
    quatFromAxisAngle(turn, 0, 1, 0, 0, total[j]);
    multiplyQuat(world, 4 * j, turn, 0, world, 4 * j);
  }
  const q = new Float64Array(coordinateCount(skeleton));
  for (let j = 0; j < total.length; j++) {
    const o = quatIndex(j);
    if (j === 0) q.set(world.subarray(0, 4), o);
    else relativeQuat(q, o, world, 4 * skeleton.parents[j], world, 4 * j);
  }
  const foot = roles[`${stance}Foot`];
  if (foot === undefined) throw new UsageError(`this body has no ${stance} foot to stand on`);
  place(body, q, foot);
  return q;
}

/** Signed turns about the left axis: positive carries up to forward. */
function pitchTable({ roles }: Body, angles: SagittalAngles): Map<number, number> {
  const pitch = new Map<number, number>();
  const set = (role: Role | undefined, angle: number): void => {
    const joint = role && roles[role];
    if (joint !== undefined) pitch.set(joint, angle);
  };
  set(
    (['spine', 'chest', 'upperChest'] as const).find((role) => roles[role] !== undefined),
    angles.waist ?? 0,
  );
  set(roles.neck === undefined ? 'head' : 'neck', angles.neck ?? 0);
  for (const side of SIDES) {
    set(`${side}UpperLeg`, -sided(angles.hip, side));
    set(`${side}LowerLeg`, sided(angles.knee, side));
    set(`${side}Foot`, -sided(angles.ankle, side));
    set(`${side}UpperArm`, -sided(angles.shoulder, side));
    set(`${side}LowerArm`, -sided(angles.elbow, side));
  }
  return pitch;
}

/** World rotations of an upright person facing +Z with hanging arms. */
function uprightRotations(body: Body): Float64Array {
  const { skeleton, roles, limits } = body;
  const q = new Float64Array(coordinateCount(skeleton));
  q.set(limits.neutral, 3);
  const world = worldFramesOf(skeleton, q).rotations;
  const down = Float64Array.of(0, -1, 0);
  const bone = new Float64Array(3);
  const turn = new Float64Array(4);
  for (const side of SIDES) {
    const [upper, lower] = [roles[`${side}UpperArm`], roles[`${side}LowerArm`]];
    if (upper === undefined || lower === undefined) continue;
    for (const [at, next] of [
      [upper, lower],
      [lower, roles[`${side}Hand`] ?? lower],
    ] as const) {
      rotate3(bone, 0, world, 4 * at, skeleton.offsets, 3 * next);
      if (at === next || Math.hypot(...bone) < 1e-6) continue;
      quatBetween(turn, 0, bone, 0, down, 0);
      for (const j of subtree(skeleton.parents, at)) multiplyQuat(world, 4 * j, turn, 0, world, 4 * j);
    }
  }
  return world;
}

function subtree(parents: Int32Array, joint: number): number[] {
  const inside = new Set([joint]);
  for (let j = joint + 1; j < parents.length; j++) if (inside.has(parents[j])) inside.add(j);
  return [...inside];
}

/** Moves the root: the foot above z = 0, hips at x = 0, soles on the ground. */
function place(body: Body, q: Float64Array, foot: number): void {
  const { origins } = worldFramesOf(body.skeleton, q);
  const lowest = lowestSole(body, q);
  q[1] -= lowest;
  q[2] -= origins[3 * foot + 2];
}

/** The angles with the ankles turned until the CoM is above the middle of the soles, or `ahead` [m] of it: the whole body leans.
 *  Poses that stand still need this; the goal of a fast move need not. */
export function leanToBalance(body: Body, angles: SagittalAngles, stance: Side = 'left', ahead = 0): SagittalAngles {
  const ws = createWorkspace(body);
  const leaned = (by: number): SagittalAngles => ({
    ...angles,
    ankle: { left: sided(angles.ankle, 'left') + by, right: sided(angles.ankle, 'right') + by },
  });
  const missing = (by: number): number => {
    forwardKinematics(body, ws, sagittalPose(body, leaned(by), stance));
    return ws.com[2] - soleMiddle(body, ws, stance) - ahead;
  };
  const { status, x } = findRoot(missing, -0.5, 0.5, { tolerance: 1e-9 });
  if (status === 'no-bracket') throw new UsageError('no turn of the ankles brings the CoM above the soles');
  return leaned(x);
}

/** Forward coordinate of the middle of a sole, between its two ends [m]. */
function soleMiddle({ soles }: Body, ws: Workspace, stance: Side): number {
  const sole = soles[stance === 'left' ? 0 : 1];
  const point = new Float64Array(3);
  let [low, high] = [Infinity, -Infinity];
  sole.segments.forEach((segment, k) => {
    rotate3(point, 0, ws.segmentRotation, 4 * segment, sole.points, 3 * k);
    const z = ws.segmentOrigin[3 * segment + 2] + point[2];
    low = Math.min(low, z);
    high = Math.max(high, z);
  });
  return (low + high) / 2;
}
