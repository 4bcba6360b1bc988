/** Ways to damage a file: blindly, by its numbers and words, and by the lengths and floats of binary formats. All seeded. */
import type { Rng } from '../src/math/random.ts';

export const below = (rng: Rng, n: number): number => Math.floor(rng.next() * n);
export const pick = <T>(rng: Rng, list: readonly T[]): T => list[below(rng, list.length)]!;

export const LONGEST = 300_000; // bytes of a mutant: more would test the machine

/** Numbers that have broken readers, as text … */
const TEXTS = [
  '0', '-0', '-1', '1', '2', '1e-9', '1e-5', '1e-300', '5e-324', '1e5', '1e12', '1e13', '1e38', '1e39', '1e308', '-1e308', '1e999',
  'NaN', 'Infinity', '-inf', 'nan', '255', '65535', '65536', '2147483647', '4294967295', '9007199254740993', '99999999999999999999',
  '0x10', '1,5', '1.5.5', '--1', '+', '1e', '٣', 'null', 'true', '"x"', '[]', '{}', '[[[[]]]]', '{"__proto__":{"polluted":1}}',
]; // biome-ignore format: a list
/** … and as the words of binary formats. */
const WORDS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const FLOATS = [
  0,
  -0,
  1,
  -1,
  1e-9,
  1e-38,
  1e12,
  3e38,
  -3e38,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];
/** Names and signs that mean something to somebody. */
const NAMES = [
  '__proto__', 'constructor', 'toString', 'prototype', '\u0000', '\u001b[31m', '\r', '\n', '\t', '"', "'", '<', '>', '&', '&amp;', '&constructor;',
  '&#0;', ']]>', '<!--', '<!DOCTYPE', '{', '}', '[', ']', ',', ':', ';', '#', '/', '\\', '..', '🦴', '\ud800', 'é', 'İ', 'ﬀ', ' '.repeat(500), 'a'.repeat(5000),
  'l_'.repeat(2000), '('.repeat(3000), '['.repeat(3000), '{"a":'.repeat(2000),
]; // biome-ignore format: a list

type Mutation = (rng: Rng, data: Uint8Array, other: Uint8Array) => Uint8Array;

function spliced(data: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length - (to - from) + by.length);
  out.set(data.subarray(0, from));
  out.set(by, from);
  out.set(data.subarray(to), from + by.length);
  return out;
}

const latin = (data: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
  return text;
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Replaces what a pattern finds, at one place. */
const atOne =
  (pattern: RegExp, by: (rng: Rng, found: string) => string): Mutation =>
  (rng, data) => {
    const found = [...latin(data).matchAll(pattern)];
    if (found.length === 0) return data;
    const match = pick(rng, found);
    return spliced(data, match.index, match.index + match[0].length, bytes(by(rng, match[0])));
  };

const range = (rng: Rng, data: Uint8Array): readonly [number, number] => {
  const from = below(rng, data.length + 1);
  return [from, Math.min(data.length, from + 1 + below(rng, rng.next() < 0.5 ? 16 : data.length))];
};

const inPlace =
  (size: number, write: (rng: Rng, view: DataView, at: number, little: boolean) => void): Mutation =>
  (rng, data) => {
    if (data.length < size) return data;
    const out = data.slice();
    write(rng, new DataView(out.buffer), below(rng, data.length - size + 1), rng.next() < 0.8);
    return out;
  };

const MUTATIONS: readonly Mutation[] = [
  (rng, data) => data.map((byte) => (rng.next() < 4 / (data.length + 1) ? byte ^ (1 << below(rng, 8)) : byte)),
  (rng, data) => data.map((byte) => (rng.next() < 4 / (data.length + 1) ? below(rng, 256) : byte)),
  (rng, data) => data.subarray(0, below(rng, data.length + 1)),
  (rng, data) => spliced(data, ...range(rng, data), new Uint8Array(0)),
  (rng, data, other) => {
    const [from, to] = range(rng, other);
    return spliced(data, ...range(rng, data), other.subarray(from, to));
  },
  (rng, data) => {
    const [from, to] = range(rng, data);
    const times = 1 + below(rng, rng.next() < 0.8 ? 4 : 2000);
    const part = data.subarray(from, to);
    if (part.length === 0) return data;
    const copies = new Uint8Array(Math.min(LONGEST, times * part.length));
    for (let at = 0; at + part.length <= copies.length; at += part.length) copies.set(part, at);
    return spliced(data, to, to, copies);
  },
  atOne(/-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g, (rng) => pick(rng, TEXTS)),
  atOne(/-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g, (rng, found) => `${Number(found) * 10 ** (below(rng, 40) - 20)}`),
  atOne(/[A-Za-z_][\w.-]*/g, (rng) => pick(rng, NAMES)),
  atOne(/[{}[\]<>",:]/g, (rng) => pick(rng, NAMES)),
  atOne(/\S+/g, (rng) => pick(rng, [...TEXTS, ...NAMES])),
  inPlace(2, (rng, view, at, little) => view.setUint16(at, pick(rng, WORDS), little)),
  inPlace(4, (rng, view, at, little) => view.setUint32(at, pick(rng, WORDS), little)),
  inPlace(4, (rng, view, at, little) =>
    view.setUint32(at, (view.getUint32(at, little) + below(rng, 9) - 4) >>> 0, little),
  ),
  inPlace(4, (rng, view, at, little) => view.setFloat32(at - (at % 4), pick(rng, FLOATS), little)),
  inPlace(8, (rng, view, at, little) => view.setFloat64(at, pick(rng, [...FLOATS, 1e300, -1e308]), little)),
];

/** One to four damages after one another; `other` lends parts. */
export function mutate(rng: Rng, data: Uint8Array, other: Uint8Array): Uint8Array {
  let out = data;
  for (let times = 1 + below(rng, 4); times > 0; times--) out = pick(rng, MUTATIONS)(rng, out, other);
  return out.length > LONGEST ? out.slice(0, LONGEST) : out.slice();
}
