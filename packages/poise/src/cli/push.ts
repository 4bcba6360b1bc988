/** Pushes on the command line: "t=1 at=chest impulse=0,0,35 duration=0.1". */
import type { ForceTrack } from '../balance/force-track.ts';
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { headingAt } from '../gait/heading.ts';
import { PUSH_DURATION, pushTrack, type TimedPush } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';
import { type Clip, durationOf } from '../motion/clip.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { jointNamed } from '../motion/skeleton.ts';
import { type FieldRules, finite, parseFields } from './fields.ts';

/** A push as it is written; `toPush` makes a push of it. */
export interface PushSpec {
  readonly start: number; // [s]
  readonly at: string; // role or joint name
  readonly impulse: Vec3; // [N·s] in the heading frame: left, up, forward
  readonly duration: number; // [s]
}

const RULES: FieldRules = {
  flag: '--push',
  keys: ['t', 'at', 'impulse', 'duration'],
  example: '"t=1 at=chest impulse=0,0,35 duration=0.1"',
};
const LONGEST_PUSH = 60; // [s]

/** Reads one --push argument. */
export function parsePush(text: string): PushSpec {
  const fields = parseFields(text, RULES);
  const start = finite(fields.get('t') ?? '0');
  if (start === undefined || start < 0) {
    throw new UsageError(`--push: t needs a number of seconds from 0 on, found "${fields.get('t')}"`);
  }
  const duration = finite(fields.get('duration') ?? String(PUSH_DURATION));
  if (duration === undefined || !(duration > 0 && duration <= LONGEST_PUSH)) {
    const found = `found "${fields.get('duration')}"`;
    throw new UsageError(`--push: duration needs a number of seconds above 0, up to ${LONGEST_PUSH}, ${found}`);
  }
  return { start, at: fields.get('at') ?? 'chest', impulse: impulseFrom(fields.get('impulse') ?? ''), duration };
}

function impulseFrom(text: string): Vec3 {
  const [left, up, forward, ...rest] = text.split(',').map(finite);
  if (left === undefined || up === undefined || forward === undefined || rest.length > 0) {
    throw new UsageError(`--push: impulse needs three numbers [N·s] left,up,forward as in ${RULES.example}`);
  }
  return [left, up, forward];
}

/** [s] how long a result is: `seconds` where they are asked for, otherwise as long as its clip. Throws UsageError for what begins later. */
export function checkBegin(flag: string, start: number, clip: Clip, seconds: number): void {
  const end = seconds > 0 ? seconds : durationOf(clip);
  if (start <= end) return;
  const length = `the ${seconds > 0 ? 'result' : 'clip'} is ${Number(end.toFixed(3))} s long`;
  throw new UsageError(`${flag}: t=${start} comes after the end: ${length}`);
}

/** The push in the world: turned by where the character faces at that moment. `seconds`: the result is as long as this, and pushes may
 *  come after the clip's end, in the heading it has there. */
export function toPush({ start, at, impulse, duration }: PushSpec, body: Body, clip: Clip, seconds = 0): TimedPush {
  checkBegin('--push', start, clip, seconds);
  const frame = Math.min(clip.frameCount - 1, Math.round(start / clip.frameTime));
  const heading = headingAt(body, clip, frame);
  const [left, up, forward] = impulse;
  return {
    time: start,
    impulse: [
      left * heading.left[0] + forward * heading.forward[0],
      up,
      left * heading.left[1] + forward * heading.forward[1],
    ],
    segment: segmentAt(at, body, clip),
    duration,
  };
}

/** The push as a force over time. */
export const pushToTrack = (spec: PushSpec, body: Body, clip: Clip): ForceTrack =>
  pushTrack({ ...toPush(spec, body, clip), name: `push at ${spec.at}` }, body);

/** The joint that a role or a name means. `flag`: where it was said. */
export function segmentAt(at: string, body: Body, clip: Clip, flag = '--push'): number {
  const byRole = (ROLES as readonly string[]).includes(at) ? body.roles[at as Role] : undefined;
  const joint = byRole ?? jointNamed(clip.skeleton, at);
  if (joint >= 0) return joint;
  throw new UsageError(
    `${flag}: no role or joint "${at}" in this skeleton; roles: ${Object.keys(body.roles).join(', ')}`,
  );
}
