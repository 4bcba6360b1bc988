/**
 * A motion: a skeleton and its coordinates per frame, in SI units, Y up. Immutable; edits return a new Clip.
 */
import { UsageError } from '../errors.ts';
import type { Quat, ReadonlyVector } from '../math/types.ts';
import { FRAME_TIME_WANTED, isFrameTime } from './bounds.ts';
import { findRoles } from './find-roles.ts';
import type { FileTree } from './raw-motion.ts';
import type { RoleOutcome } from './roles.ts';
import { coordinateCount, type Skeleton } from './skeleton.ts';

/** Something the file animates that Poise does not interpret; it is resampled and written back, never changed. */
export interface ExtraTrack {
  readonly node: number; // index in the file's own list of joints or nodes
  readonly name: string;
  readonly kind: 'translation' | 'rotation' | 'scale';
  readonly values: Float64Array; // frames × (3 | 4 | 3), in the file's own units and axes, local to the node's parent
  readonly referenceValues?: Float64Array; // the same for the source's reference frames, where it has any
}

/** One thing that was inferred or noticed at import, with the evidence, in a sentence a person understands. */
export interface ImportNote {
  readonly topic: 'unit' | 'up' | 'forward' | 'ground' | 'reference-frame' | 'roles' | 'rate' | 'content';
  readonly text: string;
  readonly confidence: 'stated' | 'sure' | 'likely' | 'guess'; // stated: the file or the caller says so
}

/** How file coordinates became clip coordinates: clip = worldFromFile · (file · metresPerUnit) − (0, groundHeight, 0). */
export interface FileFrame {
  readonly metresPerUnit: number;
  readonly worldFromFile: Quat; // turns the file's axes to Y up and a stated front to +Z
  readonly groundHeight: number; // [m] in clip units, subtracted from the root's height
}

/** Where a clip came from, so that it can be written back into the same file. */
export interface ClipSource {
  readonly format: string; // id in the format registry
  readonly file: string;
  readonly animation: string; // name of the take; '' when the format has none
  readonly frame: FileFrame;
  readonly nodeOfJoint: Int32Array; // file node of every skeleton joint
  readonly referenceFrames: Float64Array; // coordinates of leading frames that are not part of the motion (an added T-pose), k×nq
  readonly notes: readonly ImportNote[];
  readonly document: unknown; // the format's own parsed file; only that format looks inside
  readonly tree?: FileTree; // the file's own joints, from which fromClip rebuilds what toClip took apart
}

/** Where a motion comes from. performed: made by code, exact to the last digit; captured: markers of a person; generated: by a model
 *  or from video; unknown: a file that does not say. Everything but `performed` is smoothed before it is differentiated. */
export const PROVENANCES = ['performed', 'captured', 'generated', 'unknown'] as const;
export type ClipProvenance = (typeof PROVENANCES)[number];

/** stated: the floor is y = 0, so feet that do not reach it float; unknown: it is looked for under the feet. */
export type FloorKnowledge = 'stated' | 'unknown';

export interface Clip {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly roles: RoleOutcome; // which joint plays which part of a person, or why nobody was found
  readonly frameTime: number; // [s] between frames
  readonly frameCount: number;
  readonly q: Float64Array; // frames × nq: root position, root quaternion, one quaternion per further joint
  readonly extraTracks: readonly ExtraTrack[];
  readonly provenance: ClipProvenance;
  readonly floor: FloorKnowledge;
  readonly source: ClipSource | undefined; // undefined: made by code
}

export interface ClipParts {
  readonly name?: string;
  readonly skeleton: Skeleton;
  readonly roles?: RoleOutcome; // found from the skeleton when absent
  readonly frameTime: number;
  readonly q: Float64Array;
  readonly extraTracks?: readonly ExtraTrack[];
  readonly provenance?: ClipProvenance; // `performed` without a source, else `unknown`
  readonly floor?: FloorKnowledge; // `stated` where a note of the source says so
  readonly source?: ClipSource | undefined;
}

/** Checks the parts and builds a clip; the number of frames follows from the length of q.
 *
 * ```ts
 * const still = createClip({ skeleton, frameTime: 1 / 30, q: restPose(skeleton) }); // one frame
 * ```
 */
export function createClip(parts: ClipParts): Clip {
  const nq = coordinateCount(parts.skeleton);
  const frameCount = parts.q.length / nq;
  if (!Number.isInteger(frameCount)) {
    throw new UsageError(`q must hold whole frames of ${nq} numbers, found ${parts.q.length}`);
  }
  if (!isFrameTime(parts.frameTime)) {
    throw new UsageError(`expected ${FRAME_TIME_WANTED}, found ${parts.frameTime}`);
  }
  return {
    name: parts.name ?? '',
    skeleton: parts.skeleton,
    roles: parts.roles ?? findRoles(parts.skeleton),
    frameTime: parts.frameTime,
    frameCount,
    q: parts.q,
    extraTracks: parts.extraTracks ?? [],
    provenance: parts.provenance ?? (parts.source ? 'unknown' : 'performed'),
    floor: parts.floor ?? (isFloorNoted(parts.source) ? 'stated' : 'unknown'),
    source: parts.source,
  };
}

const isFloorNoted = (source: ClipSource | undefined): boolean =>
  source?.notes.some(({ topic, confidence }) => topic === 'ground' && confidence === 'stated') ?? false;

/** Tracks of a clip of `frameCount` frames for one of another length: cut, or their last values held. */
export function fitTracks({ extraTracks, frameCount }: Clip, frames: number): readonly ExtraTrack[] {
  if (frames === frameCount || frameCount === 0) return extraTracks;
  return extraTracks.map((track) => {
    const width = track.values.length / frameCount;
    const values = new Float64Array(frames * width);
    values.set(track.values.subarray(0, Math.min(frames, frameCount) * width));
    for (let frame = frameCount; frame < frames; frame++) values.set(track.values.subarray(-width), frame * width);
    return { ...track, values };
  });
}

/** A copy with other coordinates (same frames or a new length given by q); everything else rides along. Reference frames stay
 *  beside the first frame: a T-pose in front of a motion stands where the motion begins, or no one would take it for one. */
export function withCoordinates(clip: Clip, q: Float64Array): Clip {
  const { source } = clip;
  const extraTracks = fitTracks(clip, q.length / coordinateCount(clip.skeleton));
  const moved = [0, 1, 2].some((c) => q[c] !== clip.q[c]);
  if (!source || source.referenceFrames.length === 0 || q.length === 0 || clip.q.length === 0 || !moved) {
    return createClip({ ...clip, q, extraTracks });
  }
  const nq = coordinateCount(clip.skeleton);
  const referenceFrames = source.referenceFrames.map((x, i) => (i % nq < 3 ? x + q[i % nq] - clip.q[i % nq] : x));
  return createClip({ ...clip, q, extraTracks, source: { ...source, referenceFrames } });
}

export const frameRate = (clip: Clip): number => 1 / clip.frameTime;

/** The same frames, said to be closer in time or farther apart than the file has them. */
export function withFrameRate(clip: Clip, rate: number): Clip {
  const note = { topic: 'rate', text: `set to ${rate} frames per second by hand`, confidence: 'stated' } as const;
  const source = clip.source && {
    ...clip.source,
    notes: [...clip.source.notes.filter(({ topic }) => topic !== 'rate'), note],
  };
  return createClip({ ...clip, frameTime: 1 / rate, source });
}

/** Seconds from the first frame to the last. */
export const durationOf = (clip: Clip): number => Math.max(0, clip.frameCount - 1) * clip.frameTime;

/** The number that the file's own application shows for this frame: an added reference frame is counted there. */
export function fileFrame(clip: Clip, frame: number): number {
  const leading = clip.source ? clip.source.referenceFrames.length / coordinateCount(clip.skeleton) : 0;
  return frame + leading;
}

/** A view on the coordinates of one frame; writing through it would change the clip, so it is read-only. */
export function frameAt(clip: Clip, frame: number): ReadonlyVector {
  const nq = coordinateCount(clip.skeleton);
  return clip.q.subarray(frame * nq, (frame + 1) * nq);
}
