/** A new glTF from a motion alone: a node per joint and end site, one animation, a skin where there is one. Values are stored as 32-bit floats. */
import type { Accessor, Animation, Document, Buffer as GltfBuffer, Node } from '@gltf-transform/core';
import type { RawMotion } from '../raw-motion.ts';
import type { Container } from './gltf-container.ts';
import { encodeDataUri } from './gltf-container.ts';
import { addSkinnedMesh, bufferOf, type Skinned } from './gltf-skin.ts';
import { PATHS } from './gltf-tracks.ts';

/** The bytes of a new .glb, or of a .gltf with its data inside. */
export async function writeFresh(motion: RawMotion, container: Container, skinned?: Skinned): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  document.getRoot().getAsset().generator = 'Poise';
  const nodes = addNodes(document, motion);
  addAnimation(document, motion, nodes);
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

function addAnimation(document: Document, motion: RawMotion, nodes: readonly Node[]): void {
  const animated = nodes.some((_, joint) => PATHS.some((path) => motion[`${path}s`][joint]));
  if (!animated) return;
  const buffer = bufferOf(document);
  const animation = document
    .createAnimation(motion.animation || 'motion')
    .setExtras({ poise: { frameTime: motion.frameTime } });
  const times = Float32Array.from({ length: motion.frameCount }, (_, frame) => frame * motion.frameTime);
  const input = document.createAccessor('times', buffer).setType('SCALAR').setArray(times);
  nodes.forEach((node, joint) => {
    for (const path of PATHS) {
      const values = motion[`${path}s`][joint];
      if (values) addChannel(document, animation, buffer, input, node, path, values);
    }
  });
}

function addChannel(
  document: Document,
  animation: Animation,
  buffer: GltfBuffer,
  input: Accessor,
  node: Node,
  path: (typeof PATHS)[number],
  values: Float64Array,
): void {
  const output = document
    .createAccessor('', buffer)
    .setType(path === 'rotation' ? 'VEC4' : 'VEC3')
    .setArray(Float32Array.from(values));
  const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}
