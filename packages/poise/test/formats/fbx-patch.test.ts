/** Writing into one's own FBX: what differs changes, all else stays; seen by a second reader too. */
import { readFileSync } from 'node:fs';
import type { SkinnedMesh } from 'three';
import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../../src/math/random.ts';
import { type Clip, createClip, withFrameRate } from '../../src/motion/clip.ts';
import { fbx } from '../../src/motion/formats/fbx.ts';
import { readFbx } from '../../src/motion/formats/fbx-read.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { retarget } from '../../src/retarget/index.ts';
import { jointPositions } from '../support/clip-positions.ts';
import {
  type FbxSampleNode,
  fbxBinary,
  fbxText,
  type SampleBone,
  type SampleCurve,
  sampleFbx,
} from '../support/fbx.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { distanceFromThree, loadFbxInThree } from '../support/three-fbx.ts';

const times = Array.from({ length: 21 }, (_, k) => k / 30);
const swing = (size: number, rate: number): SampleCurve => ({
  times,
  values: times.map((t) => size * Math.sin(rate * t)),
});

/** A chain of two whose second curve, which moves no joint, has these key times. */
function strangeKeys(keys: readonly number[]): Uint8Array {
  const curves = { 'Lcl Rotation': [swing(30, 2)], Visibility: [swing(1, 1)] };
  const nodes = sampleFbx([
    { name: 'hips', parent: -1, curves },
    { name: 'spine', parent: 0, vectors: { 'Lcl Translation': [0, 10, 0] } },
  ]);
  const isCurve = ([name]: FbxSampleNode): boolean => name === 'AnimationCurve';
  const curve = (nodes.find(([name]) => name === 'Objects')![2] as FbxSampleNode[]).findLast(isCurve)!;
  const children = curve[2] as FbxSampleNode[];
  children[children.findIndex(([name]) => name === 'KeyTime')] = ['KeyTime', [['d', keys]]];
  return fbxBinary(nodes);
}

/** A chain with rotation orders, pre- and post-rotations and, with `pivots`, pivots; beside it records that nobody knows. */
function chain(seed: number, pivots: boolean): FbxSampleNode[] {
  const rng = createRng(seed);
  const vector = (size: number): number[] => [0, 1, 2].map(() => uniform(rng, -size, size));
  const names = ['PreRotation', 'PostRotation', ...(pivots ? ['RotationPivot', 'RotationOffset', 'ScalingPivot'] : [])];
  const bones = Array.from({ length: 6 }, (_, i): SampleBone => {
    const spread = (name: string): number => (name.endsWith('Rotation') ? 90 : 5);
    return {
      name: `bone${i}`,
      parent: i - 1,
      numbers: { RotationOrder: i, RotationActive: 1, InheritType: 1 },
      vectors: {
        'Lcl Translation': vector(10),
        'Lcl Rotation': vector(90),
        ...Object.fromEntries(names.map((name) => [name, vector(spread(name))])),
      },
      curves: {
        ...(i !== 3 && { 'Lcl Rotation': [swing(60, 2 + i), swing(40, 3), swing(30, 5)] }), // one that the file does not turn
        ...(i === 0 && { 'Lcl Translation': [swing(5, 1), swing(2, 2), swing(9, 1)] }),
      },
    };
  });
  const nodes = sampleFbx(bones);
  const objects = nodes.find(([name]) => name === 'Objects')![2] as FbxSampleNode[];
  objects.push(
    [
      'Mystery',
      [
        ['L', 77],
        ['S', 'body\u0000\u0001Mystery'],
        ['F', 7],
      ],
      [['Vertices', [['d', [1, 2, 3]]]]],
    ],
    [
      'Riddle',
      [
        ['L', 78],
        ['S', ''],
      ],
      [],
    ],
  );
  return nodes;
}

/** The clip with every joint turned by some wave. */
function shaken(clip: Clip, seed: number): Clip {
  const rng = createRng(seed);
  const q = clip.q.slice();
  const nq = coordinateCount(clip.skeleton);
  const turn = Array.from({ length: jointCount(clip.skeleton) }, () => uniform(rng, -1, 1));
  for (let f = 0; f < clip.frameCount; f++) {
    turn.forEach((size, joint) => {
      const half = 0.5 * size * Math.sin(0.3 * f);
      const i = nq * f + quatIndex(joint);
      const [x, y, z, w] = q.slice(i, i + 4);
      const [c, s] = [Math.cos(half), Math.sin(half)]; // about x, after what is there
      q.set([c * x! + s * w!, c * y! + s * z!, c * z! - s * y!, c * w! - s * x!], i);
    });
  }
  return createClip({ ...clip, q });
}

function worst(a: Clip, b: Clip): number {
  expect([b.frameCount, b.skeleton.names]).toEqual([a.frameCount, a.skeleton.names]);
  let most = 0;
  for (let f = 0; f < a.frameCount; f++) {
    const [p, r] = [jointPositions(a, f), jointPositions(b, f)];
    for (let i = 0; i < p.length; i++) most = Math.max(most, Math.abs(p[i]! - r[i]!));
  }
  return most;
}

const border = { metresPerUnit: 0.01, up: 'y', groundHeight: 0, referenceFrames: 0 } as const;
const read = async (bytes: Uint8Array): Promise<Clip> => (await fbx.read!(bytes, 'own.fbx', border))[0]!;

describe('an FBX of one’s own', () => {
  it.each([{}, { packed: true }, { version: 7700, packed: true }])(
    'unchanged is the same file, %o',
    async (options) => {
      const bytes = fbxBinary(chain(1, true), options);
      expect(await writeClip(await read(bytes), 'own.fbx')).toEqual(bytes);
    },
  );

  it.each([2, 3, 4, 5, 6, 7])('takes a changed motion, and three sees it, seed %i', async (seed) => {
    const options = { packed: seed % 2 === 0, version: seed < 5 ? 7400 : 7700 };
    const bytes = fbxBinary(chain(seed, seed > 3), options);
    const clip = shaken(await read(bytes), seed);
    const written = await writeClip(clip, 'own.fbx');
    expect(worst(clip, await read(written))).toBeLessThan(1e-6);
    const [motion] = await readFbx(written, 'own.fbx');
    if (seed <= 3) expect(distanceFromThree(loadFbxInThree(written), motion!, [0, 7, 20])).toBeLessThan(1e-5);
    const text = Buffer.from(written).toString('latin1');
    for (const kept of ['body\u0000\u0001Mystery', 'Vertices', 'Riddle']) expect(text).toContain(kept);
    // Written again it is the same: nothing grows.
    expect((await writeClip(await read(written), 'own.fbx')).length).toBe(written.length);
  });

  it.each([
    ['cut', false, (clip: Clip) => trim(clip, 4, 15)], // bones that move, as on pivots, get their mean length
    ['at half speed', true, (clip: Clip) => createClip({ ...clip, frameTime: 2 * clip.frameTime })],
  ])('takes a motion that is %s', async (_, pivots, change) => {
    const clip = change(await read(fbxBinary(chain(8, pivots))));
    const again = await read(await writeClip(clip, 'own.fbx'));
    expect(again.frameTime).toBeCloseTo(clip.frameTime, 12);
    expect(worst(clip, again)).toBeLessThan(1e-6);
  });

  it('moves one joint: no other curve is touched', async () => {
    const bytes = fbxBinary(chain(9, false));
    const clip = await read(bytes);
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    for (let f = 0; f < clip.frameCount; f++) q.set([0, 0, 0, 1], nq * f + quatIndex(4));
    const [before, after] = await Promise.all(
      [bytes, writeClip(createClip({ ...clip, q }), 'own.fbx')].map(async (b) => (await readFbx(await b, 'x'))[0]!),
    );
    before!.rotations.forEach((track, joint) => {
      if (joint !== 4) expect(after!.rotations[joint]).toEqual(track);
    });
  });

  it('is made anew from text, or where that is asked for', async () => {
    const clip = await read(fbxText(chain(10, false)));
    expect(fbx.keepsFile!(clip, {})).toBe(false);
    expect(worst(clip, await read(await writeClip(clip, 'own.fbx')))).toBeLessThan(1e-6);
    const own = await read(fbxBinary(chain(10, false)));
    expect([fbx.keepsFile!(own, {}), fbx.keepsFile!(own, { fresh: true })]).toEqual([true, false]);
  });
});

describeWithMocap('a character as FBX', () => {
  it('keeps its skin when it plays another motion', async () => {
    const bytes = new Uint8Array(readFileSync(mocapPath('genoview', 'Geno_bind.fbx')));
    const [character] = await readClips(bytes, 'Geno_bind.fbx');
    const played = retarget(trim(perform(motionNamed('walk')), 0, 40), character!).clip;
    const written = await writeClip(played, 'Geno_bind.fbx');
    const [before, after] = [bytes, written].map(loadFbxInThree);
    const skinsOf = (group: typeof before) => {
      const skins: [number, number][] = [];
      group!.traverse((object) => {
        const mesh = object as SkinnedMesh;
        if (mesh.isSkinnedMesh) skins.push([mesh.geometry.attributes['position']!.count, mesh.skeleton.bones.length]);
      });
      return skins;
    };
    expect(skinsOf(before).length).toBeGreaterThan(0);
    expect(skinsOf(after)).toEqual(skinsOf(before));
    const [motion] = await readFbx(written, 'Geno_bind.fbx');
    expect(after!.animations.map(({ name }) => name)).toEqual(['Take 001']);
    expect(distanceFromThree(after!, motion!, [0, 13, 39])).toBeLessThan(1e-5);
    const [again] = await readClips(written, 'Geno_bind.fbx');
    expect(worst(played, again!)).toBeLessThan(1e-4);
  });
});

describe('key times that are none, of what is no joint', () => {
  it.each([[[0, Number.NaN]], [[0, Number.POSITIVE_INFINITY]], [[0, 9.2e18]]])(
    '%j are refused at another pace',
    async (keys) => {
      const [clip] = await readClips(strangeKeys(keys), 'a.fbx');
      await expect(writeClip(withFrameRate(clip!, 10), 'a.fbx')).rejects.toThrow(
        /a\.fbx: curve .* key 1: expected a time/,
      );
    },
  );
});
