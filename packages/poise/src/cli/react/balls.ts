/** Balls on the command line: "t=1 mass=3 speed=9 from=left at=torso". */

import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { headingAt } from '../../gait/heading.ts';
import type { TimedPush } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';
import { ballPush } from '../../methods/reactive-locomotion/ball.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type FieldRules, finite, parseFields } from '../fields.ts';
import { checkBegin, segmentAt } from '../push.ts';

export interface BallSpec {
  readonly start: number; // [s] when it hits
  readonly mass: number; // [kg]
  readonly speed: number; // [m/s]
  readonly from: number; // [rad] where it comes from, seen from the character: 0 ahead, + left
  readonly at: string; // role or joint name
}

const RULES: FieldRules = {
  flag: '--ball',
  keys: ['t', 'mass', 'speed', 'from', 'at'],
  example: '"t=1 mass=3 speed=9 from=left at=torso"',
};
const FROM = new Map([
  ['front', 0],
  ['left', 90],
  ['behind', 180],
  ['back', 180],
  ['right', -90],
]);
const PARTS = new Map([
  ['torso', 'chest'],
  ['trunk', 'chest'],
  ['hip', 'hips'],
]);

/** Reads one --ball argument. */
export function parseBall(text: string): BallSpec {
  const fields = parseFields(text, RULES);
  const from = fields.get('from') ?? 'behind';
  const at = fields.get('at') ?? 'torso';
  return {
    start: number(fields.get('t') ?? '0', 't', 0),
    mass: number(fields.get('mass') ?? '3', 'mass', Number.MIN_VALUE),
    speed: number(fields.get('speed') ?? '9', 'speed', Number.MIN_VALUE),
    from: (number(String(FROM.get(from) ?? from), 'from', Number.NEGATIVE_INFINITY) * Math.PI) / 180,
    at: PARTS.get(at) ?? at,
  };
}

function number(text: string, key: string, least: number): number {
  const value = finite(text);
  if (value !== undefined && value >= least) return value;
  const what =
    key === 'from' ? 'front, left, right, behind or degrees' : `a number ${least > 0 ? 'above 0' : 'from 0 on'}`;
  throw new UsageError(`--ball: ${key} needs ${what}, found "${text}"`);
}

/** The push that a ball gives the character as the clip has it at that moment. `seconds`: the result is as long as this, and balls
 *  may come after the clip's end. */
export function ballToPush(spec: BallSpec, body: Body, clip: Clip, seconds = 0): TimedPush {
  checkBegin('--ball', spec.start, clip, seconds);
  const frame = Math.min(clip.frameCount - 1, Math.round(spec.start / clip.frameTime));
  const { forward, left } = headingAt(body, clip, frame);
  const [c, s] = [Math.cos(spec.from), Math.sin(spec.from)];
  const velocity: Vec3 = [
    -spec.speed * (c * forward[0] + s * left[0]),
    0,
    -spec.speed * (c * forward[1] + s * left[1]),
  ];
  const segment = segmentAt(spec.at, body, clip, '--ball');
  const push = ballPush({ mass: spec.mass, velocity, segment }, body.totalMass, rootVelocity(clip, frame));
  return { ...push, time: spec.start };
}

function rootVelocity({ q, skeleton, frameCount, frameTime }: Clip, frame: number): Vec3 {
  const nq = coordinateCount(skeleton);
  const [a, b] = [Math.max(0, frame - 2), Math.min(frameCount - 1, frame + 2)];
  const rate = (k: number): number => (b > a ? (q[b * nq + k] - q[a * nq + k]) / ((b - a) * frameTime) : 0);
  return [rate(0), 0, rate(2)];
}
