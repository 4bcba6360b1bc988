/**
 * Cutting the skeleton of a clip out of the file's tree: which node carries the motion, what hangs below it, and how long
 * its bones are when the joints are taken as rigid.
 */
import type { Vec3 } from '../math/types.ts';
import type { RawMotion } from './raw-motion.ts';
import {
  commonAncestor,
  parentsFirst,
  pathTo,
  REST,
  scaleAt,
  subtreeOf,
  translationAt,
  uniformScale,
} from './raw-tree.ts';
import type { RoleMap } from './roles.ts';

/** Tracks whose values differ by less than this share of their size are constant. */
const CONSTANT = 1e-9;

/** A joint's translation or scale over the motion: its mean, and the farthest it strays from it (file units). */
export interface TrackSummary {
  readonly mean: Vec3;
  readonly stray: number;
  readonly constant: boolean;
}

/** Mean and spread of a frames × 3 track from a frame on; undefined when it holds no such frame. */
export function summarise(track: Float64Array | undefined, from: number): TrackSummary | undefined {
  if (!track || track.length <= 3 * from) return undefined;
  const first: Vec3 = [track[3 * from], track[3 * from + 1], track[3 * from + 2]];
  const sum = [0, 0, 0];
  for (let i = 3 * from; i < track.length; i++) sum[i % 3] += track[i] - first[i % 3];
  const frames = track.length / 3 - from;
  const mean: Vec3 = [first[0] + sum[0] / frames, first[1] + sum[1] / frames, first[2] + sum[2] / frames];
  let stray = 0;
  for (let i = 3 * from; i < track.length; i += 3) {
    stray = Math.max(stray, Math.hypot(track[i] - mean[0], track[i + 1] - mean[1], track[i + 2] - mean[2]));
  }
  const constant = stray <= CONSTANT * Math.max(1, Math.hypot(...mean));
  return { mean: constant ? first : mean, stray, constant };
}

/** Does the file move this node after the given frame (rather than hold it)? */
function moves(raw: RawMotion, node: number, from: number): boolean {
  const translation = summarise(raw.translations[node], from);
  if (translation && !translation.constant) return true;
  const rotation = raw.rotations[node];
  if (!rotation) return false;
  for (let i = 4 * (from + 1); i < rotation.length; i++) {
    if (Math.abs(Math.abs(rotation[i]) - Math.abs(rotation[4 * from + (i % 4)])) > 1e-7) return true;
  }
  return false;
}

/** The node whose pose is the root of the clip: what legs and head have in common; in a non-human, the first node from
 *  the top that branches or moves. */
export function motionRoot(raw: RawMotion, roles: RoleMap | undefined, from: number): number {
  if (roles) {
    const { leftUpperLeg, rightUpperLeg, head, hips } = roles;
    const people = [leftUpperLeg, rightUpperLeg, head, hips].filter((node) => node !== undefined);
    return commonAncestor(raw.joints, people);
  }
  // The largest tree of the scene, so that a camera beside the character is not taken for it.
  const depth = new Int32Array(raw.joints.length);
  const children = new Int32Array(raw.joints.length);
  const size = new Int32Array(raw.joints.length).fill(1);
  const order = parentsFirst(raw.joints);
  for (const node of order) {
    const parent = raw.joints[node].parent;
    if (parent < 0) continue;
    depth[node] = depth[parent] + 1;
    children[parent]++;
  }
  for (const node of [...order].reverse())
    if (raw.joints[node].parent >= 0) size[raw.joints[node].parent] += size[node];
  const roots = [...order].filter((node) => raw.joints[node].parent < 0);
  const top = roots.reduce((best, node) => (size[node] > size[best] ? node : best), roots[0]);
  const candidates = subtreeOf(raw.joints, top).filter((node) => children[node] > 1 || moves(raw, node, from));
  return candidates.reduce((best, node) => (depth[node] < depth[best] ? node : best), candidates[0] ?? top);
}

/** The nodes that become the clip's joints, and their rigid geometry in file units (scales above and inside applied). */
export interface SkeletonCut {
  readonly stem: readonly number[]; // nodes above the root, from the top down
  readonly nodes: readonly number[]; // nodes[0] is the root
  readonly parents: Int32Array; // joint index of the parent, −1 for the root
  readonly offsets: Float64Array; // n×3
  readonly scaleInside: Float64Array; // n: what a local length at this joint is multiplied by
  readonly stray: Float64Array; // n: how far the joint strays from its rigid place
}

/** Cuts at the root; animated translations and scales count with their mean from the given frame on. */
export function cutSkeleton(raw: RawMotion, root: number, from: number): SkeletonCut {
  const nodes = subtreeOf(raw.joints, root);
  const stem = pathTo(raw.joints, root).slice(0, -1);
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  const parents = new Int32Array(nodes.length).fill(-1);
  const offsets = new Float64Array(3 * nodes.length);
  const scaleInside = new Float64Array(nodes.length);
  const stray = new Float64Array(nodes.length);
  const stemScale = stem.reduce((product, node) => product * meanScale(raw, node, from), 1);
  nodes.forEach((node, joint) => {
    const parent = joint === 0 ? -1 : jointOf.get(raw.joints[node].parent)!;
    const above = joint === 0 ? stemScale : scaleInside[parent];
    parents[joint] = parent;
    scaleInside[joint] = above * meanScale(raw, node, from);
    if (joint === 0) return;
    const summary = summarise(raw.translations[node], from);
    if (summary) offsets.set(summary.mean, 3 * joint);
    else translationAt(offsets, 3 * joint, raw, node, REST);
    for (let k = 0; k < 3; k++) offsets[3 * joint + k] *= above;
    stray[joint] = summary && !summary.constant ? summary.stray * above : 0;
  });
  return { stem, nodes, parents, offsets, scaleInside, stray };
}

function meanScale(raw: RawMotion, node: number, from: number): number {
  const summary = summarise(raw.scales[node], from);
  return summary ? uniformScale(...summary.mean) : scaleAt(raw, node, REST);
}
