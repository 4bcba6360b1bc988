/** Joints stay within their anatomical ranges (body.limits). */
import type { Body } from '../../body/body.ts';
import { logQuat, relativeQuat } from '../../math/quat.ts';
import { jointCount, quatIndex } from '../../motion/skeleton.ts';
import { addLimitRow, type Limit, type LimitRows } from '../limit-rows.ts';

export interface JointRangeOptions {
  readonly margin: number; // [rad] from a limit at which a joint begins to stiffen
  readonly growth: number; // the weight is multiplied by 1 + growth ν⁴, ν the depth in the margin, 1 at the limit
  readonly brake: number; // [1/s] in the margin, motion towards the limit is preferred no faster than brake · gap / ν
  readonly comeBack: number; // [1/s] a joint past its limit prefers to come back by this share of what it is past
}

const JOINT_RANGE_DEFAULTS: JointRangeOptions = {
  margin: 0.15,
  growth: 200,
  brake: 10,
  comeBack: 2,
};

/** Deepest ν that stiffens further: a joint far past its limit must still be able to move back. */
const DEEPEST = 2;
/** Limits beyond this [rad] count as this: a rotation vector is at most π long, and turns over there. */
const WIDEST = 3;
/** Below this angle [rad] a series replaces the quotient c of addAngleRows. */
const SMALL_ANGLE = 1e-2;

interface Settings extends JointRangeOptions {
  readonly dt: number; // [s]
}

/** Three rows per limited joint, one per anatomical angle: its rate is direction · ω. It may carry the angle to the limit
 *  within dt [s], not further; past the limit it may not grow.
 *  Deviates: the specification sets q̇0 back inwards as soon as a joint enters the margin, which would move clips that stay
 *  in their range; here q̇0 is slowed down in the margin and set back inwards past the limit. */
export function jointRange(body: Body, dt: number, options: Partial<JointRangeOptions> = {}): Limit {
  const settings: Settings = { ...JOINT_RANGE_DEFAULTS, ...options, dt };
  const { limits } = body;
  const joints = limitedJoints(body);
  const turn = new Float64Array(4); // rotation vector from the neutral rotation
  return {
    name: 'joint range',
    dim: 3 * joints.length,
    rows(out, _, state) {
      for (let k = 0; k < joints.length; k++) {
        const joint = joints[k];
        relativeQuat(turn, 0, limits.neutral, 4 * joint, state.q, quatIndex(joint));
        logQuat(turn, 0, turn, 0);
        const first = out.count;
        addAngleRows(out, limits.axes, joint, turn);
        for (let axis = 0; axis < 3; axis++) boundAngle(out, first + axis, body, 3 * joint + axis, turn, settings);
      }
    },
  };
}

function limitedJoints({ skeleton, limits }: Body): Int32Array {
  const joints = Array.from({ length: jointCount(skeleton) }, (_, joint) => joint);
  return Int32Array.from(
    joints.filter((joint) =>
      [0, 1, 2].some((axis) => limits.lower[3 * joint + axis] > -Infinity || limits.upper[3 * joint + axis] < Infinity),
    ),
  );
}

/** The angle along an axis a is a · θ, θ the rotation vector; its rate is (J_r⁻ᵀ(θ) a) · ω with
 *  J_r⁻ᵀ a = a − ½ θ × a + c θ × (θ × a), c = 1/θ² − cot(θ/2)/(2 θ). */
function addAngleRows(out: LimitRows, axes: Float64Array, joint: number, turn: Float64Array): void {
  const tx = turn[0];
  const ty = turn[1];
  const tz = turn[2];
  const squared = tx * tx + ty * ty + tz * tz;
  const angle = Math.sqrt(squared);
  const c = angle < SMALL_ANGLE ? 1 / 12 + squared / 720 : 1 / squared - 1 / (2 * angle * Math.tan(angle / 2));
  for (let axis = 0; axis < 3; axis++) {
    const i = 9 * joint + 3 * axis;
    const ax = axes[i];
    const ay = axes[i + 1];
    const az = axes[i + 2];
    const bx = ty * az - tz * ay;
    const by = tz * ax - tx * az;
    const bz = tx * ay - ty * ax;
    const d = 3 * addLimitRow(out, joint);
    out.direction[d] = ax - 0.5 * bx + c * (ty * bz - tz * by);
    out.direction[d + 1] = ay - 0.5 * by + c * (tz * bx - tx * bz);
    out.direction[d + 2] = az - 0.5 * bz + c * (tx * by - ty * bx);
  }
}

/** Bounds, stiffening and preferred range of one angle, as rates [rad/s]; `at` is its place in body.limits. */
function boundAngle(
  out: LimitRows,
  row: number,
  { limits }: Body,
  at: number,
  turn: Float64Array,
  { dt, margin, growth, brake, comeBack }: Settings,
): void {
  const angle = limits.axes[3 * at] * turn[0] + limits.axes[3 * at + 1] * turn[1] + limits.axes[3 * at + 2] * turn[2];
  const above = Math.min(WIDEST, limits.upper[at]) - angle;
  const below = angle - Math.max(-WIDEST, limits.lower[at]);
  out.upper[row] = Math.max(0, above) / dt;
  out.lower[row] = -Math.max(0, below) / dt;
  const gap = Math.min(above, below);
  if (!(gap < margin)) return;
  const depth = Math.min(DEEPEST, 1 - gap / margin);
  out.growth[row] = growth * depth * depth * depth * depth;
  const rate = gap > 0 ? (brake * gap) / depth : comeBack * gap;
  if (above < below) out.preferUpper[row] = rate;
  else out.preferLower[row] = -rate;
}
