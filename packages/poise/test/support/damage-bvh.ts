/** Ways in which a BVH file gets damaged, seeded. */
import type { Rng } from '../../src/math/random.ts';
import { bytesOf } from './bvh-text.ts';

const below = (rng: Rng, n: number) => Math.floor(rng.next() * n);
export const pick = <T>(rng: Rng, list: readonly T[]): T => list[below(rng, list.length)];

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

/** One to three damages after one another. */
export function mutated(rng: Rng, bytes: Uint8Array): Uint8Array {
  let data = bytes;
  for (let times = 1 + below(rng, 3); times > 0; times--) data = pick(rng, MUTATIONS)(rng, data);
  return data;
}
