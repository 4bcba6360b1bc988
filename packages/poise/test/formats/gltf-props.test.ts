/** Balls and boxes beside the person in a glTF file, as three reads them. */
import { AnimationMixer, Box3, type Mesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { AnimatedProp } from '../../src/motion/animated-prop.ts';
import { createClip } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import { writeValid } from '../support/gltf-valid.ts';

const { skeleton, standing } = createMannequin();
const FRAMES = 5;
const clip = createClip({
  name: 'catch',
  skeleton,
  frameTime: 0.1,
  q: Float64Array.from({ length: FRAMES * coordinateCount(skeleton) }, (_, i) => standing[i % standing.length]!),
});
const half = Math.SQRT1_2;
const falling = (frame: number): number[] => [0.1, 1.3 - 0.2 * frame, 0.5, 0, 0, 0, 1];
const poses = (of: (frame: number) => readonly number[]): Float64Array =>
  Float64Array.from(Array.from({ length: FRAMES }, (_, frame) => of(frame)).flat());
const props: readonly AnimatedProp[] = [
  { name: 'ball', shape: { kind: 'ball', radius: 0.12 }, poses: poses(falling) },
  // lies on its side from the first frame on: turned by 90° about x
  { name: 'box-1', shape: { kind: 'box', size: [1, 1.6, 0.25] }, poses: poses(() => [0, 0.125, 2, half, 0, 0, half]) },
];

async function threeOf(bytes: Uint8Array): Promise<GLTF> {
  return await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
}

/** The extent of a node, in the units of the file, at a time [s]. */
function extentAt(gltf: GLTF, name: string, t: number): Box3 {
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]!).play();
  mixer.setTime(t);
  gltf.scene.updateMatrixWorld(true);
  return new Box3().setFromObject(gltf.scene.getObjectByName(name) as Mesh, true);
}

describe('props in glTF', () => {
  it.each([1, 0.01])('are where they were, as large as they were, at %s metres per unit', async (metresPerUnit) => {
    const gltf = await threeOf(await writeValid(clip, 'a.glb', { props, metresPerUnit }));
    const [centre, size] = [new Vector3(), new Vector3()];
    const ballBox = extentAt(gltf, 'ball', 0.2);
    ballBox.getCenter(centre).multiplyScalar(metresPerUnit);
    ballBox.getSize(size).multiplyScalar(metresPerUnit);
    expect(centre.distanceTo(new Vector3(0.1, 0.9, 0.5))).toBeLessThan(1e-5);
    for (const length of size.toArray()) expect(length).toBeCloseTo(0.24, 5);
    extentAt(gltf, 'box-1', 0).getSize(size).multiplyScalar(metresPerUnit);
    expect(size.distanceTo(new Vector3(1, 0.25, 1.6))).toBeLessThan(1e-5);
  });

  it('are there while they are shown', async () => {
    const shown = [{ ...props[0]!, shown: [1, 3] as const }];
    const bytes = await writeValid(clip, 'a.glb', { props: shown });
    const gltf = await threeOf(bytes);
    const widthAt = (t: number): number => extentAt(gltf, 'ball', t).getSize(new Vector3()).x;
    // whole or not at all, between frames too
    for (const t of [0.11, 0.19, 0.29]) expect(widthAt(t)).toBeCloseTo(0.24, 5);
    for (const t of [0, 0.09, 0.31, 0.4]) expect(widthAt(t)).toBe(0);
    expect((await readClips(bytes, 'a.glb'))[0]!.roles.status).toBe('humanoid');
  });

  it('have faces that look outward', async () => {
    const gltf = await threeOf(await writeValid(clip, 'a.glb', { props }));
    for (const name of ['ball', 'box-1']) {
      const { geometry } = gltf.scene.getObjectByName(name) as Mesh;
      const [index, position, normal] = [
        geometry.index!,
        geometry.attributes['position']!,
        geometry.attributes['normal']!,
      ];
      const corner = (attribute: typeof position, i: number) =>
        new Vector3().fromBufferAttribute(attribute as never, i);
      let area = 0;
      for (let i = 0; i < index.count; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => corner(position, index.getX(i + k)));
        const face = b!.clone().sub(a!).cross(c!.clone().sub(a!));
        area += face.length() / 2;
        expect(face.dot(a!.clone().add(b!).add(c!))).toBeGreaterThanOrEqual(0);
        expect(face.dot(corner(normal, index.getX(i)))).toBeGreaterThanOrEqual(0);
      }
      const whole = name === 'ball' ? 4 * Math.PI * 0.12 ** 2 : 2 * (1.6 + 0.25 + 0.4);
      expect(Math.abs(area / whole - 1)).toBeLessThan(0.03);
    }
  });

  it('leave the person as it is when the file is read again', async () => {
    const [plain] = await readClips(await writeValid(clip, 'a.glb'), 'a.glb');
    const [again] = await readClips(await writeValid(clip, 'a.glb', { props }), 'a.glb');
    expect(again!.roles.status).toBe('humanoid');
    expect(again!.roles).toEqual(plain!.roles);
    expect(again!.frameCount).toBe(FRAMES);
  });

  it('are refused when they do not last as long as the clip', async () => {
    const short = { ...props[0]!, poses: new Float64Array(7) };
    await expect(writeClip(clip, 'a.glb', { props: [short] })).rejects.toThrow(UsageError);
  });
});
