/** Running, 2.4 to 4.5 m/s, with flight (gait.md steps 17–21). */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Actor } from '../actor.ts';
import { type ChannelName, type Series, seriesOf, withMean } from './channel.ts';
import type { GaitCurves } from './gait.ts';
import type { Gait } from './jog-gait.ts';
import { pelvisList } from './list-table.ts';
import { RUN_REFERENCE, RUN_TABLE } from './run-table.ts';
import type { Style } from './style.ts';
import { nondimensional } from './walk-gait.ts';

const DEGREE = Math.PI / 180;
const TABLE_ANKLE = 0.069; // of leg length: height of the ankles in the tables
const TABLE_FLOAT = 0.026; // of leg length: the tables' feet float in stance
const FIRST_LOAD = 0.005; // phase at which the floor begins to push

/** The run of a body. `frameTime`: the stride is rounded to whole frames, so that it loops. */
export function runGait(actor: Actor, speed: number, stepFactor: number, style: Style, frameTime: number): Gait {
  const L = actor.scale;
  const f = nondimensional(actor, speed);
  const df = f - RUN_REFERENCE;
  const stepRate = (1.05 * style.pace * (0.853 + 0.313 * df)) / Math.sqrt(L / GRAVITY) / stepFactor;
  // 5 % quicker than the mean, as for walking: feet that do not slip would need deeper knees otherwise.
  // Two steps of whole frames each: left and right are then sampled at the same phases.
  const strideTime = 2 * frameTime * Math.round(1 / stepRate / frameTime);
  const loaded = 0.34 - 0.05 * df; // of the stride, per foot
  return {
    strideTime,
    stride: speed * strideTime,
    width: style.width * 0.049 * L,
    contact: FIRST_LOAD + 0.012,
    liftOff: FIRST_LOAD + loaded - 0.012,
    printAhead: Math.min(-0.005, -0.03 + 0.12 * Math.max(0, f - 1)) * L,
    toeOut: style.toeOut,
    toeLimit: 32 * DEGREE,
    swingDrop: 0,
    heelRise: { by: 0.025, from: 0.12, over: 0.18 },
    fade: { lift: 0.48, land: 0.3 },
    reach: { limit: 0.99, softness: 0.01, ends: 0.1 },
    longest: 0.998,
    softLanding: 0.008,
    comShape: flightShape(strideTime, loaded),
    curves: runCurves(actor, f, stepFactor, style),
    arms: style.arms,
  };
}

/** Height of the CoM about its mean when each foot pushes with half a sine for `loaded` of the stride, and free fall is between:
 *  ÿ = g (F − 1), F in body weights with mean 1. */
function flightShape(strideTime: number, loaded: number): Series {
  const samples = 720;
  const omega = (2 * Math.PI) / strideTime;
  const terms = [2, 4, 6, 8, 10, 12, 14, 16].map((k) => {
    let [cos, sin] = [0, 0];
    for (let i = 0; i < samples; i++) {
      const p = (0.5 * i) / samples; // the second foot repeats the first
      const u = (p - FIRST_LOAD) / loaded;
      const force = u > 0 && u < 1 ? ((Math.PI / 2) * Math.sin(Math.PI * u) * 0.5) / loaded : 0;
      cos += (2 / samples) * force * Math.cos(2 * Math.PI * k * p);
      sin += (2 / samples) * force * Math.sin(2 * Math.PI * k * p);
    }
    const gain = -GRAVITY / (k * omega) ** 2;
    return [k, gain * cos, gain * sin] as const;
  });
  return { mean: 0, terms };
}

function runCurves(actor: Actor, f: number, stepFactor: number, style: Style): GaitCurves {
  const L = actor.scale;
  const df = Math.min(0.35, f - RUN_REFERENCE);
  const angle = (name: ChannelName): Series => seriesOf(RUN_TABLE[name], df, DEGREE);
  const length = (name: ChannelName, gain = 1): Series => seriesOf(RUN_TABLE[name], df, gain * L);
  const height = length('pelvisHeight');
  const foot = angle('footPitch');
  return {
    pelvisLateral: length('pelvisLateral'),
    pelvisForeAft: length('pelvisForeAft'),
    pelvisHeight: withMean(height, height.mean - (TABLE_ANKLE + TABLE_FLOAT) * L + actor.foot.ankleHeight),
    pelvisRotation: withMean(angle('pelvisRotation'), 0, style.twist),
    pelvisTilt: withMean(angle('pelvisTilt'), 5 * DEGREE),
    pelvisList: pelvisList(0.56, 0.6 * DEGREE),
    chestPitch: withMean(angle('chestPitch'), 9 * DEGREE + style.lean),
    chestList: withMean(angle('chestList'), 0, 1.5),
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
    ankleY: length('ankleY'),
    ankleZ: length('ankleZ', 0.95 * stepFactor),
    knee: withMean(angle('knee'), angle('knee').mean - 8 * DEGREE),
    thigh: angle('thigh'),
  };
}
