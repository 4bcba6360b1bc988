/** A character as a physics engine wants it: shapes, transforms, velocities, joints with their ranges. */
import type { Body, JointLimits } from '../body/body.ts';
import type { BodyShape } from '../body/shapes.ts';
import { forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { vectorAt } from '../math/tuple.ts';
import type { Quat, ReadonlyVector, Vec3 } from '../math/types.ts';

/** A rigid part: a bone that carries mass. */
export interface RagdollPart {
  readonly bone: number; // joint of the skeleton
  readonly name: string;
  readonly mass: number; // [kg]
  readonly comInSegment: Vec3; // [m]
  readonly shapes: readonly BodyShape[]; // capsules in the bone's frame; none where the bone has no thickness of its own
  readonly position: Vec3; // [m] world, of the bone's origin
  readonly rotation: Quat; // world, x y z w
  readonly linearVelocity: Vec3; // [m/s] world, of the bone's origin
  readonly angularVelocity: Vec3; // [rad/s] world
}

/** A ball joint between two parts. */
export interface RagdollJoint {
  readonly bone: number;
  readonly parent: number; // the part above: the nearest bone that carries mass
  readonly anchor: Vec3; // [m] world
  readonly neutral: Quat; // local rotation that angles are counted from
  readonly axes: readonly [flexion: Vec3, abduction: Vec3, twist: Vec3]; // in the bone's frame
  readonly lower: Vec3; // [rad]; −Infinity: no limit
  readonly upper: Vec3;
}

export interface Ragdoll {
  readonly parts: readonly RagdollPart[];
  readonly joints: readonly RagdollJoint[];
}

const quatAt = (a: ReadonlyVector, i: number): Quat => [a[i], a[i + 1], a[i + 2], a[i + 3]];

/** The ragdoll of a pose and its velocity. ws: scratch of the body. */
export function ragdollOf(body: Body, ws: Workspace, q: ReadonlyVector, v: ReadonlyVector): Ragdoll {
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  const { skeleton, mass, limits } = body;
  const bones = Array.from(ws.massive);
  const parts = bones.map(
    (bone): RagdollPart => ({
      bone,
      name: skeleton.names[bone],
      mass: mass[bone],
      comInSegment: vectorAt(body.comInSegment, 3 * bone),
      shapes: body.shapes.filter(({ segment }) => segment === bone),
      position: vectorAt(ws.segmentOrigin, 3 * bone),
      rotation: quatAt(ws.segmentRotation, 4 * bone),
      linearVelocity: vectorAt(ws.originVelocity, 3 * bone),
      angularVelocity: vectorAt(ws.angularVelocity, 3 * bone),
    }),
  );
  const joints = bones.flatMap((bone): RagdollJoint[] => {
    const parent = massiveAbove(body, bone);
    return parent < 0 ? [] : [{ bone, parent, anchor: vectorAt(ws.segmentOrigin, 3 * bone), ...rangeOf(limits, bone) }];
  });
  return { parts, joints };
}

function massiveAbove({ skeleton, mass }: Body, bone: number): number {
  for (let j = skeleton.parents[bone]; j >= 0; j = skeleton.parents[j]) if (mass[j] > 0) return j;
  return -1;
}

const rangeOf = ({ neutral, axes, lower, upper }: JointLimits, bone: number) => ({
  neutral: quatAt(neutral, 4 * bone),
  axes: [vectorAt(axes, 9 * bone), vectorAt(axes, 9 * bone + 3), vectorAt(axes, 9 * bone + 6)] as const,
  lower: vectorAt(lower, 3 * bone),
  upper: vectorAt(upper, 3 * bone),
});
