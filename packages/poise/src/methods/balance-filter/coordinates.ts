/** Poses ↔ angles of a mechanism, and the velocities and accelerations of its joints. */
import { eulerFromQuat } from '../../math/euler.ts';
import { multiplyQuat, quatFromAxisAngle, rotateBack3 } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { quatIndex, velocityIndex } from '../../motion/skeleton.ts';
import { type HingedJoint, hingeTurn, type Mechanism } from './freedoms.ts';

/** Where hinge k of a joint keeps its angle. */
const angleIndex = (joint: HingedJoint, k: number): number =>
  k < joint.free ? joint.first + k : joint.firstHeld + k - joint.free;

/** out = the angles of the pose at q[at], on the branch next to `near` (both `total` numbers; may be the same place). */
function anglesOfPose(
  out: Float64Array,
  o: number,
  mechanism: Mechanism,
  q: Float64Array,
  at: number,
  near: Float64Array,
  n: number,
): void {
  const turn = new Float64Array(4);
  const triple = new Float64Array(3);
  for (let k = 0; k < 3; k++) out[o + k] = q[at + k];
  for (const joint of mechanism.joints) {
    if (joint.rides) {
      for (let k = 0; k < 3; k++) out[o + angleIndex(joint, k)] = 0;
      continue;
    }
    hingeTurn(turn, joint, q, at + quatIndex(joint.joint));
    for (let k = 0; k < 3; k++) triple[k] = near[n + angleIndex(joint, k)];
    eulerFromQuat(triple, 0, joint.order, turn, 0, triple, 0);
    for (let k = 0; k < 3; k++) out[o + angleIndex(joint, k)] = triple[k];
  }
}

/** Angles of many poses (rows of nq numbers), continuous from row to row: rows × total. */
export function anglesOfPoses(mechanism: Mechanism, poses: Float64Array, nq: number): Float64Array {
  const rows = poses.length / nq;
  const { total } = mechanism;
  const out = new Float64Array(rows * total);
  for (let row = 0; row < rows; row++) {
    const near = Math.max(0, row - 1) * total;
    anglesOfPose(out, row * total, mechanism, poses, row * nq, out, near);
  }
  return out;
}

const turn = new Float64Array(4);
const after = new Float64Array(12); // turns that follow each hinge
const BODY_AXES = 9;

/** Writes the rotations of the mechanism's joints into q (joints that ride start from what is there, so do v and a), its angular velocities and accelerations (in each joint's frame)
 *  into v and a, and the hinge axes in the joint's frame into `axes` (9 per joint of the mechanism). Root position,
 *  velocity and acceleration too. `angles`, `rates`, `seconds`: total numbers. `course`, where given, gets what carries the
 *  first hinge of each joint that rides: angular velocity and acceleration in the joint's frame, 6 per joint. */
export function poseOfAngles(
  q: Float64Array,
  v: Float64Array | undefined,
  a: Float64Array | undefined,
  axes: Float64Array,
  mechanism: Mechanism,
  angles: ReadonlyVector,
  rates: ReadonlyVector,
  seconds: ReadonlyVector,
  course?: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    q[k] = angles[k];
    if (v) v[k] = rates[k];
    if (a) a[k] = seconds[k];
  }
  for (let index = 0; index < mechanism.joints.length; index++) {
    const joint = mechanism.joints[index];
    writeRotation(q, axes, BODY_AXES * index, joint, angles);
    if (v) writeRates(v, a, axes, BODY_AXES * index, joint, rates, seconds, course, 6 * index);
  }
}

/** q = pre ⊗ R₁ ⊗ R₂ ⊗ R₃ ⊗ post; axis k in the joint's frame is (R₍ₖ₊₁₎ … post)⁻¹ uₖ. */
function writeRotation(
  q: Float64Array,
  axes: Float64Array,
  o: number,
  joint: HingedJoint,
  angles: ReadonlyVector,
): void {
  let following: Float64Array = joint.post;
  let at = 0;
  for (let k = 2; k >= 0; k--) {
    rotateBack3(axes, o + 3 * k, following, at, joint.axes, 3 * k);
    const u = 3 * k;
    quatFromAxisAngle(turn, 0, joint.axes[u], joint.axes[u + 1], joint.axes[u + 2], angles[angleIndex(joint, k)]);
    multiplyQuat(after, 4 * k, turn, 0, following, at);
    following = after;
    at = 4 * k;
  }
  const i = quatIndex(joint.joint);
  if (joint.rides) multiplyQuat(q, i, q, i, after, 0);
  else multiplyQuat(q, i, joint.pre, 0, after, 0);
}

const course6 = new Float64Array(6);

/** ω = Σ bₖ θ̇ₖ, ω̇ = Σ bₖ θ̈ₖ + Σ θ̇ₖ bₖ × ω₍>ₖ₎, since bₖ turns against the joint with the hinges that follow. A joint that
 *  rides has its course ω₀, ω̇₀ (turned by all hinges) before that: ω += ω₀, ω̇ += ω̇₀ + ω₀ × ω of the hinges. */
function writeRates(
  v: Float64Array,
  a: Float64Array | undefined,
  axes: Float64Array,
  o: number,
  joint: HingedJoint,
  rates: ReadonlyVector,
  seconds: ReadonlyVector,
  course: Float64Array | undefined,
  c: number,
): void {
  let [wx, wy, wz, ax, ay, az] = [0, 0, 0, 0, 0, 0];
  for (let k = 2; k >= 0; k--) {
    const index = angleIndex(joint, k);
    const rate = rates[index];
    const x = axes[o + 3 * k];
    const y = axes[o + 3 * k + 1];
    const z = axes[o + 3 * k + 2];
    ax += x * seconds[index] + rate * (y * wz - z * wy);
    ay += y * seconds[index] + rate * (z * wx - x * wz);
    az += z * seconds[index] + rate * (x * wy - y * wx);
    wx += x * rate;
    wy += y * rate;
    wz += z * rate;
  }
  const i = velocityIndex(joint.joint);
  if (joint.rides) {
    rotateBack3(course6, 0, after, 0, v, i);
    if (a) rotateBack3(course6, 3, after, 0, a, i);
    const [x, y, z] = [course6[0], course6[1], course6[2]];
    ax += course6[3] + y * wz - z * wy;
    ay += course6[4] + z * wx - x * wz;
    az += course6[5] + x * wy - y * wx;
    wx += x;
    wy += y;
    wz += z;
    course?.set(course6, c);
  }
  v[i] = wx;
  v[i + 1] = wy;
  v[i + 2] = wz;
  if (!a) return;
  a[i] = ax;
  a[i + 1] = ay;
  a[i + 2] = az;
}
