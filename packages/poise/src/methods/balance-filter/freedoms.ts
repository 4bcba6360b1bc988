/**
 * Which angles the filter may change. Every joint that moves is a fixed turn `pre`, three massless hinges about
 * perpendicular axes, and a fixed turn `post`; of the hinges the first `free` are unknowns, the rest keep their course.
 * With 31 unknowns for the figure of [Tak00] (root 6, legs 12, waist 3, neck 2, arms 8) and 34 for rigs with a chest; all
 * other joints ride on their parents as they do in the clip.
 */
import type { Body } from '../../body/body.ts';
import { RigError } from '../../errors.ts';
import { type Axis, createEulerOrder, type EulerOrder, eulerFromQuat } from '../../math/euler.ts';
import { conjugateQuat, multiplyQuat, normalizeQuat, relativeQuat, setIdentityQuat } from '../../math/quat.ts';
import { cross3 } from '../../math/vec3.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import { paddedSize } from '../../optim/block-banded.ts';
import type { StiffnessPart } from './options.ts';
import { rootFrame } from './root-frame.ts';

export interface HingedJoint {
  readonly joint: number;
  readonly role: Role | undefined; // undefined: a root that is not the hips
  readonly part: StiffnessPart;
  readonly free: 1 | 2 | 3;
  readonly first: number; // of the free angles
  readonly firstHeld: number; // of the angles that keep their course
  /** The hinges count from where the clip has the joint at each moment, not from `pre`: for joints that turn so far that no
   *  order of hinges stays away from gimbal lock. Their angles are 0 in the clip. */
  readonly rides: boolean;
  readonly pre: Float64Array; // 4
  readonly post: Float64Array; // 4
  readonly frame: Float64Array; // 9 rows: right-handed axes, in the frame after `pre`
  readonly order: EulerOrder; // which row each hinge turns about
  readonly axes: Float64Array; // 9 rows: axis of each hinge, in order
}

/** Angles are counted so: root x y z, free angles of the joints, then those that keep their course. */
export interface Mechanism {
  readonly body: Body;
  readonly joints: readonly HingedJoint[]; // joints[0] is the root
  readonly free: number; // n: unknowns per site
  readonly width: number; // n padded to whole tiles: unknowns per block
  readonly total: number; // all angles
  readonly largestMiddle: number; // [rad] how near hinges that do not ride come to gimbal lock (π/2)
}

type JointChoice = readonly [role: Role, part: StiffnessPart, free: 1 | 2 | 3];

function choices(body: Body): JointChoice[] {
  const { roles } = body;
  const chosen: JointChoice[] = [];
  const add = (role: Role, part: StiffnessPart, free: 1 | 2 | 3): void => {
    const joint = roles[role];
    if (joint !== undefined && joint !== 0) chosen.push([role, part, free]);
  };
  for (const side of ['left', 'right'] as const) {
    add(`${side}UpperLeg`, 'hip', 3);
    add(`${side}LowerLeg`, 'knee', 1);
    add(`${side}Foot`, 'ankle', 2);
    add(`${side}UpperArm`, 'shoulder', 3);
    add(`${side}LowerArm`, 'elbow', 1);
  }
  add('spine', 'waist', 3);
  if (roles.chest !== undefined) add('chest', roles.spine === undefined ? 'waist' : 'chest', 3);
  else add('upperChest', roles.spine === undefined ? 'waist' : 'chest', 3);
  add(roles.neck === undefined ? 'head' : 'neck', 'neck', 2);
  return chosen.sort((a, b) => (roles[a[0]] ?? 0) - (roles[b[0]] ?? 0));
}

/** Orders of hinges; 0 flexion, 1 abduction, 2 twist. */
const ORDERS = (
  [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [2, 0, 1],
    [1, 2, 0],
    [2, 1, 0],
  ] as [Axis, Axis, Axis][]
).map(createEulerOrder);
const IDENTITY = Float64Array.of(0, 0, 0, 1);
const FLEX_TILT_TWIST = ORDERS[0];
const FLEX_TWIST_TILT = ORDERS[1];
const STEEP = (75 * Math.PI) / 180;
const TOO_STEEP = (60 * Math.PI) / 180; // between two sites the middle angle may go farther
const LEGS: readonly StiffnessPart[] = ['hip', 'knee', 'ankle'];
const EASY = (40 * Math.PI) / 180; // middle angles below this are as good as any

/** The mechanism for a motion given as poses (rows of nq numbers). */
export function createMechanism(body: Body, poses: Float64Array): Mechanism {
  const joints: HingedJoint[] = [];
  const chosen = choices(body);
  if (chosen.length < 6) throw new RigError('the balance filter needs a person with legs');
  const counts = { free: 3, held: 0 };
  let largestMiddle = 0;
  const take = (joint: Omit<HingedJoint, 'first' | 'firstHeld' | 'axes'>, middle: number): void => {
    const axes = new Float64Array(9);
    for (const [k, axis] of joint.order.axes.entries()) {
      axes.set(joint.frame.subarray(3 * axis, 3 * axis + 3), 3 * k);
    }
    joints.push({ ...joint, axes, first: counts.free, firstHeld: counts.held });
    counts.free += joint.free;
    counts.held += 3 - joint.free;
    if (!joint.rides) largestMiddle = Math.max(largestMiddle, middle);
  };
  const root = rootFrame(body, poses);
  const role = body.roles.hips === 0 ? 'hips' : undefined;
  take({ joint: 0, role, part: 'root', free: 3, rides: false, ...root, ...riding(root) }, root.middle);
  for (const choice of chosen) {
    const made = hingesOf(body, poses, choice);
    take(made.joint, made.middle);
  }
  const { free } = counts;
  const shifted = joints.map((joint) => ({ ...joint, firstHeld: free + joint.firstHeld }));
  return { body, joints: shifted, free, width: paddedSize(free), total: free + counts.held, largestMiddle };
}

type Hinges = Omit<HingedJoint, 'first' | 'firstHeld' | 'axes'>;

/** Hinges for one joint. Knee, elbow, ankle and neck count from the neutral pose, so that bounds have a meaning; where the
 *  rig makes that steep, and for all others, they count from the mean over the clip, in the order with the flattest middle. */
function hingesOf(body: Body, poses: Float64Array, [role, part, free]: JointChoice): { joint: Hinges; middle: number } {
  const joint = body.roles[role] ?? 0;
  const post = new Float64Array(4);
  setIdentityQuat(post, 0);
  const frame = frameOf(body, joint);
  const base = { joint, role, part, post, rides: false };
  if (free < 3) {
    const neutral = body.limits.neutral.slice(4 * joint, 4 * joint + 4);
    const hinge = part === 'elbow' ? elbowFrame(body, poses, joint, neutral, frame) : frame;
    const order = part === 'ankle' ? FLEX_TWIST_TILT : FLEX_TILT_TWIST;
    const middle = largestMiddleAngle(body, poses, joint, neutral, hinge, order);
    if (middle < STEEP) return { joint: { ...base, free, pre: neutral, frame: hinge, order }, middle };
  }
  const pre = meanRotation(body, poses, joint);
  let best = { order: ORDERS[0], middle: Number.POSITIVE_INFINITY };
  for (const order of ORDERS) {
    const middle = Math.max(EASY, largestMiddleAngle(body, poses, joint, pre, frame, order));
    if (middle < best.middle) best = { order, middle };
  }
  const hinges = { ...base, free: 3 as const, pre, frame, order: best.order };
  // legs keep to hinges of their own: they are put on their feet, which the course of the clip does not know
  return { joint: LEGS.includes(part) ? hinges : { ...hinges, ...riding(best) }, middle: best.middle };
}

/** Where the flattest order is still too steep. */
const riding = ({ middle }: { readonly middle: number }): { rides?: true; pre?: Float64Array; post?: Float64Array } =>
  middle > TOO_STEEP ? { rides: true, pre: IDENTITY.slice(), post: IDENTITY.slice() } : {};

/** Right-handed axes flexion, abduction and their cross product, in the joint's frame. */
function frameOf(body: Body, joint: number): Float64Array {
  const frame = body.limits.axes.slice(9 * joint, 9 * joint + 9);
  cross3(frame, 6, frame, 0, frame, 3);
  return frame;
}

/** The hinge of an elbow cannot be seen in a straight arm: it is the axis about which the clip bends it, if it does. */
function elbowFrame(
  body: Body,
  poses: Float64Array,
  joint: number,
  neutral: Float64Array,
  frame: Float64Array,
): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const turn = new Float64Array(4);
  let [tilt, flex] = [0, 0];
  for (let i = 0; i < poses.length; i += nq) {
    relativeQuat(turn, 0, neutral, 0, poses, i + quatIndex(joint));
    const s = turn[3] < 0 ? -1 : 1;
    for (let c = 0; c < 3; c++) {
      flex += s * turn[c] * frame[c];
      tilt += s * turn[c] * frame[3 + c];
    }
  }
  const rows = poses.length / nq;
  const size = Math.hypot(flex, tilt);
  if (size < 0.08 * rows) return frame;
  const out = frame.slice();
  for (let c = 0; c < 3; c++) out[c] = (flex * frame[c] + tilt * frame[3 + c]) / size;
  cross3(out, 3, out, 6, out, 0);
  return out;
}

/** Mean rotation of a joint over the poses. */
function meanRotation(body: Body, poses: Float64Array, joint: number): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const at = quatIndex(joint);
  const mean = new Float64Array(4);
  for (let i = at; i < poses.length; i += nq) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += poses[i + k] * poses[at + k];
    for (let k = 0; k < 4; k++) mean[k] += (dot < 0 ? -1 : 1) * poses[i + k];
  }
  normalizeQuat(mean, 0, mean, 0);
  return mean;
}

const work = new Float64Array(4);
const angles = new Float64Array(3);

/** out = the turn of all three hinges, as a quaternion in the axes of `frame`: frame · (pre⁻¹ ⊗ q ⊗ post⁻¹). */
export function hingeTurn(
  out: Float64Array,
  { pre, post, frame }: Pick<HingedJoint, 'pre' | 'post' | 'frame'>,
  q: Float64Array,
  at: number,
): void {
  relativeQuat(out, 0, pre, 0, q, at);
  conjugateQuat(work, 0, post, 0);
  multiplyQuat(out, 0, out, 0, work, 0);
  const [x, y, z] = [out[0], out[1], out[2]];
  for (let row = 0; row < 3; row++) out[row] = frame[3 * row] * x + frame[3 * row + 1] * y + frame[3 * row + 2] * z;
}

function largestMiddleAngle(
  body: Body,
  poses: Float64Array,
  joint: number,
  pre: Float64Array,
  frame: Float64Array,
  order: EulerOrder,
): number {
  const nq = coordinateCount(body.skeleton);
  const turn = new Float64Array(4);
  let most = 0;
  for (let i = 0; i < poses.length; i += nq) {
    hingeTurn(turn, { pre, post: IDENTITY, frame }, poses, i + quatIndex(joint));
    angles.fill(0);
    eulerFromQuat(angles, 0, order, turn, 0, angles, 0);
    most = Math.max(most, Math.abs(angles[1]));
  }
  return most;
}

/** Unknowns that move each segment: those of the root and of the joints between it and the segment. */
export function freedomsOfSegments(mechanism: Mechanism): readonly Int32Array[] {
  const { parents } = mechanism.body.skeleton;
  const own = new Map(mechanism.joints.map((joint) => [joint.joint, joint]));
  return Array.from(parents, (_, segment) => {
    const list = [0, 1, 2];
    for (let at = segment; at >= 0; at = parents[at]) {
      const joint = own.get(at);
      if (joint) for (let k = 0; k < joint.free; k++) list.push(joint.first + k);
    }
    return Int32Array.from(list.sort((a, b) => a - b));
  });
}
