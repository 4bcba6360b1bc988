/**
 * Walking the file's own tree: order, paths, subtrees, poses. File units and axes throughout.
 */
import { UsageError } from '../errors.ts';
import { copyQuat, multiplyQuat, normalizeQuat, rotate3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { addScaled3, copy3 } from '../math/vec3.ts';
import type { RawJoint, RawMotion } from './raw-motion.ts';

/** The part of a RawMotion that says where its joints are. */
export type RawTracks = Pick<RawMotion, 'joints' | 'translations' | 'rotations' | 'scales'>;

/** Frame number that means the rest pose. */
export const REST = -1;

/** File order, except that a parent is listed before its children. Throws UsageError on a loop or a missing parent. */
export function parentsFirst(joints: readonly Pick<RawJoint, 'name' | 'parent'>[]): Int32Array {
  const order = new Int32Array(joints.length);
  const listed = new Uint8Array(joints.length);
  let count = 0;
  for (let start = 0; start < joints.length; start++) {
    const waiting: number[] = [];
    for (let node = start; node >= 0 && !listed[node]; node = joints[node].parent) {
      waiting.push(node);
      if (joints[node].parent >= joints.length || waiting.length > joints.length) {
        throw new UsageError(`joint ${node} "${joints[node].name}": its chain of parents does not end at a root`);
      }
    }
    for (const node of waiting.reverse()) {
      listed[node] = 1;
      order[count++] = node;
    }
  }
  return order;
}

/** Per joint: its children, in their order. */
export function childrenOf(joints: readonly Pick<RawJoint, 'parent'>[]): number[][] {
  const children: number[][] = joints.map(() => []);
  joints.forEach(({ parent }, joint) => {
    if (parent >= 0) children[parent].push(joint);
  });
  return children;
}

/** Per joint: where its end sites are. */
export function sitesOf({ joints, endSites }: Pick<RawMotion, 'joints' | 'endSites'>): Vec3[][] {
  const sites: Vec3[][] = joints.map(() => []);
  for (const { joint, offset } of endSites) sites[joint].push(offset);
  return sites;
}

/** From the file's root down to the node, both included. */
export function pathTo(joints: readonly Pick<RawJoint, 'parent'>[], node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = joints[at].parent) path.push(at);
  return path.reverse();
}

/** The deepest node that is above or equal to all of these; −1 when they share no root. */
export function commonAncestor(joints: readonly Pick<RawJoint, 'parent'>[], nodes: readonly number[]): number {
  const paths = nodes.map((node) => pathTo(joints, node));
  let ancestor = -1;
  for (let depth = 0; depth < Math.min(...paths.map((path) => path.length)); depth++) {
    const node = paths[0][depth];
    if (paths.some((path) => path[depth] !== node)) break;
    ancestor = node;
  }
  return ancestor;
}

/** The node and everything below it, parents first. */
export function subtreeOf(joints: readonly Pick<RawJoint, 'name' | 'parent'>[], root: number): number[] {
  const inside = new Uint8Array(joints.length);
  const nodes: number[] = [];
  for (const node of parentsFirst(joints)) {
    inside[node] = node === root || (joints[node].parent >= 0 && inside[joints[node].parent]) ? 1 : 0;
    if (inside[node]) nodes.push(node);
  }
  return nodes;
}

/** Geometric mean of three scales, sign dropped. A node hidden by a zero scale keeps its size: its children still move. */
export function uniformScale(x: number, y: number, z: number): number {
  const scale = Math.cbrt(Math.abs(x * y * z));
  return scale > 1e-9 && Number.isFinite(scale) ? scale : 1;
}

/** Scale of a node in a frame. */
export function scaleAt(raw: RawTracks, node: number, frame: number): number {
  const track = frame === REST ? undefined : raw.scales[node];
  if (!track) return uniformScale(raw.joints[node].scale, raw.joints[node].scale, raw.joints[node].scale);
  return uniformScale(track[3 * frame], track[3 * frame + 1], track[3 * frame + 2]);
}

/** Local translation of a node in a frame → out[o…o+2]. */
export function translationAt(out: Float64Array, o: number, raw: RawTracks, node: number, frame: number): void {
  const track = frame === REST ? undefined : raw.translations[node];
  if (track) copy3(out, o, track, 3 * frame);
  else out.set(raw.joints[node].translation, o);
}

/** Local rotation of a node in a frame → out[o…o+3], unit length. */
export function rotationAt(out: Float64Array, o: number, raw: RawTracks, node: number, frame: number): void {
  const track = frame === REST ? undefined : raw.rotations[node];
  if (track) copyQuat(out, o, track, 4 * frame);
  else out.set(raw.joints[node].rotation, o);
  normalizeQuat(out, o, out, o);
}

/** Where every node is: in file units and axes, parents' scales applied. */
export interface NodePose {
  readonly positions: Float64Array; // n×3
  readonly rotations: Float64Array; // n×4
  readonly scales: Float64Array; // n   product of the scales from the root down to the node
}

export const createNodePose = (count: number): NodePose => ({
  positions: new Float64Array(3 * count),
  rotations: new Float64Array(4 * count),
  scales: new Float64Array(count),
});

const local = new Float64Array(7); // translation, rotation of the node being placed

/** out = pose of the listed nodes (parents first, ancestors included) in a frame, or in the rest pose. */
export function placeNodes(out: NodePose, raw: RawTracks, nodes: ArrayLike<number>, frame: number): void {
  for (let k = 0; k < nodes.length; k++) {
    const node = nodes[k];
    const parent = raw.joints[node].parent;
    translationAt(local, 0, raw, node, frame);
    rotationAt(local, 3, raw, node, frame);
    const scale = scaleAt(raw, node, frame);
    if (parent < 0) {
      copy3(out.positions, 3 * node, local, 0);
      copyQuat(out.rotations, 4 * node, local, 3);
      out.scales[node] = scale;
      continue;
    }
    rotate3(local, 0, out.rotations, 4 * parent, local, 0);
    copy3(out.positions, 3 * node, out.positions, 3 * parent);
    addScaled3(out.positions, 3 * node, local, 0, out.scales[parent]);
    multiplyQuat(out.rotations, 4 * node, out.rotations, 4 * parent, local, 3);
    out.scales[node] = out.scales[parent] * scale;
  }
}
