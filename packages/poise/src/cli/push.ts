/** Pushes on the command line: "t=1 at=chest impulse=0,0,35 duration=0.1". */
import type { ForceTrack } from '../balance/force-track.ts';
import { pushTrack } from '../balance/force-track.ts';
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { headingAt } from '../gait/heading.ts';
import type { Vec3 } from '../math/types.ts';
import { type Clip, durationOf } from '../motion/clip.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { jointNamed } from '../motion/skeleton.ts';
import { type FieldRules, finite, parseFields } from './fields.ts';

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
  const duration = finite(fields.get('duration') ?? '0.1');
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

/** The impulse in world axes [N·s]: turned by where the character faces at that moment. Throws UsageError for a push that
 *  begins after the clip has ended. */
export function pushImpulse(spec: PushSpec, body: Body, clip: Clip): Vec3 {
  if (spec.start > durationOf(clip)) {
    const length = `the clip is ${Number(durationOf(clip).toFixed(3))} s long`;
    throw new UsageError(`--push: t=${spec.start} comes after the end: ${length}`);
  }
  const frame = Math.min(clip.frameCount - 1, Math.round(spec.start / clip.frameTime));
  const heading = headingAt(body, clip, frame);
  const [left, up, forward] = spec.impulse;
  return [
    left * heading.left[0] + forward * heading.forward[0],
    up,
    left * heading.left[1] + forward * heading.forward[1],
  ];
}

/** The push as a force in world axes. */
export function pushToTrack(spec: PushSpec, body: Body, clip: Clip): ForceTrack {
  const impulse = pushImpulse(spec, body, clip);
  const segment = segmentAt(spec.at, body, clip);
  return pushTrack({ name: `push at ${spec.at}`, segment, impulse, start: spec.start, duration: spec.duration });
}

/** The joint that a role or a name means. `flag`: where it was said. */
export function segmentAt(at: string, body: Body, clip: Clip, flag = '--push'): number {
  const byRole = (ROLES as readonly string[]).includes(at) ? body.roles[at as Role] : undefined;
  const joint = byRole ?? jointNamed(clip.skeleton, at);
  if (joint >= 0) return joint;
  throw new UsageError(
    `${flag}: no role or joint "${at}" in this skeleton; roles: ${Object.keys(body.roles).join(', ')}`,
  );
}
