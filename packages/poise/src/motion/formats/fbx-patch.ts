/**
 * Writes a motion into the binary FBX it came from. Channels that differ get a linear key per frame in place of their curves; all
 * else, known or unknown, stays as it was: meshes, skins, materials, other takes and layers. FBX stores keys as 32-bit floats, so
 * a changed angle comes back within a relative 6e-8.
 */
import { type Axis, createEulerOrder } from '../../math/euler.ts';
import type { RawMotion } from '../raw-motion.ts';
import type { FbxDocument } from './fbx-document.ts';
import { type ChannelChange, editFbx } from './fbx-edit.ts';
import { type FbxScene, openFbx } from './fbx-read.ts';
import { anglesOf, axesOf } from './fbx-scene.ts';
import type { FbxJoint } from './fbx-skeleton.ts';
import { type Channel, type FbxTake, sampleTake } from './fbx-takes.ts';
import { type FbxTransform, localPlaceOf, localTurnOf } from './fbx-transform.ts';
import type { FrameGrid } from './key-times.ts';
import { repeated, sameValues } from './same-track.ts';

/** The frames of a motion in the time of the take that it came from. */
export interface Timing {
  readonly grid: FrameGrid;
  readonly isSame: boolean; // the take's own frames …
  readonly pace: number; // … or these, each so many times as long
}

/** The file with the motion's changes; byte for byte the source when nothing changed. */
export async function patchFbx(motion: RawMotion, document: FbxDocument): Promise<Uint8Array> {
  const scene = await openFbx(document.bytes, motion.file);
  const take = scene.takes.find(({ id }) => id === document.stack);
  const timing = timingOf(motion, document.grid);
  const changes = changesOf(motion, scene, take, timing);
  if (changes.length === 0 && timing.isSame) return document.bytes.slice();
  return await editFbx(scene, take, { name: motion.animation, timing, changes });
}

function timingOf({ frameTime, frameCount }: RawMotion, grid: FrameGrid): Timing {
  if (frameCount !== grid.frameCount) return { grid: { ...grid, frameTime, frameCount }, isSame: false, pace: 1 };
  const pace = frameTime / grid.frameTime;
  const isSame = Math.abs(pace - 1) < 1e-9;
  return isSame ? { grid, isSame, pace: 1 } : { grid: { ...grid, frameTime }, isSame, pace };
}

function changesOf(motion: RawMotion, scene: FbxScene, take: FbxTake | undefined, timing: Timing): ChannelChange[] {
  const { skeleton } = scene;
  const before = take && timing.isSame ? sampleTake(skeleton, take, timing.grid) : undefined;
  return skeleton.sources.flatMap((source, joint) => {
    const { model, transform } = source;
    const keyed = take?.moved.get(model.id)?.channels;
    const differs = (kind: 'translations' | 'rotations' | 'scales', channel: Channel, rest: readonly number[]) => {
      const given = motion[kind][joint];
      // Other frames: keys of the old ones must not stay.
      if (!timing.isSame) return given !== undefined || (keyed?.has(channel) ?? false);
      const was = before?.[kind][joint];
      if (!given && !was) return false;
      const { frameCount } = motion;
      return !sameValues(was ?? repeated(rest, frameCount), given ?? repeated(rest, frameCount), rest.length);
    };
    const { translation, rotation } = skeleton.joints[joint];
    const turns = differs('rotations', 'Lcl Rotation', rotation);
    const scales = differs('scales', 'Lcl Scaling', transform.scaling);
    const moves = differs('translations', 'Lcl Translation', translation) || (transform.pivoted && (turns || scales));
    const tracks = tracksOf(motion, skeleton.joints[joint], joint, transform);
    const changed: readonly (readonly [boolean, Channel, () => readonly Float64Array[]])[] = [
      [moves, 'Lcl Translation', () => placesOf(tracks, source, motion.frameCount)],
      [turns, 'Lcl Rotation', () => turnsOf(tracks, source, motion.frameCount)],
      [scales, 'Lcl Scaling', () => axesOf(tracks.scale, motion.frameCount)],
    ];
    return changed.flatMap(([is, channel, axes]) => (is ? [{ model, channel, axes: axes() }] : []));
  });
}

interface JointTracks {
  readonly place: Float64Array;
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
}

function tracksOf(
  { translations, rotations, scales, frameCount }: RawMotion,
  rest: RawMotion['joints'][number],
  joint: number,
  { scaling }: FbxTransform,
): JointTracks {
  return {
    place: translations[joint] ?? repeated(rest.translation, frameCount),
    rotation: rotations[joint] ?? repeated(rest.rotation, frameCount),
    scale: scales[joint] ?? repeated(scaling, frameCount),
  };
}

/** Lcl Translation over the frames, per axis. */
function placesOf({ place, rotation, scale }: JointTracks, { transform }: FbxJoint, frameCount: number) {
  const local = new Float64Array(3 * frameCount);
  for (let f = 0; f < frameCount; f++) localPlaceOf(local, 3 * f, transform, place, rotation, 4 * f, scale, 3 * f);
  return axesOf(local, frameCount);
}

/** Lcl Rotation over the frames, per axis [degrees], in the model's own order. */
function turnsOf({ rotation }: JointTracks, { model, transform }: FbxJoint, frameCount: number) {
  const local = new Float64Array(4 * frameCount);
  for (let f = 0; f < frameCount; f++) localTurnOf(local, 4 * f, transform, rotation);
  const lastFirst = [...transform.order].reverse() as Axis[];
  return anglesOf(local, frameCount, model.name, createEulerOrder(lastFirst));
}
