/** Takes (animation stacks) of an FBX: which curves move which model, and the tracks that come of them. */
import { isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { RawJoint, RawMotion } from '../raw-motion.ts';
import { type Budget, spend } from './budget.ts';
import { type FbxCurve, readCurve, sampleCurve } from './fbx-curves.ts';
import { type FbxObject, type FbxObjects, linkedBelow, numberProperty } from './fbx-objects.ts';
import { FRAME_TIME_PROPERTY } from './fbx-rates.ts';
import type { FbxJoint, FbxSkeleton } from './fbx-skeleton.ts';
import { rotationOf, translationOf } from './fbx-transform.ts';
import type { FrameGrid } from './key-times.ts';

export const CHANNELS = ['Lcl Translation', 'Lcl Rotation', 'Lcl Scaling'] as const;
export type Channel = (typeof CHANNELS)[number];
const AXES = ['d|X', 'd|Y', 'd|Z'] as const;

/** Numbers that the way to a curve node is worth: takes may share thousands of them. */
const PER_CURVE_NODE = 256;

/** One of a model's three channels: a curve or a fixed number per axis. */
interface Axis {
  readonly curve: FbxCurve | undefined;
  readonly fixed: number | undefined; // undefined: the model's own value
}

export interface MovedModel {
  readonly channels: ReadonlyMap<Channel, readonly Axis[]>;
  readonly curves: readonly FbxCurve[];
}

/** A MovedModel while its curves are collected. */
interface Building {
  readonly channels: Map<Channel, readonly Axis[]>;
  readonly curves: FbxCurve[];
}

export interface FbxTake {
  readonly id: string; // of its stack
  readonly name: string;
  readonly moved: ReadonlyMap<string, MovedModel>; // by model id
  readonly frameTime: number | undefined; // [s] as Poise noted it when it wrote the file
  readonly notes: readonly ImportNote[];
}

/** All takes, in file order. */
export async function readTakes(objects: FbxObjects, budget: Budget): Promise<FbxTake[]> {
  const takes: FbxTake[] = [];
  const owners = ownersOf(objects);
  for (const stack of objects.byId.values()) {
    if (stack.kind === 'AnimationStack') takes.push(await readTake(objects, stack, owners, budget));
  }
  return takes;
}

/** Model and channel that each curve node drives, by the curve node's id. */
export function ownersOf(objects: FbxObjects): ReadonlyMap<string, { model: FbxObject; channel: Channel }> {
  const owners = new Map<string, { model: FbxObject; channel: Channel }>();
  for (const model of objects.byId.values()) {
    if (model.kind !== 'Model') continue;
    for (const { object, property } of linkedBelow(objects, model.id, 'AnimationCurveNode')) {
      const channel = CHANNELS.find((known) => known === property);
      if (channel) owners.set(object.id, { model, channel });
    }
  }
  return owners;
}

async function readTake(
  objects: FbxObjects,
  stack: FbxObject,
  owners: ReadonlyMap<string, { model: FbxObject; channel: Channel }>,
  budget: Budget,
): Promise<FbxTake> {
  const [base, ...more] = linkedBelow(objects, stack.id, 'AnimationLayer').map(({ object }) => object);
  const building = new Map<string, Building>();
  for (const { object: curveNode } of base ? linkedBelow(objects, base.id, 'AnimationCurveNode') : []) {
    const owner = owners.get(curveNode.id);
    if (!owner) continue;
    const place = `take "${stack.name}", "${owner.channel}" of "${owner.model.name}"`;
    spend(budget, PER_CURVE_NODE, objects.fbx.file, place);
    const axes = await readAxes(objects, curveNode, place, budget);
    const curves = axes.flatMap(({ curve }) => (curve ? [curve] : []));
    if (curves.length === 0) continue;
    const moved: Building = building.get(owner.model.id) ?? { channels: new Map(), curves: [] };
    if (!moved.channels.has(owner.channel)) {
      moved.channels.set(owner.channel, axes);
      moved.curves.push(...curves);
    }
    building.set(owner.model.id, moved);
  }
  const layered = more.some(({ id }) => linkedBelow(objects, id, 'AnimationCurveNode').length > 0);
  const text = `take "${stack.name}" has ${more.length + 1} animation layers; only the base layer "${base?.name}" is read`;
  const stated = numberProperty(stack.node, FRAME_TIME_PROPERTY);
  const frameTime = stated !== undefined && isFrameTime(stated) ? stated : undefined;
  const notes: ImportNote[] = layered ? [{ topic: 'content', text, confidence: 'sure' }] : [];
  return { id: stack.id, name: stack.name, moved: building, frameTime, notes };
}

async function readAxes(objects: FbxObjects, curveNode: FbxObject, place: string, budget: Budget): Promise<Axis[]> {
  const links = linkedBelow(objects, curveNode.id, 'AnimationCurve');
  const axes: Axis[] = [];
  for (const axis of AXES) {
    const link = links.find(({ property }) => property === axis);
    const curve = link && (await readCurve(objects.fbx, link.object, `${place}, ${axis.slice(2)}`, budget));
    axes.push({ curve, fixed: numberProperty(curveNode.node, axis) });
  }
  return axes;
}

export type Tracks = Pick<RawMotion, 'translations' | 'rotations' | 'scales'>;

/** The take's tracks on the grid; channels that keep the rest value are left out. */
export function sampleTake(skeleton: FbxSkeleton, take: FbxTake, grid: FrameGrid): Tracks {
  const tracks = skeleton.sources.map((source, joint) =>
    sampleJoint(source, skeleton.joints[joint], take.moved.get(source.model.id), grid),
  );
  return {
    translations: tracks.map(({ translation }) => translation),
    rotations: tracks.map(({ rotation }) => rotation),
    scales: tracks.map(({ scale }) => scale),
  };
}

interface JointTracks {
  readonly translation?: Float64Array | undefined;
  readonly rotation?: Float64Array | undefined;
  readonly scale?: Float64Array | undefined;
}

function sampleJoint(
  { transform }: FbxJoint,
  rest: RawJoint,
  moved: MovedModel | undefined,
  grid: FrameGrid,
): JointTracks {
  if (!moved) return {};
  const { frameCount } = grid;
  const sampled = (channel: Channel, own: readonly number[]) => sampleAxes(moved.channels.get(channel), own, grid);
  const places = sampled('Lcl Translation', transform.translation);
  const angles = sampled('Lcl Rotation', transform.rotation);
  const scale = sampled('Lcl Scaling', transform.scaling);
  const rotation = new Float64Array(4 * frameCount);
  const translation = new Float64Array(3 * frameCount);
  for (let f = 0; f < frameCount; f++) {
    rotationOf(rotation, 4 * f, transform, angles[3 * f], angles[3 * f + 1], angles[3 * f + 2]);
    translationOf(translation, 3 * f, transform, places, 3 * f, rotation, 4 * f, scale, 3 * f);
  }
  return {
    translation: unlessConstant(translation, rest.translation),
    rotation: moved.channels.has('Lcl Rotation') ? rotation : undefined,
    scale: unlessConstant(scale, transform.scaling),
  };
}

function sampleAxes(axes: readonly Axis[] | undefined, own: readonly number[], grid: FrameGrid): Float64Array {
  const out = new Float64Array(3 * grid.frameCount);
  for (let k = 0; k < 3; k++) {
    const axis = axes?.[k];
    const values = axis?.curve && sampleCurve(axis.curve, grid);
    const fixed = axis?.fixed ?? own[k];
    for (let f = 0; f < grid.frameCount; f++) out[3 * f + k] = values ? values[f] : fixed;
  }
  return out;
}

/** Drops a track that keeps its rest value: exporters key every channel, moving or not. */
function unlessConstant(values: Float64Array, rest: readonly number[]): Float64Array | undefined {
  const tolerance = 1e-6 * Math.max(1, ...rest.map(Math.abs));
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i] - rest[i % 3]) > tolerance) return values;
  return undefined;
}
