/**
 * How two rigs are laid against each other: both in a T-pose that faces +Z, feet by the planes of their soles. Names, rest rotations and
 * bone axes of the rigs may differ in any way.
 */
import { fitBody } from '../balance/fit-body.ts';
import type { Body } from '../body/body.ts';
import { RigError } from '../errors.ts';
import { multiplyQuat, relativeQuat } from '../math/quat.ts';
import { quatFromMat3 } from '../math/quat-mat3.ts';
import { cross, distance, dot, mix, perpendicular, sub, turnedBack, unit, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import { tPoseOf } from '../motion/reference-pose.ts';
import { jointOf, sideRole } from '../motion/role-joints.ts';
import { SIDES } from '../motion/roles.ts';
import { worldFramesOf } from '../motion/world-frames.ts';

/** One foot by its sole: z ahead, y up, in whose axes heel and ball are. */
export interface FootRest {
  readonly foot: number; // joint
  readonly toes: number | undefined; // joint
  readonly footFromSole: Float64Array; // 4
  readonly toesInSole: Float64Array; // 4 the toes' rotation in the axes of the sole, in the T-pose
  readonly heel: Vec3; // [m] from the ankle, axes of the sole
  readonly ball: Vec3;
}

/** A rig as retargeting sees it. */
export interface RigRest {
  readonly body: Body;
  readonly pose: Float64Array; // nq, T-pose
  readonly rotations: Float64Array; // n×4 world-from-joint in it
  readonly feet: readonly [left: FootRest, right: FootRest];
  readonly legLength: number; // [m] hip to ankle along the bones, mean of both
  readonly standHeight: number; // [m] of the hip joints over the floor, legs straight
  readonly armLength: number; // [m] shoulder to wrist, mean of both
}

/** Throws RigError where the clip holds nobody. */
export function rigRestOf(clip: Clip): RigRest {
  if (clip.roles.status !== 'humanoid') throw new RigError(`"${clip.name}" holds no person: ${clip.roles.reason}`);
  const body = fitBody(clip);
  const pose = tPoseOf(clip, body.roles);
  const { origins, rotations } = worldFramesOf(body.skeleton, pose);
  const length = (a: number, b: number): number => distance(vectorAt(origins, 3 * a), vectorAt(origins, 3 * b));
  const limb = (upper: 'UpperLeg' | 'UpperArm', lower: 'LowerLeg' | 'LowerArm', end: 'Foot' | 'Hand'): number => {
    const lengths = SIDES.map((side) => {
      const [a, b] = [jointOf(body.roles, sideRole(side, upper)), jointOf(body.roles, sideRole(side, lower))];
      const c = body.roles[sideRole(side, end)];
      return length(a, b) + (c === undefined ? 0 : length(b, c));
    });
    return 0.5 * (lengths[0] + lengths[1]);
  };
  const feet = [footRest(body, 0, rotations), footRest(body, 1, rotations)] as const;
  const legLength = limb('UpperLeg', 'LowerLeg', 'Foot');
  return {
    body,
    pose,
    rotations,
    feet,
    legLength,
    standHeight: legLength - 0.5 * (feet[0].ball[1] + feet[1].ball[1]),
    armLength: limb('UpperArm', 'LowerArm', 'Hand'),
  };
}

function footRest(body: Body, index: 0 | 1, rotations: Float64Array): FootRest {
  const { foot, toes, parts, segments, points } = body.soles[index];
  const middle = (part: 'heel' | 'ball'): Vec3 => {
    const mine = parts.flatMap((one, i) => (one === part && segments[i] === foot ? [vectorAt(points, 3 * i)] : []));
    const sum = mine.reduce<Vec3>((all, p) => [all[0] + p[0], all[1] + p[1], all[2] + p[2]], [0, 0, 0]);
    return [sum[0] / mine.length, sum[1] / mine.length, sum[2] / mine.length];
  };
  const [heel, ball] = [middle('heel'), middle('ball')];
  const ahead = unit(sub(ball, heel), [0, 0, 1]);
  // up: away from the plane through heel and ball, towards the ankle; across it lies what else the outline has
  const across = widest(body, index, heel, ahead);
  const up = perpendicular(sub([0, 0, 0], mix(heel, ball, 0.3)), ahead);
  const left = unit(sub(across, scaledAlong(across, ahead)), cross(up, ahead));
  const facing = dot(left, cross(up, ahead)) < 0 ? (left.map((x) => -x) as unknown as Vec3) : left;
  const normal = cross(ahead, facing);
  const footFromSole = new Float64Array(4);
  // columns: left, up, ahead
  const m = [facing, normal, ahead];
  quatFromMat3(footFromSole, 0, Float64Array.from([0, 1, 2].flatMap((row) => m.map((axis) => axis[row]))), 0);
  const toesInSole = new Float64Array(4);
  const worldFromSole = new Float64Array(4);
  multiplyQuat(worldFromSole, 0, rotations, 4 * foot, footFromSole, 0);
  relativeQuat(toesInSole, 0, worldFromSole, 0, rotations, 4 * toes);
  return {
    foot,
    toes: toes === foot ? undefined : toes,
    footFromSole,
    toesInSole,
    heel: turnedBack(footFromSole, 0, heel),
    ball: turnedBack(footFromSole, 0, ball),
  };
}

const scaledAlong = (v: Vec3, along: Vec3): Vec3 => {
  const s = dot(v, along);
  return [s * along[0], s * along[1], s * along[2]];
};

/** The way across the sole: from its middle line to the point of the outline that lies farthest from it. */
function widest(body: Body, index: 0 | 1, heel: Vec3, ahead: Vec3): Vec3 {
  const { foot, segments, points } = body.soles[index];
  let best: Vec3 = [0, 0, 0];
  let most = 0;
  for (let i = 0; i < segments.length; i++) {
    if (segments[i] !== foot) continue;
    const from = sub(vectorAt(points, 3 * i), heel);
    const aside = sub(from, scaledAlong(from, ahead));
    const size = dot(aside, aside);
    if (size > most) {
      most = size;
      best = aside;
    }
  }
  return best;
}
