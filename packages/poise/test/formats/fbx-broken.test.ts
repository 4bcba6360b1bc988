import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { fbx } from '../../src/motion/formats/fbx.ts';
import { readFbx } from '../../src/motion/formats/fbx-read.ts';
import { type FbxSampleNode, fbxBinary, fbxText, type SampleCurve, sampleFbx } from '../support/fbx.ts';
import { isRefused } from '../support/refused.ts';

const curve: SampleCurve = { times: [0, 0.5, 1], values: [1, 2, 3] };
const sample = (curves: SampleCurve = curve): FbxSampleNode[] =>
  sampleFbx([
    { name: 'hips', parent: -1, curves: { 'Lcl Translation': [curves] } },
    { name: 'leg', parent: 0, curves: { 'Lcl Rotation': [curve, curve, curve] } },
  ]);
const text = (change: (text: string) => string): Uint8Array =>
  new TextEncoder().encode(change(new TextDecoder().decode(fbxText(sample()))));

/** Replaces the first array of a binary sample by one that says it holds 400 million numbers. */
function boast(): Uint8Array {
  const bytes = fbxBinary(sample(), { packed: true });
  const at = Buffer.from(bytes).indexOf('KeyTimel') + 8;
  new DataView(bytes.buffer).setUint32(at, 4e8, true);
  return bytes;
}

const CASES: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['another file', () => new TextEncoder().encode('HIERARCHY'), /expected an FBX file/],
  ['FBX 6', () => fbxBinary(sample(), { version: 6100 }), /expected FBX 7\.x, found version 6\.1/],
  ['FBX 6 as text', () => text((t) => t.replace('7400', '6100')), /found 6\.1/],
  ['a cut binary', () => fbxBinary(sample()).slice(0, 900), /byte \d+: a record says it ends at byte/],
  ['a cut text', () => text((t) => t.slice(0, 700)), /the file ends inside "/],
  ['an open quote', () => text((t) => `${t}Note: "never closed\n`), /sample\.fbx:\d+:7: .*no closing quote/],
  ['a stray brace', () => text((t) => `${t}}\n`), /found "\}" without its "\{"/],
  [
    'text that is no record',
    () => text((t) => t.replace('\tModel:', '\t%%% Model')),
    /sample\.fbx:\d+:\d+: expected a record/,
  ],
  ['no objects', () => text((t) => t.replace('Objects:', 'Things:')), /no "Objects"/],
  [
    'no skeleton',
    () => text((t) => t.replaceAll('"LimbNode"', '"Mesh"').replaceAll('"OP"', '"XX"').replaceAll('d|', 'e|')),
    /expected a skeleton/,
  ],
  ['a boasting count', boast, /400000000 numbers do not fit/],
  ['times in disorder', () => fbxBinary(sample({ ...curve, times: [0, 1, 0.5] })), /"hips", X: key times must ascend/],
  ['NaN', () => fbxBinary(sample({ ...curve, values: [1, Number.NaN, 3] })), /"hips", X: key 1 is NaN/],
  ['times without values', () => fbxBinary(sample({ ...curve, values: [1, 2] })), /3 key times but 2 values/],
  ['years of frames', () => fbxBinary(sample({ ...curve, times: [0, 0.5, 1e8] })), /sampled: asks for \d+ numbers/],
  ['deep nesting', () => text((t) => t + 'A: {'.repeat(5000)), /more than 64 deep/],
];

describe('broken FBX', () => {
  it.each(CASES)('refuses %s', async (_, make, message) => {
    const error: unknown = await readFbx(make(), 'sample.fbx').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).message).toMatch(message);
  });

  it('survives models that hang below each other', async () => {
    const loop = text((t) => t.replace('C: "OO", 1000, 0', 'C: "OO", 1000, 1001'));
    await expect(readFbx(loop, 'loop.fbx')).rejects.toThrow(FormatError);
  });

  it('survives 2000 seeded mutations: a FormatError or finite numbers', async () => {
    const seed = 811;
    const rng = createRng(seed);
    const originals = [fbxBinary(sample()), fbxBinary(sample(), { packed: true }), fbxText(sample())];
    let refused = 0;
    for (let run = 0; run < 2000; run++) {
      const bytes = originals[run % 3].slice();
      const changes = 1 + Math.floor(rng.next() * 4);
      for (let k = 0; k < changes; k++) bytes[Math.floor(rng.next() * bytes.length)] = Math.floor(rng.next() * 256);
      const cut = rng.next() < 0.1 ? bytes.slice(0, Math.floor(rng.next() * bytes.length)) : bytes;
      if (await isRefused(fbx, cut, `seed ${seed} run ${run}`)) refused++;
    }
    expect(refused).toBeGreaterThan(200);
    expect(refused).toBeLessThan(1900);
  });
});
