/**
 * How the clip's own weight comes over to the foot that has landed. The balance point need not go evenly from one sole to the other: a plan
 * that moves it sooner than the clip has to know what it leaves.
 */
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';

/** Both are weighed by ω e^{−ωs}, as they move the capture point, from `from` [s] to the lift-off of the other foot. */
export interface WeightCourse {
  /** ∫ of the share of the weight that is not over yet. */
  left: number;
  /** ∫ of the balance point, from the foot that has landed (x, z) [m] in the clip's world. */
  readonly place: Float64Array;
}

export const createWeightCourse = (): WeightCourse => ({ left: 0, place: new Float64Array(2) });

/** (gapX, gapZ) [m]: from the foot that carried before to this one, in the clip's world. */
export function writeWeightCourse(out: WeightCourse, step: GaitStep, gapX: number, gapZ: number, from: number): void {
  const { pressure, duration, doubleSupport, rate } = step;
  const { place } = out;
  out.left = 0;
  place.fill(0);
  if (from >= doubleSupport) return;
  const size = gapX * gapX + gapZ * gapZ;
  const h = duration / (COURSE_ROWS - 1);
  const first = Math.floor(from / h);
  for (let row = first; row < COURSE_ROWS - 1 && row * h < doubleSupport; row++) {
    const begin = Math.max(from, row * h);
    const end = Math.min(doubleSupport, (row + 1) * h);
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? begin : end;
      const u = s / h - row;
      const weight = (rate * Math.exp(-rate * s) * (end - begin)) / 2;
      const over = Math.min(1, s / doubleSupport);
      const o = 2 * row;
      const x = pressure ? pressure[o] + u * (pressure[o + 2] - pressure[o]) : -(1 - over) * gapX;
      const z = pressure ? pressure[o + 1] + u * (pressure[o + 3] - pressure[o + 1]) : -(1 - over) * gapZ;
      place[0] += weight * x;
      place[1] += weight * z;
      const left = size > 0 ? -(x * gapX + z * gapZ) / size : 1 - over;
      out.left += weight * Math.min(1, Math.max(0, left));
    }
  }
}
