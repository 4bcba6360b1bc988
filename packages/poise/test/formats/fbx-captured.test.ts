import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { readFbx } from '../../src/motion/formats/fbx-read.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { createNodePose, placeNodes, REST } from '../../src/motion/raw-tree.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { distanceFromThree, loadFbxInThree } from '../support/three-fbx.ts';

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(mocapPath(...file.split('/'))));
const readOne = async (file: string): Promise<RawMotion> => (await readFbx(bytesOf(file), file))[0];

/** Distances of all joints that both motions name, over all frames of the first; a is `scale` times as large as b. */
function distances(a: RawMotion, b: RawMotion, scale: number): number[] {
  const pairs = b.joints.map(({ name }, joint) => [a.joints.findIndex((other) => other.name === name), joint]);
  expect(pairs.every(([found]) => found >= 0)).toBe(true);
  const [poseA, poseB] = [createNodePose(a.joints.length), createNodePose(b.joints.length)];
  const all: number[] = [];
  for (let frame = 0; frame < a.frameCount; frame++) {
    placeNodes(poseA, a, [...a.joints.keys()], frame);
    placeNodes(poseB, b, [...b.joints.keys()], frame);
    for (const [i, k] of pairs) {
      const [dx, dy, dz] = [0, 1, 2].map((c) => poseA.positions[3 * i + c] / scale - poseB.positions[3 * k + c]);
      all.push(Math.hypot(dx, dy, dz));
    }
  }
  return all;
}

describeWithMocap('captured FBX', () => {
  it.each(['07_01', '09_11'])('take %s lies where its BVH says', async (take) => {
    const fbx = await readOne(`cmu-fbx/${take}_cmu.fbx`);
    const bvh = parseBvh(bytesOf(`cmu-bvh/${take}.bvh`), take);
    expect([fbx.frameCount, 1 / fbx.frameTime]).toEqual([bvh.frameCount, 120]);
    expect([fbx.statedMetresPerUnit, fbx.statedUp]).toEqual([0.01, 'y']);
    // The exporter scaled by 100 and left out keys that a line between their neighbours gives within its tolerance.
    const height = 28; // of the figure, in the BVH's units
    const found = distances(fbx, bvh, 100).sort((x, y) => x - y);
    expect(found[Math.floor(found.length / 2)]).toBeLessThan(0.001 * height);
    expect(found[found.length - 1]).toBeLessThan(0.01 * height);
  });

  it('the bind pose of Geno lies where its BVH says', async () => {
    const fbx = await readOne('genoview/Geno_bind.fbx');
    const bvh = parseBvh(bytesOf('genoview/Geno_bind.bvh'), 'Geno_bind.bvh');
    expect(fbx.frameCount).toBe(1);
    expect(fbx.joints.map(({ name }) => name)).toEqual(bvh.joints.map(({ name }) => name));
    expect(Math.max(...distances(fbx, bvh, 1))).toBeLessThan(1e-3); // [cm]
  });

  it.each(['cmu-fbx/07_01_cmu.fbx', 'cmu-fbx/09_11_cmu.fbx', 'genoview/Geno_bind.fbx'])(
    '%s rests where three puts it',
    async (file) => {
      const motion = await readOne(file);
      expect(distanceFromThree(loadFbxInThree(bytesOf(file)), motion, [REST])).toBeLessThan(1e-6);
    },
  );
});
