/** Walking, 0.6 to 1.9 m/s: the means of people, with what is known to be wrong in them put right (gait.md steps 1–7). */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Actor } from '../actor.ts';
import { type ChannelName, type Series, seriesOf, withMean } from './channel.ts';
import type { Gait, GaitCurves } from './gait.ts';
import { pelvisList } from './list-table.ts';
import { smoothStep } from './quintic.ts';
import type { Style } from './style.ts';
import { WALK_REFERENCE, WALK_TABLE } from './walk-table.ts';

const DEGREE = Math.PI / 180;
const TABLE_ANKLE = 0.069; // of leg length: height of the ankles in the tables
const TABLE_BIAS = 0.008; // of leg length: the tables' pelvis is lower than people's (knees never straight)

/** Speed over √(g L). */
export const nondimensional = (actor: Actor, speed: number): number => speed / Math.sqrt(GRAVITY * actor.scale);

/** The walk of a body. `frameTime`: the stride is rounded to whole frames, so that it loops. */
export function walkGait(actor: Actor, speed: number, stepFactor: number, style: Style, frameTime: number): Gait {
  const L = actor.scale;
  const f = nondimensional(actor, speed);
  const df = f - WALK_REFERENCE;
  // 6 % quicker than the table, whose feet slip 3–4 cm in every stance and whose knees are never straight.
  const stepRate =
    ((1.06 + 0.3 * Math.max(0, f - 0.45)) * style.pace * (0.518 + 0.694 * df)) / Math.sqrt(L / GRAVITY) / stepFactor;
  // Two steps of whole frames each: left and right are then sampled at the same phases.
  const strideTime = 2 * frameTime * Math.round(1 / stepRate / frameTime);
  const fast = smoothStep((f - 0.42) / 0.08);
  return {
    strideTime,
    stride: speed * strideTime,
    width: style.width * (0.098 - 0.063 * df) * L,
    contact: 0.01, // mean curves are blurred there: the foot of a person stops and leaves more sharply
    liftOff: 0.608 - 0.187 * df + 0.016 * fast, // fast walkers need the rear foot until the weight is over
    printAhead: (0.02 * (f - 0.33) - 0.007 - 0.008 * fast) * L,
    toeOut: style.toeOut,
    toeLimit: 30 * DEGREE,
    swingDrop: 6 * DEGREE, // knees here bend a little more than the mean, so ankles would be drawn up
    heelRise: { by: 0.018 + 0.04 * Math.max(0, df), from: 0.28, over: 0.2 },
    fade: { lift: 0.3, land: 0.3 },
    reach: { limit: 0.992, softness: 0.008, ends: 0.1 },
    longest: 0.9985, // a knee of 6°, as people have it before the other foot lands
    softLanding: 0.006,
    curves: walkCurves(actor, f, stepFactor, style),
    arms: style.arms,
  };
}

function walkCurves(actor: Actor, f: number, stepFactor: number, style: Style): GaitCurves {
  const L = actor.scale;
  const df = f - WALK_REFERENCE;
  const angle = (name: ChannelName): Series => seriesOf(WALK_TABLE[name], df, DEGREE);
  const length = (name: ChannelName, gain = 1): Series => seriesOf(WALK_TABLE[name], df, gain * L);
  const height = length('pelvisHeight');
  const ankleY = length('ankleY');
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
    ankleY: withMean(ankleY, ankleY.mean - TABLE_BIAS * L),
    ankleZ: length('ankleZ', 0.97 * stepFactor),
    knee: withMean(angle('knee'), angle('knee').mean - 8 * DEGREE),
  };
}
