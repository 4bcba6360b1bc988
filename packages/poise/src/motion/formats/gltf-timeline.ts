/** The one animation of a new glTF: its key times, and channels that move nodes. */
import type { Accessor, Animation, Document, Buffer as GltfBuffer, Node } from '@gltf-transform/core';
import type { RawMotion } from '../raw-motion.ts';
import { bufferOf } from './gltf-skin.ts';
import type { Path } from './gltf-tracks.ts';

type Interpolation = 'LINEAR' | 'STEP';

export interface Timeline {
  /** Values of one node over time: 4 per frame for rotations (x y z w), else 3. */
  addChannel(node: Node, path: Path, values: Float64Array, interpolation?: Interpolation): void;
}

export function createTimeline(document: Document, motion: RawMotion): Timeline {
  const buffer = bufferOf(document);
  const animation = document
    .createAnimation(motion.animation || 'motion')
    .setExtras({ poise: { frameTime: motion.frameTime } });
  const times = Float32Array.from({ length: motion.frameCount }, (_, frame) => frame * motion.frameTime);
  const input = document.createAccessor('times', buffer).setType('SCALAR').setArray(times);
  return {
    addChannel: (node, path, values, interpolation = 'LINEAR') =>
      addChannel(document, animation, buffer, input, { node, path, values, interpolation }),
  };
}

interface Moved {
  readonly node: Node;
  readonly path: Path;
  readonly values: Float64Array;
  readonly interpolation: Interpolation;
}

function addChannel(
  document: Document,
  animation: Animation,
  buffer: GltfBuffer,
  input: Accessor,
  { node, path, values, interpolation }: Moved,
): void {
  const output = document
    .createAccessor('', buffer)
    .setType(path === 'rotation' ? 'VEC4' : 'VEC3')
    .setArray(Float32Array.from(values));
  const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation(interpolation);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}
