/** What every method may rely on: a person, finite coordinates, pushes in order. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { checkPush, type TimedPush } from '../gait/push.ts';
import type { Clip } from '../motion/clip.ts';
import { jointCount } from '../motion/skeleton.ts';
import type { MethodInput } from './method.ts';

/** Refuses input that no method can work on. Throws UsageError. */
export function checkInput({ body, clip, pushes = [], seed = 0 }: MethodInput): void {
  checkClip(body, clip);
  if (!Number.isInteger(seed)) throw new UsageError(`the seed must be a whole number, found ${seed}`);
  pushes.forEach((push, k) => {
    checkPush(push, body);
    checkTime(push, pushes[k - 1]);
  });
}

/** The body must be that of the clip's skeleton and every coordinate a number. */
export function checkClip(body: Body, clip: Clip): void {
  const [expected, found] = [jointCount(body.skeleton), jointCount(clip.skeleton)];
  if (expected !== found) {
    throw new UsageError(`the body has ${expected} joints, the clip ${found}: build the body from this clip`);
  }
  if (clip.frameCount === 0) throw new UsageError('the clip has no frames');
  const at = clip.q.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  const frame = Math.floor((at * clip.frameCount) / clip.q.length);
  throw new UsageError(`frame ${frame} of the clip holds ${clip.q[at]}; every coordinate must be a finite number`);
}

function checkTime({ time }: TimedPush, before: TimedPush | undefined): void {
  if (!(time >= 0 && time < Number.POSITIVE_INFINITY)) {
    throw new UsageError(`a push needs a time from 0 s on, found ${time}`);
  }
  if (before && before.time > time) {
    throw new UsageError(`pushes must be in order of time, found ${time} s after ${before.time} s`);
  }
}
