/**
 * How high the body goes and how the heels rise: by least squares, so that knees, thighs and feet move as people's do,
 * without jerks, with legs long enough and toes clear of the ground. The CoM rises and falls as a smooth curve (so that
 * the floor pushes as it does under people); the hips follow from it, because a prescribed pelvis lets the swinging leg
 * shake the CoM.
 */
import { ease } from '../../math/ease.ts';
import { type Series, seriesAt } from './channel.ts';
import { type Cycle, rejoin } from './cycle.ts';
import { normalStep } from './gauss-newton.ts';
import { hipAt } from './hip-path.ts';
import { LEG, LEG_SIZE, legAt, soleClearance, standingLeg, swingShare } from './leg-path.ts';
import { legLength, thighAhead } from './leg-triangle.ts';
import { combine } from './series-fit.ts';

const SAMPLES = 60; // phases of a stride
const STEP = 1e-4; // [m] or [rad] of numeric derivatives
const DEGREE = Math.PI / 180;
/** One unit of residual for each. */
const UNIT = {
  reach: 0.0003, // of thigh + shank: a standing leg longer than it may be
  straight: 0.5 * DEGREE, // a swinging knee straighter than it may be
  clearance: 0.001, // [m] less than wanted
  rise: 0.001, // [m] of the CoM's harmonics against those of people
  heel: 8 * DEGREE, // of the correction, once the foot is flat
  lift: 3 * DEGREE, // of the knee in swing
} as const;
const SWING_STRAIGHTER = 1 * DEGREE; // the swinging knee may be straighter by
const ROWS = 9; // residuals per phase

/** Fits the cycle; `aboveHips`: the CoM over the hips [m] as last measured. */
export function fitLegs(cycle: Cycle, aboveHips: Series, passes: number): void {
  const { gait } = cycle;
  const rises = gait.comGiven ? [] : [2, 4];
  const first = 3 + 2 * rises.length; // height, knee lift, place over the feet, harmonics; then the heels
  let x: Float64Array = new Float64Array(first + cycle.heel.length);
  x[0] = cycle.comHeight.mean;
  x[1] = cycle.kneeLift;
  rises.forEach((k, j) => {
    x.set(termOf(cycle.comHeight, k), 3 + 2 * j);
  });
  x[2] = cycle.ahead;
  x.set(cycle.heel, first);
  const back = cycle.hips[2].mean - cycle.ahead;
  const apply = (values: Float64Array): void => {
    cycle.comHeight = {
      mean: values[0],
      terms: gait.comGiven
        ? gait.comRise.terms
        : rises.map((k, j) => [k, values[3 + 2 * j], values[4 + 2 * j]] as const),
    };
    cycle.kneeLift = values[1];
    cycle.ahead = values[2];
    cycle.hips[2] = { ...cycle.hips[2], mean: back + values[2] };
    cycle.heel.set(values.subarray(first));
    cycle.hips[1] = combine(cycle.comHeight, aboveHips, -1);
    rejoin(cycle, 'left');
  };
  const people = peopleOf(cycle);
  const residuals = (values: Float64Array): Float64Array => {
    apply(values);
    const priors = priorsOf(cycle, values, rises, first);
    const out = new Float64Array(ROWS * SAMPLES + 2 + priors.length);
    legResiduals(cycle, people, out);
    out.set(priors, ROWS * SAMPLES + 2);
    return out;
  };
  for (let pass = 0; pass < passes; pass++) x = descend(x, residuals);
  apply(x);
  rejoin(cycle);
}

const termOf = (series: Series, k: number): readonly [number, number] => {
  const term = series.terms.find(([own]) => own === k);
  return term ? [term[1], term[2]] : [0, 0];
};

const sizeOf = (r: Float64Array): number => r.reduce((sum, value) => sum + value * value, 0);

/** One Gauss–Newton step, damped until it helps. */
function descend(x: Float64Array, residuals: (x: Float64Array) => Float64Array): Float64Array {
  const here = residuals(x);
  const columns = Array.from(x, (_, j) => {
    const moved = x.slice();
    moved[j] += STEP;
    return residuals(moved).map((value, i) => (value - here[i]) / STEP);
  });
  const before = sizeOf(here);
  for (const damping of [0.01, 0.1, 1, 10]) {
    const move = normalStep(columns, here, damping);
    const next = x.map((value, j) => value - move[j]);
    if (sizeOf(residuals(next)) < before) return next;
  }
  return x;
}

/** What is wished for apart from the legs. */
function priorsOf({ gait, heel }: Cycle, x: Float64Array, rises: readonly number[], first: number): Float64Array {
  const out: number[] = [x[1] / UNIT.lift, x[2] / gait.ahead];
  rises.forEach((k, j) => {
    const [cos, sin] = termOf(gait.comRise, k);
    out.push((x[3 + 2 * j] - cos) / UNIT.rise, (x[4 + 2 * j] - sin) / UNIT.rise);
  });
  for (let j = first; j < x.length; j++) {
    out.push(x[j] / (j - first < 7 ? gait.effort.sole : UNIT.heel));
    if (j > first && j < x.length - 1) out.push((x[j + 1] - 2 * x[j] + x[j - 1]) / gait.effort.bend);
  }
  return Float64Array.from(out, (value) => (heel.length > 0 ? value : 0));
}

const state = new Float64Array(LEG_SIZE);
const hip = new Float64Array(3);
const track = { knee: new Float64Array(SAMPLES), thigh: new Float64Array(SAMPLES), pitch: new Float64Array(SAMPLES) };

/** Knee, thigh and foot of people at the sampled phases, SAMPLES×3 [rad]. */
function peopleOf({ gait: { curves } }: Cycle): Float64Array {
  const out = new Float64Array(3 * SAMPLES);
  for (let i = 0; i < SAMPLES; i++) {
    const p = i / SAMPLES;
    out.set([seriesAt(curves.knee, p), seriesAt(curves.thigh, p), seriesAt(curves.footPitch, p)], 3 * i);
  }
  return out;
}

/** The left leg against people's, over the stride. */
function legResiduals(cycle: Cycle, people: Float64Array, out: Float64Array): void {
  const { gait, actor } = cycle;
  const leg = actor.legs[0];
  const longest = legLength(leg.thigh, leg.shank, gait.leastKnee) / (leg.thigh + leg.shank);
  for (let i = 0; i < SAMPLES; i++) {
    const p = i / SAMPLES;
    const o = ROWS * i;
    legAt(cycle, 0, p, state);
    const [knee, swing, x, pitch, toeBend, , reach] = state;
    const thigh = swing + thighAhead(leg.thigh, leg.shank, knee);
    const [meanKnee, meanThigh, meanPitch] = [people[3 * i], people[3 * i + 1], people[3 * i + 2]];
    out[o] = (knee - meanKnee) / gait.likeness.knee;
    out[o + 1] = (thigh - meanThigh) / gait.likeness.thigh;
    out[o + 2] = (pitch - meanPitch) / gait.likeness.pitch;
    out[o + 3] = (pitch - thigh + knee - (meanPitch - meanThigh + meanKnee)) / gait.likeness.ankle;
    const share = swingShare(gait, p);
    out[o + 4] =
      share === undefined
        ? Math.max(0, reach - longest) / UNIT.reach
        : Math.max(0, gait.leastKnee - SWING_STRAIGHTER - knee) / UNIT.straight;
    if (share !== undefined) {
      hipAt(cycle, 0, p, hip);
      const length = legLength(leg.thigh, leg.shank, knee);
      const y = hip[1] - Math.sqrt(Math.max(0, length * length - (x - hip[0]) ** 2)) * Math.cos(swing);
      const [lifted, lowered] = gait.airborne;
      const wanted = gait.clearance * ease((share - 0.05) / lifted) * ease((0.98 - share) / lowered);
      out[o + 5] = Math.max(0, wanted - soleClearance(actor, y, pitch, toeBend)) / UNIT.clearance;
    }
    track.knee[i] = knee;
    track.thigh[i] = thigh;
    track.pitch[i] = pitch;
  }
  // The leg is longest just when it lands or leaves, between two samples.
  [gait.contact, gait.liftOff].forEach((p, i) => {
    standingLeg(cycle, 0, 0, p, state);
    out[ROWS * SAMPLES + i] = Math.max(0, state[LEG.reach] - longest) / UNIT.reach;
  });
  const rate = (SAMPLES / gait.strideTime) ** 2;
  const { acceleration, foot } = gait.effort;
  const gains = [rate / acceleration, (2 * rate) / acceleration, rate / foot]; // a thigh swings the whole leg
  for (let i = 0; i < SAMPLES; i++) {
    const [a, b] = [(i + SAMPLES - 1) % SAMPLES, (i + 1) % SAMPLES];
    [track.knee, track.thigh, track.pitch].forEach((values, j) => {
      out[ROWS * i + 6 + j] = gains[j] * (values[a] - 2 * values[i] + values[b]);
    });
  }
}
