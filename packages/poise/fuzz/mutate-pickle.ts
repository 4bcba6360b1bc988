/** Damage of pickles that stay programs: operations left out, doubled and swapped, and such as build what has no end or fills any memory. */
import type { Rng } from '../src/math/random.ts';
import { joined } from '../test/support/numpy-file.ts';
import { below, LONGEST, pick } from './mutate.ts';

const code = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));
const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) & 255);
const KEY = 200; // of what is remembered here

/** Bytes of arguments, by operation: a fixed number, a length in so many bytes, or lines. */
const FIXED: Readonly<Record<string, number>> = {
  '\x80': 1,
  '\x95': 8,
  K: 1,
  M: 2,
  J: 4,
  G: 8,
  q: 1,
  r: 4,
  h: 1,
  j: 4,
};
const COUNTED: Readonly<Record<string, number>> = {
  X: 4,
  '\x8c': 1,
  '\x8d': 8,
  B: 4,
  C: 1,
  '\x8e': 8,
  T: 4,
  U: 1,
  '\x8a': 1,
};
const LINES: Readonly<Record<string, number>> = { c: 2, I: 1, F: 1, L: 1, p: 1, g: 1 };

function operations(data: Uint8Array): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const sign = String.fromCharCode(data[at]!);
    let end = at + 1 + (FIXED[sign] ?? 0);
    const width = COUNTED[sign];
    if (width) end += width + (width === 1 ? data[at + 1]! : view.getUint32(at + 1, true));
    for (let lines = LINES[sign] ?? 0; lines > 0; lines--) end = data.indexOf(10, end) + 1;
    if (end <= at) throw new Error('damaged before');
    found.push(data.slice(at, end));
    at = end;
    if (sign === '.') break;
  }
  return found;
}

/** A value that holds the one before it twice, and so on: 2^n of the first. */
function doubling(rng: Rng, open: string, close: string, entry: (at: number) => number[]): number[] {
  const out = [...code(open), ...code('q'), KEY];
  for (let k = 1 + below(rng, 45); k > 0; k--)
    out.push(...code(`${open}(`), ...entry(1), ...entry(2), ...code(close), ...code('q'), KEY);
  return out;
}

type Snippet = (rng: Rng) => number[];

const SNIPPETS: readonly Snippet[] = [
  (rng) => doubling(rng, ']', 'e', () => [...code('h'), KEY]),
  (rng) => doubling(rng, '}', 'u', (k) => [...code('K'), k, ...code('h'), KEY]),
  // a list in itself, a dictionary in itself
  () => [...code(']q'), KEY, ...code('h'), KEY, ...code('a')],
  () => [...code('}q'), KEY, ...code('K'), 1, ...code('h'), KEY, ...code('s')],
  // a text made into bytes again and again
  (rng) => {
    const length = below(rng, 60_000);
    const again = [...code('h'), 201, ...code('h'), KEY, 0x85, ...code('R0')];
    const times = Math.floor(below(rng, LONGEST - length) / again.length);
    return [
      ...code('X'),
      ...little(length, 4),
      ...Array<number>(length).fill(97),
      ...code('q'),
      KEY,
      ...code('0c_codecs\nencode\nq'),
      201,
      ...Array.from({ length: times }, () => again).flat(),
    ];
  },
  (rng) => Array<number>(pick(rng, [40, 1000, 100_000])).fill(pick(rng, code('](}N)'))),
  (rng) => [...code('K'), below(rng, 256), ...code('J'), ...little(pick(rng, [0, 1, 2 ** 31, 2 ** 32 - 1]), 4)],
  (rng) => [
    ...code(
      pick(rng, [
        'cos\nsystem\n',
        'cbuiltins\neval\n',
        'cnumpy\nndarray\n',
        'cnumpy\ndtype\n',
        'c__proto__\nconstructor\n',
      ]),
    ),
  ],
  (rng) =>
    code(pick(rng, ['R', 'b', 't', 'e', 'u', 's', 'a', '0', 'd', 'l', '\x85', '\x86', '\x87', 'h\xc8', 'N', '\x93'])),
];

/** A mutant, or undefined where the data is no pickle. */
export function mutatePickle(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  if (data[0] !== 0x80 || data[1]! > 5) return undefined;
  try {
    const steps = operations(data);
    for (let times = 1 + below(rng, 4); times > 0; times--) {
      const at = 1 + below(rng, steps.length - 1);
      const kind = below(rng, 6);
      if (kind === 0) steps.splice(at, 1);
      else if (kind === 1) steps.splice(at, 0, pick(rng, steps));
      else if (kind === 2) steps.splice(at, 0, ...steps.splice(below(rng, steps.length - 1), 1 + below(rng, 8)));
      else steps.splice(at, 0, Uint8Array.from(pick(rng, SNIPPETS)(rng)));
    }
    return joined(...steps);
  } catch {
    return undefined; // damaged before
  }
}
