/** A new glTF from motions alone: a node per joint and end site, one animation each, a skin and things beside it where there are any. Values are stored as 32-bit floats. */
import type { Document, Node } from '@gltf-transform/core';
import type { RawMotion } from '../raw-motion.ts';
import type { Container } from './gltf-container.ts';
import { encodeDataUri, packGlb, unpackGlb } from './gltf-container.ts';
import { addProps, type PropsInFile } from './gltf-props.ts';
import { addSkinnedMesh, type Skinned } from './gltf-skin.ts';
import { createTimeline, type Timeline } from './gltf-timeline.ts';
import { PATHS } from './gltf-tracks.ts';

export interface FreshParts {
  readonly skinned?: Skinned | undefined;
  readonly props?: PropsInFile | undefined; // moved by the first motion's animation
  /** Extensions of the whole file by their names; nodes are numbered as the joints. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The bytes of a new .glb, or of a .gltf with its data inside. The motions share joints and unit. */
export async function writeFresh(
  motions: readonly RawMotion[],
  container: Container,
  { skinned, props, extensions }: FreshParts = {},
): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  document.getRoot().getAsset().generator = 'Poise';
  const nodes = addNodes(document, motions[0]);
  motions.forEach((motion, i) => {
    const isAnimated = nodes.some((_, joint) => PATHS.some((path) => motion[`${path}s`][joint]));
    const beside = i === 0 ? props : undefined;
    // an animation without keys is none
    if (!(isAnimated || beside) || motion.frameCount === 0) return;
    const timeline = createTimeline(document, motion);
    addMotion(timeline, motion, nodes);
    if (beside) addProps(document, timeline, beside);
  });
  if (skinned) addSkinnedMesh(document, nodes, skinned);
  const io = new WebIO();
  if (container === 'glb') {
    const binary = await io.writeBinary(document);
    return extensions ? withExtensions(binary, extensions) : binary;
  }
  const { json, resources } = await io.writeJSON(document);
  for (const buffer of json.buffers ?? []) {
    const data = buffer.uri === undefined ? undefined : resources[buffer.uri];
    if (data) buffer.uri = encodeDataUri(data);
  }
  return new TextEncoder().encode(JSON.stringify(json, undefined, 2));
}

/** The file with these extensions in its JSON: the library that packs it leaves out those that it does not know. */
function withExtensions(binary: Uint8Array, extensions: Readonly<Record<string, unknown>>): Uint8Array {
  const { text, rest } = unpackGlb(binary);
  const json = JSON.parse(text) as Record<string, unknown>;
  return packGlb(JSON.stringify({ ...json, extensionsUsed: Object.keys(extensions), extensions }), rest);
}

/** Nodes of the joints, in order; end sites follow their joint as leaves called "…_end". */
function addNodes(document: Document, motion: RawMotion): Node[] {
  const scene = document.createScene('Poise');
  document.getRoot().setDefaultScene(scene);
  const nodes = motion.joints.map(({ name, translation, rotation, scale }) =>
    document
      .createNode(name)
      .setTranslation([...translation])
      .setRotation([...rotation])
      .setScale([scale, scale, scale]),
  );
  motion.joints.forEach(({ parent }, joint) => {
    (parent < 0 ? scene : nodes[parent]).addChild(nodes[joint]);
  });
  for (const { joint, offset } of motion.endSites) {
    const end = document.createNode(`${motion.joints[joint].name}_end`).setTranslation([...offset]);
    nodes[joint].addChild(end);
  }
  return nodes;
}

function addMotion(timeline: Timeline, motion: RawMotion, nodes: readonly Node[]): void {
  nodes.forEach((node, joint) => {
    for (const path of PATHS) {
      const values = motion[`${path}s`][joint];
      if (values) timeline.addChannel(node, path, values);
    }
  });
}
