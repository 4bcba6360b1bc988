import { describe, expect, it } from 'vitest';
import { openGltf } from '../../src/motion/formats/gltf-container.ts';
import { readMotions } from '../../src/motion/formats/gltf-read.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import {
  frameTimes,
  makeGlb,
  packSample,
  type SampleFile,
  type SampleTrack,
  sampleParts,
  swingingChain,
  turnZ,
} from '../support/glb.ts';

const read = async (bytes: Uint8Array): Promise<RawMotion[]> => readMotions(await openGltf(bytes, 'sample.glb'));
const readSample = async (sample: SampleFile): Promise<RawMotion[]> => read(makeGlb(sample));
const one = (track: Omit<SampleTrack, 'node'>): SampleFile => ({
  nodes: [{ name: 'only' }],
  animations: [{ name: 'a', tracks: [{ node: 0, ...track }] }],
});
const angleZ = (q: Float64Array, frame: number): number => 2 * Math.atan2(q[4 * frame + 2], q[4 * frame + 3]);

describe('gltf interpolation', () => {
  it('turns at constant speed between LINEAR keys, the shorter way', async () => {
    // The second key is written with the opposite sign: the same rotation.
    const end = turnZ(1.2).map((x) => -x);
    const [motion] = await readSample(one({ path: 'rotation', times: [0, 1], values: [...turnZ(0), ...end] }));
    expect(motion.frameCount).toBe(31);
    for (let k = 0; k <= 30; k++) {
      const angle = angleZ(motion.rotations[0]!, k);
      expect(Math.sin(angle - (1.2 * k) / 30)).toBeCloseTo(0, 7);
    }
  });

  it('holds STEP keys until the next, on frames whose float32 key time lies just after them', async () => {
    const times = frameTimes(20, 30);
    const values = times.flatMap((_, k) => [k, 0, 0]);
    const [motion] = await readSample(one({ path: 'translation', times, values, interpolation: 'STEP' }));
    expect(Array.from({ length: 20 }, (_, k) => motion.translations[0]![3 * k])).toEqual(times.map((_, k) => k));
    const sparse = { path: 'translation', times: [0, 0.5, 1], values: [1, 0, 0, 2, 0, 0, 3, 0, 0] };
    const [held] = await readSample(one({ ...sparse, interpolation: 'STEP' }));
    expect(held.translations[0]![3 * 14]).toBe(1);
    expect(held.translations[0]![3 * 15]).toBe(2);
    expect(held.translations[0]![3 * 30]).toBe(3);
  });

  it('reproduces a cubic polynomial from CUBICSPLINE keys', async () => {
    const p = (t: number) => 1 + 2 * t - 3 * t * t + 0.5 * t ** 3;
    const slope = (t: number) => 2 - 6 * t + 1.5 * t * t;
    const times = [0, 0.5, 2];
    const values = times.flatMap((t) => [slope(t), 0, 0, p(t), 0, 0, slope(t), 0, 0]);
    const [motion] = await readSample(one({ path: 'translation', times, values, interpolation: 'CUBICSPLINE' }));
    expect(motion.frameCount).toBe(61);
    for (let k = 0; k <= 60; k++) expect(motion.translations[0]![3 * k]).toBeCloseTo(p(k / 30), 5);
  });

  it('normalises CUBICSPLINE rotations and decodes normalised integers', async () => {
    const zero = [0, 0, 0, 0];
    const values = [...zero, ...turnZ(0), ...zero, ...zero, ...turnZ(1), ...zero];
    const spline = one({ path: 'rotation', times: [0, 1], values, interpolation: 'CUBICSPLINE' });
    const [motion] = await readSample(spline);
    const middle = motion.rotations[0]!.subarray(60, 64);
    expect(Math.hypot(...middle)).toBeCloseTo(1, 12);
    expect(angleZ(motion.rotations[0]!, 15)).toBeCloseTo(0.5, 6);
    for (const [integers, digits] of [
      ['byte', 1],
      ['short', 4],
    ] as const) {
      const coarse = one({ path: 'rotation', times: [0, 1], values: [...turnZ(0), ...turnZ(1)], integers });
      const [decoded] = await readSample(coarse);
      expect(angleZ(decoded.rotations[0]!, 30)).toBeCloseTo(1, digits);
    }
  });
});

describe('gltf frame rate', () => {
  const rateOf = async (times: readonly number[]): Promise<RawMotion> => {
    const [motion] = await readSample(one({ path: 'translation', times, values: times.flatMap(() => [0, 0, 0]) }));
    return motion;
  };

  it.each([24, 25, 30, 50, 60, 100, 120])('finds %d Hz', async (rate) => {
    const motion = await rateOf(frameTimes(200, rate, 1 / 24));
    expect(motion.frameTime).toBe(1 / rate);
    expect(motion.frameCount).toBe(200);
    expect(motion.notes).toEqual([]);
  });

  it('finds rates behind rounded, thinned and odd key times', async () => {
    const rounded = await rateOf(frameTimes(90, 30).map((t) => Math.round(1000 * t) / 1000));
    expect([rounded.frameTime, rounded.frameCount]).toEqual([1 / 30, 90]);
    const thinned = await rateOf([0, 1 / 60, 7 / 60, 30 / 60]);
    expect([thinned.frameTime, thinned.frameCount]).toEqual([1 / 60, 31]);
    const odd = await rateOf(frameTimes(500, 37));
    expect(1 / odd.frameTime).toBeCloseTo(37, 4);
    expect(odd.frameCount).toBe(500);
    const ntsc = await rateOf(frameTimes(3000, 30 / 1.001));
    expect(1 / ntsc.frameTime).toBeCloseTo(29.97, 3);
  });

  it('samples irregular keys near 60 Hz and says so', async () => {
    const motion = await rateOf([0, 0.0431, 0.2573, 0.9012, 1.00713]);
    expect(motion.frameCount - 1).toBe(60);
    expect(motion.frameTime * 60).toBeCloseTo(1.00713, 6);
    expect(motion.notes.map(({ topic }) => topic)).toEqual(['rate']);
  });
});

describe('gltf nodes', () => {
  it('lists parents before children, whatever the order in the file', async () => {
    const nodes = [{ name: 'leaf' }, { name: 'middle', children: [0] }, { name: 'top', children: [1, 3] }, {}];
    const [motion] = await readSample({ nodes });
    expect(motion.joints.map(({ name }) => name)).toEqual(['top', 'middle', 'leaf', 'node_3']);
    expect(motion.joints.map(({ parent }) => parent)).toEqual([-1, 0, 1, 0]);
    expect(motion.frameCount).toBe(1);
    expect(motion.notes.map(({ text }) => text).join()).toContain('no animation');
  });

  it('takes matrices apart and notes what a rigid skeleton cannot show', async () => {
    // Column-major: 90° about z, scaled by 2, moved.
    const matrix = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1];
    const nodes = [
      { name: 'turned', matrix, children: [1] },
      { name: 'wide', scale: [1, 3, 1], children: [2] },
      { name: 'mirror', scale: [-1, 1, 1], children: [3] },
      { name: 'flat leaf', scale: [1, 0, 1] },
    ];
    const [motion] = await readSample({ nodes });
    const [turned] = motion.joints;
    expect(turned.translation).toEqual([5, 6, 7]);
    expect(turned.scale).toBeCloseTo(2, 12);
    expect(2 * Math.atan2(turned.rotation[2], turned.rotation[3])).toBeCloseTo(Math.PI / 2, 12);
    const texts = motion.notes.map(({ text }) => text).join('\n');
    expect(texts).toContain('"wide" has a non-uniform scale');
    expect(texts).toContain('"mirror" has a mirroring scale');
    expect(texts).not.toContain('flat leaf');
  });

  it('turns unanimated "_end" leaves into end sites', async () => {
    const nodes = [
      { name: 'foot', children: [1, 2] },
      { name: 'foot_end', translation: [0, 0, 0.1] },
      { name: 'moving_end' },
    ];
    const tracks = [{ node: 2, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }];
    const [motion] = await readSample({ nodes, animations: [{ tracks }] });
    expect(motion.joints.map(({ name }) => name)).toEqual(['foot', 'moving_end']);
    expect(motion.endSites).toEqual([{ joint: 0, offset: [0, 0, 0.1] }]);
    expect(motion.translations[1]![3 * 30]).toBe(1);
  });
});

describe('gltf files', () => {
  it('gives one motion per animation and says what it leaves alone', async () => {
    const sample = swingingChain();
    const weights = { node: 2, path: 'weights', times: [0, 1], values: [0, 1] };
    const [{ tracks }] = sample.animations!;
    const animations = [{ name: 'one', tracks }, { tracks: [...tracks, weights] }];
    const motions = await readSample({ ...sample, animations });
    expect(motions.map(({ animation }) => animation)).toEqual(['one', 'animation_1']);
    expect(motions[1].notes[0].text).toContain('weights');
  });

  it('reads .gltf text with data URIs and with buffers beside it', async () => {
    const { json, bin } = sampleParts(swingingChain());
    const [binary] = await read(packSample(json, bin));
    const text = (uri: string) =>
      new TextEncoder().encode(JSON.stringify({ ...json, buffers: [{ byteLength: bin.length, uri }] }));
    const inside = text(`data:application/octet-stream;base64,${Buffer.from(bin).toString('base64')}`);
    const asked: string[] = [];
    const beside = await openGltf(text('my%20walk.bin'), 'walk.gltf', async (name) => {
      asked.push(name);
      return bin;
    });
    expect(asked).toEqual(['my walk.bin']);
    for (const [motion] of [await read(inside), readMotions(beside)]) {
      expect(motion.rotations).toEqual(binary.rotations);
      expect(motion.translations).toEqual(binary.translations);
    }
    const missing = await openGltf(text('gone.bin'), 'walk.gltf', async () => undefined);
    expect(() => readMotions(missing)).toThrow(/gone\.bin.*not found beside the file/);
    for (const uri of ['../up.bin', '/etc/passwd', 'https://example.org/a.bin', 'file:///a', 'a/../../b', '%2e%2e/b']) {
      await expect(openGltf(text(uri), 'walk.gltf', async () => bin)).rejects.toThrow(/outside the file's folder/);
    }
  });

  it('applies sparse accessors', async () => {
    const { json, bin } = sampleParts(one({ path: 'translation', times: [0, 1], values: [0, 0, 0, 0, 0, 0] }));
    const grown = new Uint8Array(bin.length + 16);
    grown.set(bin);
    const view = new DataView(grown.buffer);
    view.setUint16(bin.length, 1, true);
    [7, 8, 9].forEach((x, k) => {
      view.setFloat32(bin.length + 4 + 4 * k, x, true);
    });
    const bufferViews = json['bufferViews'] as object[];
    const accessors = json['accessors'] as Record<string, unknown>[];
    bufferViews.push({ buffer: 0, byteOffset: bin.length, byteLength: 2 });
    bufferViews.push({ buffer: 0, byteOffset: bin.length + 4, byteLength: 12 });
    delete accessors[1]['bufferView'];
    accessors[1]['sparse'] = { count: 1, indices: { bufferView: 2, componentType: 5123 }, values: { bufferView: 3 } };
    json['buffers'] = [{ byteLength: grown.length }];
    const [motion] = await read(packSample(json, grown));
    expect([...motion.translations[0]!.subarray(90)]).toEqual([7, 8, 9]);
    expect([...motion.translations[0]!.subarray(0, 3)]).toEqual([0, 0, 0]);
  });
});
