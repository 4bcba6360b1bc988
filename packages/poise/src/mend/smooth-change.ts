/** What a stage changed, smoothed in time where it was too sudden: most of it stays, and joints do not jump. */
import type { Body } from '../body/body.ts';
import { expQuat, multiplyQuat, normalizeQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { signContinuous } from '../motion/sample.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { strengthOfCutoff, whittaker } from '../optim/whittaker.ts';
import { bodyJoints } from './body-joints.ts';
import { turnBetween } from './bridge.ts';
import { HIPS_PLACE } from './pops.ts';

/** What moves too suddenly, and where. */
export interface Twitch extends Frames {
  readonly joint: number; // HIPS_PLACE: the hips' place
}

/** The clip with the rotations of single joints low-passed at `cutoff` [Hz] where they twitch: what was hidden in a tremor and now stands alone. */
export function withoutTwitches(clip: Clip, twitches: readonly Twitch[], cutoff: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const weight = new Float64Array(clip.frameCount).fill(1);
  const inside = strengthOfCutoff(cutoff, clip.frameTime);
  const turns = new Float64Array(4 * clip.frameCount);
  const places = new Float64Array(3 * clip.frameCount);
  for (const joint of new Set(twitches.map((twitch) => twitch.joint))) {
    const own = twitches.filter((twitch) => twitch.joint === joint);
    const strength = new Float64Array(clip.frameCount);
    for (const { start, end } of own) strength.fill(inside, Math.max(0, start - 1), Math.max(0, end - 1));
    if (joint === HIPS_PLACE) {
      for (let f = 0; f < clip.frameCount; f++) for (let k = 0; k < 3; k++) places[3 * f + k] = q[f * nq + k];
      whittaker(places, 3, weight, strength);
      for (const { start, end } of own) {
        for (let f = start; f <= end; f++) q.set(places.subarray(3 * f, 3 * f + 3), f * nq);
      }
      continue;
    }
    const at = quatIndex(joint);
    const whole = signContinuous(q, nq);
    for (let f = 0; f < clip.frameCount; f++) for (let k = 0; k < 4; k++) turns[4 * f + k] = whole[f * nq + at + k];
    whittaker(turns, 4, weight, strength);
    for (const { start, end } of own) {
      for (let f = start; f <= end; f++) normalizeQuat(q, f * nq + at, turns, 4 * f);
    }
  }
  return withCoordinates(clip, q);
}

/** `after` with the way from `before` to it low-passed at `cutoff` [Hz] within the stretches. */
export function withSmoothChange(
  body: Body,
  before: Clip,
  after: Clip,
  stretches: readonly Frames[],
  cutoff: number,
): Clip {
  const nq = coordinateCount(after.skeleton);
  const frames = after.frameCount;
  const weight = new Float64Array(frames).fill(1);
  const strength = new Float64Array(frames);
  const inside = strengthOfCutoff(cutoff, after.frameTime);
  for (const { start, end } of stretches) strength.fill(inside, Math.max(0, start - 1), Math.max(0, end - 1));
  const q = after.q.slice();
  const change = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) for (let k = 0; k < 3; k++) change[3 * f + k] = q[f * nq + k] - before.q[f * nq + k];
  whittaker(change, 3, weight, strength);
  for (const { start, end } of stretches) {
    for (let f = start; f <= end; f++)
      for (let k = 0; k < 3; k++) q[f * nq + k] = before.q[f * nq + k] + change[3 * f + k];
  }
  const [pair, turn] = [new Float64Array(8), new Float64Array(4)];
  for (const joint of bodyJoints(body)) {
    for (let f = 0; f < frames; f++) {
      const i = f * nq + quatIndex(joint);
      for (let k = 0; k < 4; k++) {
        pair[k] = before.q[i + k];
        pair[4 + k] = after.q[i + k];
      }
      turnBetween(turn, pair, 0, 4);
      for (let k = 0; k < 3; k++) change[3 * f + k] = turn[k];
    }
    whittaker(change, 3, weight, strength);
    for (const { start, end } of stretches) {
      for (let f = start; f <= end; f++) {
        const i = f * nq + quatIndex(joint);
        expQuat(turn, 0, change, 3 * f);
        multiplyQuat(q, i, before.q, i, turn, 0);
      }
    }
  }
  return withCoordinates(after, q);
}
