/**
 * How far joints go. Ranges of healthy adults after the American Academy of Orthopaedic Surgeons, Joint Motion: Method of
 * Measuring and Recording (1965), widened by a fifth: limits are there to stop what no one can do, not to judge style.
 *
 * Angles are components of the rotation vector log(neutral⁻¹ ⊗ q) along three axes in the joint's own frame:
 *   0 flexion    the bone swings forward (knee: backward; foot and toes: up; trunk, head: forward)
 *   1 abduction  the bone swings outward, away from the midline (trunk, head: to the left)
 *   2 twist      the bone turns about itself, its front outward (trunk, head: to the left)
 * The neutral pose: upright trunk, legs straight down, feet as in the reference pose, elbows and wrists straight, and upper
 * arms half-way in their range (outward and forward), because no rotation vector covers their range from hanging.
 */
import { logQuat, multiplyQuat, quatBetween, relativeQuat } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import type { JointLimits } from './body.ts';
import { type Landmarks, sideRole } from './landmarks.ts';
import { cross, norm, scale, sub, turned, turnedBack, unit } from './tuple.ts';

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];

/** Degrees: [least, most] flexion, abduction, twist. */
type Range = readonly (readonly [number, number])[];

const TRUNK: Range = [
  [-30, 85],
  [-35, 35],
  [-45, 45],
]; // thoracolumbar spine as a whole
const HEAD: Range = [
  [-45, 45],
  [-45, 45],
  [-60, 60],
]; // cervical spine as a whole
const SHOULDER: Range = [
  [-35, 35],
  [-20, 45],
  [-45, 45],
]; // clavicle; rigs use it freely
const UPPER_ARM: Range = [
  [-110, 110],
  [-110, 110],
  [-110, 110],
]; // about the middle of its range
const LOWER_ARM: Range = [
  [-5, 150],
  [-30, 30],
  [-90, 90],
]; // with pronation; the hinge of a straight elbow is uncertain
const HAND: Range = [
  [-70, 80],
  [-40, 40],
  [-90, 90],
]; // some rigs pronate at the wrist
const UPPER_LEG: Range = [
  [-30, 120],
  [-30, 45],
  [-45, 45],
];
const LOWER_LEG: Range = [
  [-5, 140],
  [-10, 10],
  [-30, 30],
];
const FOOT: Range = [
  [-50, 25],
  [-25, 35],
  [-35, 35],
];
const TOES: Range = [
  [-40, 75],
  [-15, 15],
  [-15, 15],
];

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
  const flexion = unit(cross(neutral.direction, neutral.flexTowards), neutral.outward);
  const abduction = unit(cross(neutral.direction, neutral.outward), neutral.flexTowards);
  [flexion, abduction, neutral.twist].forEach((axis, k) => {
    out.axes.set(turnedBack(world, 0, axis), 9 * joint + 3 * k);
    out.lower[3 * joint + k] = range[k][0] * share * WIDENING * RADIANS;
    out.upper[3 * joint + k] = range[k][1] * share * WIDENING * RADIANS;
  });
}

/** A chain shares its range; each joint may use twice its even part, since people and rigs bend unevenly. */
function limitColumn(
  out: JointLimits,
  skeleton: Skeleton,
  marks: Landmarks,
  joints: readonly number[],
  range: Range,
): void {
  const share = Math.min(1, 2 / joints.length);
  const neutral = { bone: undefined, direction: UP, flexTowards: marks.forward, outward: marks.left, twist: UP };
  for (const joint of joints) setLimits(out, skeleton, marks, joint, range, neutral, share);
}

/** v as it moves when direction `from` swings the shortest way to `to`. */
function carried(v: Vec3, from: Vec3, to: Vec3): Vec3 {
  const turn = new Float64Array(4);
  quatBetween(turn, 0, Float64Array.from(from), 0, Float64Array.from(to), 0);
  return turned(turn, 0, v);
}

function limitSide(out: JointLimits, skeleton: Skeleton, roles: RoleMap, marks: Landmarks, side: Side): void {
  const s = side === 'left' ? 1 : -1;
  const { forward } = marks;
  const outward = scale(marks.left, s);
  const limbs = marks.sides[side];
  const bone = (ends: { near: Vec3; far: Vec3 }): Vec3 => sub(ends.far, ends.near);
  const set = (joint: number | undefined, range: Range, neutral: Neutral): void => {
    if (joint !== undefined) setLimits(out, skeleton, marks, joint, range, neutral);
  };
  // A neutral limb part continues its parent, seen from a person whose limb hangs down and is then swung to `direction`.
  const continuing = (own: Vec3 | undefined, direction: Vec3, front: Vec3): Neutral => {
    const d = unit(direction, DOWN);
    const side3 = carried(outward, DOWN, d);
    return { bone: own, direction: d, flexTowards: carried(front, DOWN, d), outward: side3, twist: scale(d, -s) };
  };
  set(roles[sideRole(side, 'UpperLeg')], UPPER_LEG, continuing(bone(limbs.upperLeg), DOWN, forward));
  set(
    roles[sideRole(side, 'LowerLeg')],
    LOWER_LEG,
    continuing(bone(limbs.lowerLeg), bone(limbs.upperLeg), scale(forward, -1)),
  );
  // Arms swing from hanging to where they are about the fore-aft axis, so flexion stays "forward".
  const armFront = (direction: Vec3): Neutral => ({
    ...continuing(direction, direction, forward),
    flexTowards: forward,
  });
  const middle: Vec3 = [0, 1, 2].map((k) => 0.75 * outward[k] - 0.3 * UP[k] + 0.58 * forward[k]) as unknown as Vec3;
  set(roles[sideRole(side, 'UpperArm')], UPPER_ARM, { ...armFront(middle), bone: bone(limbs.upperArm) });
  set(roles[sideRole(side, 'LowerArm')], LOWER_ARM, { ...armFront(bone(limbs.upperArm)), bone: bone(limbs.lowerArm) });
  set(roles[sideRole(side, 'Hand')], HAND, { ...armFront(bone(limbs.lowerArm)), bone: undefined });
  const level = { bone: undefined, direction: outward, flexTowards: forward, outward: UP, twist: outward };
  set(roles[`${side}Shoulder`], SHOULDER, level);
  const foot = roles[sideRole(side, 'Foot')];
  const toes = roles[sideRole(side, 'Toes')];
  const pointing: Neutral = { bone: undefined, direction: forward, flexTowards: UP, outward, twist: scale(forward, s) };
  if (foot !== undefined) set(foot, FOOT, pointing);
  if (toes !== undefined && toes !== foot) set(toes, TOES, pointing);
}

/** Anatomical ranges for the joints that play a role; no limits for the root and for joints without a role. */
export function buildLimits(skeleton: Skeleton, roles: RoleMap, marks: Landmarks): JointLimits {
  const n = skeleton.names.length;
  const out: JointLimits = {
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
  limitColumn(out, skeleton, marks, movable(marks.trunkJoints), TRUNK);
  limitColumn(out, skeleton, marks, movable(marks.headJoints), HEAD);
  for (const side of SIDES) limitSide(out, skeleton, roles, marks, side);
  return out;
}

/** The three anatomical angles [rad] of one joint, comparable with `limits.lower` and `limits.upper` at 3·joint. */
export function anatomicalAngles(
  out: Float64Array,
  o: number,
  limits: JointLimits,
  joint: number,
  q: Float64Array,
  quatOffset: number,
): void {
  const turn = new Float64Array(4);
  relativeQuat(turn, 0, limits.neutral, 4 * joint, q, quatOffset);
  logQuat(turn, 0, turn, 0);
  for (let k = 0; k < 3; k++) {
    const a = 9 * joint + 3 * k;
    out[o + k] = limits.axes[a] * turn[0] + limits.axes[a + 1] * turn[1] + limits.axes[a + 2] * turn[2];
  }
}
