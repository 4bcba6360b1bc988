/** Objects of an FBX file, their properties and links, as records: what a new file and one that is written into have in common. */
import { UsageError } from '../../errors.ts';
import { createEulerOrder } from '../../math/euler.ts';
import { writeEulerTrack } from './euler-track.ts';
import { TICKS_PER_SECOND } from './fbx-curves.ts';
import { double, type FbxRecord, floats, int, ints, long, longs, record, text } from './fbx-encode.ts';
import { FRAME_TIME_PROPERTY } from './fbx-rates.ts';
import type { Channel } from './fbx-takes.ts';

const LINEAR = 4; // flag of a key
const DEGREES = 180 / Math.PI;
const XYZ = createEulerOrder([2, 1, 0]); // Rz · Ry · Rx, FBX's "XYZ"
/** Id of the node above all others. */
export const SCENE = 0n;
const MOST_TICKS = 2 ** 62; // a key time has 64 bits, with a sign

/** Objects and links that are made; every object has a number of its own. */
export interface Scene {
  readonly objects: FbxRecord[];
  readonly links: FbxRecord[];
  readonly counts: Map<string, number>; // objects made, by kind
  next: bigint; // the first number that is free
}

export const named = (name: string, kind: string): Uint8Array => text(`${printable(name)}\u0000\u0001${kind}`);
/** FBX parts names by the characters 0 and 1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
export const printable = (name: string): string => name.replace(/[\u0000\u0001]/g, '_');

export function add(
  scene: Scene,
  kind: string,
  name: Uint8Array,
  subtype: string,
  children: readonly FbxRecord[],
): bigint {
  const id = scene.next++;
  scene.counts.set(kind, (scene.counts.get(kind) ?? 0) + 1);
  scene.objects.push(record(kind, [long(id), name, text(subtype)], children));
  return id;
}

export function link(scene: Scene, child: bigint, parent: bigint, property?: string): void {
  const ends = [long(child), long(parent)];
  scene.links.push(record('C', property === undefined ? [text('OO'), ...ends] : [text('OP'), ...ends, text(property)]));
}

export const property = (
  name: string,
  type: string,
  label: string,
  flags: string,
  ...values: Uint8Array[]
): FbxRecord => record('P', [text(name), text(type), text(label), text(flags), ...values]);
export const intProperty = (name: string, value: number): FbxRecord => property(name, 'int', 'Integer', '', int(value));
export const doubleProperty = (name: string, value: number): FbxRecord =>
  property(name, 'double', 'Number', '', double(value));
export const timeProperty = (name: string, ticks: bigint): FbxRecord =>
  property(name, 'KTime', 'Time', '', long(ticks));
export const properties = (...list: FbxRecord[]): FbxRecord => record('Properties70', [], list);

/** FBX counts time in whole ticks. */
export function ticksAt(seconds: number): bigint {
  const ticks = Math.round(seconds * TICKS_PER_SECOND);
  if (!(ticks <= MOST_TICKS)) throw new UsageError(`FBX cannot hold a clip of ${seconds} s; cut it first`);
  return BigInt(ticks);
}

/** When the frames of a take are, in ticks. */
export function keyTimes(start: number, frameTime: number, frameCount: number): BigInt64Array {
  return BigInt64Array.from({ length: frameCount }, (_, frame) => ticksAt(start + frame * frameTime));
}

/** What a stack says of its frames. */
export const stackProperties = (times: BigInt64Array, frameTime: number): FbxRecord[] => [
  timeProperty('LocalStart', times[0]),
  timeProperty('LocalStop', times[times.length - 1]),
  timeProperty('ReferenceStart', times[0]),
  timeProperty('ReferenceStop', times[times.length - 1]),
  property(FRAME_TIME_PROPERTY, 'double', 'Number', 'AU', double(frameTime)),
];

/** A stack of one layer, whose id is returned. */
export function addLayer(scene: Scene, name: string, times: BigInt64Array, frameTime: number): bigint {
  const own = properties(...stackProperties(times, frameTime));
  const stack = add(scene, 'AnimationStack', named(name, 'AnimStack'), '', [own]);
  const layer = add(scene, 'AnimationLayer', named('BaseLayer', 'AnimLayer'), '', []);
  link(scene, layer, stack);
  return layer;
}

/** Angles about x, y and z [degrees] of a track of quaternions, without jumps. */
export function anglesOf(
  rotations: Float64Array,
  frameCount: number,
  joint: string,
  order = XYZ,
): readonly Float64Array[] {
  const axes = [0, 1, 2].map(() => new Float64Array(frameCount));
  writeEulerTrack({
    order,
    frameCount,
    rotationAt: (out, frame) => out.set(rotations.subarray(4 * frame, 4 * frame + 4)),
    put: (frame, angles) => {
      for (let place = 0; place < 3; place++) axes[order.axes[place]][frame] = DEGREES * angles[place];
    },
    joint,
    format: 'FBX',
  });
  return axes;
}

export function axesOf(track: Float64Array, frameCount: number): readonly Float64Array[] {
  return [0, 1, 2].map((axis) => Float64Array.from({ length: frameCount }, (_, frame) => track[3 * frame + axis]));
}

/** A linear key per frame for the three axes of a channel of a model. */
export function addCurves(
  scene: Scene,
  layer: bigint,
  model: bigint,
  channel: Channel,
  axes: readonly Float64Array[],
  times: BigInt64Array,
): void {
  const defaults = axes.map((values, k) => property(`d|${'XYZ'[k]}`, 'Number', '', 'A', double(values[0])));
  const node = add(scene, 'AnimationCurveNode', named(channel[4], 'AnimCurveNode'), '', [properties(...defaults)]);
  link(scene, node, layer);
  link(scene, node, model, channel);
  axes.forEach((values, k) => {
    const curve = add(scene, 'AnimationCurve', named('', 'AnimCurve'), '', [
      record('Default', [double(values[0])]),
      record('KeyVer', [int(4008)]),
      record('KeyTime', [longs(times)]),
      record('KeyValueFloat', [floats(values)]),
      record('KeyAttrFlags', [ints([LINEAR])]),
      record('KeyAttrDataFloat', [floats([0, 0, 0, 0])]),
      record('KeyAttrRefCount', [ints([times.length])]),
    ]);
    link(scene, curve, node, `d|${'XYZ'[k]}`);
  });
}
