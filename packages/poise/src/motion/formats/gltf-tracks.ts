/** Animation channels of a glTF: keys as stored, and their values at any time as the specification (appendix C) says. */

import { normalizeQuat, slerpQuat } from '../../math/quat.ts';
import { isFrameTime } from '../bounds.ts';
import type { Budget } from './budget.ts';
import { readAccessor } from './gltf-accessor.ts';
import type { GltfFile } from './gltf-container.ts';
import { found, indexAt, isObject, type JsonObject, objectsAt, refuse, textAt } from './gltf-json.ts';
import type { FrameGrid } from './key-times.ts';

export const PATHS = ['translation', 'rotation', 'scale'] as const;
export type Path = (typeof PATHS)[number];

export interface KeyTrack {
  readonly node: number; // index in the JSON's nodes
  readonly path: Path;
  readonly channel: number; // index in the animation's channels
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  readonly width: 3 | 4;
  readonly times: Float64Array; // [s], ascending
  readonly values: Float64Array; // keys × width; for CUBICSPLINE keys × (in-tangent, value, out-tangent) × width
}

export interface AnimationTracks {
  readonly name: string;
  readonly tracks: readonly KeyTrack[];
  readonly otherPaths: readonly string[]; // what else the animation drives: weights, pointer, …
  readonly frameTime: number | undefined; // [s] as Poise noted it when it wrote the file
}

/** Key times are 32-bit floats; files by Poise carry the exact frame time in `extras.poise.frameTime`. */
function frameTimeOf(animation: JsonObject): number | undefined {
  let value: unknown = animation;
  for (const key of ['extras', 'poise', 'frameTime']) value = isObject(value) ? value[key] : undefined;
  return typeof value === 'number' && isFrameTime(value) ? value : undefined;
}

/** The name of an animation as clips carry it. */
const animationName = (animation: JsonObject, index: number): string =>
  textAt(animation, 'name') ?? `animation_${index}`;

/** Reads the keys of animation `index`. `decoded` is shared by all animations of a file: accessors are often reused. */
export function readAnimation(
  gltf: GltfFile,
  index: number,
  budget: Budget,
  decoded: Map<string, Float64Array>,
): AnimationTracks {
  const { file } = gltf;
  const animation = objectsAt(file, gltf.json, 'animations')[index];
  const name = animationName(animation, index);
  const place = `animation ${index} "${name}"`;
  const samplers = objectsAt(file, animation, 'samplers', place);
  const nodeCount = objectsAt(file, gltf.json, 'nodes').length;
  const tracks: KeyTrack[] = [];
  const otherPaths = new Set<string>();
  const taken = new Set<string>();
  for (const [c, channel] of objectsAt(file, animation, 'channels', place).entries()) {
    const here = `${place}, channel ${c}`;
    const target = channel['target'];
    if (!isObject(target)) refuse(file, here, `"target": expected an object, found ${found(target)}`);
    const path = PATHS.find((known) => known === target['path']);
    if (path === undefined || target['node'] === undefined) {
      otherPaths.add(textAt(target, 'path') ?? found(target['path']));
      continue;
    }
    const node = indexAt(file, target, 'node', nodeCount, 'node', here);
    if (taken.has(`${node} ${path}`)) refuse(file, here, `the ${path} of node ${node} is driven twice`);
    taken.add(`${node} ${path}`);
    const sampler = samplers[indexAt(file, channel, 'sampler', samplers.length, 'sampler', here)];
    tracks.push({ node, path, channel: c, ...readSampler(gltf, sampler, path, here, budget, decoded) });
  }
  return { name, tracks, otherPaths: [...otherPaths], frameTime: frameTimeOf(animation) };
}

function readSampler(
  gltf: GltfFile,
  sampler: JsonObject,
  path: Path,
  place: string,
  budget: Budget,
  decoded: Map<string, Float64Array>,
): Pick<KeyTrack, 'interpolation' | 'width' | 'times' | 'values'> {
  const { file } = gltf;
  const stated = sampler['interpolation'] ?? 'LINEAR';
  const interpolation = (['LINEAR', 'STEP', 'CUBICSPLINE'] as const).find((known) => known === stated);
  if (interpolation === undefined) refuse(file, place, `"interpolation": ${found(stated)} is unknown`);
  const width = path === 'rotation' ? 4 : 3;
  const accessorCount = objectsAt(file, gltf.json, 'accessors').length;
  const read = (key: 'input' | 'output', columns: number): Float64Array => {
    const index = indexAt(file, sampler, key, accessorCount, 'accessor', place);
    const cached = decoded.get(`${index} ${columns}`);
    if (cached) return cached;
    const values = readAccessor(gltf, index, columns, `${place}, ${key}`, budget);
    if (key === 'input') checkAscending(values, file, `${place}, accessor ${index}`);
    decoded.set(`${index} ${columns}`, values);
    return values;
  };
  const times = read('input', 1);
  const values = read('output', width);
  const rows = interpolation === 'CUBICSPLINE' ? 3 * times.length : times.length;
  if (values.length !== rows * width) {
    refuse(file, place, `${times.length} key times need ${rows} ${path} values, found ${values.length / width}`);
  }
  return { interpolation, width, times, values };
}

function checkAscending(times: Float64Array, file: string, place: string): void {
  for (let k = 1; k < times.length; k++) {
    if (times[k] < times[k - 1]) {
      refuse(file, place, `key times must ascend: key ${k} is at ${times[k]} s, the one before at ${times[k - 1]} s`);
    }
  }
}

/** Values on all frames of a grid, frames × width; rotations have unit length. Held before the first and after the last key. */
export function sampleTrack(track: KeyTrack, grid: FrameGrid): Float64Array {
  const { times, width } = track;
  const last = times.length - 1;
  const out = new Float64Array(grid.frameCount * width);
  let key = 0;
  for (let frame = 0; frame < grid.frameCount; frame++) {
    const t = grid.start + frame * grid.frameTime;
    while (key < last && times[key + 1] <= t + grid.snap) key++;
    const onKey = key === last || t <= times[key] + grid.snap;
    if (onKey) copyKey(out, frame * width, track, key);
    else interpolate(out, frame * width, track, key, t);
    if (width === 4) normalizeQuat(out, frame * 4, out, frame * 4);
  }
  return out;
}

function copyKey(out: Float64Array, o: number, { interpolation, width, values }: KeyTrack, key: number): void {
  const i = interpolation === 'CUBICSPLINE' ? (3 * key + 1) * width : key * width;
  for (let k = 0; k < width; k++) out[o + k] = values[i + k];
}

function interpolate(out: Float64Array, o: number, track: KeyTrack, key: number, t: number): void {
  const { interpolation, width, times, values } = track;
  const span = times[key + 1] - times[key];
  const s = (t - times[key]) / span;
  if (interpolation === 'STEP') {
    copyKey(out, o, track, key);
  } else if (interpolation === 'CUBICSPLINE') {
    // Hermite basis; tangents are per second.
    const s2 = s * s;
    const s3 = s2 * s;
    const i = 3 * key * width;
    for (let k = 0; k < width; k++) {
      const value = values[i + width + k];
      const outTangent = span * values[i + 2 * width + k];
      const inTangent = span * values[i + 3 * width + k];
      const next = values[i + 4 * width + k];
      out[o + k] =
        (2 * s3 - 3 * s2 + 1) * value +
        (s3 - 2 * s2 + s) * outTangent +
        (-2 * s3 + 3 * s2) * next +
        (s3 - s2) * inTangent;
    }
  } else if (width === 4) {
    slerpQuat(out, o, values, 4 * key, values, 4 * key + 4, s);
  } else {
    for (let k = 0; k < 3; k++) out[o + k] = (1 - s) * values[3 * key + k] + s * values[3 * key + 3 + k];
  }
}
