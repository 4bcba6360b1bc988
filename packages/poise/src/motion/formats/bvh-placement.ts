/**
 * Position channels replace the OFFSET of their joint: so does Blender, and so are most files made (the
 * OFFSET of the hips is then the place where they stood when the skeleton was exported). A few exporters write corrections
 * that are to be added, as three's BVHLoader does with every file. The numbers tell the two apart.
 */
import { quatFromEuler } from '../../math/euler.ts';
import { multiplyQuat, rotate3 } from '../../math/quat.ts';
import type { BvhHierarchy, BvhJoint } from './bvh-document.ts';
import { type BvhRotation, rotationOf } from './bvh-rotation.ts';

/** Corrections are smaller than this part of the OFFSET. */
const SMALL_PART = 0.25;
/** Frames looked at: enough for a median, few enough to cost nothing. */
const MOST_SAMPLES = 101;
const Y = 1;

/** Per joint: true where the position channels are to be added to the OFFSET. `values`: frames × channels. */
export function findAddedOffsets(hierarchy: BvhHierarchy, values: Float64Array, frameCount: number): boolean[] {
  const samples = Math.min(frameCount, MOST_SAMPLES);
  const rows = Array.from({ length: samples }, (_, n) => Math.floor((n * frameCount) / samples));
  const pose: Pose = {
    rotations: hierarchy.joints.map(rotationOf),
    world: new Float64Array(4 * hierarchy.joints.length),
    height: new Float64Array(hierarchy.joints.length),
  };
  return hierarchy.joints.map((joint, n) => {
    if (!looksAdded(hierarchy, joint, values, rows)) return false;
    return joint.parent >= 0 || standsBetterAdded(hierarchy, n, values, rows, pose);
  });
}

/** Scratch for the heights of one frame. */
interface Pose {
  readonly rotations: readonly BvhRotation[];
  readonly world: Float64Array; // n×4 quaternions against the root's parent
  readonly height: Float64Array; // n, against the root
}

/** The typical position is small beside the OFFSET. Of a root only the height counts: it may stand anywhere on the floor. */
function looksAdded(hierarchy: BvhHierarchy, joint: BvhJoint, values: Float64Array, rows: readonly number[]): boolean {
  let offsetSize = 0;
  let positionSize = 0;
  joint.channels.forEach(({ kind, axis }, n) => {
    if (kind !== 'position' || (joint.parent < 0 && axis !== Y)) return;
    const column = rows.map((row) => values[row * hierarchy.channelCount + joint.firstChannel + n]);
    offsetSize = Math.hypot(offsetSize, joint.offset[axis]);
    positionSize = Math.hypot(positionSize, median(column));
  });
  return rows.length > 0 && offsetSize > 0 && positionSize < SMALL_PART * offsetSize;
}

/** A person who lies down also has low hips: the lowest point of the body must come nearer to height 0 with the OFFSET. */
function standsBetterAdded(
  hierarchy: BvhHierarchy,
  root: number,
  values: Float64Array,
  rows: readonly number[],
  pose: Pose,
): boolean {
  const { channels, firstChannel, offset } = hierarchy.joints[root];
  const column = firstChannel + channels.findIndex(({ kind, axis }) => kind === 'position' && axis === Y);
  const heights = rows.map((row) => {
    const start = row * hierarchy.channelCount;
    return values[start + column] + lowestBelowRoot(hierarchy, root, values, start, pose);
  });
  const replaced = median(heights);
  return Math.abs(replaced + offset[Y]) < Math.abs(replaced);
}

/** Height of the lowest joint against the root, from OFFSETs and rotations alone. `start`: place of the row in values. */
function lowestBelowRoot(
  { joints }: BvhHierarchy,
  root: number,
  values: Float64Array,
  start: number,
  { rotations, world, height }: Pose,
): number {
  const scratch = new Float64Array(16);
  let lowest = 0;
  height[root] = 0;
  for (let joint = root; joint < joints.length; joint++) {
    const { parent, offset } = joints[joint];
    if (parent < root && joint !== root) break; // the next root
    rotations[joint].anglesInRow(scratch, 0, values, start);
    quatFromEuler(world, 4 * joint, rotations[joint].order, scratch, 0);
    if (joint === root) continue;
    multiplyQuat(world, 4 * joint, world, 4 * parent, world, 4 * joint);
    scratch.set(offset);
    rotate3(scratch, 0, world, 4 * parent, scratch, 0);
    height[joint] = height[parent] + scratch[Y];
    lowest = Math.min(lowest, height[joint]);
  }
  return lowest;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
