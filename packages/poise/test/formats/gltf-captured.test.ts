import { readFileSync } from 'node:fs';
import { AnimationMixer, type Object3D, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, it } from 'vitest';
import type { Clip } from '../../src/motion/clip.ts';
import { glb } from '../../src/motion/formats/gltf.ts';
import { openGltf } from '../../src/motion/formats/gltf-container.ts';
import { type GltfDocument, readMotions } from '../../src/motion/formats/gltf-read.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { createNodePose, placeNodes } from '../../src/motion/raw-tree.ts';
import { packSample, unpackGlb } from '../support/glb.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const FILES = [
  'threejs-examples/Xbot.glb',
  'threejs-examples/RobotExpressive.glb',
  'khronos-gltf/CesiumMan.glb',
  'khronos-gltf/RiggedFigure.glb',
  'khronos-gltf/Fox.glb',
];
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(mocapPath(...file.split('/'))));

/** The file in three, without its pictures, which would need a browser. */
async function loadInThree(bytes: Uint8Array): Promise<GLTF> {
  const { json, bin } = unpackGlb(bytes);
  for (const key of ['materials', 'textures', 'images']) delete json[key];
  const meshes = (json['meshes'] ?? []) as { primitives: Record<string, unknown>[] }[];
  for (const { primitives } of meshes) for (const primitive of primitives) delete primitive['material'];
  const plain = packSample(json, bin);
  return await new GLTFLoader().parseAsync(plain.buffer as ArrayBuffer, '');
}

/** three's object of every joint; three renames nodes, so its own map of node indices is asked. */
function objectsOf(gltf: GLTF, motion: RawMotion): Object3D[] {
  const byNode = new Map<number, Object3D>();
  for (const [object, reference] of gltf.parser.associations) {
    if (reference?.nodes !== undefined) byNode.set(reference.nodes, object as Object3D);
  }
  const { tree } = motion.document as GltfDocument;
  return [...tree.nodeOfJoint].map((node) => byNode.get(node)!);
}

/** Largest distance of a joint between three and us over all frames, relative to the size of the figure. */
function worstDistance(gltf: GLTF, motion: RawMotion, index: number): number {
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[index]).play();
  const objects = objectsOf(gltf, motion);
  const { grid } = motion.document as GltfDocument;
  const pose = createNodePose(motion.joints.length);
  const order = motion.joints.map((_, joint) => joint);
  const point = new Vector3();
  let worst = 0;
  let size = 1e-9;
  for (let frame = 0; frame < motion.frameCount; frame++) {
    // Just inside the clip: at its very end three's mixer would start over.
    action.time = Math.min(grid.start + frame * grid.frameTime, gltf.animations[index].duration - 1e-9);
    mixer.update(0);
    gltf.scene.updateMatrixWorld(true);
    placeNodes(pose, motion, order, frame);
    objects.forEach((object, joint) => {
      const ours = pose.positions.subarray(3 * joint, 3 * joint + 3);
      point.setFromMatrixPosition(object.matrixWorld);
      worst = Math.max(worst, Math.hypot(point.x - ours[0], point.y - ours[1], point.z - ours[2]));
      size = Math.max(size, point.length());
    });
  }
  mixer.uncacheRoot(gltf.scene);
  return worst / size;
}

describeWithMocap('captured glTF', () => {
  it.each(FILES)('%s: joints lie where three puts them', async (file) => {
    const bytes = bytesOf(file);
    const gltf = await loadInThree(bytes);
    const motions = readMotions(await openGltf(bytes, file));
    expect(motions.length).toBe(gltf.animations.length);
    motions.forEach((motion, index) => {
      expect(worstDistance(gltf, motion, index), motion.animation).toBeLessThan(1e-5);
    });
  });

  it.each(FILES)('%s: comes back byte for byte, and with one change changed', async (file) => {
    const bytes = bytesOf(file);
    const clips = await glb.read!(bytes, file, {});
    for (const clip of clips) expect(Buffer.compare(await glb.write!(clip, {}), bytes), clip.name).toBe(0);

    const [clip] = clips;
    const edited = nodded(clip);
    const written = await glb.write!(edited, {});
    const again = await glb.read!(written, file, {});
    expect(again.length).toBe(clips.length);
    expect(again[0].skeleton).toEqual(clip.skeleton);
    expect(worstDifference(edited.q, again[0].q)).toBeLessThan(1e-6);
    expect(again[0].extraTracks).toEqual(clip.extraTracks);
    for (let other = 1; other < clips.length; other++) expect(again[other].q).toEqual(clips[other].q);
    // three reads the changed file as we do.
    const [motion] = readMotions(await openGltf(written, file));
    expect(worstDistance(await loadInThree(written), motion, 0)).toBeLessThan(1e-5);
  });

  it.each(FILES)('%s: survives as a fresh file', async (file) => {
    for (const clip of await glb.read!(bytesOf(file), file, {})) {
      const [again] = await glb.read!(await glb.write!(clip, { fresh: true }), file, { metresPerUnit: 1 });
      expect(again.skeleton.names).toEqual(clip.skeleton.names);
      expect(again.frameTime).toBe(clip.frameTime);
      expect(worstDifference(again.q, clip.q), clip.name).toBeLessThan(1e-5);
    }
  });
});

function worstDifference(a: Float64Array, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((worst, x, i) => Math.max(worst, Math.abs(x - b[i])), 0);
}

/** The clip with its second joint turned a little further about x in every frame. */
function nodded(clip: Clip): Clip {
  const q = clip.q.slice();
  const nq = q.length / clip.frameCount;
  const [s, c] = [Math.sin(0.1), Math.cos(0.1)];
  for (let o = 3 + 4; o < q.length; o += nq) {
    const [x, y, z, w] = q.subarray(o, o + 4);
    q.set([c * x + s * w, c * y + s * z, c * z - s * y, c * w - s * x], o);
  }
  return { ...clip, q };
}
