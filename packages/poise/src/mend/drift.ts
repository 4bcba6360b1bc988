/**
 * Drift along the floor: a camera that does not know where the hips are moves the whole body, standing feet included. The root is shifted by the course d
 * that spares the legs: Σ (s + c − d)² / leg² over the feet that stand, and Σ d² / way², with s what holds a foot still over a stand, and c, the place of the
 * stand, free. So long stands are followed, and a walker whose feet slip a little on every step is not carried off. A foot that slides by itself counts little, and
 * where the body does not show the drift nothing is shifted.
 */
import { judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { levelClip, levelViewOf } from '../methods/balance-filter/level-clip.ts';
import { standsOfFoot } from '../methods/plant-feet/foot-course.ts';
import { CHANNELS, slipOf } from '../methods/plant-feet/slips.ts';
import { soleHeights } from '../methods/plant-feet/sole-heights.ts';
import { traceFeet } from '../methods/plant-feet/trace-feet.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { strengthOfCutoff, whittaker } from '../optim/whittaker.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const ROUNDS = 30; // of places and course in turn: what one stand says reaches its neighbours
const PASSES = 3; // a body that drifts less shows more of its stands
const SLOWLY = 0.5; // [s]
const WORTH = 0.01; // [m] less is left to the feet

/** What holds one foot still over one stand. */
interface Stand {
  readonly start: number;
  readonly still: Float64Array; // frames of the stand × 2 [m], its mean is zero
}

/** The clip without its drift; undefined where feet slide less than an error of lint, or walk on the spot. */
export function withoutDrift(body: Body, clip: Clip): { clip: Clip; most: number } | undefined {
  const whole = new Float64Array(2 * clip.frameCount);
  let steady = clip;
  for (let pass = 0; pass < PASSES; pass++) {
    const course = driftOf(body, steady);
    if (!course || farthest(course) < WORTH) break;
    course.forEach((way, i) => {
      whole[i] += way;
    });
    if (farthest(whole) > MEND_PARAMETERS.driftMost) return undefined;
    steady = shifted(clip, whole);
  }
  return steady === clip || !goesAlong(clip, whole) ? undefined : { clip: steady, most: farthest(whole) };
}

/** Does the body go along with its feet? Then its own changes of speed hold those of the drift, and fall by them; feet that slide by themselves say nothing of the body. */
function goesAlong({ q, skeleton, frameCount, frameTime }: Clip, course: Float64Array): boolean {
  const nq = coordinateCount(skeleton);
  let [along, size] = [0, 0];
  for (const c of [0, 1]) {
    const way = speedChanges(frameCount, frameTime, (f) => q[f * nq + 2 * c]);
    const drift = speedChanges(frameCount, frameTime, (f) => course[2 * f + c]);
    for (let f = 0; f < frameCount; f++) {
      along -= way[f] * drift[f];
      size += drift[f] ** 2;
    }
  }
  return along > MEND_PARAMETERS.driftShown * size;
}

/** Speeds less their mean over half a second to each side. */
function speedChanges(frames: number, frameTime: number, at: (frame: number) => number): Float64Array {
  const reach = Math.round(SLOWLY / frameTime);
  const inside = (f: number): number => Math.max(0, Math.min(frames - 1, f));
  const speed = (from: number, to: number): number => (at(to) - at(from)) / (Math.max(1, to - from) * frameTime);
  return Float64Array.from(
    { length: frames },
    (_, f) => speed(inside(f - 1), inside(f + 1)) - speed(inside(f - reach), inside(f + reach)),
  );
}

/** d, frames × (x, z) [m]. */
function driftOf(body: Body, clip: Clip): Float64Array | undefined {
  const { report, findings } = judge(clip, { person: body });
  const slides = findings.some(({ rule, severity }) => rule === 'skate' && severity === 'error');
  const [beltX, , beltZ] = report.ground.beltVelocity;
  if (!slides || beltX !== 0 || beltZ !== 0) return undefined;
  const feet = traceFeet(body, levelClip(clip, levelViewOf(report.ground)));
  const stands = feet.flatMap((foot, side) => {
    const heights = soleHeights(foot);
    return standsOfFoot(foot, side === 0 ? 0 : 1, report).map((run): Stand => {
      const { shift } = slipOf(foot, heights, run, 0, Number.POSITIVE_INFINITY);
      const still = new Float64Array((2 * shift.length) / CHANNELS);
      for (let k = 0; 2 * k < still.length; k++) still.set([shift[CHANNELS * k], shift[CHANNELS * k + 2]], 2 * k);
      return { start: run.start, still };
    });
  });
  return courseOf(stands, clip);
}

function courseOf(stands: readonly Stand[], { frameCount, frameTime }: Clip): Float64Array {
  const { driftLeg, driftWay, driftCutoff } = MEND_PARAMETERS;
  const free = (driftLeg / driftWay) ** 2;
  const strength = new Float64Array(frameCount).fill(strengthOfCutoff(driftCutoff, frameTime));
  const places = stands.map(() => [0, 0]);
  let course = new Float64Array(2 * frameCount);
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = new Float64Array(2 * frameCount);
    const weight = new Float64Array(frameCount).fill(free);
    stands.forEach(({ start, still }, n) => {
      for (let k = 0; 2 * k < still.length; k++) {
        const at = start + k;
        const off = [0, 1].map((c) => still[2 * k + c] + places[n][c]);
        const far = Math.hypot(off[0] - course[2 * at], off[1] - course[2 * at + 1]);
        const share = 1 / (1 + (far / driftLeg) ** 2);
        for (let c = 0; c < 2; c++) wanted[2 * at + c] += share * off[c];
        weight[at] += share;
      }
    });
    course = wanted.map((sum, i) => sum / weight[i >> 1]);
    whittaker(course, 2, weight, strength);
    stands.forEach(({ start, still }, n) => {
      places[n] = [0, 1].map((c) => {
        let sum = 0;
        for (let k = 0; 2 * k < still.length; k++) sum += course[2 * (start + k) + c] - still[2 * k + c];
        return (2 * sum) / still.length;
      });
    });
  }
  return course;
}

function shifted(clip: Clip, course: Float64Array): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let f = 0; f < clip.frameCount; f++) {
    for (let c = 0; c < 2; c++) q[f * nq + 2 * c] += course[2 * f + c];
  }
  return withCoordinates(clip, q);
}

function farthest(course: Float64Array): number {
  let most = 0;
  for (let i = 0; i < course.length; i += 2) most = Math.max(most, Math.hypot(course[i], course[i + 1]));
  return most;
}
