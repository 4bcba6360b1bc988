/** A clip → named arrays, in the layouts that are read. A further one is one entry. */
import { UsageError } from '../../../errors.ts';
import { mat3FromQuat } from '../../../math/quat-mat3.ts';
import type { Clip } from '../../clip.ts';
import { fromClip } from '../../from-clip.ts';
import { pointsOfClip } from '../../keypoints/points-of-clip.ts';
import { POINT_SETS, type PointName } from '../../keypoints/sets.ts';
import type { RawMotion } from '../../raw-motion.ts';
import { createNodePose, placeNodes } from '../../raw-tree.ts';
import { quoted, type WriteOptions } from '../format.ts';
import { type NumpyDocument, numpyDocument } from './document.ts';
import { kimodoTree } from './kimodo.ts';
import { type ArrayToWrite, again, number, numbers } from './pack.ts';
import { smplJoints } from './smpl.ts';
import { type Encoded, writeAmass, writeColumns, writeOwnSmpl, writeSmplX } from './write-smpl.ts';

export type Container = 'npz' | 'npy';

type Layout = (clip: Clip, document: NumpyDocument | undefined) => Encoded;

const LAYOUTS: Readonly<Record<string, Layout>> = {
  kimodo: writeKimodo,
  smplx: writeSmplX,
  amass: writeAmass,
  smpl135: writeColumns,
  humanml3d: (clip) => writePoints(clip, 22, 'humanml3d'),
  h36m: (clip) => writePoints(clip, 17, 'h36m'),
};
export const NUMPY_LAYOUTS: readonly string[] = Object.keys(LAYOUTS);

/** Those tried where nothing is asked, best first: rotations before positions. */
const TRIED = ['kimodo', 'smplx', 'amass', 'humanml3d', 'h36m'] as const;

/** Whether the clip goes back into the arrays of its own file. */
export function keepsFile(clip: Clip, { fresh, layout }: WriteOptions): boolean {
  const document = fresh ? undefined : numpyDocument(clip.source?.document);
  return layout === undefined && (document?.layout === 'smpl' || document?.layout === 'kimodo');
}

/** Throws UsageError where the clip does not fit the layout, or the layout the container. */
export function encode(clip: Clip, options: WriteOptions, container: Container): Encoded {
  if ((options.metresPerUnit ?? 1) !== 1)
    throw new UsageError('numpy files of motion are in metres; leave out the unit');
  if (clip.frameCount === 0)
    throw new UsageError('numpy files of motion need at least one frame, and the clip has none');
  const document = options.fresh ? undefined : numpyDocument(clip.source?.document);
  const encoded = chosen(clip, document, options, container);
  if (container === 'npz') return { ...encoded, arrays: named(encoded.arrays, clip) };
  const array = encoded.arrays.get('');
  if (!array)
    throw new UsageError('this layout is several arrays; write .npz, or .npy with --layout humanml3d, h36m or smpl135');
  const usual = encoded.usualRate ?? 30;
  const isUsual = Math.abs(1 / clip.frameTime / usual - 1) < 1e-6;
  const rate = `${Number((1 / clip.frameTime).toPrecision(6))} frames per second`;
  const warning = `a .npy does not say its frame rate: this one has ${rate}, ${usual} are usual`;
  return isUsual ? encoded : { ...encoded, notes: [...encoded.notes, warning] };
}

/** One array, which has no name, gets one, and its rate beside it. Among others it is what its own file had. */
function named(arrays: Encoded['arrays'], clip: Clip): Encoded['arrays'] {
  const only = arrays.get('');
  if (!only || arrays.size > 1) return arrays;
  const name = only.shape.length === 3 ? 'joints' : 'motion';
  return new Map([
    [name, only],
    ['fps', number(1 / clip.frameTime)],
  ]);
}

function chosen(
  clip: Clip,
  document: NumpyDocument | undefined,
  { layout }: WriteOptions,
  container: Container,
): Encoded {
  if (layout !== undefined) {
    if (!Object.hasOwn(LAYOUTS, layout)) {
      throw new UsageError(`layout: expected ${NUMPY_LAYOUTS.join(', ')}, found "${layout}"`);
    }
    return LAYOUTS[layout](clip, document);
  }
  if (document?.layout === 'smpl' && container === 'npz') return writeOwnSmpl(clip, document);
  if (document?.layout === 'columns') return writeColumns(clip);
  if (document?.layout === 'points' && [16, 17].includes(pointsIn(document))) return LAYOUTS['h36m'](clip, document);
  const names = container === 'npy' ? (['humanml3d', 'h36m'] as const) : TRIED;
  let refusal: unknown;
  for (const name of names) {
    try {
      return LAYOUTS[name](clip, document);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** How many points the array of positions has. */
function pointsIn({ arrays }: NumpyDocument): number {
  const shapes = [...arrays.values()].map(({ shape }) => shape);
  return shapes.find((shape) => shape.length >= 3)?.at(-2) ?? 0;
}

/** Positions of a set of points, frames × points × 3, Y up. */
function writePoints(clip: Clip, count: 17 | 22, layout: string): Encoded {
  const { points, rate } = POINT_SETS[count];
  const names = points as readonly PointName[];
  const { tracks, between } = pointsOfClip(clip, names, `layout ${layout}`);
  const values = new Float64Array(3 * count * clip.frameCount);
  names.forEach((point, i) => {
    const track = tracks.get(point)!;
    for (let f = 0; f < clip.frameCount; f++) values.set(track.subarray(3 * f, 3 * f + 3), 3 * (f * count + i));
  });
  const notes = [`layout ${layout}: positions of ${count} points, Y up`];
  if (between.length > 0)
    notes.push(`put between other points, as the skeleton has no joint there: ${between.join(', ')}`);
  return { arrays: new Map([['', numbers(values, [clip.frameCount, count, 3], 'f4')]]), notes, usualRate: rate };
}

/** Arrays of Kimodo that say the same in other words, or what is no longer so. */
const KIMODO_DERIVED = ['smooth_root_pos', 'global_root_heading', 'posed_joints', 'global_rot_mats', 'local_rot_mats'];

/** Kimodo: where joints are and how they are turned, in the world and against their parents. */
function writeKimodo(clip: Clip, document: NumpyDocument | undefined): Encoded {
  const own = document?.layout === 'kimodo';
  const motion = own ? fromClip(clip) : fromClip(clip, { fresh: true });
  const { frameCount: frames } = motion;
  const order = kimodoOrder(motion);
  const count = order.length;
  const places = new Float64Array(3 * frames * count);
  const [world, local] = [new Float64Array(9 * frames * count), new Float64Array(9 * frames * count)];
  const pose = createNodePose(motion.joints.length);
  const all = motion.joints.map((_, node) => node);
  const still = Float64Array.of(0, 0, 0, 1);
  for (let f = 0; f < frames; f++) {
    placeNodes(pose, motion, all, f);
    order.forEach((node, i) => {
      const at = f * count + i;
      places.set(pose.positions.subarray(3 * node, 3 * node + 3), 3 * at);
      mat3FromQuat(world, 9 * at, pose.rotations, 4 * node);
      const track = motion.rotations[node];
      mat3FromQuat(local, 9 * at, track ?? still, track ? 4 * f : 0);
    });
  }
  const roots = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) roots.set(places.subarray(3 * f * count, 3 * f * count + 3), 3 * f);
  const arrays = new Map<string, ArrayToWrite>([
    ['posed_joints', numbers(places, [frames, count, 3], 'f4')],
    ['global_rot_mats', numbers(world, [frames, count, 3, 3], 'f4')],
    ['local_rot_mats', numbers(local, [frames, count, 3, 3], 'f4')],
    ['root_positions', numbers(roots, [frames, 3], 'f4')],
    ['fps', number(1 / clip.frameTime)],
  ]);
  const dropped = own ? keepRest(arrays, document, frames) : [];
  const notes = [`layout kimodo: ${count} joints, Y up`];
  if (dropped.length > 0) notes.push(`left out, as they belong to the old frames: ${quoted(dropped)}`);
  return { arrays, notes };
}

/** What else the clip's own file holds, such as contacts. Returns the names of what does not fit any more. */
function keepRest(arrays: Map<string, ArrayToWrite>, { arrays: own }: NumpyDocument, frames: number): string[] {
  const before = own.get('posed_joints')?.shape[0];
  const dropped: string[] = [];
  for (const [name, array] of own) {
    if (arrays.has(name) || KIMODO_DERIVED.includes(name)) continue;
    const kept = array.shape[0] === before && before !== frames ? undefined : again(array);
    if (kept) arrays.set(name, kept);
    else dropped.push(name);
  }
  return dropped;
}

/** Nodes of the motion in the order of a skeleton of Kimodo. Throws UsageError where it has none of these. */
function kimodoOrder({ joints }: RawMotion): readonly number[] {
  const indexOf = new Map(joints.map(({ name }, joint) => [name, joint]));
  const smpl = smplJoints(22)!;
  const trees = [
    kimodoTree(77)!,
    kimodoTree(30)!,
    { names: smpl.map(({ name }) => name), parents: smpl.map(({ parent }) => parent) },
  ];
  for (const { names, parents } of trees) {
    const order = names.map((name) => indexOf.get(name) ?? -1);
    const fits = order.every((node, i) => node >= 0 && (i === 0 || joints[node].parent === order[parents[i]]));
    // at rest all axes are those of the world
    if (fits && order.every((node) => Math.abs(joints[node].rotation[3]) > 1 - 1e-9)) return order;
  }
  throw new UsageError(
    'layout kimodo needs a skeleton of Kimodo (30 or 77 joints) or SMPL’s 22 joints, at rest in its T-pose',
  );
}
