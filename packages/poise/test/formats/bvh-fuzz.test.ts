/** Damaged files: every one either parses without NaN or is refused with a FormatError. */
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng, type Rng } from '../../src/math/random.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { bytesOf, TINY } from '../support/bvh-text.ts';

const SEED = 20051;
const FILES = 10_000;

const below = (rng: Rng, n: number) => Math.floor(rng.next() * n);
const pick = <T>(rng: Rng, list: readonly T[]): T => list[below(rng, list.length)];

const WORDS = [
  'NaN',
  '1e999',
  '-',
  '{',
  '}',
  'JOINT x',
  'ROOT',
  'End Site',
  'MOTION',
  'HIERARCHY',
  'Frames: 99999999',
  'Frame Time: 0',
  'CHANNELS 6',
  'CHANNELS -1',
  'CHANNELS 99999999',
  'OFFSET',
  '1e-400',
  '0x7f',
  '\u0000',
  '1,5',
  '99999999999999999999',
  'Xrotation',
  '🦴',
];
const BASES = [
  TINY,
  TINY.replaceAll('\n', '\r\n').replaceAll('CHANNELS 3', 'CHANNELS 3 '),
  'HIERARCHY ROOT a b { OFFSET 0 0 0 CHANNELS 1 Yrotation JOINT c{OFFSET 1 1 1\nCHANNELS 0 End Site{OFFSET 0 0 1}}}\nMOTION\nFrames: 2 Frame Time: 1 5 6',
];

type Mutation = (rng: Rng, bytes: Uint8Array) => Uint8Array;
const text =
  (change: (rng: Rng, words: string[]) => string[]): Mutation =>
  (rng, bytes) =>
    bytesOf(change(rng, new TextDecoder().decode(bytes).split(/(?<=\s)/)).join(''));

const MUTATIONS: readonly Mutation[] = [
  (rng, bytes) => bytes.map((byte) => (rng.next() < 0.01 ? below(rng, 256) : byte)), // flipped bytes
  (rng, bytes) => bytes.map((byte) => (rng.next() < 0.005 ? byte ^ (1 << below(rng, 8)) : byte)), // flipped bits
  (rng, bytes) => bytes.slice(0, below(rng, bytes.length + 1)), // cut short
  (rng, bytes) => bytes.slice(below(rng, bytes.length)), // beginning lost
  (rng, bytes) => {
    // A part repeated, up to about 20 kB.
    const [a, b] = [below(rng, bytes.length), below(rng, bytes.length)].sort((x, y) => x - y);
    const copies = 1 + below(rng, Math.min(300, 20_000 / (1 + b - a)));
    const out = new Uint8Array(bytes.length + copies * (b - a));
    out.set(bytes.subarray(0, b));
    for (let n = 0; n < copies; n++) out.set(bytes.subarray(a, b), b + n * (b - a));
    out.set(bytes.subarray(b), b + copies * (b - a));
    return out;
  },
  text((rng, words) => {
    const [a, b] = [below(rng, words.length), below(rng, words.length)];
    [words[a], words[b]] = [words[b], words[a]];
    return words;
  }),
  text((rng, words) => words.toSpliced(below(rng, words.length), below(rng, 3), `${pick(rng, WORDS)} `)),
  text((rng, words) =>
    words.map((word) => (/^-?\d/.test(word) && rng.next() < 0.1 ? `${10 ** below(rng, 20)} ` : word)),
  ), // huge numbers
  text((rng, words) =>
    words.toSpliced(below(rng, words.length), 0, ' JOINT deep { OFFSET 0 0 0 '.repeat(below(rng, 1000))),
  ), // nested
];

/** True when the file was accepted. Throws on anything but a FormatError, and on numbers that are not finite. */
function survives(data: Uint8Array): boolean {
  try {
    const raw = parseBvh(data, 'fuzz.bvh');
    for (const track of [...raw.translations, ...raw.rotations]) {
      if (track && !track.every(Number.isFinite)) throw new Error('a track holds numbers that are not finite');
    }
    if (!(raw.frameTime > 0)) throw new Error(`frame time ${raw.frameTime}`);
    return true;
  } catch (error) {
    if (error instanceof FormatError && (error.line ?? 0) > 0) return false;
    throw error;
  }
}

describe('damaged BVH files', () => {
  it(`${FILES} of them, seed ${SEED}`, () => {
    let accepted = 0;
    for (let n = 0; n < FILES; n++) {
      const rng = createRng(SEED + n);
      let data = bytesOf(pick(rng, BASES));
      for (let times = 1 + below(rng, 3); times > 0; times--) data = pick(rng, MUTATIONS)(rng, data);
      try {
        if (survives(data)) accepted++;
      } catch (error) {
        throw new Error(`seed ${SEED + n}: ${error}`, { cause: error });
      }
    }
    // Both outcomes must occur, or the mutations test nothing.
    expect(accepted).toBeGreaterThan(FILES / 50);
    expect(accepted).toBeLessThan(FILES * 0.9);
  }, 60_000);
});
