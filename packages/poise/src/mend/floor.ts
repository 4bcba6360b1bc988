/**
 * The floor: a clip that floats or is sunk as a whole, a floor that a camera saw tilted, and a height that drifts or hovers while the body is
 * carried all the same. Only the root is moved; what a foot is off by then is left to the feet.
 */
import { analyse } from '../balance/analyse.ts';
import { judge } from '../balance/judge.ts';
import { type BalanceReport, SUPPORT_PHASES } from '../balance/report.ts';
import { groundRule } from '../balance/rules/ground.ts';
import { runsWhere } from '../balance/rules/rule.ts';
import type { Body } from '../body/body.ts';
import { multiplyQuat, quatBetween, rotate3 } from '../math/quat.ts';
import { raised } from '../methods/plant-feet/settle.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { movedFloor, withFloorAtZero } from '../motion/moved-floor.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { strengthOfCutoff, whittaker } from '../optim/whittaker.ts';
import { withoutDrift } from './drift.ts';
import { withoutLean } from './lean.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { withTrueTravel } from './travel.ts';
import { metres } from './words.ts';

export interface FloorOutcome extends StageOutcome {
  readonly body: Body; // fitted to the clip on its floor
}

const PASSES = 2; // soles are measured where feet stand: what is lowered may show more
const UNKNOWN = 1e-3; // weight of frames in which the body flies or lies
const DEGREE = Math.PI / 180;

/** elsewhere: the body moves as it did, in another place. along: it drifted. lowered: it hovered or sank. */
export type Moved = 'elsewhere' | 'along' | 'lowered';

/** Is a change worth it? */
export type IsWorth = (before: Clip, after: Clip, body: Body, how: Moved) => boolean;

/** Puts a clip on a level floor at y = 0. `fit` makes the body of a clip.
 *
 * ```ts
 * const { clip: standing, body, did } = settleFloor(clip, fitBody);
 * ```
 */
export function settleFloor(clip: Clip, fit: (clip: Clip) => Body, isWorth: IsWorth = () => true): FloorOutcome {
  const did: string[] = [];
  let [mended, body] = [clip, fit(clip)];
  const take = (next: Clip, words: string, how: Moved): boolean => {
    const person = fit(next);
    if (!isWorth(mended, next, person, how)) return false;
    [mended, body] = [next, person];
    did.push(words);
    return true;
  };
  const grounded = onFloor(body, clip);
  if (grounded.clip !== clip) take(grounded.clip, grounded.did[0], 'elsewhere');
  const level = levelled(body, mended);
  if (level)
    take(level.clip, `The floor tilted by ${(level.tilt / DEGREE).toFixed(1)}° and was made level.`, 'elsewhere');
  const travel = withTrueTravel(body, mended);
  if (travel) {
    const share = `${(100 * travel.factor).toFixed(0)} %`;
    take(
      travel.clip,
      `The body travelled farther or less far than its steps go; its travel is ${share} of what it was.`,
      'elsewhere',
    );
  }
  const leaning = withoutLean(body, mended, (motion) => judge(motion, { person: body }));
  if (leaning) {
    const angle = (leaning.angle / DEGREE).toFixed(1);
    const words = `The body leaned to one side all the time, and its legs were turned under it by ${angle}°.`;
    take(leaning.clip, words, 'elsewhere');
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const lowered = followFloor(mended, analyse(body, mended));
    if (!lowered) break;
    const words = `The body hovered or sank by up to ${metres(lowered.most)} while the floor had to carry it, and was put back on the floor.`;
    if (!take(lowered.clip, words, 'lowered')) break;
  }
  const steady = withoutDrift(body, mended);
  if (steady) {
    take(
      steady.clip,
      `The body slid along with its standing feet, by up to ${metres(steady.most)}; its way was corrected.`,
      'along',
    );
  }
  return { clip: mended, body, did, left: [] };
}

/** The clip raised or lowered as a whole where it floats or is sunk all the time. */
export function onFloor(body: Body, clip: Clip): StageOutcome {
  const [finding] = groundRule.check({ body, clip, report: analyse(body, clip) });
  if (finding?.severity !== 'error') return untouched(clip);
  const isSunk = finding.message.includes('sunk');
  return {
    clip: movedFloor(clip) === 0 ? raised(clip, isSunk ? finding.value : -finding.value) : withFloorAtZero(clip),
    did: [`The whole clip was ${isSunk ? 'raised' : 'lowered'} by ${metres(finding.value)} to its floor.`],
    left: [],
  };
}

/** The clip turned until its floor is level, where the body then stands better over its feet; a slope that people walk on stays. */
function levelled(body: Body, clip: Clip): { clip: Clip; tilt: number } | undefined {
  const { tiltLeast, tiltGain } = MEND_PARAMETERS;
  const report = analyse(body, clip);
  const [x, y, z] = report.ground.normal;
  const tilt = Math.atan2(Math.hypot(x, z), y);
  if (tilt < tiltLeast || report.ground.kind === 'uneven' || clip.floor === 'stated') return undefined;
  const turn = new Float64Array(4);
  quatBetween(turn, 0, Float64Array.of(x, y, z), 0, Float64Array.of(0, 1, 0), 0);
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let o = 0; o < q.length; o += nq) {
    rotate3(q, o, turn, 0, q, o);
    multiplyQuat(q, o + 3, turn, 0, q, o + 3);
  }
  const turned = withCoordinates(clip, q);
  const after = analyse(body, turned);
  return offBalance(after) < (1 - tiltGain) * offBalance(report) ? { clip: turned, tilt } : undefined;
}

/** Mean distance [m] of the balance point outside the feet, over the frames that are judged. */
function offBalance({ margin, judged }: BalanceReport): number {
  let [sum, count] = [0, 0];
  for (let frame = 0; frame < margin.length; frame++) {
    if (!judged[frame]) continue;
    sum += Math.max(0, -margin[frame]);
    count++;
  }
  return count > 0 ? sum / count : 0;
}

/** A slow course of the root's height that brings soles to the floor wherever it must carry; undefined where they are there. */
function followFloor(clip: Clip, report: BalanceReport): { clip: Clip; most: number } | undefined {
  const { hoverHeight, hoverLoad, hoverTime, hoverCutoff } = MEND_PARAMETERS;
  const { phase, feet, unsupported, frameTime, ground } = report;
  if (ground.kind === 'uneven') return undefined;
  const frames = clip.frameCount;
  const [flight, other] = [SUPPORT_PHASES.indexOf('flight'), SUPPORT_PHASES.indexOf('other')];
  // Of two feet that touch, the one that is nearer to the floor tells the body's height: the other is in it by itself.
  const low = Float64Array.from({ length: frames }, (_, f) => {
    const heights = feet
      .filter(({ heel, ball, toe }) => heel[f] + ball[f] + toe[f] > 0)
      .map((foot) => foot.clearance[f]);
    if (heights.length === 0) return Math.min(feet[0].clearance[f], feet[1].clearance[f]);
    return heights.reduce((near, height) => (Math.abs(height) < Math.abs(near) ? height : near));
  });
  const hovers = (f: number): boolean => phase[f] === flight && unsupported[f] > hoverLoad && low[f] > hoverHeight;
  const sinks = (f: number): boolean => phase[f] !== other && low[f] < -hoverHeight;
  const least = hoverTime / frameTime;
  const gap = Math.round(hoverTime / 2 / frameTime);
  const off = [hovers, sinks]
    .flatMap((is) => runsWhere(frames, is, gap))
    .filter((run) => run.end - run.start + 1 > least);
  if (off.length === 0) return undefined;
  const weight = new Float64Array(frames).fill(UNKNOWN);
  const course = new Float64Array(frames);
  for (let f = 0; f < frames; f++) {
    if (phase[f] === other || (phase[f] === flight && !hovers(f))) continue;
    weight[f] = 1;
    course[f] = Math.abs(low[f]) > hoverHeight ? -low[f] : 0;
  }
  bridgeUnknown(course, weight);
  whittaker(course, 1, weight, new Float64Array(frames).fill(strengthOfCutoff(hoverCutoff, frameTime)));
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  let most = 0;
  for (let f = 0; f < frames; f++) {
    q[f * nq + 1] += course[f];
    most = Math.max(most, Math.abs(course[f]));
  }
  return { clip: withCoordinates(clip, q), most };
}

/** Straight lines over frames of which nothing is known, and the nearest value beyond them. */
function bridgeUnknown(course: Float64Array, weight: Float64Array): void {
  const known = Array.from(weight.keys()).filter((f) => weight[f] === 1);
  if (known.length === 0) return;
  course.fill(course[known[0]], 0, known[0]);
  course.fill(course[known[known.length - 1]], known[known.length - 1] + 1);
  for (let k = 1; k < known.length; k++) {
    const [a, b] = [known[k - 1], known[k]];
    for (let f = a + 1; f < b; f++) course[f] = course[a] + ((f - a) / (b - a)) * (course[b] - course[a]);
  }
}
