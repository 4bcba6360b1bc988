/**
 * A skeleton with masses: what dynamics needs to know of a person. Immutable (the "Model"; `Workspace` is the "Data").
 * One segment per joint, in the joint's own frame; joints that carry no mass (fingers, twist bones, stems) have mass 0.
 */
import type { RoleMap, Side } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import type { BodyShape } from './shapes.ts';

/** Parts of the foot that touch the ground one after the other. */
export type SolePart = 'heel' | 'ball' | 'toe';

/** The outline of one shoe: points that lie on the ground when the foot stands flat. */
export interface Sole {
  readonly side: Side;
  readonly foot: number; // joint of the ankle
  readonly toes: number; // joint of the toes; equals `foot` when the rig has none
  readonly parts: readonly SolePart[]; // m
  readonly segments: Int32Array; // m     joint whose frame holds the point: foot for heel and ball, toes for toe
  readonly points: Float64Array; // m×3 [m] in that segment's frame
}

/** Range of each joint as a box of anatomical angles about a neutral rotation (limits.ts says which; `anatomicalAngles` reads
 *  them off a pose): lower ≤ axes · log(neutral⁻¹ ⊗ q) ≤ upper. */
/** Joints that bend as one, as those of a trunk or a neck: their angles add up, and the sum has a range of its own. */
export interface ColumnLimits {
  readonly joints: readonly number[]; // from the lowest up, each the next one's ancestor
  readonly lower: readonly number[]; // 3 [rad] flexion, abduction, twist
  readonly upper: readonly number[]; // 3 [rad]
}

export interface JointLimits {
  readonly lower: Float64Array; // n×3 [rad] flexion, abduction, twist; −∞ where unlimited
  readonly upper: Float64Array; // n×3 [rad]
  readonly neutral: Float64Array; // n×4 local rotations the angles are counted from
  readonly axes: Float64Array; // n×9 rows flexion, abduction, twist: orthonormal, in the joint's frame
  readonly columns: readonly ColumnLimits[]; // trunk and neck, where they have more joints than one
}

export interface Body {
  readonly skeleton: Skeleton;
  readonly roles: RoleMap;
  readonly table: string; // which segment table the masses come from
  readonly totalMass: number; // [kg]
  readonly height: number; // [m] stature
  readonly mass: Float64Array; // n   [kg]
  readonly comInSegment: Float64Array; // n×3 [m]
  readonly inertiaInSegment: Float64Array; // n×6 [kg·m²] about the segment's CoM, segment axes: xx yy zz xy xz yz
  readonly soles: readonly [left: Sole, right: Sole];
  readonly limits: JointLimits;
  readonly shapes: readonly BodyShape[]; // the thickness of every part
}
