/** Reads a character with three's loaders and finds the nodes that the clip speaks of. */
import type { FileTree } from 'poise/io';
import type { LoadingManager, Object3D } from 'three';

export interface LoadedCharacter {
  readonly scene: Object3D;
  readonly nodes: readonly (Object3D | undefined)[]; // per joint of the file's tree, as the clip numbers them
}

const FBX_BINARY = 'Kaydara FBX Binary';

export function isFbx(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  return head.startsWith(FBX_BINARY) || /^\s*;\s*FBX/.test(head);
}

/** A picture of one clear point: stands for those that a file asks for from elsewhere. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Addresses inside the file itself pass; all others are not loaded: a page shows what it names, not what a file names. */
export const inside = (url: string): string => (/^(?:data|blob):/i.test(url) ? url : NOTHING);

async function closedManager(): Promise<LoadingManager> {
  const { LoadingManager } = await import('three');
  const manager = new LoadingManager();
  manager.setURLModifier(inside);
  return manager;
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
}

/** glTF: nodes are known by their number; the clip counts them parents first, without points at the ends of chains. */
export async function loadGlb(bytes: Uint8Array, tree: FileTree): Promise<LoadedCharacter | undefined> {
  const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
  const gltf = await new GLTFLoader(await closedManager()).parseAsync(bufferOf(bytes), '');
  const order = nodesInOrder(gltf.parser.json.nodes ?? [], tree);
  if (!order) return undefined;
  const objectOf = new Map<number, Object3D>();
  gltf.scene.updateMatrixWorld(true);
  for (const [object, { nodes }] of gltf.parser.associations as Map<Object3D, { nodes?: number }>) {
    if (nodes !== undefined && object.isObject3D) objectOf.set(nodes, outermost(object, objectOf.get(nodes)));
  }
  return { scene: gltf.scene, nodes: order.map((node) => objectOf.get(node)) };
}

/** A node with a mesh of several parts is a group with the parts inside; the group is the node. */
function outermost(object: Object3D, other: Object3D | undefined): Object3D {
  if (!other) return object;
  for (let up = object.parent; up; up = up.parent) if (up === other) return other;
  return object;
}

/** JSON node per joint of the tree, or undefined when this is another file. */
function nodesInOrder(nodes: readonly GltfNode[], tree: FileTree): number[] | undefined {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const waiting = nodes.map((_, i) => i).filter((i) => !children.has(i));
  waiting.reverse();
  const order: number[] = [];
  let visits = 0;
  while (waiting.length > 0 && visits++ < nodes.length) {
    const i = waiting.pop()!;
    const node = nodes[i]!;
    // Names go in the same order on both sides; what the tree does not have is the end of a chain.
    if ((node.name ?? `node_${i}`) === tree.joints[order.length]?.name) order.push(i);
    for (const child of [...(node.children ?? [])].reverse()) waiting.push(child);
  }
  return order.length === tree.joints.length ? order : undefined;
}

/** FBX: nodes are known by name, which three changes a little. */
export async function loadFbx(bytes: Uint8Array, tree: FileTree): Promise<LoadedCharacter | undefined> {
  const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js');
  const { PropertyBinding } = await import('three');
  const scene = new FBXLoader(await closedManager()).parse(bufferOf(bytes), '');
  scene.rotation.set(0, 0, 0); // the clip says how the file's axes lie
  scene.updateMatrixWorld(true);
  const byName = new Map<string, Object3D>();
  scene.traverse((part) => {
    const known = byName.get(part.name);
    if (!known || (!(known as { isBone?: boolean }).isBone && (part as { isBone?: boolean }).isBone)) {
      byName.set(part.name, part);
    }
  });
  const nodes = tree.joints.map(({ name }) => byName.get(PropertyBinding.sanitizeNodeName(name)));
  return { scene, nodes };
}
