/** The node tree of a glTF as joints: parents before children, rest poses taken apart into translation, rotation, scale. */
import { quatFromMat3 } from '../../math/quat-mat3.ts';
import type { Quat, Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { RawJoint } from '../raw-motion.ts';
import type { GltfFile } from './gltf-container.ts';
import { found, type JsonObject, numbersAt, objectsAt, refuse, textAt } from './gltf-json.ts';

/** The rest pose as the file has it, in full. */
export interface NodeRest {
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
  readonly sheared: boolean; // a matrix that no translation, rotation and scale express
}

export interface GltfTree {
  readonly joints: readonly RawJoint[];
  readonly rests: readonly NodeRest[]; // per joint
  readonly nodeOfJoint: Int32Array; // index in the JSON's nodes
  readonly jointOfNode: Int32Array; // −1: the node is an end site
  readonly endSites: readonly { readonly joint: number; readonly offset: Vec3 }[];
  readonly notes: readonly ImportNote[];
}

const UNIFORM_WITHIN = 1e-4; // relative; exporters leave scales of 0.99999994

/**
 * All nodes of the file. Leaves called "…_end" that are only points (not animated, nothing hangs on them) become end
 * sites, as Poise writes them.
 *
 * @param animated per node of the JSON: whether any animation moves it
 */
export function readTree(gltf: GltfFile, animated: readonly boolean[]): GltfTree {
  const nodes = objectsAt(gltf.file, gltf.json, 'nodes');
  if (nodes.length === 0) refuse(gltf.file, '', 'the file has no nodes, so nothing that could move');
  if (nodes.length > BOUNDS.nodes) {
    refuse(gltf.file, '', `"nodes": expected at most ${BOUNDS.nodes} nodes, found ${nodes.length}`);
  }
  const parents = parentsOf(gltf.file, nodes);
  const order = parentsFirst(gltf.file, nodes, parents);
  const isEnd = nodes.map((node, i) => isEndSite(node) && !animated[i] && parents[i] >= 0);

  const jointOfNode = new Int32Array(nodes.length).fill(-1);
  const kept = order.filter((node) => !isEnd[node]);
  kept.forEach((node, joint) => {
    jointOfNode[node] = joint;
  });
  const restOf = nodes.map((node, i) => readRest(gltf.file, node, placeOf(nodes, i)));
  const joints = kept.map((node): RawJoint => {
    const { translation, rotation, scale } = restOf[node];
    const parent = parents[node] < 0 ? -1 : jointOfNode[parents[node]];
    return { name: nameOf(nodes, node), parent, translation, rotation, scale: uniform(scale) };
  });
  const endSites = order
    .filter((node) => isEnd[node])
    .map((node) => ({ joint: jointOfNode[parents[node]], offset: restOf[node].translation }));
  const rests = kept.map((node) => restOf[node]);
  return {
    joints,
    rests,
    nodeOfJoint: Int32Array.from(kept),
    jointOfNode,
    endSites,
    notes: restNotes(joints, rests),
  };
}

const nameOf = (nodes: readonly JsonObject[], i: number): string => textAt(nodes[i], 'name') ?? `node_${i}`;
const placeOf = (nodes: readonly JsonObject[], i: number): string => `node ${i} "${nameOf(nodes, i)}"`;

function isEndSite(node: JsonObject): boolean {
  const hangsOn = ['children', 'mesh', 'camera', 'skin', 'extensions'].some((key) => node[key] !== undefined);
  return !hangsOn && /._end$/i.test(textAt(node, 'name') ?? '');
}

function parentsOf(file: string, nodes: readonly JsonObject[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    const children = node['children'] ?? [];
    if (!Array.isArray(children))
      refuse(file, placeOf(nodes, i), `"children": expected a list, found ${found(children)}`);
    for (const child of children) {
      if (!Number.isInteger(child) || child < 0 || child >= nodes.length) {
        refuse(file, placeOf(nodes, i), `child ${found(child)} does not exist, the file has ${nodes.length} nodes`);
      }
      if (parents[child] >= 0) {
        refuse(
          file,
          placeOf(nodes, child),
          `has two parents, ${placeOf(nodes, parents[child])} and ${placeOf(nodes, i)}`,
        );
      }
      parents[child] = i;
    }
  });
  return parents;
}

/** Depth-first from the roots, so that a limb stays together. With one parent each, what no root reaches is a loop. */
function parentsFirst(file: string, nodes: readonly JsonObject[], parents: Int32Array): number[] {
  const order: number[] = [];
  const waiting: number[] = [];
  for (let i = nodes.length - 1; i >= 0; i--) if (parents[i] < 0) waiting.push(i);
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    order.push(node);
    const children = (nodes[node]['children'] ?? []) as readonly number[];
    for (let k = children.length - 1; k >= 0; k--) waiting.push(children[k]);
  }
  if (order.length < nodes.length) {
    const reached = new Set(order);
    const lost = nodes.findIndex((_, i) => !reached.has(i));
    refuse(file, placeOf(nodes, lost), 'is its own ancestor');
  }
  return order;
}

function readRest(file: string, node: JsonObject, place: string): NodeRest {
  const matrix = numbersAt(file, node, 'matrix', 16, place);
  if (matrix) return takeApart(matrix, file, place);
  const translation = numbersAt(file, node, 'translation', 3, place) ?? [0, 0, 0];
  const rotation = numbersAt(file, node, 'rotation', 4, place) ?? [0, 0, 0, 1];
  const scale = numbersAt(file, node, 'scale', 3, place) ?? [1, 1, 1];
  const length = Math.hypot(...rotation);
  if (!(length > 1e-6 && length < 1e6)) refuse(file, place, `"rotation": ${found(rotation)} is no unit quaternion`);
  return {
    translation: [translation[0], translation[1], translation[2]],
    rotation: [rotation[0] / length, rotation[1] / length, rotation[2] / length, rotation[3] / length],
    scale: [scale[0], scale[1], scale[2]],
    sheared: false,
  };
}

/** Column-major 4×4 matrix → translation · rotation · scale. A mirrored matrix gets its negative scale on x. */
function takeApart(m: readonly number[], file: string, place: string): NodeRest {
  const scale = [0, 4, 8].map((c) => Math.hypot(m[c], m[c + 1], m[c + 2]));
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  const size = scale[0] * scale[1] * scale[2];
  if (!(Math.abs(determinant) > 1e-9 * size) || !Number.isFinite(size)) {
    refuse(file, place, '"matrix": flat or broken, no rotation can be found in it');
  }
  if (determinant < 0) scale[0] = -scale[0];
  const rows = new Float64Array(9); // row-major rotation
  for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) rows[3 * r + c] = m[4 * c + r] / scale[c];
  const quat = new Float64Array(4);
  quatFromMat3(quat, 0, rows, 0);
  // Columns at right angles have |determinant| = product of their lengths.
  const sheared = Math.abs(Math.abs(determinant) / size - 1) > 1e-5;
  return {
    translation: [m[12], m[13], m[14]],
    rotation: [quat[0], quat[1], quat[2], quat[3]],
    scale: [scale[0], scale[1], scale[2]],
    sheared,
  };
}

const isUniform = ([x, y, z]: Vec3): boolean =>
  Math.max(Math.abs(x - y), Math.abs(x - z)) <= UNIFORM_WITHIN * Math.max(Math.abs(x), Math.abs(y), Math.abs(z));

function uniform(scale: Vec3): number {
  const mean = Math.cbrt(Math.abs(scale[0] * scale[1] * scale[2]));
  return Number.isFinite(mean) ? mean : 1;
}

/** Notes on nodes whose rest scale moves their children in ways that a skeleton of rigid bones does not show. */
function restNotes(joints: readonly RawJoint[], rests: readonly NodeRest[]): ImportNote[] {
  const hasChild = new Set(joints.map(({ parent }) => parent));
  const notes: ImportNote[] = [];
  joints.forEach(({ name }, joint) => {
    const { scale, sheared } = rests[joint];
    if (!hasChild.has(joint)) return;
    const problem = sheared
      ? 'a sheared matrix'
      : scale.some((s) => s < 0)
        ? `a mirroring scale (${scale.join(', ')})`
        : isUniform(scale)
          ? undefined
          : `a non-uniform scale (${scale.join(', ')})`;
    if (problem === undefined) return;
    const text = `node "${name}" has ${problem}; the joints below it may lie elsewhere than in the file's own viewer`;
    notes.push({ topic: 'content', text, confidence: 'sure' });
  });
  return notes;
}
