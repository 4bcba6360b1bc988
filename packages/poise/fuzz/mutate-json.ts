/** Damage inside JSON, alone or as the first part of a GLB: the text stays JSON, its content does not stay sound. */
import type { Rng } from '../src/math/random.ts';
import { packSample, unpackGlb } from '../test/support/glb.ts';
import { below, pick } from './mutate.ts';

const VALUES: readonly unknown[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e12,
  1e13,
  1e308,
  -1e308,
  1e-308,
  1e-9,
  99,
  null,
  true,
  false,
  '',
  'x',
  '__proto__',
  'NaN',
  [],
  {},
  [0],
  [[]],
  { x: 1 },
  { toString: 1, valueOf: 1 }, // no text can be made of it
  Number.POSITIVE_INFINITY, // in saves and databases; JSON makes null of it
  Number.NaN,
  [null],
  'a'.repeat(3000),
  [1, 2, 3],
  [1e308, 1e308, 1e308],
  [0, 0, 0, 0],
  Array.from({ length: 500 }, (_, i) => i),
];
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '', 'x'];

type Holder = Record<string | number, unknown>;

/** All objects and lists inside. */
function holders(value: unknown, out: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return out;
  out.push(value as Holder);
  for (const inner of Object.values(value)) holders(inner, out);
  return out;
}

/** Sets a key as JSON.parse would: "__proto__" becomes a property like any other. */
const put = (holder: Holder, key: string | number, value: unknown): void => {
  if (Array.isArray(holder) && !/^\d+$/.test(String(key))) return; // text cannot say that
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
};

/** One damage somewhere inside plain data. */
export function damagePlain(rng: Rng, root: unknown): void {
  const all = holders(root);
  if (all.length === 0) return;
  const holder = pick(rng, all);
  const keys = Object.keys(holder);
  const key = keys.length > 0 ? pick(rng, keys) : '0';
  const value = holder[key];
  switch (below(rng, 8)) {
    case 7:
      if (Array.isArray(value) && value.every((part) => typeof part === 'number')) {
        const factor = 10 ** (below(rng, 24) - 12) * (rng.next() < 0.2 ? -1 : 1);
        put(
          holder,
          key,
          value.map((part) => part * factor),
        );
      } else put(holder, pick(rng, KEYS), structuredClone(value));
      break;
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (typeof value === 'number')
        put(holder, key, value * 10 ** (below(rng, 30) - 15) * (rng.next() < 0.2 ? -1 : 1));
      else if (typeof value === 'string') put(holder, key, value.slice(below(rng, value.length)) + value);
      break;
    case 2:
      if (Array.isArray(holder)) holder.push(structuredClone(value));
      else put(holder, pick(rng, KEYS), structuredClone(value));
      break;
    case 3: {
      const other = pick(rng, all);
      const [from] = [pick(rng, Object.keys(other))];
      if (from !== undefined) put(holder, key, structuredClone(other[from]));
      break;
    }
    default:
      put(holder, key, structuredClone(pick(rng, VALUES)));
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A mutant, or undefined where the data holds no JSON. */
export function mutateJson(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  const isGlb = data[0] === 0x67 && data[1] === 0x6c && data[2] === 0x54;
  let glb: ReturnType<typeof unpackGlb> | undefined;
  try {
    glb = isGlb ? unpackGlb(data) : undefined;
  } catch {
    return undefined;
  }
  const text = isGlb ? '' : new TextDecoder().decode(data);
  const lines = [text].concat(text.split('\n'));
  const whole = isGlb ? glb?.json : parsed(text);
  const line = whole === undefined ? 1 + below(rng, lines.length - 1) : 0; // JSON, or a JSON on every line
  const root = whole ?? parsed(lines[line]!);
  if (typeof root !== 'object' || root === null) return undefined;
  for (let times = 1 + below(rng, 3); times > 0; times--) damagePlain(rng, root);
  try {
    if (glb) return packSample(root, glb.bin);
    lines[line] = JSON.stringify(root);
    return new TextEncoder().encode(line === 0 ? lines[0] : lines.slice(1).join('\n'));
  } catch {
    return undefined; // grew without end
  }
}
