/** Trips on the command line: "t=1.2 foot=left for=0.15": something holds a swinging foot. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import type { TimedPush } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type FieldRules, finite, parseFields } from '../fields.ts';
import { checkBegin } from '../push.ts';

export interface TripSpec {
  readonly start: number; // [s]
  readonly foot: 'left' | 'right';
  readonly seconds: number; // that the foot is held
}

const RULES: FieldRules = { flag: '--trip', keys: ['t', 'foot', 'for'], example: '"t=1.2 foot=left for=0.15"' };
const LEAST = 0.4; // [m/s] slower than this a foot does not swing
const LONGEST = 0.5; // [s]
/** What a held foot stops: a leg has 16.1 % of the body's mass ([Winter09] table 4.1). */
const LEG_SHARE = 0.161;

/** Reads one --trip argument. */
export function parseTrip(text: string): TripSpec {
  const fields = parseFields(text, RULES);
  const start = finite(fields.get('t') ?? '');
  const seconds = finite(fields.get('for') ?? '0.15');
  const foot = fields.get('foot') ?? '';
  if (start === undefined || start < 0)
    throw new UsageError(`--trip: t needs a number from 0 on, found "${fields.get('t') ?? ''}"`);
  if (seconds === undefined || !(seconds > 0 && seconds <= LONGEST)) {
    throw new UsageError(`--trip: for needs seconds above 0, up to ${LONGEST}, found "${fields.get('for')}"`);
  }
  if (foot !== 'left' && foot !== 'right') throw new UsageError(`--trip: foot needs left or right, found "${foot}"`);
  return { start, foot, seconds };
}

/** The push that takes the momentum of the leg from a foot that swings as the clip has it at that moment. */
export function tripToPush({ start, foot, seconds }: TripSpec, body: Body, clip: Clip, length = 0): TimedPush {
  checkBegin('--trip', start, clip, length);
  const { foot: segment } = body.soles[foot === 'left' ? 0 : 1];
  const frame = Math.min(clip.frameCount - 1, Math.round(start / clip.frameTime));
  const [x, , z] = velocityOf(body, clip, frame, segment);
  const speed = Math.hypot(x, z);
  if (speed < LEAST) {
    const moves = `moves at ${speed.toFixed(1)} m/s`;
    throw new UsageError(`--trip: the ${foot} foot ${moves} at ${start} s, and only one that swings can be held`);
  }
  const mass = LEG_SHARE * body.totalMass;
  return { time: start, impulse: [-mass * x, 0, -mass * z], segment, duration: seconds };
}

function velocityOf(body: Body, clip: Clip, frame: number, segment: number): Vec3 {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const at = (k: number): readonly number[] => {
    forwardKinematics(body, ws, clip.q, k * nq);
    return [...ws.segmentOrigin.subarray(3 * segment, 3 * segment + 3)];
  };
  const [a, b] = [Math.max(0, frame - 1), Math.min(clip.frameCount - 1, frame + 1)];
  const [from, to] = [at(a), at(b)];
  const rate = (c: number): number => (b > a ? (to[c] - from[c]) / ((b - a) * clip.frameTime) : 0);
  return [rate(0), rate(1), rate(2)];
}
