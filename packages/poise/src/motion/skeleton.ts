/**
 * A tree of joints. Immutable. Joint 0 is the root that carries the motion (the hips of a person); parents come before
 * children, so one forward loop does kinematics.
 */
import { UsageError } from '../errors.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';

/** A point at the end of a chain (toe tip, top of the head), in its joint's frame. */
export interface EndSite {
  readonly joint: number;
  readonly offset: Vec3;
}

export interface Skeleton {
  readonly names: readonly string[];
  readonly parents: Int32Array; // n      parents[0] = −1, parents[i] < i
  readonly offsets: Float64Array; // n×3 [m] joint origin in the parent's frame; row 0 is zero
  readonly restRotations: Float64Array; // n×4     local rotations of the rest (bind) pose; row 0 is in world axes
  readonly endSites: readonly EndSite[];
}

export const jointCount = (skeleton: Skeleton): number => skeleton.names.length;

/** Coordinates per frame: root position, root quaternion, one quaternion per further joint. */
export const coordinateCount = (skeleton: Skeleton): number => 3 + 4 * skeleton.names.length;

/** Degrees of freedom: root linear velocity, then one angular velocity per joint. */
export const freedomCount = (skeleton: Skeleton): number => 3 + 3 * skeleton.names.length;

/** Where a joint's quaternion starts in q. */
export const quatIndex = (joint: number): number => 3 + 4 * joint;

/** Where a joint's angular velocity starts in v. */
export const velocityIndex = (joint: number): number => 3 + 3 * joint;

/** Index of the joint with this name, or −1. */
export const jointNamed = (skeleton: Skeleton, name: string): number => skeleton.names.indexOf(name);

export interface SkeletonParts {
  readonly names: readonly string[];
  readonly parents: readonly number[] | Int32Array;
  readonly offsets: readonly number[] | ReadonlyVector;
  readonly restRotations?: readonly number[] | ReadonlyVector; // identity when absent
  readonly endSites?: readonly EndSite[];
}

/** Checks the parts and builds a skeleton.
 *
 * ```ts
 * const skeleton = createSkeleton({ names: ['hips', 'head'], parents: [-1, 0], offsets: [0, 0, 0, 0, 0.6, 0] });
 * ```
 */
export function createSkeleton(parts: SkeletonParts): Skeleton {
  const n = parts.names.length;
  const parents = Int32Array.from(parts.parents);
  const offsets = Float64Array.from(parts.offsets as ArrayLike<number>);
  const restRotations = new Float64Array(4 * n);
  if (n === 0) throw new UsageError('a skeleton needs at least one joint');
  if (parents.length !== n || offsets.length !== 3 * n) {
    throw new UsageError(
      `${n} joints need ${n} parents and ${3 * n} offsets, found ${parents.length}, ${offsets.length}`,
    );
  }
  if (parents[0] !== -1) throw new UsageError(`joint 0 must be the root (parent −1), found parent ${parents[0]}`);
  for (let i = 1; i < n; i++) {
    if (parents[i] < 0 || parents[i] >= i) {
      throw new UsageError(`joint ${i} "${parts.names[i]}": expected a parent in 0…${i - 1}, found ${parents[i]}`);
    }
  }
  for (let i = 0; i < n; i++) restRotations[4 * i + 3] = 1;
  if (parts.restRotations) restRotations.set(Float64Array.from(parts.restRotations as ArrayLike<number>));
  return { names: [...parts.names], parents, offsets, restRotations, endSites: [...(parts.endSites ?? [])] };
}

/** Coordinates of the rest pose, root at the origin. */
export function restPose(skeleton: Skeleton): Float64Array {
  const q = new Float64Array(coordinateCount(skeleton));
  q.set(skeleton.restRotations, 3);
  return q;
}
