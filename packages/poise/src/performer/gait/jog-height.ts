/**
 * How high the hips go. The CoM rises and falls twice per stride as a smooth curve (so that the floor pushes as it does
 * under people), the standing legs are long enough, and the knees are bent as people's are. gait.md step 14 fits the hips;
 * the CoM is fitted here, because a prescribed pelvis lets the swinging leg shake it.
 */
import { coordinateCount } from '../../motion/skeleton.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { type Series, seriesAt } from './channel.ts';
import { hipOf } from './cycle.ts';
import { normalStep } from './gauss-newton.ts';
import { type Cycle, requestAt } from './jog-cycle.ts';
import { swingShare } from './jog-foot-path.ts';
import { measure } from './measure.ts';

const SAMPLES = 48; // phases of a stride
const PASSES = 7;
const ROUNDS = 3;
const STEP = 1e-4; // [m] of numeric derivatives
const REACH_WEIGHT = 300; // per share of leg length
const KNEE_WEIGHT = 1; // per rad
const LANDED = 0.03; // phase at which the landing is over
const SIZE_WEIGHT = [0, 3, 3, 150, 150] as const; // per m of each coefficient: harmonics 0, 2, 4

/** Flexion of a knee [rad] when hip and ankle are r apart. */
export function kneeAt(thigh: number, shank: number, r: number): number {
  const cosine = (thigh * thigh + shank * shank - r * r) / (2 * thigh * shank);
  return Math.PI - Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/** Sets the height of CoM and hips. `longest`: the standing leg over thigh + shank. */
export function fitHeight(cycle: Cycle, longest: number): void {
  // Start from the mean path of the hips, low enough to be free of the legs' limits.
  const path = cycle.gait.curves.pelvisHeight;
  cycle.hipsHeight = { ...path, mean: path.mean - 0.015 };
  const { comShape } = cycle.gait;
  let x: Float64Array | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const { com, aboveHips } = comSeries(cycle);
    x ??= Float64Array.from(comShape ? [com.mean] : [com.mean, ...coefficients(com, 2), 0, 0]);
    x = fitCom(cycle, x, aboveHips, longest);
    cycle.comHeight = comOf(cycle, x);
  }
}

/** The CoM's height from its coefficients: mean, and harmonics 2 and 4 unless the gait gives the shape. */
function comOf(cycle: Cycle, x: Float64Array): Series {
  const { comShape } = cycle.gait;
  return {
    mean: x[0],
    terms: comShape?.terms ?? [
      [2, x[1], x[2]],
      [4, x[3], x[4]],
    ],
  };
}

const coefficients = (series: Series, k: number): readonly [number, number] => {
  const term = series.terms.find(([own]) => own === k);
  return term ? [term[1], term[2]] : [0, 0];
};

/** Height of the CoM over the stride, and over the hips. */
function comSeries(cycle: Cycle): { readonly com: Series; readonly aboveHips: Series } {
  const nq = coordinateCount(cycle.actor.skeleton);
  const q = new Float64Array(SAMPLES * nq);
  for (let i = 0; i < SAMPLES; i++) solvePose(q, i * nq, cycle.actor, requestAt(cycle, i / SAMPLES));
  const { trace } = measure(cycle.actor, q, 1 / SAMPLES);
  const height = Float64Array.from({ length: SAMPLES }, (_, i) => trace.com[3 * i + 1]);
  return {
    com: evenSeries(height),
    aboveHips: evenSeries(height.map((value, i) => value - seriesAt(cycle.hipsHeight, i / SAMPLES))),
  };
}

/** Even harmonics 0…12 of samples over one stride. */
function evenSeries(samples: Float64Array): Series {
  const n = samples.length;
  const part = (k: number, wave: (angle: number) => number): number =>
    (2 / n) * samples.reduce((sum, value, i) => sum + value * wave((2 * Math.PI * k * i) / n), 0);
  return {
    mean: part(0, Math.cos) / 2,
    terms: [2, 4, 6, 8, 10, 12].map((k) => [k, part(k, Math.cos), part(k, Math.sin)] as const),
  };
}

/** Five coefficients of the CoM's height by least squares; leaves the hips where they belong. */
function fitCom(cycle: Cycle, start: Float64Array, aboveHips: Series, longest: number): Float64Array {
  const phases = Array.from({ length: SAMPLES }, (_, i) => i / SAMPLES).filter((p) => {
    const share = swingShare(cycle.gait, p);
    return share === undefined || share > 0.8 || share < 0.12; // a leg that lands or leaves must reach, too
  });
  const x = start.slice();
  const residuals = (values: Float64Array): Float64Array => {
    cycle.hipsHeight = hipsUnder(comOf(cycle, values), aboveHips);
    const out = new Float64Array(2 * phases.length + x.length);
    phases.forEach((p, i) => {
      const { reach, knee } = leftLeg(cycle, p);
      const landing = p < LANDED || p > 0.8 ? cycle.gait.softLanding : 0;
      out[2 * i] = REACH_WEIGHT * Math.max(0, reach - longest + landing);
      out[2 * i + 1] = KNEE_WEIGHT * (knee - seriesAt(cycle.gait.curves.knee, p));
    });
    for (let j = 0; j < x.length; j++) out[2 * phases.length + j] = SIZE_WEIGHT[j] * values[j];
    return out;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const here = residuals(x);
    const columns = Array.from(x, (_, j) => {
      const moved = x.slice();
      moved[j] += STEP;
      return residuals(moved).map((value, i) => (value - here[i]) / STEP);
    });
    const move = normalStep(columns, here, 0.05);
    for (let j = 0; j < x.length; j++) x[j] -= move[j];
  }
  cycle.hipsHeight = hipsUnder(comOf(cycle, x), aboveHips);
  return x;
}

/** com − aboveHips. */
function hipsUnder(com: Series, aboveHips: Series): Series {
  const ks = [...new Set([...com.terms, ...aboveHips.terms].map(([k]) => k))];
  return {
    mean: com.mean - aboveHips.mean,
    terms: ks.map((k) => {
      const [a, b] = [coefficients(com, k), coefficients(aboveHips, k)];
      return [k, a[0] - b[0], a[1] - b[1]] as const;
    }),
  };
}

/** The left leg at a phase: its length over thigh + shank, and the knee it means (nearly straight beyond 1). */
export function leftLeg(cycle: Cycle, p: number): { readonly reach: number; readonly knee: number } {
  const leg = cycle.actor.legs[0];
  const request = requestAt(cycle, p);
  const hip = hipOf(cycle.actor, request, 0);
  const { ankle } = request.feet[0];
  const r = Math.hypot(ankle[0] - hip[0], ankle[1] - hip[1], ankle[2] - hip[2]);
  const length = leg.thigh + leg.shank;
  // The knee saturates just short of straight, where its slope would be infinite.
  return { reach: r / length, knee: kneeAt(leg.thigh, leg.shank, Math.min(r, 0.999 * length)) };
}
