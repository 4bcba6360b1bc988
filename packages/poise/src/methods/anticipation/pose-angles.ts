/**
 * Poses as a person would describe them: angles of joints away from standing straight with hanging arms, in degrees as scenario
 * files write them. They become coordinates of any Body with the roles of a person, on level soles.
 */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import { quatFromMat3 } from '../../math/quat-mat3.ts';
import type { Vec3 } from '../../math/types.ts';
import { type Role, SIDES, type Side } from '../../motion/roles.ts';
import { coordinateCount, quatIndex, restPose } from '../../motion/skeleton.ts';
import { worldFramesOf } from '../../motion/world-frames.ts';

/** [deg] of one arm and one leg. */
export interface LimbAngles {
  readonly hip: number; // thigh forward
  readonly hipOut: number; // thigh outward
  readonly knee: number; // shank backward
  readonly ankle: number; // foot up
  readonly ankleOut: number; // sole outward
  readonly shoulder: number; // arm forward
  readonly shoulderOut: number; // arm outward
  readonly shoulderIn: number; // raised arm swings to the middle
  readonly elbow: number; // forearm forward
}

/** [deg] Both sides alike but for what `left` and `right` change. */
export interface PoseAngles extends Partial<LimbAngles> {
  readonly waist?: number; // trunk forward
  readonly waistSide?: number; // trunk to the left
  readonly waistTwist?: number; // trunk turned to the left
  readonly left?: Partial<LimbAngles>;
  readonly right?: Partial<LimbAngles>;
}

export const LIMB_ANGLES = [
  'hip',
  'hipOut',
  'knee',
  'ankle',
  'ankleOut',
  'shoulder',
  'shoulderOut',
  'shoulderIn',
  'elbow',
] as const satisfies readonly (keyof LimbAngles)[];
export const WAIST_ANGLES = ['waist', 'waistSide', 'waistTwist'] as const satisfies readonly (keyof PoseAngles)[];
const PER_SIDE = LIMB_ANGLES.length;

/** Number of angles of a whole pose. */
const POSE_SIZE = WAIST_ANGLES.length + 2 * PER_SIDE;

/** All angles of a pose [deg]: waist, then left, then right, in the order of the lists above. */
export function flattenPose(pose: PoseAngles): Float64Array {
  const out = new Float64Array(POSE_SIZE);
  WAIST_ANGLES.forEach((name, k) => {
    out[k] = pose[name] ?? 0;
  });
  SIDES.forEach((side, s) => {
    LIMB_ANGLES.forEach((name, k) => {
      out[WAIST_ANGLES.length + s * PER_SIDE + k] = pose[side]?.[name] ?? pose[name] ?? 0;
    });
  });
  return out;
}

const RADIANS = Math.PI / 180;

/** Turns angles into coordinates; made once per body. */
export interface PoseBuilder {
  /** q of the flat angles [deg], standing level on the given foot or on both; feet where they are when standing straight. */
  build(out: Float64Array, angles: Float64Array, stance: 'both' | Side): void;
  /** Joint that bends at the waist. */
  readonly waist: number;
}

function needed(body: Body, role: Role): number {
  const joint = body.roles[role];
  if (joint === undefined) throw new UsageError(`a scenario needs a joint that plays "${role}"`);
  return joint;
}

/** The whole waist bends in the lowest joint of the back. */
function waistJoint(body: Body): number {
  const { roles } = body;
  const joint = roles.spine ?? roles.chest ?? roles.upperChest;
  if (joint === undefined) throw new UsageError('a scenario needs a joint in the back ("spine" or "chest")');
  return joint;
}

/** World rotations of standing straight: neutral joints, arms hanging with elbows that bend forward. n×4. */
function straightRotations(body: Body): Float64Array {
  const { skeleton, limits } = body;
  const q = restPose(skeleton);
  for (let joint = 0; joint < skeleton.names.length; joint++) {
    q.set(limits.neutral.subarray(4 * joint, 4 * joint + 4), quatIndex(joint));
  }
  for (const side of SIDES) hang(q, body, side);
  return worldFramesOf(skeleton, q).rotations;
}

/** Lets one arm hang: the bone down, and the axis of the elbow to the right, so that bending it leads forward. */
function hang(q: Float64Array, body: Body, side: Side): void {
  const [upper, lower] = [needed(body, `${side}UpperArm`), needed(body, `${side}LowerArm`)];
  const { skeleton, limits } = body;
  const axis = new Float64Array(3);
  rotate3(axis, 0, limits.neutral, 4 * lower, limits.axes, 9 * lower);
  const bone = skeleton.offsets.subarray(3 * lower, 3 * lower + 3);
  const world = new Float64Array(4);
  frameToFrame(world, [bone[0], bone[1], bone[2]], [axis[0], axis[1], axis[2]]);
  const parent = worldFramesOf(skeleton, q).rotations.subarray(4 * skeleton.parents[upper]);
  const back = new Float64Array(4);
  conjugateQuat(back, 0, parent, 0);
  multiplyQuat(q, quatIndex(upper), back, 0, world, 0);
}

/** Rotation that takes `bone` to straight down and `axis`, as far as it is square to it, to the right (−X). */
function frameToFrame(out: Float64Array, bone: Vec3, axis: Vec3): void {
  const unit = (v: Vec3): Vec3 => {
    const length = Math.hypot(...v) || 1;
    return [v[0] / length, v[1] / length, v[2] / length];
  };
  const b = unit(bone);
  const along = b[0] * axis[0] + b[1] * axis[1] + b[2] * axis[2];
  const a = unit([axis[0] - along * b[0], axis[1] - along * b[1], axis[2] - along * b[2]]);
  // world = −X aᵀ − Y bᵀ + (X × Y = Z)(a × b)ᵀ
  const c: Vec3 = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const matrix = Float64Array.of(-a[0], -a[1], -a[2], -b[0], -b[1], -b[2], c[0], c[1], c[2]);
  quatFromMat3(out, 0, matrix, 0);
}

/** Turns about x, then z, then y of the frame that stands straight. */
function turned(out: Float64Array, o: number, x: number, y: number, z: number): void {
  const one = new Float64Array(4);
  quatFromAxisAngle(out, o, 0, 1, 0, y * RADIANS);
  quatFromAxisAngle(one, 0, 0, 0, 1, z * RADIANS);
  multiplyQuat(out, o, out, o, one, 0);
  quatFromAxisAngle(one, 0, 1, 0, 0, x * RADIANS);
  multiplyQuat(out, o, out, o, one, 0);
}

/** One of two mirrored sides: joints, and the sign of outward (+X is left). */
interface SidePlan {
  readonly joints: readonly [hip: number, knee: number, ankle: number, shoulder: number, elbow: number];
  readonly outward: 1 | -1;
}

const sidePlan = (body: Body, side: Side): SidePlan => ({
  joints: [
    needed(body, `${side}UpperLeg`),
    needed(body, `${side}LowerLeg`),
    needed(body, `${side}Foot`),
    needed(body, `${side}UpperArm`),
    needed(body, `${side}LowerArm`),
  ],
  outward: side === 'left' ? 1 : -1,
});

/** Local turns of one side, away from standing straight, into `turns` (n×4). Forward leads bones that hang to +Z: about −X. */
function turnSide(turns: Float64Array, { joints, outward }: SidePlan, a: Float64Array): void {
  const [hip, hipOut, knee, ankle, ankleOut, shoulder, shoulderOut, shoulderIn, elbow] = a;
  turned(turns, 4 * joints[0], -hip, 0, outward * hipOut);
  turned(turns, 4 * joints[1], knee, 0, 0);
  turned(turns, 4 * joints[2], -ankle, 0, outward * ankleOut);
  turned(turns, 4 * joints[3], -shoulder, -outward * shoulderIn, outward * shoulderOut);
  turned(turns, 4 * joints[4], -elbow, 0, 0);
}

/** A builder for one body.
 *
 * ```ts
 * poseBuilder(body).build(q, flattenPose({ hip: 95, knee: 25, ankle: 5, waist: 35 }), 'both');
 * ```
 */
export function poseBuilder(body: Body): PoseBuilder {
  const { skeleton } = body;
  const n = skeleton.names.length;
  const straight = straightRotations(body);
  const waist = waistJoint(body);
  const plans = SIDES.map((side) => sidePlan(body, side));
  const turns = new Float64Array(4 * n);
  const aligned = new Float64Array(4 * n); // world turn of each joint away from standing straight
  const home = homeOf(body, straight);
  const world = new Float64Array(4 * n);
  const point = new Float64Array(3);
  const place = new Float64Array(3);
  return {
    waist,
    build(out, angles, stance) {
      if (out.length !== coordinateCount(skeleton) || angles.length !== POSE_SIZE) {
        throw new UsageError(`a pose is built from ${POSE_SIZE} angles, found ${angles.length}`);
      }
      for (let joint = 0; joint < n; joint++) turns.set([0, 0, 0, 1], 4 * joint);
      turned(turns, 4 * waist, angles[0], angles[2], -angles[1]);
      const first = WAIST_ANGLES.length;
      plans.forEach((plan, s) => {
        turnSide(turns, plan, angles.subarray(first + s * PER_SIDE, first + (s + 1) * PER_SIDE));
      });
      // the hips stand so that the foot that carries is level: their turn times those of the leg is none
      const leg = plans[stance === 'right' ? 1 : 0]!.joints;
      multiplyQuat(aligned, 0, turns, 4 * leg[0], turns, 4 * leg[1]);
      multiplyQuat(aligned, 0, aligned, 0, turns, 4 * leg[2]);
      conjugateQuat(aligned, 0, aligned, 0);
      for (let joint = 1; joint < n; joint++) {
        multiplyQuat(aligned, 4 * joint, aligned, 4 * skeleton.parents[joint], turns, 4 * joint);
      }
      for (let joint = 0; joint < n; joint++) multiplyQuat(world, 4 * joint, aligned, 4 * joint, straight, 4 * joint);
      writeLocals(out, skeleton.parents, world);
      // the feet that carry stay where they are when standing straight
      out.fill(0, 0, 3);
      const { origins } = worldFramesOf(skeleton, out);
      place.fill(0);
      const carrying = SIDES.filter((side) => stance === 'both' || stance === side);
      for (const side of carrying) {
        const foot = needed(body, `${side}Foot`);
        point.set(home[side]);
        for (let k = 0; k < 3; k++) place[k] += (point[k] - origins[3 * foot + k]) / carrying.length;
      }
      out.set(place);
    },
  };
}

function writeLocals(out: Float64Array, parents: Int32Array, world: Float64Array): void {
  const back = new Float64Array(4);
  out.set(world.subarray(0, 4), 3);
  for (let joint = 1; joint < parents.length; joint++) {
    conjugateQuat(back, 0, world, 4 * parents[joint]);
    multiplyQuat(out, quatIndex(joint), back, 0, world, 4 * joint);
  }
}

/** Where the ankles are when standing straight with the hips above x = z = 0: soles on the ground. */
function homeOf(body: Body, straight: Float64Array): Readonly<Record<Side, Vec3>> {
  const q = restPose(body.skeleton);
  writeLocals(q, body.skeleton.parents, straight);
  const { origins, rotations } = worldFramesOf(body.skeleton, q);
  const lowest = new Float64Array(3);
  const places = body.soles.map(({ foot, segments, points }) => {
    let sole = Number.POSITIVE_INFINITY;
    segments.forEach((segment, k) => {
      rotate3(lowest, 0, rotations, 4 * segment, points, 3 * k);
      sole = Math.min(sole, origins[3 * segment + 1] + lowest[1]);
    });
    return [origins[3 * foot], origins[3 * foot + 1] - sole, origins[3 * foot + 2]] as Vec3;
  });
  return { left: places[0]!, right: places[1]! };
}
