/** Walking, 0.6 to 1.9 m/s: the means of people, with what is known to be wrong in them put right (docs/performer.md). */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { pendulumTime } from '../../gait/pendulum.ts';
import type { Actor } from '../actor.ts';
import { type ChannelName, type Series, seriesOf, withMean } from './channel.ts';
import type { Gait, GaitCurves } from './gait.ts';
import { pelvisList } from './list-table.ts';
import type { Style } from './style.ts';
import { WALK_REFERENCE, WALK_TABLE } from './walk-table.ts';

const DEGREE = Math.PI / 180;
const TABLE_ANKLE = 0.069; // of leg length: height of the ankles in the tables
const TABLE_BIAS = 0.008; // of leg length: the tables' pelvis is lower than people's (knees never straight)

const PACE = 1; // of people's step rate
const LOWEST = 0.045; // phase at which the CoM is lowest

/** Speed over √(g L). */
export const nondimensional = (actor: Actor, speed: number): number => speed / Math.sqrt(GRAVITY * actor.scale);

/** The walk of a body. `round`: what the time of a stride [s] is rounded by, so that it loops. */
export function walkGait(
  actor: Actor,
  speed: number,
  stepFactor: number,
  style: Style,
  round: (strideTime: number) => number = (time) => time,
): Gait {
  const L = actor.scale;
  const f = nondimensional(actor, speed);
  const df = f - WALK_REFERENCE;
  const stepRate = (PACE * style.pace * (0.518 + 0.694 * df)) / pendulumTime(L) / stepFactor;
  const strideTime = round(2 / stepRate);
  const contact = 0.018; // mean curves are blurred there: the foot of a person stops and leaves more sharply
  const liftOff = 0.606 - 0.11 * df;
  return {
    strideTime,
    stride: speed * strideTime,
    width: style.width * (0.098 - 0.063 * df) * L,
    contact,
    liftOff,
    carries: [contact, liftOff],
    printAhead: 0.235 * speed * strideTime,
    toeOut: style.toeOut,
    toeLimit: 30 * DEGREE,
    fade: { lift: 0.4, land: 0.6 },
    cop: {
      heel: -0.05 * actor.foot.length,
      toe: 0.7 * actor.foot.length,
      toes: 0.62 * actor.foot.length,
      inward: 0.008,
    },
    likeness: { knee: 8 * DEGREE, thigh: 4 * DEGREE, ankle: 4 * DEGREE, pitch: 4 * DEGREE },
    effort: { acceleration: 60, foot: 60, sole: 1.5 * DEGREE, bend: 2 * DEGREE },
    ahead: 0.03,
    harmonics: 16,
    clearance: 0.008,
    airborne: [0.3, 0.23],
    leastKnee: 6 * DEGREE,
    comRise: riseOf((0.03 + 0.063 * df) * L),
    comGiven: false,
    curves: walkCurves(actor, f, style),
    arms: style.arms,
  };
}

/** Twice per stride, lowest shortly after contact. */
function riseOf(range: number): Series {
  const angle = 4 * Math.PI * LOWEST;
  return { mean: 0, terms: [[2, -0.5 * range * Math.cos(angle), -0.5 * range * Math.sin(angle)]] };
}

function walkCurves(actor: Actor, f: number, style: Style): GaitCurves {
  const L = actor.scale;
  const df = f - WALK_REFERENCE;
  const angle = (name: ChannelName): Series => seriesOf(WALK_TABLE[name], df, DEGREE);
  const length = (name: ChannelName): Series => seriesOf(WALK_TABLE[name], df, L);
  const height = length('pelvisHeight');
  return {
    pelvisLateral: length('pelvisLateral'),
    pelvisForeAft: length('pelvisForeAft'),
    pelvisHeight: withMean(height, height.mean + (TABLE_BIAS - TABLE_ANKLE) * L + actor.foot.ankleHeight),
    pelvisRotation: withMean(angle('pelvisRotation'), 0, style.twist),
    pelvisTilt: withMean(angle('pelvisTilt'), 3 * DEGREE),
    pelvisList: pelvisList(f, DEGREE),
    chestPitch: withMean(angle('chestPitch'), 1 * DEGREE + style.lean),
    chestList: withMean(angle('chestList'), 0, 1.5),
    chestRotation: withMean(angle('chestRotation'), 0, style.twist),
    headPitch: withMean(angle('headPitch'), style.head),
    headList: angle('headList'),
    headRotation: angle('headRotation'),
    upperArmX: angle('upperArmX'),
    upperArmY: withMean(angle('upperArmY'), -0.2, 0.25), // the twist of the upper arm is mostly noise
    upperArmZ: angle('upperArmZ'),
    lowerArmX: angle('lowerArmX'),
    footPitch: angle('footPitch'),
    ankleX: length('ankleX'),
    knee: withMean(angle('knee'), angle('knee').mean - 8 * DEGREE),
    thigh: angle('thigh'),
  };
}
