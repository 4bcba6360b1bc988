/** Running, 2.4 to 4.5 m/s, with flight (docs/performer.md). */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { pendulumTime } from '../../gait/pendulum.ts';
import { power } from '../../math/power.ts';
import type { Actor } from '../actor.ts';
import { type ChannelName, type Series, seriesOf, withMean } from './channel.ts';
import type { Gait, GaitCurves } from './gait.ts';
import { pelvisList } from './list-table.ts';
import { RUN_REFERENCE, RUN_TABLE } from './run-table.ts';
import { combine } from './series-fit.ts';
import type { Style } from './style.ts';
import { nondimensional } from './walk-gait.ts';

const DEGREE = Math.PI / 180;
const TABLE_ANKLE = 0.069; // of leg length: height of the ankles in the tables
const TABLE_FLOAT = 0.026; // of leg length: the tables' feet float in stance
const START_LOW = 0.024; // of leg length: with well bent knees the search for legs that reach cannot get stuck
const PACE = 1.06; // of people's step rate, which differ by 7 %
const SKEW = 0.62; // below 1: the push swells faster than it fades
const FIRST_LOAD = 0.012; // phase at which the floor begins to push

/** The run of a body. `round`: what the time of a stride [s] is rounded by, so that it loops. */
export function runGait(
  actor: Actor,
  speed: number,
  stepFactor: number,
  style: Style,
  round: (strideTime: number) => number = (time) => time,
): Gait {
  const L = actor.scale;
  const f = nondimensional(actor, speed);
  const df = f - RUN_REFERENCE;
  const stepRate = (PACE * style.pace * (0.853 + 0.313 * df)) / pendulumTime(L) / stepFactor;
  const strideTime = round(2 / stepRate);
  const loaded = (0.345 - 0.12 * df) * power(stepFactor, 0.3); // of the stride, per foot: people's 0.35, less at speed
  return {
    strideTime,
    stride: speed * strideTime,
    width: style.width * 0.049 * L,
    contact: FIRST_LOAD + 0.006,
    liftOff: FIRST_LOAD + loaded - 0.02, // the toes let go while the push fades: they are seen to leave when it has ended
    carries: [FIRST_LOAD - 0.014, FIRST_LOAD + loaded], // frames are wide: they see the push begin a little before it does
    printAhead: 0.1 * speed * strideTime,
    toeOut: style.toeOut,
    toeLimit: 32 * DEGREE,
    fade: { lift: 0.35, land: 0.34 },
    cop: {
      landing: -0.17 * actor.foot.length,
      heel: 0.45 * actor.foot.length,
      toe: 0.58 * actor.foot.length,
      toes: 0.6 * actor.foot.length,
      inward: 0.004,
    },
    likeness: { knee: 2.4 * DEGREE, thigh: 3 * DEGREE, ankle: 6 * DEGREE, pitch: 4 * DEGREE },
    effort: { acceleration: 50, foot: 175, sole: 1.2 * DEGREE, bend: 8 * DEGREE },
    ahead: 1e-4, // over its feet as the centre of pressure has it
    harmonics: 20,
    clearance: 0.005,
    airborne: [0.3, 0.23],
    leastKnee: 6 * DEGREE,
    comRise: flightShape(strideTime, loaded),
    comGiven: true,
    curves: runCurves(actor, f, style),
    arms: style.arms,
  };
}

/** Height of the CoM about its mean when each foot pushes for `loaded` of the stride, most before the middle of it as people
 *  do, and free fall is between: ÿ = g (F − 1), F in body weights with mean 1. */
function flightShape(strideTime: number, loaded: number): Series {
  const samples = 720;
  const omega = (2 * Math.PI) / strideTime;
  const push = Float64Array.from({ length: samples }, (_, i) => {
    const u = ((0.5 * i) / samples - FIRST_LOAD) / loaded; // the second foot repeats the first
    return u > 0 && u < 1 ? Math.sin(Math.PI * power(u, SKEW)) : 0;
  });
  const whole = push.reduce((sum, value) => sum + value, 0);
  const terms = [2, 4, 6, 8, 10, 12, 14, 16].map((k) => {
    const part = (wave: (angle: number) => number): number =>
      2 * push.reduce((sum, value, i) => sum + value * wave((Math.PI * k * i) / samples), 0);
    const gain = -GRAVITY / ((k * omega) ** 2 * whole);
    return [k, gain * part(Math.cos), gain * part(Math.sin)] as const;
  });
  return { mean: 0, terms };
}

function runCurves(actor: Actor, f: number, style: Style): GaitCurves {
  const L = actor.scale;
  const df = Math.min(0.35, f - RUN_REFERENCE); // faster people were not measured
  const angle = (name: ChannelName): Series => seriesOf(RUN_TABLE[name], df, DEGREE);
  const length = (name: ChannelName): Series => seriesOf(RUN_TABLE[name], df, L);
  const height = length('pelvisHeight');
  const foot = angle('footPitch');
  return {
    pelvisLateral: length('pelvisLateral'),
    pelvisForeAft: length('pelvisForeAft'),
    pelvisHeight: withMean(height, height.mean - (TABLE_ANKLE + TABLE_FLOAT + START_LOW) * L + actor.foot.ankleHeight),
    pelvisRotation: withMean(angle('pelvisRotation'), 0, style.twist),
    pelvisTilt: withMean(angle('pelvisTilt'), 5 * DEGREE),
    pelvisList: pelvisList(0.56, 0.8 * DEGREE),
    chestPitch: withMean(angle('chestPitch'), 12 * DEGREE + style.lean),
    chestList: withMean(angle('chestList'), 0, 1.1),
    chestRotation: withMean(angle('chestRotation'), 0, style.twist),
    headPitch: withMean(angle('headPitch'), 2 * DEGREE + style.head),
    headList: angle('headList'),
    headRotation: angle('headRotation'),
    upperArmX: angle('upperArmX'),
    upperArmY: withMean(angle('upperArmY'), -0.3, 0.25), // the twist of the upper arm is mostly noise
    upperArmZ: angle('upperArmZ'),
    lowerArmX: angle('lowerArmX'),
    footPitch: withMean(foot, foot.mean + 4 * DEGREE), // its zero comes from a T-pose
    ankleX: length('ankleX'),
    knee: runningKnee(angle('knee'), df),
    thigh: angle('thigh'),
  };
}

/** The tables' knees are 8° too bent where they are nearly straight; where they are bent most, the path of the ankle,
 *  which is sound, bears them out. */
function runningKnee(table: Series, df: number): Series {
  const [most, size] = [2 * Math.PI * 0.66, (8 - 10 * Math.max(0, df)) * DEGREE];
  // (1 + cos)² / 4 about the phase of the bent knee: nothing in mid-stance
  const bend: Series = {
    mean: 0.375 * size,
    terms: [
      [1, 0.5 * size * Math.cos(most), 0.5 * size * Math.sin(most)],
      [2, 0.125 * size * Math.cos(2 * most), 0.125 * size * Math.sin(2 * most)],
    ],
  };
  return combine(withMean(table, table.mean - 8 * DEGREE), bend, 1);
}
