import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../../src/math/random.ts';
import { fbx } from '../../src/motion/formats/fbx.ts';
import { readFbx } from '../../src/motion/formats/fbx-read.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { REST } from '../../src/motion/raw-tree.ts';
import { fbxBinary, fbxText, type SampleBone, type SampleCurve, sampleFbx } from '../support/fbx.ts';
import { frameTimes } from '../support/glb.ts';
import { distanceFromThree, loadFbxInThree } from '../support/three-fbx.ts';

const readOne = async (bones: readonly SampleBone[], settings = {}): Promise<RawMotion> =>
  (await readFbx(fbxBinary(sampleFbx(bones, settings)), 'sample.fbx'))[0];

const times = frameTimes(21, 30);
const swing = (amplitude: number, rate: number): SampleCurve => ({
  times,
  values: times.map((t) => amplitude * Math.sin(rate * t)),
});

/** A chain in which everything that FBX allows happens: orders, pre- and post-rotations. */
function chain(seed: number, more: readonly string[] = []): SampleBone[] {
  const rng = createRng(seed);
  const vector = (size: number): number[] => [0, 1, 2].map(() => uniform(rng, -size, size));
  return Array.from({ length: 6 }, (_, i) => ({
    name: `bone${i}`,
    parent: i - 1,
    numbers: { RotationOrder: i, RotationActive: 1, InheritType: 1 },
    vectors: {
      'Lcl Translation': vector(10),
      'Lcl Rotation': vector(90),
      PreRotation: vector(90),
      PostRotation: vector(90),
      ...Object.fromEntries(more.map((name) => [name, vector(5)])),
    },
    curves: {
      'Lcl Rotation': [swing(60, 2 + i), swing(40, 3), swing(30, 5)],
      ...(i === 0 && { 'Lcl Translation': [swing(5, 1), swing(2, 2), swing(9, 1)] }),
    },
  }));
}

describe('fbx transforms', () => {
  it('puts joints where three puts them, for all rotation orders', async () => {
    for (const seed of [1, 2, 3]) {
      const nodes = sampleFbx(chain(seed));
      const [motion] = await readFbx(fbxText(nodes), 'sample.fbx');
      expect(motion.frameCount).toBe(21);
      const group = loadFbxInThree(fbxBinary(nodes));
      expect(distanceFromThree(group, motion, [REST]), `rest, seed ${seed}`).toBeLessThan(1e-9);
      // Frames that lie on keys; between keys three blends quaternions, FBX angles. Three stores float32.
      expect(distanceFromThree(group, motion, [0, 5, 10, 19]), `seed ${seed}`).toBeLessThan(1e-5);
    }
  });

  it('honours pivots and offsets', async () => {
    const pivots = ['RotationPivot', 'RotationOffset', 'ScalingPivot', 'ScalingOffset'];
    const nodes = sampleFbx(chain(7, pivots));
    const [motion] = await readFbx(fbxText(nodes), 'sample.fbx');
    expect(distanceFromThree(loadFbxInThree(fbxBinary(nodes)), motion, [REST])).toBeLessThan(1e-9);
    // A joint that turns about a pivot keeps that pivot where it is.
    const bone: SampleBone = {
      name: 'door',
      parent: -1,
      vectors: { RotationPivot: [1, 0, 0] },
      curves: { 'Lcl Rotation': [undefined, undefined, swing(90, 1)] },
    };
    const door = await readOne([bone]);
    for (let f = 0; f < door.frameCount; f++) {
      const angle = (Math.PI / 2) * Math.sin(times[f]);
      expect(door.translations[0]![3 * f]).toBeCloseTo(1 - Math.cos(angle), 6);
      expect(door.translations[0]![3 * f + 1]).toBeCloseTo(-Math.sin(angle), 6);
    }
  });
});

describe('fbx files', () => {
  it('reads the same from text, binary, packed and 64-bit files', async () => {
    const nodes = sampleFbx(chain(4), { UnitScaleFactor: 2.54, UpAxis: 2 });
    const files = [
      fbxBinary(nodes),
      fbxBinary(nodes, { packed: true }),
      fbxBinary(nodes, { version: 7700, packed: true }),
      fbxText(nodes),
    ];
    const [first, ...others] = await Promise.all(files.map(async (bytes) => (await readFbx(bytes, 'a.fbx'))[0]));
    expect([first.statedMetresPerUnit, first.statedUp, first.animation]).toEqual([0.0254, 'z', 'walk']);
    for (const other of others) {
      expect(other.joints).toEqual(first.joints);
      // Binary files round values to float32.
      other.rotations.forEach((track, joint) => {
        track!.forEach((x, i) => {
          expect(Math.abs(x - first.rotations[joint]![i])).toBeLessThan(1e-6);
        });
      });
    }
    expect(others[0].rotations).toEqual(first.rotations);
    expect(others[1].rotations).toEqual(first.rotations);
  });

  it('takes bones and their parents, not meshes or cameras', async () => {
    const motion = await readOne([
      { name: 'scene', parent: -1, subtype: 'Mesh' },
      { name: 'hips', parent: 0 },
      { name: 'body', parent: 1, subtype: 'Mesh' },
      { name: 'camera', parent: -1, subtype: 'Camera' },
      { name: 'tip', parent: 1, subtype: 'Null' },
    ]);
    expect(motion.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['scene', -1],
      ['hips', 0],
      ['tip', 1],
    ]);
    expect(motion.notes.map(({ text }) => text).join()).toContain('the rest pose');
    const boxes = [{ name: 'box', parent: -1, subtype: 'Mesh', curves: { 'Lcl Rotation': [swing(9, 1)] } }];
    expect((await readOne(boxes)).joints.map(({ name }) => name)).toEqual(['box']);
  });

  it('becomes a clip', async () => {
    const [clip] = await fbx.read!(fbxBinary(sampleFbx(chain(5))), 'sample.fbx', { metresPerUnit: 0.01 });
    expect([clip.name, clip.frameCount, clip.frameTime]).toEqual(['walk', 21, 1 / 30]);
  });
});

describe('fbx curves', () => {
  const between = async (curve: SampleCurve): Promise<number[]> => {
    const bone = { name: 'b', parent: -1, curves: { 'Lcl Translation': [curve] } };
    const motion = await readOne([bone], { TimeMode: 6 });
    return [0, 10, 20, 30].map((f) => motion.translations[0]![3 * f]);
  };
  const keys = { times: [0, 1], values: [0, 9] };

  it('runs along steps, lines and cubics', async () => {
    expect(await between({ ...keys, flags: 0x2 })).toEqual([0, 0, 0, 9]);
    const line = await between({ ...keys, flags: 0x4 });
    [0, 3, 6, 9].forEach((x, k) => {
      expect(line[k]).toBeCloseTo(x, 9);
    });
    // User slopes: 9 t³ leaves level and arrives with slope 27.
    const cubic = await between({ ...keys, flags: 0x408, slopes: [0, 27] });
    [0, 1 / 3, 8 / 3, 9].forEach((x, k) => {
      expect(cubic[k]).toBeCloseTo(x, 9);
    });
  });

  it('takes slopes of automatic keys from the neighbours', async () => {
    const t = [0, 0.5, 1, 1.5, 2];
    const bone = (values: number[], flags: number): SampleBone => ({
      name: 'b',
      parent: -1,
      curves: { 'Lcl Translation': [{ times: t, values, flags }] },
    });
    // A straight line stays one, although the file's slopes are zero.
    const line = await readOne([bone([0, 1, 2, 3, 4], 0x6108)], { TimeMode: 6 });
    for (let f = 0; f <= 60; f++) expect(line.translations[0]![3 * f]).toBeCloseTo((2 * f) / 30, 9);
    // Clamped keys do not overshoot a plateau.
    const plateau = await readOne([bone([0, 0, 5, 5, 5], 0x6108)], { TimeMode: 6 });
    const values = Array.from({ length: 61 }, (_, f) => plateau.translations[0]![3 * f]);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-12);
    expect(Math.max(...values)).toBeLessThanOrEqual(5 + 1e-12);
  });

  it('uses the rate that the file states where keys fit it', async () => {
    const sparse = { ...keys, times: [0, 0.5] };
    const bone = { name: 'b', parent: -1, curves: { 'Lcl Translation': [sparse] } };
    for (const [settings, rate] of [
      [{ TimeMode: 11 }, 24],
      [{ TimeMode: 3 }, 60],
      [{ TimeMode: 14, CustomFrameRate: 90 }, 90],
    ] as const) {
      expect(1 / (await readOne([bone], settings)).frameTime).toBeCloseTo(rate, 9);
    }
  });
});
