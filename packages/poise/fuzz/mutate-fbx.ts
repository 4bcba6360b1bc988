/** Damage of binary FBX files that stay trees of records: records moved, doubled, nested and renamed, links bent, arrays that lie about their length. */
import type { Rng } from '../src/math/random.ts';
import { joined } from '../test/support/numpy-file.ts';
import { below, LONGEST, pick } from './mutate.ts';

const HEAD = 27;
const RECORD = 13; // with offsets of 32 bits
const SIZES: Readonly<Record<string, number>> = { C: 1, B: 1, Y: 2, I: 4, F: 4, D: 8, L: 8 };
const NAMES = [
  'Objects',
  'Connections',
  'Model',
  'AnimationStack',
  'AnimationLayer',
  'AnimationCurveNode',
  'AnimationCurve',
  'C',
  'P',
  'KeyTime',
  '',
];
const WORDS = [0, 1, 2, 3, 255, 65_536, 0x7fffffff, 0xffffffff];

interface Rec {
  name: string;
  values: Uint8Array[]; // each with its letter
  children: Rec[];
  closed: boolean; // an empty record ends its children
}

const latin = new TextDecoder('latin1');
const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

function valuesOf(data: Uint8Array, from: number, count: number): Uint8Array[] {
  const view = viewOf(data);
  const values: Uint8Array[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    const letter = String.fromCharCode(data[at]!);
    const length =
      SIZES[letter] ??
      (letter === 'S' || letter === 'R' ? 4 + view.getUint32(at + 1, true) : 12 + view.getUint32(at + 9, true));
    values.push(data.slice(at, at + 1 + length));
    at += 1 + length;
  }
  return values;
}

function readRecords(data: Uint8Array, from: number, end: number): { list: Rec[]; closed: boolean; next: number } {
  const view = viewOf(data);
  const list: Rec[] = [];
  let at = from;
  while (at + RECORD <= end) {
    const stop = view.getUint32(at, true);
    if (stop === 0) return { list, closed: true, next: at + RECORD };
    if (stop <= at || stop > end) throw new Error('damaged before');
    const name = latin.decode(data.subarray(at + RECORD, at + RECORD + data[at + 12]!));
    const valuesAt = at + RECORD + name.length;
    const values = valuesOf(data, valuesAt, view.getUint32(at + 4, true));
    const inner = readRecords(data, valuesAt + view.getUint32(at + 8, true), stop);
    list.push({ name, values, children: inner.list, closed: inner.closed });
    at = stop;
  }
  return { list, closed: false, next: at };
}

function writeRecord({ name, values, children, closed }: Rec, start: number): Uint8Array {
  const body = joined(...values);
  const parts: Uint8Array[] = [];
  let at = start + RECORD + name.length + body.length;
  for (const child of children) {
    const part = writeRecord(child, at);
    parts.push(part);
    at += part.length;
    if (at > LONGEST) throw new Error('too long');
  }
  if (closed) parts.push(new Uint8Array(RECORD));
  const head = new Uint8Array(RECORD + name.length);
  const view = viewOf(head);
  view.setUint32(0, at + (closed ? RECORD : 0), true);
  view.setUint32(4, values.length, true);
  view.setUint32(8, body.length, true);
  head[12] = name.length;
  head.set(
    Uint8Array.from(name, (sign) => sign.charCodeAt(0)),
    RECORD,
  );
  return joined(head, body, ...parts);
}

const MOST = 20_000; // records of a mutant

function all(list: readonly Rec[], out: Rec[] = []): Rec[] {
  for (const record of list) {
    if (out.push(record) > MOST) throw new Error('too many');
    all(record.children, out);
  }
  return out;
}
const copyOf = (record: Rec): Rec => structuredClone(record);

type Damage = (rng: Rng, top: Rec[], every: readonly Rec[]) => void;

const ids = (every: readonly Rec[]): Uint8Array[] =>
  every.flatMap(({ values }) => values.filter((value) => value[0] === 0x4c));

const DAMAGES: readonly Damage[] = [
  (rng, _, every) => {
    const { children } = pick(rng, every);
    if (children.length > 0) children.splice(below(rng, children.length), 1);
  },
  (rng, _, every) => {
    // one record many times
    const { children } = pick(rng, every);
    if (children.length === 0) return;
    const one = pick(rng, children);
    for (let times = pick(rng, [1, 5, 300, 3000]); times > 0; times--) children.push(one);
  },
  (rng, _, every) => {
    pick(rng, every).children.push(copyOf(pick(rng, every)));
  },
  (rng, top, every) => {
    top.push(copyOf(pick(rng, every)));
    top.reverse();
  },
  (rng, _, every) => {
    pick(rng, every).name = pick(rng, [...NAMES, pick(rng, every).name]);
  },
  (rng, _, every) => {
    let inner = copyOf(pick(rng, every));
    for (let depth = pick(rng, [3, 63, 65, 2000]); depth > 0; depth--)
      inner = { name: 'P', values: [], children: [inner], closed: true };
    pick(rng, every).children.push(inner);
  },
  (rng, _, every) => {
    // a link to somebody else, to itself, to the scene
    const found = ids(every);
    if (found.length > 1)
      pick(rng, found).set(rng.next() < 0.2 ? new Uint8Array(9).fill(0x4c, 0, 1) : pick(rng, found));
  },
  (rng, _, every) => {
    const withValues = every.filter(({ values }) => values.length > 0);
    if (withValues.length === 0) return;
    const { values } = pick(rng, withValues);
    const i = below(rng, values.length);
    const kind = below(rng, 3);
    if (kind === 0) values.splice(i, 1);
    else if (kind === 1) values[i]![0] = 'CBYIFDLSRfdilbc?'.charCodeAt(below(rng, 16));
    else values.splice(below(rng, values.length + 1), 0, values[i]!.slice());
  },
  (rng, _, every) => {
    // an array that says something else of its length, of its packing, or of what is packed
    const arrays = every.flatMap(({ values }) =>
      values.filter((value) => 'fdilbc'.includes(String.fromCharCode(value[0]!))),
    );
    if (arrays.length === 0) return;
    const array = pick(rng, arrays);
    const place = pick(rng, [1, 5, 9]);
    viewOf(array).setUint32(
      place,
      rng.next() < 0.5 ? pick(rng, WORDS) : viewOf(array).getUint32(place, true) + below(rng, 5) - 2,
      true,
    );
  },
  (_, __, every) => {
    for (const record of every) record.closed = !record.closed;
  },
];

/** A mutant, or undefined where the data is no binary FBX with short offsets. */
export function mutateFbx(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  if (
    data.length < HEAD ||
    latin.decode(data.subarray(0, 18)) !== 'Kaydara FBX Binary' ||
    viewOf(data).getUint32(23, true) >= 7500
  )
    return undefined;
  try {
    const { list, next } = readRecords(data, HEAD, data.length);
    for (let times = 1 + below(rng, 4); times > 0; times--) {
      const every = all(list);
      if (every.length > 0) pick(rng, DAMAGES)(rng, list, every);
    }
    const whole: Rec = { name: '', values: [], children: list, closed: true };
    return joined(data.subarray(0, HEAD), writeRecord(whole, HEAD - RECORD).subarray(RECORD), data.subarray(next));
  } catch {
    return undefined; // damaged before, or too long
  }
}
