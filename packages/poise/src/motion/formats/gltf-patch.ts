/**
 * Writes a motion back into the glTF it came from. The JSON and the binary data are edited in place: changed channels get
 * new samplers at the clip's frame times, appended to the data; everything else, known or unknown, stays as it was.
 * glTF stores 32-bit floats, so a changed value comes back within a relative 6e-8.
 */
import { FormatError } from '../../errors.ts';
import type { RawMotion } from '../raw-motion.ts';
import { budgetFor } from './budget.ts';
import { readAccessor } from './gltf-accessor.ts';
import type { Container, GltfFile } from './gltf-container.ts';
import { isObject } from './gltf-json.ts';
import {
  type Appender,
  createAppender,
  type EditableAnimation,
  type EditableJson,
  type NewData,
  pack,
} from './gltf-pack.ts';
import { type GltfDocument, trackKey } from './gltf-read.ts';
import { PATHS, type Path, sampleTrack } from './gltf-tracks.ts';
import type { FrameGrid } from './key-times.ts';
import { repeated, sameValues } from './same-track.ts';

interface Change {
  readonly joint: number;
  readonly path: Path;
  readonly values: Float64Array; // frames × (3 | 4)
}

/** The file with the motion's changes, in the given container; byte for byte the source when nothing changed. */
export function patchGltf(motion: RawMotion, document: GltfDocument, container: Container): Uint8Array {
  const { gltf, tree, animation } = document;
  const changes = changesOf(motion, document);
  const isSame = changes.length === 0 && gridOf(motion, document).pace === 1;
  if (isSame && container === gltf.container) return gltf.bytes.slice();
  const json = JSON.parse(gltf.text) as EditableJson;
  if (isSame) return pack(json, gltf, undefined, container);

  for (const { joint } of changes) useTransformFields(json, document, joint);
  if (animation === undefined && motion.frameCount === 1) {
    for (const { joint, path, values } of changes) json.nodes[tree.nodeOfJoint[joint]][path] = [...values];
    return pack(json, gltf, undefined, container);
  }
  return pack(json, gltf, editAnimation(json, motion, document, changes), container);
}

function changesOf(motion: RawMotion, document: GltfDocument): Change[] {
  const { tree, tracks } = document;
  const { grid, sameFrames, pace } = gridOf(motion, document);
  const end = grid.start + (grid.frameCount - 1) * grid.frameTime;
  const changes: Change[] = [];
  for (let joint = 0; joint < tree.joints.length; joint++) {
    for (const path of PATHS) {
      const rest = tree.rests[joint][path];
      const track = tracks.get(trackKey(joint, path));
      const given = motion[`${path}s`][joint];
      if (!track && !given) continue;
      const values = given ?? repeated(rest, grid.frameCount);
      const before = track ? sampleTrack(track, grid) : repeated(rest, grid.frameCount);
      // Keys beyond the end of a shortened clip would keep the animation long.
      const endsInTime = !track || sameFrames || track.times[track.times.length - 1] <= end + 0.5 * grid.frameTime;
      const bends = pace !== 1 && track?.interpolation === 'CUBICSPLINE'; // its tangents are per second
      if (!endsInTime || bends || !sameValues(before, values, rest.length)) changes.push({ joint, path, values });
    }
  }
  return changes;
}

interface OwnGrid {
  readonly grid: FrameGrid; // the frames of the motion in the file's own time
  readonly sameFrames: boolean; // the file's own frames …
  readonly pace: number; // … of which each takes so many times as long now
}

function gridOf({ frameTime, frameCount }: RawMotion, { grid }: GltfDocument): OwnGrid {
  if (frameCount !== grid.frameCount) {
    return { grid: { ...grid, frameTime, frameCount }, sameFrames: false, pace: 1 };
  }
  const pace = frameTime / grid.frameTime;
  return { grid, sameFrames: true, pace: Math.abs(pace - 1) < 1e-9 ? 1 : pace };
}

/** An animated node may not have a matrix; its translation, rotation and scale replace it. */
function useTransformFields(json: EditableJson, { gltf, tree }: GltfDocument, joint: number): void {
  const node = json.nodes[tree.nodeOfJoint[joint]];
  if (node['matrix'] === undefined) return;
  const { translation, rotation, scale, sheared } = tree.rests[joint];
  if (sheared) {
    throw new FormatError(
      gltf.file,
      undefined,
      `node "${tree.joints[joint].name}" has a sheared matrix: cannot animate it`,
    );
  }
  delete node['matrix'];
  Object.assign(node, { translation: [...translation], rotation: [...rotation], scale: [...scale] });
}

/** Points the changed channels to new samplers. Returns the data behind their accessors. */
function editAnimation(
  json: EditableJson,
  motion: RawMotion,
  document: GltfDocument,
  changes: readonly Change[],
): NewData {
  json.animations ??= [];
  const index = document.animation ?? json.animations.length;
  json.animations[index] ??= { ...(motion.animation && { name: motion.animation }), samplers: [], channels: [] };
  const animation = json.animations[index];
  const data = createAppender(json);
  const { grid, sameFrames, pace } = gridOf(motion, document);
  if (!sameFrames || pace !== 1) noteFrameTime(animation, motion.frameTime);
  if (pace !== 1) slowDown(animation, document.gltf, grid.start, pace, data);
  const times = Float32Array.from({ length: grid.frameCount }, (_, k) => grid.start + k * pace * grid.frameTime);
  const input = data.append(times, 1);
  const users = new Map<number, number>(); // channels per sampler
  for (const { sampler } of animation.channels) users.set(sampler, (users.get(sampler) ?? 0) + 1);
  for (const { joint, path, values } of changes) {
    const output = data.append(Float32Array.from(values), values.length / grid.frameCount);
    const sampler = { input, interpolation: 'LINEAR', output };
    const track = document.tracks.get(trackKey(joint, path));
    if (!track) {
      const target = { node: document.tree.nodeOfJoint[joint], path };
      animation.channels.push({ sampler: animation.samplers.push(sampler) - 1, target });
      continue;
    }
    // A sampler of this channel alone is replaced where it stands; one that others use too is left to them.
    const channel = animation.channels[track.channel];
    if (users.get(channel.sampler) !== 1) channel.sampler = animation.samplers.push(sampler) - 1;
    else animation.samplers[channel.sampler] = { ...animation.samplers[channel.sampler], ...sampler };
  }
  return data.finish();
}

/** The same keys, `pace` times as far apart: also those of channels that are no joint's. */
function slowDown({ samplers }: EditableAnimation, gltf: GltfFile, start: number, pace: number, data: Appender): void {
  const slowed = new Map<unknown, number>();
  const budget = budgetFor(gltf.bytes.length);
  samplers.forEach((sampler, s) => {
    const { input } = sampler;
    if (!slowed.has(input)) {
      const times = readAccessor(gltf, Number(input), 1, `sampler ${s}`, budget);
      slowed.set(
        input,
        data.append(
          Float32Array.from(times, (time) => start + pace * (time - start)),
          1,
        ),
      );
    }
    samplers[s] = { ...sampler, input: slowed.get(input) };
  });
}

/** Leaves the exact frame time beside the animation's own extras. */
function noteFrameTime(animation: EditableAnimation, frameTime: number): void {
  const extras = isObject(animation.extras) ? animation.extras : {};
  const poise = isObject(extras['poise']) ? extras['poise'] : {};
  animation.extras = { ...extras, poise: { ...poise, frameTime } };
}
