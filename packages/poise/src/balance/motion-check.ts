/**
 * A recorded reaction as a viewer sees it: pops, jolts, shaking, legs through legs, feet that slide or sink. What the source
 * clip does by itself at that time is not held against it.
 */
import type { Body } from '../body/body.ts';
import { type Clip, fileFrame } from '../motion/clip.ts';
import { analyse } from './analyse.ts';
import type { Finding, Severity } from './finding.ts';
import { measureFeet } from './motion-check/feet.ts';
import { joltSizes, measureJolts } from './motion-check/jolts.ts';
import { LEG_PAIRS, LEG_PARTS, legDepths } from './motion-check/legs.ts';
import { takeOwn } from './motion-check/own.ts';
import { MOTION_LIMITS, type MotionLimits } from './motion-check/parameters.ts';
import { findShakes } from './motion-check/shake.ts';
import type { Ground } from './report.ts';
import { centimetres, runsWhere, worstIn } from './rules/rule.ts';

export { MOTION_LIMITS, type MotionLimits };

export const MOTION_RULES = [
  'hip-pop',
  'joint-jolt',
  'shake',
  'leg-through-leg',
  'foot-slide',
  'foot-below-ground',
] as const;
export type MotionRule = (typeof MOTION_RULES)[number];

export interface MotionFinding extends Finding {
  readonly rule: MotionRule;
}

/** The worst of one quantity over the clip; frame −1 where it never shows. */
export interface WorstFrame {
  readonly frame: number;
  readonly value: number;
  readonly what: string; // 'hips', a joint's name, 'left shank and right foot', 'left foot'
}

export interface MotionCheck {
  readonly passed: boolean; // no finding is an error
  readonly findings: readonly MotionFinding[]; // by time
  readonly worst: Readonly<Record<MotionRule, WorstFrame>>;
  /** Per frame, beyond the source's own. */
  readonly hipChange: Float64Array; // [m/s per 1/60 s]
  readonly jointChange: Float64Array; // [rad/s per 1/60 s] of the joint that changes most
  readonly shake: Float64Array; // of limits: above 1 in frames that shake
  readonly legDepth: Float64Array; // [m]
  readonly slide: Float64Array; // frames×2 [m] left, right: shift since the contact began
  readonly footDepth: Float64Array; // frames×2 [m]
}

export interface MotionCheckOptions {
  /** The motion that the reaction was made from, frame by frame; without it nothing is forgiven. */
  readonly source: Clip | undefined;
  readonly ground: Ground | 'fit'; // default: the source's, or found under the feet
  readonly limits: Partial<MotionLimits>;
}

/** Checks a reaction. `body` must be built on the clip's skeleton, and source and clip must share it and their frame time.
 *
 * ```ts
 * const check = checkMotion(body, answered, { source: clip });
 * if (!check.passed) console.log(check.findings[0].message);
 * ```
 */
export function checkMotion(body: Body, clip: Clip, options: Partial<MotionCheckOptions> = {}): MotionCheck {
  const limits = { ...MOTION_LIMITS, ...options.limits };
  const measured = measureMotion(body, clip, options, limits);
  const found = quantitiesOf(clip, measured, limits);
  const findings = found.flatMap(({ rule, quantity, bounds }) => findingsOf(clip, rule, quantity, bounds));
  const valuesOf = (rule: MotionRule): Float64Array => found[MOTION_RULES.indexOf(rule)].quantity.values;
  return {
    passed: findings.every(({ severity }) => severity !== 'error'),
    findings: findings.sort((a, b) => a.start - b.start),
    worst: Object.fromEntries(found.map(({ rule, quantity }) => [rule, worstOf(quantity)])) as MotionCheck['worst'],
    hipChange: valuesOf('hip-pop'),
    jointChange: valuesOf('joint-jolt'),
    shake: valuesOf('shake'),
    legDepth: valuesOf('leg-through-leg'),
    slide: measured.feet.slide,
    footDepth: measured.feet.depth,
  };
}

/** All that is looked at, beyond the source's own. */
function measureMotion(body: Body, clip: Clip, options: Partial<MotionCheckOptions>, limits: MotionLimits) {
  const { source, ground } = options;
  const reach = Math.round(limits.ownWindow / clip.frameTime);
  const jolts = measureJolts(body, clip);
  const sizes = joltSizes(jolts);
  const depths = legDepths(body, clip, limits.legCore);
  const sourceReport = source && analyse(body, source, { ground: ground ?? 'fit' });
  const report = analyse(body, clip, { ground: ground ?? sourceReport?.ground ?? 'fit' });
  if (source) {
    takeOwn(sizes, joltSizes(measureJolts(body, source)), jolts.channels, reach);
    takeOwn(depths, legDepths(body, source, limits.legCore), LEG_PAIRS, reach);
  }
  const feet = measureFeet(report, sourceReport, limits);
  return { jolts, sizes, depths, feet, shakes: findShakes(jolts, sizes, clip.frameTime, limits) };
}

/** What each rule looks at, in the order of MOTION_RULES. */
function quantitiesOf(clip: Clip, measured: ReturnType<typeof measureMotion>, limits: MotionLimits): readonly Looked[] {
  const { jolts, sizes, depths, feet, shakes } = measured;
  const frames = clip.frameCount;
  const jointName = (channel: number): string => clip.skeleton.names[jolts.joints[channel - 1]] ?? '';
  const hips = largestOf(sizes, frames, jolts.channels, 0, 1);
  const joints = largestOf(sizes, frames, jolts.channels, 1, jolts.channels);
  const legs = largestOf(depths, frames, LEG_PAIRS, 0, LEG_PAIRS);
  const hipShake = (frame: number): number => shakes.hips[frame] / limits.shakeHips;
  const jointShake = (frame: number): number => shakes.joints[frame] / limits.shakeJoint;
  const ofFeet = (values: Float64Array): Quantity => {
    const most = largestOf(values, frames, 2, 0, 2);
    return { values: most.values, what: (frame) => (most.which[frame] === 0 ? 'left foot' : 'right foot') };
  };
  return [
    {
      rule: 'hip-pop',
      quantity: { values: hips.values, what: () => 'hips' },
      bounds: { error: limits.hipPop, unit: 'm/s' },
    },
    {
      rule: 'joint-jolt',
      quantity: { values: joints.values, what: (frame) => jointName(joints.which[frame]) },
      bounds: { warning: limits.joltWarning, error: limits.joltError, unit: 'rad/s' },
    },
    {
      rule: 'shake',
      quantity: {
        values: Float64Array.from(shakes.hips, (_, frame) => Math.max(hipShake(frame), jointShake(frame))),
        what: (frame) => (hipShake(frame) >= jointShake(frame) ? 'hips' : jointName(shakes.joint[frame])),
      },
      bounds: { error: 1, unit: 'times the limit' },
    },
    {
      rule: 'leg-through-leg',
      quantity: { values: legs.values, what: (frame) => pairName(legs.which[frame]) },
      bounds: { warning: limits.legDepthWarning, error: limits.legDepthError, unit: 'm' },
    },
    {
      rule: 'foot-slide',
      quantity: ofFeet(feet.slide),
      bounds: { warning: limits.slideWarning, error: limits.slideError, unit: 'm' },
    },
    {
      rule: 'foot-below-ground',
      quantity: ofFeet(feet.depth),
      bounds: { warning: limits.sunkWarning, error: limits.sunkError, unit: 'm' },
    },
  ];
}

interface Looked {
  readonly rule: MotionRule;
  readonly quantity: Quantity;
  readonly bounds: Bounds;
}

interface Quantity {
  readonly values: Float64Array; // frames
  readonly what: (frame: number) => string;
}

interface Bounds {
  readonly warning?: number;
  readonly error: number;
  readonly unit: string;
}

/** Per frame the largest of columns first … end − 1, and which column it is. */
function largestOf(values: Float64Array, frames: number, width: number, first: number, end: number) {
  const most = new Float64Array(frames);
  const which = new Int32Array(frames).fill(first);
  for (let frame = 0; frame < frames; frame++) {
    for (let k = first; k < end; k++) {
      const value = values[frame * width + k];
      if (!(value > most[frame])) continue;
      most[frame] = value;
      which[frame] = k;
    }
  }
  return { values: most, which };
}

const pairName = (pair: number): string =>
  `left ${LEG_PARTS[Math.floor(pair / LEG_PARTS.length)]} and right ${LEG_PARTS[pair % LEG_PARTS.length]}`;

function worstOf({ values, what }: Quantity): WorstFrame {
  const frame = worstIn({ start: 0, end: values.length - 1 }, (f) => values[f]);
  return values[frame] > 0 ? { frame, value: values[frame], what: what(frame) } : { frame: -1, value: 0, what: '' };
}

const TOGETHER = 0.15; // [s] findings this near in time are one event

function findingsOf(clip: Clip, rule: MotionRule, { values, what }: Quantity, bounds: Bounds): MotionFinding[] {
  const least = bounds.warning ?? bounds.error;
  // A shake is there as soon as it is found: its value starts at the limit.
  const over = (frame: number): boolean => (rule === 'shake' ? values[frame] >= least : values[frame] > least);
  const gap = Math.round(TOGETHER / clip.frameTime);
  return runsWhere(clip.frameCount, over, gap).map((run) => {
    const worst = worstIn(run, (frame) => values[frame]);
    const value = values[worst];
    const severity: Severity = value > bounds.error || rule === 'shake' ? 'error' : 'warning';
    const { unit } = bounds;
    const sentence = SENTENCES[rule](what(worst), value);
    const message = `At ${(worst * clip.frameTime).toFixed(2)} s (frame ${fileFrame(clip, worst)}) ${sentence}.`;
    return { rule, severity, ...run, worst, value, limit: bounds.error, unit, message };
  });
}

const SENTENCES: Readonly<Record<MotionRule, (what: string, value: number) => string>> = {
  'hip-pop': (_, value) => `the hips change their velocity by ${value.toFixed(1)} m/s within 1/60 s`,
  'joint-jolt': (what, value) => `"${what}" changes its angular velocity by ${value.toFixed(1)} rad/s within 1/60 s`,
  shake: (what, value) =>
    `${what === 'hips' ? 'the hips shake' : `"${what}" shakes`}: accelerations to and fro, ${value.toFixed(1)} times the limit`,
  'leg-through-leg': (what, value) => `${what} go ${centimetres(value)} through each other`,
  'foot-slide': (what, value) => `the ${what} has slid ${centimetres(value)} since it stands`,
  'foot-below-ground': (what, value) => `the ${what} is ${centimetres(value)} below the ground`,
};
