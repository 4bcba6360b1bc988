/** The motion as splines: angles of the mechanism with coefficients that the filter changes, all else as it is. */

import type { Body } from '../../body/body.ts';
import { evaluateSpline, interpolateSpline, type UniformSpline } from '../../math/spline.ts';
import type { Clip } from '../../motion/clip.ts';
import { createMotionScratch, type MotionSpline, sampleMotion } from '../../motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { fitSpline } from '../../motion/smooth.ts';
import { anglesOfPoses } from './coordinates.ts';
import { putOnFeet, steadyFeet } from './foot-course.ts';
import { createMechanism, type Mechanism } from './freedoms.ts';
import { framesPerSite, withWholeSites } from './whole-sites.ts';

export interface MotionCurve {
  readonly mechanism: Mechanism;
  readonly motion: MotionSpline; // the fitted clip: joints that ride along take their course from it
  readonly angles: UniformSpline; // total numbers per site; the original
  // the fitted clip at the sites
  readonly q: Float64Array; // sites × nq
  readonly v: Float64Array; // sites × nv
  readonly a: Float64Array; // sites × nv
  readonly smooth: boolean; // fitted near the frames, not through them
}

/** Does a foot carry at this time [s]? */
export type Carries = (t: number, side: number) => boolean;

/** `smoothing`: allowed residual relative to the usual 0.3° and 2 mm; 0 goes through every frame. What is smoothed is put back
 *  on the clip's own feet, which would slide otherwise. */
export function createCurve(
  body: Body,
  source: Clip,
  siteTime: number,
  smoothing: number,
  carries: Carries = () => true,
): MotionCurve {
  const step = framesPerSite(source, siteTime);
  const clip = withWholeSites(source, step);
  const spacing = step * clip.frameTime;
  const { motion } =
    smoothing > 0
      ? fitSpline(clip, {
          knotTime: spacing,
          rotationResidual: smoothing * 0.3 * (Math.PI / 180),
          positionResidual: smoothing * 0.002,
          highestCutoff: 10 / Math.sqrt(smoothing),
          lowestCutoff: 4 / Math.sqrt(smoothing),
        })
      : fitSpline(clip, { method: 'interpolate' });
  const nq = coordinateCount(body.skeleton);
  const nv = freedomCount(body.skeleton);
  const sites = (clip.frameCount - 1) / step + 1;
  const q = new Float64Array(sites * nq);
  const v = new Float64Array(sites * nv);
  const a = new Float64Array(sites * nv);
  const scratch = createMotionScratch(body.skeleton);
  for (let k = 0; k < sites; k++) {
    const part = (rows: Float64Array, width: number): Float64Array => rows.subarray(k * width, (k + 1) * width);
    sampleMotion(motion, k * spacing, part(q, nq), part(v, nv), part(a, nv), scratch);
  }
  if (smoothing > 0) {
    putOnFeet(body, q, {
      feet: steadyFeet(body, clip, sites, spacing),
      rowTime: spacing,
      placed: () => true,
      carried: (site, side) => carries(site * spacing, side),
      give: () => 1,
    });
  }
  const mechanism = createMechanism(body, q);
  const values = anglesOfPoses(mechanism, q, nq);
  const angles = interpolateSpline(values, mechanism.total, 0, spacing, 'free');
  return { mechanism, motion, angles, q, v, a, smooth: smoothing > 0 };
}

/** The same curve with other coefficients. */
export const withCoefficients = (spline: UniformSpline, coefficients: Float64Array): UniformSpline => ({
  ...spline,
  coefficients,
});

/** Angles, rates and second derivatives at site k from the three coefficient rows that count there. */
export function anglesAtSite(
  angles: Float64Array,
  rates: Float64Array,
  seconds: Float64Array,
  coefficients: Float64Array,
  k: number,
  spacing: number,
): void {
  const width = angles.length;
  const before = k * width;
  for (let i = 0; i < width; i++) {
    const a = coefficients[before + i];
    const b = coefficients[before + width + i];
    const c = coefficients[before + 2 * width + i];
    angles[i] = (a + 4 * b + c) / 6;
    rates[i] = (c - a) / (2 * spacing);
    seconds[i] = (a - 2 * b + c) / (spacing * spacing);
  }
}

/** The same between sites. */
export function anglesAtTime(
  angles: Float64Array,
  rates: Float64Array,
  seconds: Float64Array,
  spline: UniformSpline,
  t: number,
): void {
  evaluateSpline(angles, 0, spline, t, 0);
  evaluateSpline(rates, 0, spline, t, 1);
  evaluateSpline(seconds, 0, spline, t, 2);
}
