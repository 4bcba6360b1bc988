/** A new glTF from a motion alone: a node per joint and end site, one animation, a skin and things beside it where there are any. Values are stored as 32-bit floats. */
import type { Document, Node } from '@gltf-transform/core';
import type { RawMotion } from '../raw-motion.ts';
import type { Container } from './gltf-container.ts';
import { encodeDataUri } from './gltf-container.ts';
import { addProps, type PropsInFile } from './gltf-props.ts';
import { addSkinnedMesh, type Skinned } from './gltf-skin.ts';
import { createTimeline, type Timeline } from './gltf-timeline.ts';
import { PATHS } from './gltf-tracks.ts';

/** The bytes of a new .glb, or of a .gltf with its data inside. */
export async function writeFresh(
  motion: RawMotion,
  container: Container,
  { skinned, props }: { readonly skinned?: Skinned | undefined; readonly props?: PropsInFile | undefined } = {},
): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  document.getRoot().getAsset().generator = 'Poise';
  const nodes = addNodes(document, motion);
  const isAnimated = nodes.some((_, joint) => PATHS.some((path) => motion[`${path}s`][joint]));
  if (isAnimated || props) {
    const timeline = createTimeline(document, motion);
    addMotion(timeline, motion, nodes);
    if (props) addProps(document, timeline, props);
  }
  if (skinned) addSkinnedMesh(document, nodes, skinned);
  const io = new WebIO();
  if (container === 'glb') return await io.writeBinary(document);
  const { json, resources } = await io.writeJSON(document);
  for (const buffer of json.buffers ?? []) {
    const data = buffer.uri === undefined ? undefined : resources[buffer.uri];
    if (data) buffer.uri = encodeDataUri(data);
  }
  return new TextEncoder().encode(JSON.stringify(json, undefined, 2));
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
