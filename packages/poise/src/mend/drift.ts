/**
 * Drift along the floor: a camera that does not know where the hips are moves the whole body, standing feet included. The root then goes the way on which
 * the feet that carry stand, slowly; what single steps are off by is left to the feet.
 */
import { judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { strengthOfCutoff, whittaker } from '../optim/whittaker.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const CARRIES = 0.15; // of body weight, as lint's rule "skate"
const UNKNOWN = 1e-3; // weight of frames in which no foot carries
const USUAL = 0.08; // [m/s] median speed of what carries: feet of captures slide by 1 to 7 cm/s, and where one contact slides farther it is the foot's

/** The clip without its drift; undefined where feet slide less than an error of lint, only now and then, or walk on the spot. */
export function withoutDrift(body: Body, clip: Clip): { clip: Clip; most: number } | undefined {
  const { report, findings } = judge(clip, { person: body });
  const slides = findings.some(({ rule, severity }) => rule === 'skate' && severity === 'error');
  const [beltX, , beltZ] = report.ground.beltVelocity;
  if (!slides || beltX !== 0 || beltZ !== 0) return undefined;
  const frames = clip.frameCount;
  const weight = new Float64Array(frames).fill(UNKNOWN);
  const speed = new Float64Array(2 * frames);
  for (let f = 0; f < frames; f++) {
    let load = 0;
    for (const foot of report.feet) {
      if (Number.isNaN(foot.skate[f]) || !(foot.load[f] > CARRIES)) continue;
      for (let k = 0; k < 2; k++) speed[2 * f + k] += foot.load[f] * foot.skateVelocity[2 * f + k];
      load += foot.load[f];
    }
    if (load === 0) continue;
    weight[f] = 1;
    for (let k = 0; k < 2; k++) speed[2 * f + k] /= load;
  }
  const usual = median(
    Array.from(weight.keys())
      .filter((f) => weight[f] === 1)
      .map((f) => Math.hypot(speed[2 * f], speed[2 * f + 1])),
  );
  if (!(usual > USUAL)) return undefined;
  const { hoverCutoff, driftMost } = MEND_PARAMETERS;
  whittaker(speed, 2, weight, new Float64Array(frames).fill(strengthOfCutoff(hoverCutoff, clip.frameTime)));
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const way = [0, 0];
  let most = 0;
  for (let f = 1; f < frames; f++) {
    for (let k = 0; k < 2; k++) {
      way[k] -= ((speed[2 * f + k] + speed[2 * f - 2 + k]) / 2) * clip.frameTime;
      q[f * nq + 2 * k] += way[k];
    }
    most = Math.max(most, Math.hypot(way[0], way[1]));
  }
  return most > driftMost ? undefined : { clip: withCoordinates(clip, q), most };
}
