/**
 * How far joints go. The starting point are ranges of healthy adults as the American Academy of Orthopaedic Surgeons gives
 * them (Joint Motion, 1965), from general knowledge, not checked against the book. They were then widened by hand where captured
 * people went beyond them (shoulder, elbow, knee, foot), because rigs disagree on hinges and on what level is, and by a
 * fifth throughout: limits are there to stop what no one can do, not to judge style.
 *
 * Angles are components of the rotation vector log(neutral⁻¹ ⊗ q) along three axes in the joint's own frame:
 *   0 flexion    the bone swings forward (knee: backward; foot and toes: up; trunk, head: forward)
 *   1 abduction  the bone swings outward, away from the midline (trunk, head: to the left)
 *   2 twist      the bone turns about itself, its front outward (trunk, head: to the left)
 * The neutral pose: upright trunk, legs straight down, feet as in the reference pose, elbows and wrists straight, and upper
 * arms half-way in their range (outward and forward), because no rotation vector covers their range from hanging.
 */
import { multiplyQuat, quatBetween, relativeQuat } from '../math/quat.ts';
import { add, cross, norm, perpendicular, scale, sub, turned, turnedBack, unit, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import { sideRole } from '../motion/role-joints.ts';
import { type Role, type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import type { ColumnLimits, JointLimits } from './body.ts';
import type { Landmarks } from './landmarks.ts';

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];

/** Degrees: [least, most] flexion, abduction, twist. */
type Range = readonly (readonly [number, number])[];

// biome-ignore format: a table
const RANGES = {
  trunk: [[-30, 85], [-35, 35], [-45, 45]], // thoracolumbar spine as a whole
  head: [[-45, 45], [-45, 45], [-60, 60]], // cervical spine as a whole
  shoulder: [[-35, 35], [-40, 45], [-45, 45]], // clavicle; rigs use it freely
  upperArm: [[-110, 110], [-110, 110], [-110, 110]], // about the middle of its range
  lowerArm: [[-10, 150], [-60, 60], [-90, 90]], // with pronation; the hinge of a straight elbow cannot be seen
  hand: [[-70, 80], [-50, 50], [-90, 90]], // some rigs pronate at the wrist
  upperLeg: [[-30, 120], [-40, 45], [-45, 45]],
  lowerLeg: [[-10, 140], [-15, 15], [-30, 30]],
  foot: [[-55, 40], [-30, 35], [-35, 35]], // rest poses disagree by 15° on what level is
  toes: [[-40, 75], [-15, 15], [-15, 15]],
} as const satisfies Record<string, Range>;

const WIDENING = 1.2;
const RADIANS = Math.PI / 180;

/** Where a joint's bone points in the neutral pose and which way is forward and outward there, world axes. */
interface Neutral {
  readonly bone: Vec3 | undefined; // measured in the reference pose; undefined: keep the joint as it is
  readonly direction: Vec3;
  readonly flexTowards: Vec3;
  readonly outward: Vec3;
  readonly twist: Vec3; // axis of positive twist
}

function setLimits(
  out: JointLimits,
  skeleton: Skeleton,
  marks: Landmarks,
  joint: number,
  range: Range,
  neutral: Neutral,
  share = 1,
): void {
  const { rotations } = marks.frames;
  const world = rotations.slice(4 * joint, 4 * joint + 4);
  if (neutral.bone && norm(neutral.bone) > 1e-6) {
    const turn = new Float64Array(4);
    quatBetween(turn, 0, Float64Array.from(neutral.bone), 0, Float64Array.from(neutral.direction), 0);
    multiplyQuat(world, 0, turn, 0, world, 0);
  }
  if (joint === 0) out.neutral.set(world, 0);
  else relativeQuat(out.neutral, 4 * joint, rotations, 4 * skeleton.parents[joint], world, 0);
  const flexion = perpendicular(cross(neutral.direction, neutral.flexTowards), neutral.direction);
  const abduction = perpendicular(cross(neutral.direction, neutral.outward), flexion);
  [flexion, abduction, neutral.twist].forEach((axis, k) => {
    out.axes.set(turnedBack(world, 0, axis), 9 * joint + 3 * k);
    out.lower[3 * joint + k] = range[k][0] * share * WIDENING * RADIANS;
    out.upper[3 * joint + k] = range[k][1] * share * WIDENING * RADIANS;
  });
}

/** A column shares its range; each joint may use twice its even part, since people and rigs bend unevenly, but all together no more than the
 *  whole. */
function limitColumn(
  out: JointLimits,
  skeleton: Skeleton,
  marks: Landmarks,
  joints: readonly number[],
  range: Range,
): ColumnLimits[] {
  const share = Math.min(1, 2 / joints.length);
  const neutral = { bone: undefined, direction: UP, flexTowards: marks.forward, outward: marks.left, twist: UP };
  for (const joint of joints) setLimits(out, skeleton, marks, joint, range, neutral, share);
  const ends = (end: 0 | 1): number[] => range.map((both) => both[end] * WIDENING * RADIANS);
  return joints.length > 1 ? [{ joints, lower: ends(0), upper: ends(1) }] : [];
}

/** v as it moves when direction `from` swings the shortest way to `to`. */
function carried(v: Vec3, from: Vec3, to: Vec3): Vec3 {
  const turn = new Float64Array(4);
  quatBetween(turn, 0, Float64Array.from(from), 0, Float64Array.from(to), 0);
  return turned(turn, 0, v);
}

/** What both limbs of a side are measured by. */
interface SideContext {
  readonly set: (role: Role, range: Range, neutral: Neutral) => void;
  readonly marks: Landmarks;
  readonly side: Side;
  readonly sign: 1 | -1; // left 1, right −1
  readonly outward: Vec3;
}

const boneOf = (ends: { readonly near: Vec3; readonly far: Vec3 }): Vec3 => sub(ends.far, ends.near);

/** A part that continues its parent: `direction` is where the parent points, `front` where flexion leads from there. */
function continuing({ outward, sign }: SideContext, bone: Vec3 | undefined, direction: Vec3, front: Vec3): Neutral {
  const d = unit(direction, DOWN);
  return { bone, direction: d, flexTowards: front, outward: carried(outward, DOWN, d), twist: scale(d, -sign) };
}

function limitLeg(context: SideContext): void {
  const { set, side, sign, outward, marks } = context;
  const { upperLeg, lowerLeg } = marks.sides[side];
  const { forward } = marks;
  const backward = carried(scale(forward, -1), DOWN, unit(boneOf(upperLeg), DOWN));
  set(sideRole(side, 'UpperLeg'), RANGES.upperLeg, continuing(context, boneOf(upperLeg), DOWN, forward));
  set(sideRole(side, 'LowerLeg'), RANGES.lowerLeg, continuing(context, boneOf(lowerLeg), boneOf(upperLeg), backward));
  const level: Neutral = { bone: undefined, direction: forward, flexTowards: UP, outward, twist: scale(forward, sign) };
  set(sideRole(side, 'Foot'), RANGES.foot, level);
  set(sideRole(side, 'Toes'), RANGES.toes, level);
}

/** Flexion of an arm leads forward wherever the arm points in the reference pose (hanging, or a T-pose with palms down). */
function limitArm(context: SideContext, shoulderBone: Vec3 | undefined): void {
  const { set, side, sign, outward, marks } = context;
  const { upperArm, lowerArm } = marks.sides[side];
  const { forward } = marks;
  const middle = add(add(scale(outward, 0.75), scale(UP, -0.3)), scale(forward, 0.58));
  set(sideRole(side, 'UpperArm'), RANGES.upperArm, continuing(context, boneOf(upperArm), middle, forward));
  set(sideRole(side, 'LowerArm'), RANGES.lowerArm, continuing(context, boneOf(lowerArm), boneOf(upperArm), forward));
  set(sideRole(side, 'Hand'), RANGES.hand, continuing(context, undefined, boneOf(lowerArm), forward));
  const level: Neutral = {
    bone: shoulderBone,
    direction: outward,
    flexTowards: forward,
    outward: UP,
    twist: scale(outward, sign),
  };
  set(`${side}Shoulder`, RANGES.shoulder, level);
}

function limitSide(out: JointLimits, skeleton: Skeleton, roles: RoleMap, marks: Landmarks, side: Side): void {
  const sign = side === 'left' ? 1 : -1;
  const set = (role: Role, range: Range, neutral: Neutral): void => {
    const joint = roles[role];
    if (joint !== undefined) setLimits(out, skeleton, marks, joint, range, neutral);
  };
  const context: SideContext = { set, marks, side, sign, outward: scale(marks.left, sign) };
  const clavicle = roles[`${side}Shoulder`];
  const shoulder = marks.sides[side].upperArm.near;
  limitLeg(context);
  limitArm(context, clavicle === undefined ? undefined : sub(shoulder, vectorAt(marks.frames.origins, 3 * clavicle)));
}

/** Anatomical ranges for the joints that play a role; no limits for the root and for joints without a role. */
export function buildLimits(skeleton: Skeleton, roles: RoleMap, marks: Landmarks): JointLimits {
  const n = skeleton.names.length;
  const columns: ColumnLimits[] = [];
  const out: JointLimits = {
    columns,
    lower: new Float64Array(3 * n).fill(-Infinity),
    upper: new Float64Array(3 * n).fill(Infinity),
    neutral: new Float64Array(4 * n),
    axes: new Float64Array(9 * n),
  };
  for (let joint = 0; joint < n; joint++) {
    out.neutral.set(skeleton.restRotations.subarray(4 * joint, 4 * joint + 4), 4 * joint);
    for (let k = 0; k < 3; k++) out.axes[9 * joint + 4 * k] = 1;
  }
  const movable = (joints: readonly number[]): number[] =>
    joints.filter((joint) => joint !== roles.hips && joint !== 0);
  columns.push(...limitColumn(out, skeleton, marks, movable(marks.trunkJoints), RANGES.trunk));
  columns.push(...limitColumn(out, skeleton, marks, movable(marks.headJoints), RANGES.head));
  for (const side of SIDES) limitSide(out, skeleton, roles, marks, side);
  return out;
}
