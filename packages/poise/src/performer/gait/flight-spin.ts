/**
 * Nobody can change the spin of the whole body in the air. Mean curves of several people do not know that: the chest makes
 * up for what legs and arms would add, and gives it back while a foot stands.
 */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { type Series, seriesAt } from './channel.ts';
import type { Cycle } from './cycle.ts';
import { normalStep } from './gauss-newton.ts';
import type { Measured } from './measure.ts';
import { combine } from './series-fit.ts';

/** Turns of the chest besides its curves [rad]: forward, to the left, left side up. */
export type ChestSway = [pitch: Series, rotation: Series, list: Series];

const NONE: Series = { mean: 0, terms: [] };
export const noSway = (): ChestSway => [NONE, NONE, NONE];

/** Left and right alternate: forward leans repeat after half a stride, the others change sign. */
const HARMONICS = [
  [2, 4, 6, 8, 10, 12],
  [1, 3, 5, 7, 9, 11],
  [1, 3, 5, 7, 9, 11],
] as const;
const DEGREE = Math.PI / 180;
const PROBE = 0.01; // [rad] by which the chest is moved to learn what its turns are worth
/** What counts as much: [N·m] in the air; [m] by which the floor's push may pass the CoM; [rad] of the chest about each axis: people differ least in lists. */
const UNIT = { flight: 2, arm: 0.06, angle: [2 * DEGREE, 0.8 * DEGREE, 0.6 * DEGREE] } as const;

const derivative2 = (series: Series, p: number, omega: number): number =>
  -seriesAt(
    { mean: 0, terms: series.terms.map(([k, cos, sin]) => [k, cos * (k * omega) ** 2, sin * (k * omega) ** 2]) },
    p,
  );

/** Moment of inertia [kg·m²] that the chest turns about each axis, measured: `probe` gives the body with the sway set. */
export function chestInertia(cycle: Cycle, probe: () => Measured, first: number, samples: number): number[] {
  const omega = (2 * Math.PI) / cycle.gait.strideTime;
  const before = probe();
  return HARMONICS.map(([k], axis) => {
    const kept = cycle.sway[axis];
    const test: Series = { mean: 0, terms: [[k, PROBE, 0]] };
    cycle.sway[axis] = combine(kept, test, 1);
    const after = probe();
    cycle.sway[axis] = kept;
    let [product, square] = [0, 0];
    for (let i = 0; i < samples; i++) {
      const o = 3 * (i + first) + axis;
      const a = derivative2(test, i / samples, omega);
      product += a * (after.motion.angularMomentumRate[o] - before.motion.angularMomentumRate[o]);
      square += a * a;
    }
    return product / square;
  });
}

/** Lets the chest sway so that the spin, as measured with the sway it has, stays what it is while the floor carries little. */
export function steadySpin(
  cycle: Cycle,
  measured: Measured,
  inertia: readonly number[],
  first: number,
  samples: number,
): void {
  const omega = (2 * Math.PI) / cycle.gait.strideTime;
  const weight = cycle.actor.body.totalMass * GRAVITY;
  HARMONICS.forEach((ks, axis) => {
    const own = cycle.sway[axis];
    const rows = 2 * samples;
    const basis = ks.flatMap((k): Series[] => [
      { mean: 0, terms: [[k, 1, 0]] },
      { mean: 0, terms: [[k, 0, 1]] },
    ]);
    const columns = basis.map(() => new Float64Array(rows));
    const right = new Float64Array(rows);
    for (let i = 0; i < samples; i++) {
      const o = 3 * (i + first);
      const p = i / samples;
      const load = Math.max(0, measured.reaction.force[o + 1] / weight);
      const unit = UNIT.flight + UNIT.arm * load * weight;
      const rate = measured.motion.angularMomentumRate[o + axis] - inertia[axis] * derivative2(own, p, omega);
      right[i] = rate / unit;
      basis.forEach((wave, j) => {
        columns[j][i] = (inertia[axis] * derivative2(wave, p, omega)) / unit;
        columns[j][samples + i] = seriesAt(wave, p) / UNIT.angle[axis];
      });
    }
    const x = normalStep(columns, right, 0);
    cycle.sway[axis] = { mean: 0, terms: ks.map((k, j) => [k, -x[2 * j], -x[2 * j + 1]] as const) };
  });
}
