/** Skins for the rigs of captured files: sound, small, and about as heavy as their bodies. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bodyOf } from '../../src/body/create-body.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { referencePoseOfClip } from '../../src/motion/reference-pose.ts';
import { skinnedPositions, triangleCount } from '../../src/motion/skinned-mesh.ts';
import { meshFor } from '../../src/performer/mannequin/mesh.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const FILES = [
  ['bandai-namco', 'dataset-1_walk_normal_001.bvh'],
  ['cmu-bvh', '02_01.bvh'],
  ['cmu-fbx', '07_01_cmu.fbx'],
  ['reactidle', '003_genuine.bvh'],
  ['snu-ys2010', 'wd2_1_kick.bvh'],
  ['threejs-examples', 'pirouette.bvh'],
  ['threejs-examples', 'Xbot.glb'],
  ['khronos-gltf', 'CesiumMan.glb'],
] as const;

describeWithMocap('a skin for captured people', () => {
  it.each(FILES)('%s/%s', async (folder, file) => {
    const [clip] = await readClips(new Uint8Array(readFileSync(mocapPath(folder, file))), file);
    const body = bodyOf(clip);
    const mesh = meshFor(body, body.roles, clip.skeleton, referencePoseOfClip(clip, body.roles));
    const points = skinnedPositions(mesh, clip.skeleton, mesh.bindPose);
    expect(points.every(Number.isFinite)).toBe(true);
    expect(triangleCount(mesh)).toBeLessThan(10_000);
    const { indices } = mesh;
    let litres = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => points.subarray(3 * indices[i + k], 3 * indices[i + k] + 3));
      const [x, y, z] = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
      litres += ((a[0] * x + a[1] * y + a[2] * z) / 6) * 1000;
    }
    expect(litres / body.totalMass).toBeGreaterThan(0.8);
    expect(litres / body.totalMass).toBeLessThan(1.25);
  });
});
