/** Things beside the person in a new glTF: a node and a simple mesh each, moved by the same animation. */
import type { Document } from '@gltf-transform/core';
import { UsageError } from '../../errors.ts';
import type { AnimatedProp, SolidShape } from '../animated-prop.ts';
import { bufferOf } from './gltf-skin.ts';
import type { Timeline } from './gltf-timeline.ts';

export interface PropsInFile {
  readonly props: readonly AnimatedProp[];
  readonly frameCount: number;
  readonly metresPerUnit: number;
}

const COLOURS: Readonly<Record<SolidShape['kind'], readonly [number, number, number]>> = {
  ball: [0.75, 0.31, 0.13],
  box: [0.55, 0.5, 0.43],
};
const [TURNS, RINGS] = [24, 12]; // of a ball

export function addProps(document: Document, timeline: Timeline, { props, frameCount, metresPerUnit }: PropsInFile) {
  for (const { name, shape, poses, shown } of props) {
    if (poses.length !== 7 * frameCount) {
      throw new UsageError(`prop "${name}" has ${poses.length / 7} poses, the clip has ${frameCount} frames`);
    }
    const node = document.createNode(name).setMesh(meshOf(document, name, shape, metresPerUnit));
    document.getRoot().getDefaultScene()?.addChild(node);
    const [places, turns] = [new Float64Array(3 * frameCount), new Float64Array(4 * frameCount)];
    for (let frame = 0; frame < frameCount; frame++) {
      for (let k = 0; k < 3; k++) places[3 * frame + k] = poses[7 * frame + k] / metresPerUnit;
      turns.set(poses.subarray(7 * frame + 3, 7 * frame + 7), 4 * frame);
    }
    node.setTranslation([places[0], places[1], places[2]]).setRotation([turns[0], turns[1], turns[2], turns[3]]);
    timeline.addChannel(node, 'translation', places);
    timeline.addChannel(node, 'rotation', turns);
    if (shown) timeline.addChannel(node, 'scale', sizesOf(shown, frameCount), 'STEP');
  }
}

/** A node cannot be hidden over time; what is not there has no size. */
function sizesOf([from, to]: readonly [number, number], frameCount: number): Float64Array {
  const sizes = new Float64Array(3 * frameCount);
  return sizes.fill(1, 3 * Math.max(0, from), 3 * Math.max(0, to));
}

interface Surface {
  readonly positions: number[]; // [m]
  readonly normals: number[];
  readonly indices: number[];
}

function meshOf(document: Document, name: string, shape: SolidShape, metresPerUnit: number) {
  const buffer = bufferOf(document);
  const { positions, normals, indices } = shape.kind === 'ball' ? ball(shape.radius) : box(shape.size);
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([...COLOURS[shape.kind], 1])
    .setRoughnessFactor(0.7)
    .setMetallicFactor(0);
  const vertices = (values: readonly number[]) =>
    document.createAccessor('', buffer).setType('VEC3').setArray(Float32Array.from(values));
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(document.createAccessor('', buffer).setType('SCALAR').setArray(Uint16Array.from(indices)))
    .setAttribute('POSITION', vertices(positions.map((value) => value / metresPerUnit)))
    .setAttribute('NORMAL', vertices(normals));
  return document.createMesh(name).addPrimitive(primitive);
}

/** Six faces, each with corners of its own so that edges stay sharp. */
function box(size: readonly [number, number, number]): Surface {
  const [positions, normals, indices]: [number[], number[], number[]] = [[], [], []];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [1, -1]) {
      const first = positions.length / 3;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      // round the face, counter-clockwise seen from outside
      for (const [a, b] of [
        [-1, -1],
        [side, -side],
        [1, 1],
        [-side, side],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = (side * size[axis]!) / 2;
        corner[u] = (a * size[u]!) / 2;
        corner[v] = (b * size[v]!) / 2;
        positions.push(...corner);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return { positions, normals, indices };
}

function ball(radius: number): Surface {
  const [positions, normals, indices]: [number[], number[], number[]] = [[], [], []];
  for (let ring = 0; ring <= RINGS; ring++) {
    for (let turn = 0; turn <= TURNS; turn++) {
      const [down, round] = [(Math.PI * ring) / RINGS, (2 * Math.PI * turn) / TURNS];
      const normal = [Math.sin(down) * Math.sin(round), Math.cos(down), Math.sin(down) * Math.cos(round)];
      normals.push(...normal);
      positions.push(...normal.map((value) => radius * value));
      if (ring === RINGS || turn === TURNS) continue;
      const [here, below] = [ring * (TURNS + 1) + turn, (ring + 1) * (TURNS + 1) + turn];
      indices.push(here, below, below + 1, here, below + 1, here + 1);
    }
  }
  return { positions, normals, indices };
}
