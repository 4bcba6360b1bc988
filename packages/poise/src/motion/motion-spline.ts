/**
 * A motion as a twice continuously differentiable curve. Root position and quaternions are uniform cubic splines of their
 * numbers; a rotation is its quaternion spline p scaled to unit length. That chart has no singular place, so roots that turn
 * several times are no special case, and velocities follow exactly:
 *
 *   q = p/|p|,  ω = 2 vec(p* ⊗ ṗ)/|p|²,  ω̇ = 2 [vec(p* ⊗ p̈) − vec(p* ⊗ ṗ) · 2 p·ṗ/|p|²]/|p|²
 *
 * with ω in the joint's own frame, as v has it (ṗ* ⊗ ṗ is real and drops out). |p| stays near 1 while neighbouring sites are
 * less than half a turn apart.
 */
import { evaluateSpline, interpolateSpline, type SplineEnds, type UniformSpline } from '../math/spline.ts';
import type { Clip } from './clip.ts';
import { signContinuous } from './sample.ts';
import { coordinateCount, jointCount, quatIndex, type Skeleton, velocityIndex } from './skeleton.ts';

export interface MotionSpline {
  readonly skeleton: Skeleton;
  readonly duration: number; // [s]; time runs from 0
  readonly position: UniformSpline; // 3 numbers [m]
  readonly rotations: UniformSpline; // 4 numbers per joint
}

/** The curve through the frames of a clip, sites at the frames.
 *
 * ```ts
 * const motion = interpolateMotion(clip);
 * sampleMotion(motion, 0.51, q, v, a);
 * ```
 */
export function interpolateMotion(clip: Clip, ends: SplineEnds = 'free'): MotionSpline {
  const nq = coordinateCount(clip.skeleton);
  const { positions, quaternions } = splitCoordinates(signContinuous(clip.q, nq), nq);
  return {
    skeleton: clip.skeleton,
    duration: Math.max(0, clip.frameCount - 1) * clip.frameTime,
    position: interpolateSpline(positions, 3, 0, clip.frameTime, ends),
    rotations: interpolateSpline(quaternions, nq - 3, 0, clip.frameTime, ends),
  };
}

/** Frames × nq → frames × 3 and frames × (nq − 3). */
export function splitCoordinates(q: Float64Array, nq: number): { positions: Float64Array; quaternions: Float64Array } {
  const frames = q.length / nq;
  const positions = new Float64Array(3 * frames);
  const quaternions = new Float64Array((nq - 3) * frames);
  for (let frame = 0; frame < frames; frame++) {
    positions.set(q.subarray(frame * nq, frame * nq + 3), 3 * frame);
    quaternions.set(q.subarray(frame * nq + 3, (frame + 1) * nq), (nq - 3) * frame);
  }
  return { positions, quaternions };
}

/** Scratch for sampleMotion: quaternion splines and their two derivatives. */
export interface MotionScratch {
  readonly p: Float64Array;
  readonly rate: Float64Array;
  readonly second: Float64Array;
}

export const createMotionScratch = (skeleton: Skeleton): MotionScratch => ({
  p: new Float64Array(4 * jointCount(skeleton)),
  rate: new Float64Array(4 * jointCount(skeleton)),
  second: new Float64Array(4 * jointCount(skeleton)),
});

/** Pose q, velocity v and acceleration a at t seconds (held inside the motion). v and a as everywhere: root linear in world
 *  axes, angular in each joint's own frame. Pass `scratch` in loops. */
export function sampleMotion(
  motion: MotionSpline,
  t: number,
  q: Float64Array,
  v?: Float64Array,
  a?: Float64Array,
  scratch: MotionScratch = createMotionScratch(motion.skeleton),
): void {
  const { p, rate, second } = scratch;
  evaluateSpline(q, 0, motion.position, t, 0);
  evaluateSpline(p, 0, motion.rotations, t, 0);
  if (v || a) evaluateSpline(rate, 0, motion.rotations, t, 1);
  if (v) evaluateSpline(v, 0, motion.position, t, 1);
  if (a) {
    evaluateSpline(a, 0, motion.position, t, 2);
    evaluateSpline(second, 0, motion.rotations, t, 2);
  }
  for (let joint = 0; joint < jointCount(motion.skeleton); joint++) {
    const i = 4 * joint;
    const square = p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2] + p[i + 3] * p[i + 3];
    const s = square > 0 ? 1 / Math.sqrt(square) : 0;
    const o = quatIndex(joint);
    for (let k = 0; k < 4; k++) q[o + k] = s * p[i + k];
    if (square === 0) q[o + 3] = 1;
    const w = velocityIndex(joint);
    const scale = square > 0 ? 2 / square : 0;
    if (v) vectorOfProduct(v, w, p, rate, i, scale);
    if (a) {
      vectorOfProduct(a, w, p, second, i, scale);
      const along = p[i] * rate[i] + p[i + 1] * rate[i + 1] + p[i + 2] * rate[i + 2] + p[i + 3] * rate[i + 3];
      addVectorOfProduct(a, w, p, rate, i, -scale * scale * along);
    }
  }
}

/** out = scale · vec(p* ⊗ d) */
function vectorOfProduct(
  out: Float64Array,
  o: number,
  p: Float64Array,
  d: Float64Array,
  i: number,
  scale: number,
): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  addVectorOfProduct(out, o, p, d, i, scale);
}

/** out += scale · vec(p* ⊗ d) */
function addVectorOfProduct(
  out: Float64Array,
  o: number,
  p: Float64Array,
  d: Float64Array,
  i: number,
  scale: number,
): void {
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  const w = p[i + 3];
  out[o] += scale * (w * d[i] - x * d[i + 3] - y * d[i + 2] + z * d[i + 1]);
  out[o + 1] += scale * (w * d[i + 1] - y * d[i + 3] - z * d[i] + x * d[i + 2]);
  out[o + 2] += scale * (w * d[i + 2] - z * d[i + 3] - x * d[i + 1] + y * d[i]);
}
