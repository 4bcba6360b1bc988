/** A skinned mesh in a glTF file, as three and glTF-Transform read it. */
import { type Document, WebIO } from '@gltf-transform/core';
import { AnimationMixer, type SkinnedMesh as ThreeSkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { quatFromAxisAngle } from '../../src/math/quat.ts';
import { createClip, frameAt } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { skinnedPositions, vertexCount } from '../../src/motion/skinned-mesh.ts';
import { meshFor } from '../../src/performer/mannequin/mesh.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import { unpackGlb } from '../support/glb.ts';
import { writeValid } from '../support/gltf-valid.ts';

const { skeleton, roles, body, standing } = createMannequin();
const mesh = meshFor(body, roles, skeleton, standing);

/** A person who bends everywhere while moving forward. */
function bendingClip() {
  const frames = 9;
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(frames * nq);
  for (let frame = 0; frame < frames; frame++) {
    q.set(standing, frame * nq);
    q[frame * nq + 2] = 0.1 * frame;
    for (let joint = 0; joint < skeleton.names.length; joint++) {
      const angle = 0.09 * frame * Math.sin(1 + joint);
      const [x, y, z] = [Math.sin(joint), Math.cos(joint), 0];
      quatFromAxisAngle(q, frame * nq + quatIndex(joint), x, y, z, angle);
    }
  }
  return createClip({ name: 'bend', skeleton, frameTime: 1 / 8, q });
}

const clip = bendingClip();

function threeMeshes(gltf: GLTF): ThreeSkinnedMesh[] {
  const found: ThreeSkinnedMesh[] = [];
  gltf.scene.traverse((object) => {
    if ((object as ThreeSkinnedMesh).isSkinnedMesh) found.push(object as ThreeSkinnedMesh);
  });
  return found;
}

/** Largest distance between three's skinned vertices and ours [units of the file]. */
function apartFromThree(gltf: GLTF, ours: ArrayLike<number>, scale: number): number {
  gltf.scene.updateMatrixWorld(true);
  const point = new Vector3();
  let worst = 0;
  for (const object of threeMeshes(gltf)) {
    object.skeleton.update();
    for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
      object.getVertexPosition(vertex, point).applyMatrix4(object.matrixWorld);
      const [x, y, z] = [ours[3 * vertex], ours[3 * vertex + 1], ours[3 * vertex + 2]];
      worst = Math.max(worst, Math.hypot(point.x - scale * x, point.y - scale * y, point.z - scale * z));
    }
  }
  return worst;
}

describe.each([1, 0.01])('a file with a skin, %d m per unit', (metresPerUnit) => {
  const scale = 1 / metresPerUnit;
  let bytes: Uint8Array;
  let gltf: GLTF;
  beforeAll(async () => {
    bytes = await writeValid(clip, 'person.glb', { fresh: true, mesh, metresPerUnit });
    gltf = await new GLTFLoader().parseAsync(bytes.slice().buffer as ArrayBuffer, '');
  });

  it('shows the standing person at rest', () => {
    expect(threeMeshes(gltf)).toHaveLength(mesh.groups.length);
    const rest = standing.slice();
    rest.set(mesh.bindPose.subarray(0, 3));
    expect(apartFromThree(gltf, skinnedPositions(mesh, skeleton, rest), scale)).toBeLessThan(2e-6 * scale);
  });

  it('follows the motion in three', () => {
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    for (const frame of [0, 3, 7]) {
      mixer.setTime(frame * clip.frameTime);
      const ours = skinnedPositions(mesh, skeleton, frameAt(clip, frame));
      expect(apartFromThree(gltf, ours, scale)).toBeLessThan(1e-5 * scale);
    }
    // Not by standing still: the hands have moved far from where they were bound.
    const [before, after] = [0, 7].map((frame) => skinnedPositions(mesh, skeleton, frameAt(clip, frame)));
    expect(before.reduce((most, value, i) => Math.max(most, Math.abs(value - after[i])), 0)).toBeGreaterThan(0.5);
  });

  it('reads back as the same motion', async () => {
    const [again] = await readClips(bytes, 'person.glb');
    expect(again.skeleton.names).toEqual(skeleton.names);
    expect(again.roles.status).toBe('humanoid');
    expect([again.frameCount, again.frameTime]).toEqual([clip.frameCount, clip.frameTime]);
    again.q.forEach((value, i) => {
      if (metresPerUnit === 1) expect(Math.abs(value - clip.q[i])).toBeLessThan(1e-6);
    });
  });
});

describe('the parts of the file', () => {
  let document: Document;
  let json: Record<string, unknown>;
  beforeAll(async () => {
    const bytes = await writeValid(clip, 'person.glb', { mesh });
    document = await new WebIO().readBinary(bytes);
    json = unpackGlb(bytes).json;
  });

  it('are a skin over all joints, a mesh and its materials', () => {
    const [skin] = document.getRoot().listSkins();
    expect(skin.listJoints().map((node) => node.getName())).toEqual(skeleton.names);
    expect(skin.getInverseBindMatrices()!.getCount()).toBe(skeleton.names.length);
    const materials = document.getRoot().listMaterials();
    expect(materials.map((material) => material.getName())).toEqual(mesh.materials.map(({ name }) => name));
    const [node] = document
      .getRoot()
      .listNodes()
      .filter((candidate) => candidate.getMesh());
    expect(node.getSkin()).toBe(skin);
  });

  it('keep to the specification', () => {
    const [target] = document.getRoot().listMeshes();
    for (const primitive of target.listPrimitives()) {
      const joints = primitive.getAttribute('JOINTS_0')!;
      const weights = primitive.getAttribute('WEIGHTS_0')!;
      expect(joints.getComponentType()).toBe(5121);
      for (let vertex = 0; vertex < weights.getCount(); vertex++) {
        const sum = weights.getElement(vertex, []).reduce((total, weight) => total + weight, 0);
        if (Math.abs(sum - 1) > 1e-6) expect.fail(`vertex ${vertex}: weights add up to ${sum}`);
      }
    }
    const accessors = json['accessors'] as {
      componentType: number;
      byteOffset?: number;
      bufferView: number;
      type: string;
      min?: number[];
      max?: number[];
    }[];
    const views = json['bufferViews'] as { byteOffset?: number; byteStride?: number }[];
    const sizes: Record<number, number> = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 };
    for (const { componentType, byteOffset = 0, bufferView } of accessors) {
      const view = views[bufferView];
      expect(((view.byteOffset ?? 0) + byteOffset) % sizes[componentType]).toBe(0);
      if (view.byteStride !== undefined) expect(view.byteStride % 4).toBe(0);
    }
    const primitives = (json['meshes'] as { primitives: { attributes: Record<string, number> }[] }[])[0].primitives;
    const { min, max } = accessors[primitives[0].attributes['POSITION']!];
    const axis = (k: number): Float32Array => mesh.positions.filter((_, i) => i % 3 === k);
    for (let k = 0; k < 3; k++) {
      expect(min![k]).toBe(axis(k).reduce((a, b) => Math.min(a, b)));
      expect(max![k]).toBe(axis(k).reduce((a, b) => Math.max(a, b)));
    }
  });

  it('are refused for another skeleton', async () => {
    const small = { ...mesh, bindPose: mesh.bindPose.subarray(4) };
    await expect(writeClip(clip, 'person.glb', { mesh: small })).rejects.toThrow(
      'the mesh was made for 21 joints, the clip has 22',
    );
  });
});
