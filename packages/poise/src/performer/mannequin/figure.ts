/** Where the parts of a figure are: landmarks of a body in its shaping pose, with a frame for every part. */

import type { Body } from '../../body/body.ts';
import { findLandmarks, type Landmarks } from '../../body/landmarks.ts';
import { headEnds } from '../../body/segments.ts';
import { DE_LEVA_AVERAGE } from '../../body/tables.ts';
import { power } from '../../math/power.ts';
import { along, distance, dot, perpendicular, scale, sub, unit, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { referencePoseOf } from '../../motion/reference-pose.ts';
import { jointOf } from '../../motion/role-joints.ts';
import { type RoleMap, SIDES, type Side } from '../../motion/roles.ts';
import type { Skeleton } from '../../motion/skeleton.ts';
import type { Frame } from './implicit.ts';
import { TABLE_BMI, TABLE_STATURE } from './shape-tables.ts';
import { shapingPose } from './shaping-pose.ts';

const UP: Vec3 = [0, 1, 0];

/** A bone with its frame: y from the near joint to the far one. */
export interface Bone {
  readonly frame: Frame;
  readonly length: number; // [m]
}

export interface FigureSide {
  readonly thigh: Bone;
  readonly shank: Bone;
  readonly upperArm: Bone;
  readonly forearm: Bone;
  readonly hand: Bone;
}

export interface Figure {
  readonly skeleton: Skeleton;
  readonly roles: RoleMap;
  readonly body: Body;
  readonly pose: Float64Array; // coordinates of the shaping pose
  readonly marks: Landmarks; // in that pose
  readonly size: number; // [m] per centimetre of the tables
  /** Widths against the tables. Volume is width² · height, so it follows mass over height³ and not the body mass index, by
   *  which short people would come out too thin. */
  readonly girth: number;
  readonly trunk: Bone; // mid-hip to mid-shoulder; x to the left
  readonly neck: Bone; // root of the neck to inside the skull; x to the left
  readonly head: Frame; // origin at the vertex, x to the left, y up
  readonly sides: Readonly<Record<Side, FigureSide>>;
}

export function figureOf(body: Body, roles: RoleMap, skeleton: Skeleton, reference?: ReadonlyVector): Figure {
  const pose = shapingPose(skeleton, roles, reference ?? referencePoseOf(skeleton, roles));
  const marks = findLandmarks(skeleton, roles, pose, body.height);
  const size = body.height / TABLE_STATURE / 100;
  const { left, forward, midHip, midShoulder } = marks;
  const bone = (near: Vec3, far: Vec3, outward: Vec3): Bone => {
    const axis = unit(sub(far, near), UP);
    const out = perpendicular(outward, axis);
    const front = perpendicular(along(forward, out, -dot(forward, out)), axis);
    return { frame: { origin: near, out, axis, front }, length: Math.max(distance(near, far), 2 * size) };
  };
  const vertex = vertexOf(skeleton, roles, marks);
  const neckRoot = along(along(midHip, marks.trunkAxis, 1.06 * marks.trunkLength), forward, -3 * size);
  const skullBase = along(along(vertex, UP, -11 * size), forward, -0.8 * size);
  const sideOf = (side: Side): FigureSide => {
    const outward = scale(left, side === 'left' ? 1 : -1);
    const up = along(outward, UP, 1); // back of the hand and outside of the arm, arms half raised
    const limb = marks.sides[side];
    return {
      thigh: bone(limb.upperLeg.near, limb.upperLeg.far, outward),
      shank: bone(limb.lowerLeg.near, limb.lowerLeg.far, outward),
      upperArm: bone(limb.upperArm.near, limb.upperArm.far, up),
      forearm: bone(limb.lowerArm.near, limb.lowerArm.far, up),
      hand: bone(limb.hand.near, limb.hand.far, up),
    };
  };
  const [onLeft, onRight] = SIDES.map(sideOf);
  return {
    skeleton,
    roles,
    body,
    pose,
    marks,
    size,
    girth: Math.sqrt(body.totalMass / power(body.height, 3) / (TABLE_BMI / TABLE_STATURE)),
    trunk: bone(midHip, midShoulder, left),
    neck: bone(neckRoot, skullBase, left),
    head: { origin: vertex, out: left, axis: UP, front: forward },
    sides: { left: onLeft, right: onRight },
  };
}

/** The top of the head, straight above its joint: end sites lie anywhere between the eyes and the hair. */
function vertexOf(skeleton: Skeleton, roles: RoleMap, marks: Landmarks): Vec3 {
  const [x, y, z] = vectorAt(marks.frames.origins, 3 * jointOf(roles, 'head'));
  const { vertex } = headEnds(skeleton, roles, marks, DE_LEVA_AVERAGE);
  const rise = Math.min(0.15 * marks.height, Math.max(0.06 * marks.height, vertex[1] - y));
  return [x, y + rise, z];
}
