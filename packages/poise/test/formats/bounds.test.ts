/** One table of bounds for all readers: what is beyond it is refused at once, in words, whatever the format. */
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { makeSeeds } from '../../fuzz/seeds.ts';
import { FormatError, UsageError } from '../../src/errors.ts';
import { BOUNDS } from '../../src/motion/bounds.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readC3d } from '../../src/motion/formats/c3d.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { readOsim } from '../../src/motion/formats/osim-model.ts';
import { readTrc } from '../../src/motion/formats/trc.ts';
import { createSkeleton, restPose } from '../../src/motion/skeleton.ts';
import { AMC, ASF } from '../support/asf-text.ts';
import { bytesOf, TINY } from '../support/bvh-text.ts';
import { makeGlb, packSample, swingingChain, unpackGlb } from '../support/glb.ts';
import { npy, npz } from '../support/numpy-file.ts';
import { makeC3d } from './c3d-sample.ts';

const seeds = await makeSeeds();
const seed = (kind: string): Uint8Array => seeds.find((one) => one.kind === kind)!.data;
const refused = async (data: Uint8Array, file: string, companion?: Uint8Array): Promise<string> => {
  const began = process.cpuUsage();
  const error = await readClips(data, file, { companion: async () => companion, neighbours: ['a.asf'] }).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(FormatError);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(5); // [s] of the processor
  return (error as Error).message;
};
const text = (kind: string): string => new TextDecoder().decode(seed(kind));

describe('frame times', () => {
  const RATES = [1e9, 1e5, 1e-4, 1e-9];
  it.each(RATES)('of 1/%s s are refused in every format that states one', async (rate) => {
    const bvh = bytesOf(TINY.replace('0.0333333', (1 / rate).toFixed(12)));
    expect(await refused(bvh, 'a.bvh')).toMatch(/a\.bvh:\d+:\d+: expected a frame time from 0\.0001 to 1000 s/);
    const amc = bytesOf(AMC.replace(':DEGREES', `:SAMPLES-PER-SECOND ${rate}\n:DEGREES`));
    expect(await refused(amc, 'a.amc', bytesOf(ASF))).toMatch(/a\.amc:\d+:\d+: expected a frame rate/);
    const trc = bytesOf(text('.trc').replace('\n100\t', `\n${rate}\t`));
    expect(await refused(trc, 'a.trc')).toMatch(/a\.trc:3: expected a frame rate/);
    const poses = npy(new Float64Array(156 * 3), [3, 156], '<f8');
    const trans = npy(new Float64Array(9), [3, 3], '<f8');
    const file = npz({ poses, trans, mocap_framerate: npy([rate], [], '<f8') });
    expect(await refused(file, 'a.npz')).toMatch(/expected a frame rate from 0\.001 to 10000 Hz/);
    const c3d = makeC3d({ processor: 'intel', real: true, labels: ['a'], rate, frames: [[[1, 2, 3]]], scale: 1 });
    expect(await refused(c3d, 'a.c3d')).toMatch(/byte 20: expected a frame rate/);
    expect(() => createClip({ ...madeUpMotion(), frameTime: 1 / rate })).toThrow(UsageError);
  });
});

describe('numbers', () => {
  it.each(['1e308', '-1e308', '1e13'])('of %s in a glTF are refused where they stand', async (number) => {
    const { json, bin } = unpackGlb(makeGlb(swingingChain(3)));
    const nodes = json['nodes'] as object[];
    const bad = JSON.stringify({ ...json, nodes: [{ ...nodes[0], translation: [0, '@', 0] }, ...nodes.slice(1)] });
    const message = await refused(packSample(bad.replace('"@"', number), bin), 'a.glb');
    expect(message).toMatch(/node 0 "hips": "translation": expected 3 numbers from −1e12 to 1e12/);
  });

  it('of chained scales that multiply beyond a length are refused', async () => {
    const { json, bin } = unpackGlb(makeGlb(swingingChain(3)));
    const nodes = (json['nodes'] as object[]).map((node) => ({ ...node, scale: [1e5, 1e5, 1e5] }));
    expect(await refused(packSample({ ...json, nodes }, bin), 'a.glb')).toMatch(
      /expected a bone of at most|position of at/,
    );
  });

  it('that are no motion are not written', async () => {
    const clip = madeUpMotion();
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e308]) {
      const broken = withCoordinates(clip, clip.q.slice());
      broken.q[1] = bad;
      await expect(writeClip(broken, 'a.bvh')).rejects.toThrow(/a file cannot hold this clip: frame 0/);
    }
    await expect(writeClip(clip, 'a.bvh', { metresPerUnit: 1e-13 })).rejects.toThrow(UsageError);
  });

  it('that give a person no legs are not written as points', async () => {
    const clip = madeUpMotion();
    if (clip.roles.status !== 'humanoid') throw new Error('nobody');
    const offsets = clip.skeleton.offsets.slice();
    for (const role of ['leftLowerLeg', 'leftFoot'] as const) {
      const joint = clip.roles.roles[role]!;
      offsets.fill(0, 3 * joint, 3 * joint + 3);
    }
    const legless = createClip({ ...clip, skeleton: { ...clip.skeleton, offsets } });
    await expect(writeClip(legless, 'a.trc')).rejects.toThrow(/cannot hold this clip.*its legs have no length/);
  });
});

describe('counts', () => {
  it('of a million nodes are refused without the memory for them', async () => {
    const nodes = Array.from({ length: 1e6 }, () => ({}));
    const before = process.memoryUsage().rss;
    const message = await refused(bytesOf(JSON.stringify({ asset: { version: '2.0' }, nodes })), 'a.gltf');
    expect(message).toMatch(/expected at most 50000 nodes, found 1000000/);
    expect(process.memoryUsage().rss - before).toBeLessThan(6e8);
  });

  it('of as many nodes as are allowed are read in little time', async () => {
    const nodes = Array.from({ length: 9999 }, (_, i) => (i < 9998 ? { children: [i + 1] } : {}));
    const began = process.cpuUsage();
    await readClips(bytesOf(JSON.stringify({ asset: { version: '2.0' }, nodes })), 'a.gltf');
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('of joints that share a long name are written in little time', async () => {
    const names = Array.from({ length: 5000 }, () => 'left '.repeat(200));
    const parents = names.map((_, i) => i - 1);
    const skeleton = createSkeleton({
      names,
      parents,
      offsets: names.flatMap((_, i) => (i === 0 ? [0, 0, 0] : [0, 1, 0])),
    });
    const clip = createClip({ skeleton, frameTime: 1 / 30, q: restPose(skeleton) });
    for (const extension of ['.bvh', '.glb', '.amc', '.fbx']) {
      const began = process.cpuUsage();
      await writeClip(clip, `a${extension}`);
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1e6, extension).toBeLessThan(5); // [s] of the processor
    }
  });

  it('of signs in a name are bounded', async () => {
    const { json, bin } = unpackGlb(makeGlb(swingingChain(3)));
    const nodes = (json['nodes'] as object[]).map((node) => ({ ...node, name: 'l_'.repeat(100_000) }));
    expect(await refused(packSample({ ...json, nodes }, bin), 'a.glb')).toMatch(
      `expected a name of at most ${BOUNDS.name} characters`,
    );
  });
});

describe('words that objects know by themselves', () => {
  it.each(['constructor', '__proto__', 'toString'])('%s is no unit and no entity', (word) => {
    const trc = bytesOf(text('.trc').replace('\tmm\t', `\t${word}\t`));
    expect(() => readTrc(trc, 'a.trc')).toThrow(/a\.trc:3: expected a unit/);
    const units = { group: 'POINT', name: 'UNITS', type: 'text' as const, dimensions: [word.length], values: [word] };
    const made = {
      processor: 'intel' as const,
      real: true,
      labels: ['a'],
      rate: 50,
      frames: [[[1, 2, 3] as const]],
      scale: 1,
    };
    const { markers } = readC3d(makeC3d({ ...made, parameters: [units] } as never), 'a.c3d');
    expect(Math.hypot(...markers.positions)).toBeCloseTo(0.001 * Math.hypot(1, 2, 3), 9);
    const model = bytesOf(text('.osim').replace('&amp;', `&${word};`));
    expect(() => readOsim(model, 'a.osim')).toThrow(/unknown entity/);
  });
});

describe('XML', () => {
  it.each([
    ['a word of 200 kB in a tag', (tag: string) => tag.replace('>', ` ${'a'.repeat(200_000)}>`)],
    ['200 kB of blanks in a tag', (tag: string) => tag.replace('>', `${' '.repeat(200_000)}=>`)],
    ['an attribute of 200 kB', (tag: string) => tag.replace('>', ` x="${'a-'.repeat(100_000)}" y>`)],
    ['100,000 attributes', (tag: string) => tag.replace('>', `${' a="1"'.repeat(100_000)} b>`)],
  ])('with %s is refused in no time, with line and column', async (_, damage) => {
    const model = text('.osim').replace(/<Model [^>]*>/, damage);
    expect(await refused(bytesOf(model), 'a.osim')).toMatch(/^a\.osim:2:\d+: <Model>: expected name="value"/);
  });

  it('may hold ">" in the value of an attribute', () => {
    const model = text('.osim').replace('two &amp; a half', 'a > b');
    expect(readOsim(bytesOf(model), 'a.osim').name).toBe('a > b');
  });
});
