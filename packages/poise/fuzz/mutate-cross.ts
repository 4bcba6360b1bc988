/** Children of two files: parts of one in places of the other that have the same form, and numbers that stand at a bound. */
import type { Rng } from '../src/math/random.ts';
import { BOUNDS } from '../src/motion/bounds.ts';
import { packSample, unpackGlb } from '../test/support/glb.ts';
import { below, pick } from './mutate.ts';

const decoder = new TextDecoder('latin1');
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 255);

const bounds = Object.values(BOUNDS).flatMap((bound) => (typeof bound === 'number' ? [bound] : Object.values(bound)));
const powers = [7, 8, 15, 16, 24, 31, 32, 53].map((power) => 2 ** power);
/** Each bound and power of two, what is next to it, and the same in centimetres and millimetres. */
const EDGES = [...bounds, ...powers]
  .flatMap((edge) => [edge, edge * (1 + Number.EPSILON), edge * (1 - Number.EPSILON), edge - 1, edge + 1])
  .flatMap((edge) => [edge, -edge, 100 * edge, 1000 * edge])
  .concat(Number.MAX_VALUE, Number.MIN_VALUE, 3.4028234663852886e38, 3.4028235677973366e38, 1.1754943508222875e-38);

const NUMBER = /-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g;

/** Numbers of a text become numbers at a bound. */
function onEdge(rng: Rng, text: string): string {
  const found = [...text.matchAll(NUMBER)];
  if (found.length === 0) return text;
  const edge = pick(rng, EDGES);
  let out = text;
  for (let times = 1 + below(rng, 3); times > 0; times--) {
    const match = pick(rng, found);
    // later places move with each exchange, which is damage as well
    out = `${out.slice(0, match.index)}${edge}${out.slice(match.index + match[0].length)}`;
  }
  return out;
}

type Holder = Record<string, unknown>;
interface Place {
  readonly holder: Holder;
  readonly key: string;
}

function placesIn(value: unknown, out: Place[] = [], depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 50) return out;
  for (const key of Object.keys(value)) {
    out.push({ holder: value as Holder, key });
    placesIn((value as Holder)[key], out, depth + 1);
  }
  return out;
}

/** The tree of JSON or of a GLB, and how it becomes bytes again. */
function treeOf(data: Uint8Array): { root: object; pack: () => Uint8Array } | undefined {
  try {
    const isGlb = data[0] === 0x67 && data[1] === 0x6c && data[2] === 0x54;
    const glb = isGlb ? unpackGlb(data) : undefined;
    const root = glb ? glb.json : (JSON.parse(new TextDecoder().decode(data)) as unknown);
    if (typeof root !== 'object' || root === null) return undefined;
    return { root, pack: () => (glb ? packSample(root, glb.bin) : new TextEncoder().encode(JSON.stringify(root))) };
  } catch {
    return undefined;
  }
}

/** Values of the other tree, under the same keys or anywhere; numbers at a bound. */
function crossTrees(rng: Rng, root: object, other: object): void {
  const places = placesIn(root);
  const donors = placesIn(other);
  for (let times = 1 + below(rng, 6); times > 0 && places.length > 0; times--) {
    const { holder, key } = pick(rng, places);
    const alike = donors.filter((donor) => donor.key === key);
    const donor = rng.next() < 0.7 && alike.length > 0 ? pick(rng, alike) : pick(rng, [...donors, { holder, key }]);
    const value = rng.next() < 0.25 ? pick(rng, EDGES) : structuredClone(donor.holder[donor.key]);
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The head of one and the tail of the other, cut between lines; or lines of both in turn. */
function crossLines(rng: Rng, text: string, other: string): string {
  const [a, b] = [text.split('\n'), other.split('\n')];
  switch (below(rng, 3)) {
    case 0:
      return [...a.slice(0, below(rng, a.length + 1)), ...b.slice(below(rng, b.length + 1))].join('\n');
    case 1: {
      const from = below(rng, b.length);
      a.splice(below(rng, a.length + 1), below(rng, 4), ...b.slice(from, from + 1 + below(rng, 8)));
      return a.join('\n');
    }
    default:
      return a.flatMap((line, i) => (i < b.length && rng.next() < 0.3 ? [b[i]!, line] : [line])).join('\n');
  }
}

/** The same stretch of words of four bytes, taken from the other. */
function crossWords(rng: Rng, data: Uint8Array, other: Uint8Array): Uint8Array {
  const out = data.slice();
  const [length, from] = [4 * (1 + below(rng, 64)), 4 * below(rng, Math.max(1, other.length / 4))];
  const to = rng.next() < 0.5 ? from : 4 * below(rng, Math.max(1, out.length / 4));
  if (to < out.length) out.set(other.subarray(from, Math.min(from + length, from + out.length - to)), to);
  return out;
}

/** A mutant of any data: the form of the first is kept where both are trees or both are lines. */
export function mutateCross(rng: Rng, data: Uint8Array, other: Uint8Array): Uint8Array {
  const tree = treeOf(data);
  if (tree) {
    crossTrees(rng, tree.root, treeOf(other)?.root ?? tree.root);
    try {
      return tree.pack();
    } catch {
      return data; // grew without end
    }
  }
  if (data.subarray(0, 400).some((byte) => byte < 9)) return crossWords(rng, data, other);
  const text = decoder.decode(data);
  return bytes(rng.next() < 0.5 ? onEdge(rng, text) : crossLines(rng, text, decoder.decode(other)));
}
