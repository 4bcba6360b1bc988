/** Smoothing splines of captured motion, as smooth as the noise of capture allows. */

import { UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import { power } from '../math/power.ts';
import { evaluateSpline, type UniformSpline } from '../math/spline.ts';
import { buildSplineProblem, type SplineGrid, type SplineProblem, solveSplineProblem } from '../optim/spline-fit.ts';
import { type Clip, durationOf, withCoordinates } from './clip.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionSpline,
  sampleMotion,
  splitCoordinates,
} from './motion-spline.ts';
import { signContinuous } from './sample.ts';
import { coordinateCount } from './skeleton.ts';

export interface FitOptions {
  /** smooth: least squares with bending penalty. interpolate: through every frame. */
  readonly method: 'smooth' | 'interpolate';
  readonly knotTime: number; // [s] between sites; never less than the frame time
  readonly rotationResidual: number; // [rad] the 95th percentile over frames and moving joints comes to this …
  readonly positionResidual: number; // [m] … and that of the root to this, unless the cutoff stops it
  readonly lowestCutoff: number; // [Hz] smoothing never reaches below this, however clean the motion …
  readonly highestCutoff: number; // [Hz] … and always down to this, however noisy the capture
}

/** Sites at about 30 Hz and residuals of 0.3° and 2 mm: methods/balance-filter §4.2. Everyday movement
 *  lies below 4 Hz; above 10 Hz there is only noise, or contact, which no spline at 30 Hz follows. */
export const FIT_DEFAULTS: FitOptions = {
  method: 'smooth',
  knotTime: 1 / 30,
  rotationResidual: (0.3 * Math.PI) / 180,
  positionResidual: 0.002,
  lowestCutoff: 4,
  highestCutoff: 10,
};

/** A fitted motion and how far it lies from the frames. */
export interface MotionFit {
  readonly motion: MotionSpline;
  readonly rotationResidual: number; // [rad] 95th percentile
  readonly positionResidual: number; // [m] 95th percentile
}

/** Joints that turn less than this over a clip [rad] say nothing about its noise. */
const MOVING = 0.01;
const BISECTIONS = 24;
const PERCENTILE = 0.95;

/** The smoothest curve near the frames of a clip.
 *
 * ```ts
 * const { motion } = fitSpline(clip);
 * sampleMotion(motion, t, q, v, a); // q, velocity, acceleration at any time
 * ```
 */
export function fitSpline(clip: Clip, options: Partial<FitOptions> = {}): MotionFit {
  const settings = withDefaults('a fit', FIT_DEFAULTS, options);
  if (clip.frameCount === 0) throw new UsageError('cannot fit a clip without frames');
  if (settings.method === 'interpolate' || clip.frameCount < 4) {
    return { motion: interpolateMotion(clip), rotationResidual: 0, positionResidual: 0 };
  }
  const nq = coordinateCount(clip.skeleton);
  const { positions, quaternions } = splitCoordinates(signContinuous(clip.q, nq), nq);
  const grid = gridOf(clip, settings.knotTime);
  const problemOf = (values: Float64Array, width: number): SplineProblem =>
    buildSplineProblem({ values, width, start: 0, step: clip.frameTime }, grid);
  const range = [settings.highestCutoff, settings.lowestCutoff].map((f) => lambdaOfCutoff(grid, clip.frameTime, f));
  const moving = movingJoints(quaternions, nq - 3);
  const position = smoothest(problemOf(positions, 3), range, settings.positionResidual, (spline) =>
    positionResiduals(spline, positions, clip.frameTime),
  );
  const rotations = smoothest(problemOf(quaternions, nq - 3), range, settings.rotationResidual, (spline) =>
    rotationResiduals(spline, quaternions, clip.frameTime, moving),
  );
  return {
    motion: {
      skeleton: clip.skeleton,
      duration: durationOf(clip),
      position: position.spline,
      rotations: rotations.spline,
    },
    rotationResidual: rotations.residual,
    positionResidual: position.residual,
  };
}

/** The clip with its frames moved onto the fitted curve; same frames and times. Extra tracks ride along untouched. */
export function smooth(clip: Clip, options: Partial<FitOptions> = {}): Clip {
  const { motion } = fitSpline(clip, options);
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(clip.q.length);
  const scratch = createMotionScratch(clip.skeleton);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    sampleMotion(
      motion,
      frame * clip.frameTime,
      q.subarray(frame * nq, (frame + 1) * nq),
      undefined,
      undefined,
      scratch,
    );
  }
  return withCoordinates(clip, q);
}

/** Sites from the first frame to the last: at the frames where they are as far apart as knots, else about knotTime apart. */
function gridOf(clip: Clip, knotTime: number): SplineGrid {
  if (!(knotTime > 0)) throw new UsageError(`knotTime must be a positive number of seconds, found ${knotTime}`);
  const duration = durationOf(clip);
  const intervals = Math.max(1, Math.min(clip.frameCount - 1, Math.round(duration / knotTime)));
  return { start: 0, spacing: duration / intervals, siteCount: intervals + 1 };
}

/** λ whose cutoff is the given frequency: there λ (2πf h)⁴ outweighs the data, h/dt rows of weight 1 per site. */
function lambdaOfCutoff(grid: SplineGrid, frameTime: number, cutoff: number): number {
  return grid.spacing / frameTime / power(2 * Math.PI * cutoff * grid.spacing, 4);
}

/** The largest λ in a range whose residuals stay within the limit, or the range's end; residuals grow with λ, so bisection on
 *  its logarithm. */
function smoothest(
  problem: SplineProblem,
  [weakest, strongest]: readonly number[],
  limit: number,
  residualsOf: (spline: UniformSpline) => Float64Array,
): { spline: UniformSpline; residual: number } {
  const attempt = (lambda: number) => {
    const spline = solveSplineProblem(problem, lambda);
    if (!spline) throw new UsageError('the motion has coordinates that are not numbers');
    const residuals = residualsOf(spline).sort();
    return { spline, residual: residuals.length > 0 ? residuals[Math.floor(PERCENTILE * (residuals.length - 1))] : 0 };
  };
  const top = attempt(strongest);
  if (top.residual <= limit || weakest >= strongest) return top;
  let low = Math.log(weakest);
  let high = Math.log(strongest);
  let best = attempt(Math.exp(low));
  for (let k = 0; k < BISECTIONS && best.residual < 0.98 * limit; k++) {
    const middle = (low + high) / 2;
    const next = attempt(Math.exp(middle));
    if (next.residual <= limit) {
      best = next;
      low = middle;
    } else high = middle;
  }
  return best;
}

function movingJoints(quaternions: Float64Array, width: number): number[] {
  const joints = Array.from({ length: width / 4 }, (_, joint) => joint);
  return joints.filter((joint) => {
    for (let i = 4 * joint; i < quaternions.length; i += width) {
      if (angleBetween(quaternions, i, quaternions, 4 * joint) > MOVING) return true;
    }
    return false;
  });
}

/** Angle between two rotations [rad]; the second quaternion need not be of unit length. */
function angleBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let dot = 0;
  let square = 0;
  for (let k = 0; k < 4; k++) {
    dot += a[i + k] * b[j + k];
    square += b[j + k] * b[j + k];
  }
  // 4-D chord rather than arc cosine, which loses all digits for small angles
  const length = Math.sqrt(square);
  let chord = 0;
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) chord += (a[i + k] - (sign * b[j + k]) / length) ** 2;
  return 4 * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
}

function positionResiduals(spline: UniformSpline, positions: Float64Array, frameTime: number): Float64Array {
  const out = new Float64Array(positions.length / 3);
  const p = new Float64Array(3);
  for (let frame = 0; frame < out.length; frame++) {
    evaluateSpline(p, 0, spline, frame * frameTime, 0);
    const i = 3 * frame;
    out[frame] = Math.hypot(p[0] - positions[i], p[1] - positions[i + 1], p[2] - positions[i + 2]);
  }
  return out;
}

function rotationResiduals(
  spline: UniformSpline,
  quaternions: Float64Array,
  frameTime: number,
  joints: readonly number[],
): Float64Array {
  const { width } = spline;
  const frames = quaternions.length / width;
  const out = new Float64Array(frames * joints.length);
  const p = new Float64Array(width);
  for (let frame = 0; frame < frames; frame++) {
    evaluateSpline(p, 0, spline, frame * frameTime, 0);
    joints.forEach((joint, k) => {
      out[frame * joints.length + k] = angleBetween(quaternions, frame * width + 4 * joint, p, 4 * joint);
    });
  }
  return out;
}
