/** Very many of one thing in a small file: entries of lists, keys, elements, lines, and runs of one sign. What costs more than its length shows
 *  here by the time it takes. */
import type { Rng } from '../src/math/random.ts';
import { packSample, unpackGlb } from '../test/support/glb.ts';
import { below, LONGEST, pick } from './mutate.ts';

const COUNTS = [20, 50, 300, 1000, 60_000];
const SHORT = 20_000; // signs of texts whose parts are looked for
const RUNS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '0',
  '9',
  'a',
  'a_',
  '"',
  "'",
  '<',
  '{',
  '[',
  '(',
  '-',
  '.',
  ',',
  ';',
  ':',
  '/',
  '\\',
  '&',
  '#',
  '*',
  '1e',
  'left',
  ' 1',
];

const PART = /<(\w+)[^<>]*>[^<>]*<\/\1>|[^\n]+\n/g; // an element, a line

const decoder = new TextDecoder('latin1');
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 255);

/** Copies of a part of a text behind it, as many as there is room for. */
function repeated(rng: Rng, text: string, at: number, part: string): string {
  const room = Math.max(0, LONGEST - text.length);
  const times = Math.min(pick(rng, COUNTS), Math.floor(room / Math.max(1, part.length)));
  return text.slice(0, at) + part.repeat(times) + text.slice(at);
}

type Holder = Record<string, unknown> | unknown[];

function listsIn(value: unknown, out: Holder[] = [], depth = 0): Holder[] {
  if (typeof value !== 'object' || value === null || depth > 50) return out;
  out.push(value as Holder);
  for (const inner of Object.values(value)) listsIn(inner, out, depth + 1);
  return out;
}

/** An entry of a list many times over, or an object with many keys; numbers inside may count up, so that no two are alike. */
function growJson(rng: Rng, root: object): void {
  const holders = listsIn(root);
  const lists = holders.filter((holder): holder is unknown[] => Array.isArray(holder) && holder.length > 0);
  const grown = rng.next() < 0.7 && lists.length > 0 ? pick(rng, lists) : pick(rng, holders);
  const values = Object.values(grown);
  const value = values.length > 0 ? pick(rng, values) : 0;
  const size = (JSON.stringify(value) ?? '').length + 8;
  const times = Math.min(pick(rng, COUNTS), Math.floor(LONGEST / 2 / size));
  const counts = rng.next() < 0.5;
  for (let k = 0; k < times; k++) {
    const copy = structuredClone(value);
    if (counts && typeof copy === 'object' && copy !== null) countUp(copy, k);
    if (Array.isArray(grown)) grown.push(copy);
    else grown[`k${k}`] = copy;
  }
}

function countUp(value: object, by: number): void {
  const fields = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(fields)) {
    if (Number.isInteger(inner)) fields[key] = (inner as number) + by;
    else if (typeof inner === 'string') fields[key] = `${inner}${by}`;
    else if (typeof inner === 'object' && inner !== null) countUp(inner, by);
  }
}

/** Numbers that point somewhere point elsewhere: at one another, at themselves, past the end. */
function rewire(rng: Rng, root: object): void {
  const places = listsIn(root).flatMap((holder) =>
    Object.keys(holder).flatMap((key) =>
      Number.isInteger((holder as Record<string, unknown>)[key]) ? [[holder, key] as const] : [],
    ),
  );
  for (let times = 1 + below(rng, 4); times > 0 && places.length > 0; times--) {
    const [holder, key] = pick(rng, places);
    (holder as Record<string, unknown>)[key] = below(rng, 12) - 1;
  }
}

function inJson(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  const isGlb = data[0] === 0x67 && data[1] === 0x6c && data[2] === 0x54;
  const glb = isGlb ? unpackGlb(data) : undefined;
  const root = glb ? glb.json : (JSON.parse(new TextDecoder().decode(data)) as unknown);
  if (typeof root !== 'object' || root === null) return undefined;
  if (rng.next() < 0.5) rewire(rng, root);
  else growJson(rng, root);
  return glb ? packSample(root, glb.bin) : new TextEncoder().encode(JSON.stringify(root));
}

function inText(rng: Rng, data: Uint8Array): Uint8Array {
  const text = decoder.decode(data);
  const parts = text.length < SHORT && rng.next() < 0.5 ? [...text.matchAll(PART)] : [];
  if (parts.length > 0) {
    const match = pick(rng, parts);
    return bytes(repeated(rng, text, match.index + match[0].length, match[0]));
  }
  return bytes(repeated(rng, text, below(rng, text.length + 1), pick(rng, RUNS)));
}

/** A mutant, or undefined where the data is neither JSON nor text. */
export function mutateMany(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  try {
    const found = inJson(rng, data);
    if (found) return found;
  } catch {
    // no JSON
  }
  return data.subarray(0, 400).some((byte) => byte < 9) ? undefined : inText(rng, data);
}
