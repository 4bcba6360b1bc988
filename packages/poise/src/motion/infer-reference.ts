/**
 * Leading frames that are no motion: conversions of the CMU database put a T-pose before the first captured frame.
 */
import { UsageError } from '../errors.ts';
import { relativeQuat } from '../math/quat.ts';
import type { ImportNote } from './clip.ts';
import type { RawMotion } from './raw-motion.ts';

/** Joint angles jump by this many times what nearly all following frames stay under before frame 0 is suspected. */
const JUMP_RATIO = 4;
/** … or by this many times where frame 0 is the rest pose: fast motion at a low frame rate steps as far as it jumps. */
const JUMP_RATIO_FROM_REST = 1.5;
/** A pose is the rest pose when it is nearer to it than this share of what every other frame is. */
const AT_REST = 0.5;
/** "Nearly all": glitches of the capture are as large as the jump in a few frames of some clips. */
const NEARLY_ALL = 0.95;
/** … and must jump by at least this much on average over the joints that turn [rad]. */
const LEAST_JUMP = 0.05;

/** Steps looked at, spread over the clip. */
const MOST_STEPS = 400;
/** A joint that shifts by less than this share of a usual bone stays in place. */
const STILL = 0.01;
/** … or by less than this share of its next step. */
const STILL_BESIDE_NEXT = 0.1;

export interface ReferenceFrames {
  readonly count: number;
  readonly notes: readonly ImportNote[];
}

/** Number of leading reference frames: as stated, or 1 where frame 0 is a pose put in front of the capture. */
export function inferReferenceFrames(raw: RawMotion, stated?: number): ReferenceFrames {
  if (stated !== undefined) {
    if (!Number.isInteger(stated) || stated < 0 || stated > raw.frameCount) {
      throw new UsageError(`referenceFrames must be a whole number from 0 to ${raw.frameCount}, found ${stated}`);
    }
    if (stated === 0) return { count: 0, notes: [] };
    const text = `${stated} leading ${stated === 1 ? 'frame is' : 'frames are'} set aside as reference, as asked`;
    return { count: stated, notes: [{ topic: 'reference-frame', text, confidence: 'stated' }] };
  }
  if (raw.frameCount < 4 || !rootsHold(raw)) return { count: 0, notes: [] };
  const jump = meanTurn(raw, 0);
  if (jump < LEAST_JUMP) return { count: 0, notes: [] };
  const stride = Math.ceil((raw.frameCount - 2) / MOST_STEPS);
  const steps = Float64Array.from({ length: Math.ceil((raw.frameCount - 2) / stride) }, (_, k) =>
    meanTurn(raw, 1 + k * stride),
  );
  const step = steps.sort()[Math.floor(NEARLY_ALL * (steps.length - 1))];
  if (jump < (startsAtRest(raw, stride) ? JUMP_RATIO_FROM_REST : JUMP_RATIO) * step) return { count: 0, notes: [] };
  const degrees = (angle: number) => `${((angle * 180) / Math.PI).toFixed(1)}°`;
  const text =
    `frame 0 is a pose put in front of the motion and is left out: the joints turn by ${degrees(jump)} on average to frame 1, ` +
    `later by less than ${degrees(step)} in nearly all frames, while the root stays in place`;
  return { count: 1, notes: [{ topic: 'reference-frame', text, confidence: 'sure' }] };
}

/** No joint translates from frame 0 to frame 1, beyond what exporters lose when they thin out curves. */
function rootsHold(raw: RawMotion): boolean {
  const bones = raw.joints.map(({ translation }) => Math.hypot(...translation)).filter((length) => length > 0);
  const bone = bones.sort((a, b) => a - b)[bones.length >> 1] ?? 0;
  const step = (track: Float64Array, i: number) =>
    Math.hypot(track[i + 3] - track[i], track[i + 4] - track[i + 1], track[i + 5] - track[i + 2]);
  return raw.translations.every(
    (track) => !track || step(track, 0) <= Math.max(STILL * bone, STILL_BESIDE_NEXT * step(track, 3)),
  );
}

/** Is frame 0 much nearer to the rest pose than all other frames that are looked at? */
function startsAtRest(raw: RawMotion, stride: number): boolean {
  const limit = meanTurnFromRest(raw, 0) / AT_REST;
  for (let frame = 1; frame < raw.frameCount; frame += stride) {
    if (meanTurnFromRest(raw, frame) < limit) return false;
  }
  return true;
}

const turn = new Float64Array(4);
const rest = new Float64Array(4);

const angleBetween = (a: Float64Array, i: number, b: Float64Array, j: number): number => {
  relativeQuat(turn, 0, a, i, b, j);
  return 2 * Math.atan2(Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]), Math.abs(turn[3]));
};

/** Mean angle by which the animated joints turn from a frame to the next [rad]. */
function meanTurn(raw: RawMotion, frame: number): number {
  let sum = 0;
  let joints = 0;
  for (const track of raw.rotations) {
    if (!track) continue;
    sum += angleBetween(track, 4 * frame, track, 4 * frame + 4);
    joints++;
  }
  return joints === 0 ? 0 : sum / joints;
}

/** Mean angle of the animated joints against the rest pose [rad]; roots do not count, as a person may face anywhere. */
function meanTurnFromRest(raw: RawMotion, frame: number): number {
  let sum = 0;
  let joints = 0;
  raw.rotations.forEach((track, joint) => {
    if (!track || raw.joints[joint].parent < 0) return;
    rest.set(raw.joints[joint].rotation);
    sum += angleBetween(rest, 0, track, 4 * frame);
    joints++;
  });
  return joints === 0 ? 0 : sum / joints;
}
