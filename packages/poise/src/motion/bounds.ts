/**
 * What a motion may measure. One table for all readers and for clips made by code: beyond it a file is damaged or made to harm, and
 * numbers would overflow, calculations not end or memory not suffice further on. Each bound lies well beyond what motion files hold.
 */
import { FormatError } from '../errors.ts';
import type { Clip } from './clip.ts';
import type { RawMotion } from './raw-motion.ts';

export const BOUNDS = {
  /** [s] 10 kHz, ten times the fastest motion capture; a year-long time lapse has a frame in less than 15 minutes. */
  frameTime: { least: 1e-4, most: 1e3 },
  /** Joints of one skeleton; the largest rigs have some 1,500. */
  joints: 10_000,
  /** Nodes of a file that holds whole scenes (glTF, FBX). */
  nodes: 50_000,
  /** Channels of one BVH joint: three positions, three rotations, and some of them twice. */
  channels: 12,
  /** Characters of a name. */
  name: 1024,
  /** Columns of a table, or marked points. */
  columns: 50_000,
  /** Bodies of an OpenSim model. */
  bodies: 500,
  /** Elements within elements, lists within lists. */
  depth: 100,
  /** Magnitude of any number in a file, in the file's own unit. */
  number: 1e12,
  /** [m] Positions and bones: from the equator to a pole, so that map coordinates fit. Below `number` in any unit down to 0.01 mm. */
  length: 1e7,
} as const;

/** A part of a unit quaternion, with room for rounding. */
const UNIT = 1 + 1e-6;

/** Whether a clip can have this frame time [s]. */
export const isFrameTime = (seconds: number): boolean =>
  seconds >= BOUNDS.frameTime.least && seconds <= BOUNDS.frameTime.most;

/** What a frame time or a rate should be, for messages. */
export const FRAME_TIME_WANTED = `a frame time from ${BOUNDS.frameTime.least} to ${BOUNDS.frameTime.most} s`;
export const FRAME_RATE_WANTED = `a frame rate from ${1 / BOUNDS.frameTime.most} to ${1 / BOUNDS.frameTime.least} Hz`;

/** Whether every number is finite and at most `most` in magnitude. */
export function isWithin(values: ArrayLike<number>, most: number): boolean {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= most)) return false;
  return true;
}

const longName = (joint: number, name: string): string =>
  `joint ${joint}: expected a name of at most ${BOUNDS.name} characters, found "${name.slice(0, 30)}…" with ${name.length}`;

/** The door from every file's own tree, before anything is inferred from it. Throws FormatError. */
export function checkRawBounds({ file, joints, frameTime }: RawMotion): void {
  if (joints.length > BOUNDS.nodes) {
    throw new FormatError(file, undefined, `expected at most ${BOUNDS.nodes} joints, found ${joints.length}`);
  }
  const long = joints.findIndex(({ name }) => name.length > BOUNDS.name);
  if (long >= 0) throw new FormatError(file, undefined, longName(long, joints[long].name));
  if (!isFrameTime(frameTime))
    throw new FormatError(file, undefined, `expected ${FRAME_TIME_WANTED}, found ${frameTime}`);
}

/** The last door before a clip leaves its reader: each value in the file was sound, but chained scales multiply. Throws FormatError. */
export function checkBounds(clip: Clip, file: string): Clip {
  const fault = faultInClip(clip);
  if (fault === undefined) return clip;
  throw new FormatError(file, undefined, clip.name === '' ? fault : `"${clip.name}": ${fault}`);
}

/** What of a clip no file should hold: expected and found, in words; undefined for a sound clip. `metresPerUnit`: of the file. */
export function faultInClip(clip: Clip, metresPerUnit = 1): string | undefined {
  const { skeleton, frameTime, frameCount, q, extraTracks, source } = clip;
  const most = Math.min(BOUNDS.length, BOUNDS.number * metresPerUnit);
  if (!isFrameTime(frameTime)) return `expected ${FRAME_TIME_WANTED}, found ${frameTime}`;
  const count = skeleton.names.length;
  if (count > BOUNDS.joints) return `expected at most ${BOUNDS.joints} joints, found ${count}`;
  const long = skeleton.names.findIndex((name) => name.length > BOUNDS.name);
  if (long >= 0) return longName(long, skeleton.names[long]);
  for (let i = 0; i < count; i++) {
    const joint = `joint "${skeleton.names[i]}"`;
    const offset = skeleton.offsets.subarray(3 * i, 3 * i + 3);
    if (!isWithin(offset, most)) return `${joint}: expected a bone of at most ${most} m, found ${[...offset]}`;
    const rest = skeleton.restRotations.subarray(4 * i, 4 * i + 4);
    if (!isWithin(rest, UNIT)) return `${joint}: expected a unit quaternion as rest rotation, found ${[...rest]}`;
  }
  const site = skeleton.endSites.find(({ offset }) => !isWithin(offset, most));
  if (site) {
    const end = `the end of joint "${skeleton.names[site.joint]}"`;
    return `${end}: expected a bone of at most ${most} m, found ${[...site.offset]}`;
  }
  const nq = frameCount > 0 ? q.length / frameCount : 1;
  for (let i = 0; i < q.length; i++) {
    const place = i % nq;
    if (Math.abs(q[i]) <= (place < 3 ? most : UNIT)) continue;
    const joint = skeleton.names[Math.max(0, Math.floor((place - 3) / 4))];
    const expected = place < 3 ? `a position of at most ${most} m` : 'a unit quaternion';
    return `frame ${Math.floor(i / nq)}, "${joint}": expected ${expected}, found ${q[i]}`;
  }
  const stray = extraTracks.find(({ values }) => !isWithin(values, BOUNDS.number));
  if (stray) return `${stray.kind} of "${stray.name}": expected numbers of at most ${BOUNDS.number}, found others`;
  return source && !isWithin(source.referenceFrames, most) ? 'the reference pose is beyond all bounds' : undefined;
}
