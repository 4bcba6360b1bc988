/**
 * The way back from a Clip to the file's own nodes, units and axes: the exact inverse of toClip.
 */
import { UsageError } from '../errors.ts';
import { copyQuat, relativeQuat, rotateBack3 } from '../math/quat.ts';
import type { Quat, Vec3 } from '../math/types.ts';
import { addScaled3, copy3 } from '../math/vec3.ts';
import type { Clip, ClipSource, ExtraTrack } from './clip.ts';
import type { FileTree, RawMotion } from './raw-motion.ts';
import { createNodePose, pathTo, placeNodes, type RawTracks } from './raw-tree.ts';
import { coordinateCount, jointCount, quatIndex } from './skeleton.ts';

export interface FromClipOptions {
  /** Length of the unit of a fresh file [m]; a file that is patched keeps its own unit. Default 1. */
  readonly metresPerUnit?: number;
  /** Build the joints from the skeleton alone, even when the clip knows its file. */
  readonly fresh?: boolean;
}

/** A joint that the file does not animate stays so while the clip holds it within this share of its rest value. */
const AT_REST = 1e-10;

/**
 * The clip as its file would hold it. With a source: all nodes of that file, its document, its reference frames. Without
 * one, or with `fresh`: the skeleton's joints alone, Y up.
 *
 * ```ts
 * const raw = fromClip(clip); // what a writer prints
 * ```
 */
export function fromClip(clip: Clip, options: FromClipOptions = {}): RawMotion {
  const source = clip.source;
  if (options.fresh || !source?.tree) return freshMotion(clip, options.metresPerUnit ?? 1);
  if (source.nodeOfJoint.length !== jointCount(clip.skeleton)) {
    throw new UsageError(
      `the clip has ${jointCount(clip.skeleton)} joints but its source ${source.nodeOfJoint.length}; write it with fresh`,
    );
  }
  return restoredMotion(clip, source, source.tree);
}

function restoredMotion(clip: Clip, source: ClipSource, tree: FileTree): RawMotion {
  const nq = coordinateCount(clip.skeleton);
  const leading = source.referenceFrames.length / nq;
  const frameCount = leading + clip.frameCount;
  const count = tree.joints.length;
  const tracks = {
    joints: tree.joints,
    translations: new Array<Float64Array | undefined>(count).fill(undefined),
    rotations: new Array<Float64Array | undefined>(count).fill(undefined),
    scales: new Array<Float64Array | undefined>(count).fill(undefined),
  };
  for (const extra of clip.extraTracks) {
    const kind = `${extra.kind}s` as const;
    tracks[kind][extra.node] = wholeTrack(extra, leading, clip.frameCount);
  }
  const q = new Float64Array(nq * frameCount);
  q.set(source.referenceFrames);
  q.set(clip.q, source.referenceFrames.length);
  const root = source.nodeOfJoint[0];
  const rootTracks = rootInFile(tracks, root, q, nq, source);
  tracks.translations[root] = unlessAtRest(
    rootTracks.translation,
    tree.hasTranslation[root],
    tree.joints[root].translation,
  );
  tracks.rotations[root] = unlessAtRest(rootTracks.rotation, tree.hasRotation[root], tree.joints[root].rotation);
  for (let joint = 1; joint < source.nodeOfJoint.length; joint++) {
    const node = source.nodeOfJoint[joint];
    const values = new Float64Array(4 * frameCount);
    for (let frame = 0; frame < frameCount; frame++) copyQuat(values, 4 * frame, q, nq * frame + quatIndex(joint));
    tracks.rotations[node] = unlessAtRest(values, tree.hasRotation[node], tree.joints[node].rotation);
  }
  return {
    format: source.format,
    file: source.file,
    animation: source.animation,
    endSites: tree.endSites,
    frameTime: clip.frameTime,
    frameCount,
    ...tracks,
    statedMetresPerUnit: tree.statedMetresPerUnit,
    statedUp: tree.statedUp,
    notes: tree.notes,
    document: source.document,
  };
}

/** Reference rows, then the clip's rows. A track that lost its reference rows repeats its first value there. */
function wholeTrack(extra: ExtraTrack, leading: number, frameCount: number): Float64Array {
  const width = extra.kind === 'rotation' ? 4 : 3;
  if (extra.values.length !== width * frameCount) {
    throw new UsageError(
      `extra ${extra.kind} track of "${extra.name}": expected ${frameCount} frames of ${width} numbers, found ${extra.values.length} numbers`,
    );
  }
  if (leading === 0) return extra.values;
  const whole = new Float64Array(width * (leading + frameCount));
  for (let frame = 0; frame < leading; frame++) {
    const kept = extra.referenceValues?.subarray(width * frame, width * (frame + 1));
    whole.set(kept?.length === width ? kept : extra.values.subarray(0, width), width * frame);
  }
  whole.set(extra.values, width * leading);
  return whole;
}

/** The root's local tracks: clip axes and metres undone, the nodes above it divided out, frame by frame. */
function rootInFile(tracks: RawTracks, root: number, q: Float64Array, nq: number, source: ClipSource) {
  const { metresPerUnit, worldFromFile, groundHeight } = source.frame;
  const turn = Float64Array.from(worldFromFile);
  const stem = pathTo(tracks.joints, root).slice(0, -1);
  const above = stem.at(-1);
  const pose = createNodePose(tracks.joints.length);
  const frames = q.length / nq;
  const translation = new Float64Array(3 * frames);
  const rotation = new Float64Array(4 * frames);
  const point = new Float64Array(3);
  for (let frame = 0; frame < frames; frame++) {
    copy3(point, 0, q, nq * frame);
    point[1] += groundHeight;
    rotateBack3(point, 0, turn, 0, point, 0);
    for (let k = 0; k < 3; k++) point[k] /= metresPerUnit;
    relativeQuat(rotation, 4 * frame, turn, 0, q, nq * frame + 3);
    if (above !== undefined) {
      placeNodes(pose, tracks, stem, frame);
      addScaled3(point, 0, pose.positions, 3 * above, -1);
      rotateBack3(point, 0, pose.rotations, 4 * above, point, 0);
      for (let k = 0; k < 3; k++) point[k] /= pose.scales[above];
      relativeQuat(rotation, 4 * frame, pose.rotations, 4 * above, rotation, 4 * frame);
    }
    copy3(translation, 3 * frame, point, 0);
  }
  return { translation, rotation };
}

/** Drops a track that the file does not have and the clip does not need. */
function unlessAtRest(values: Float64Array, animated: boolean, rest: Vec3 | Quat): Float64Array | undefined {
  if (animated) return values;
  const size = Math.max(1, Math.hypot(...rest));
  for (let i = 0; i < values.length; i += rest.length) {
    // A quaternion and its negative are one rotation.
    let same = 0;
    let opposite = rest.length === 4 ? 0 : Number.POSITIVE_INFINITY;
    for (let k = 0; k < rest.length; k++) {
      same = Math.max(same, Math.abs(values[i + k] - rest[k]));
      opposite = Math.max(opposite, Math.abs(values[i + k] + rest[k]));
    }
    if (Math.min(same, opposite) > AT_REST * size) return values;
  }
  return undefined;
}

function freshMotion(clip: Clip, metresPerUnit: number): RawMotion {
  if (!(metresPerUnit > 0)) throw new UsageError(`metresPerUnit must be a positive length, found ${metresPerUnit}`);
  const { names, parents, offsets, restRotations, endSites } = clip.skeleton;
  const nq = coordinateCount(clip.skeleton);
  const inUnits = (a: ArrayLike<number>, i: number): Vec3 => [
    a[i] / metresPerUnit,
    a[i + 1] / metresPerUnit,
    a[i + 2] / metresPerUnit,
  ];
  const rotations = names.map((_, joint) => {
    const track = new Float64Array(4 * clip.frameCount);
    for (let frame = 0; frame < clip.frameCount; frame++)
      copyQuat(track, 4 * frame, clip.q, nq * frame + quatIndex(joint));
    return track;
  });
  const translation = new Float64Array(3 * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) translation.set(inUnits(clip.q, nq * frame), 3 * frame);
  return {
    format: '',
    file: '',
    animation: clip.source?.animation ?? clip.name,
    joints: names.map((name, joint) => ({
      name,
      parent: parents[joint],
      translation: inUnits(offsets, 3 * joint),
      rotation: [...restRotations.subarray(4 * joint, 4 * joint + 4)] as unknown as Quat,
      scale: 1,
    })),
    endSites: endSites.map(({ joint, offset }) => ({ joint, offset: inUnits(offset, 0) })),
    frameTime: clip.frameTime,
    frameCount: clip.frameCount,
    translations: names.map((_, joint) => (joint === 0 ? translation : undefined)),
    rotations,
    scales: names.map(() => undefined),
    statedMetresPerUnit: metresPerUnit,
    statedUp: 'y',
    notes: [],
    document: undefined,
  };
}
