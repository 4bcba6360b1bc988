/** Arrays → the bytes of .npy and .npz files, as numpy writes them; entries of the zip file are stored as they are. */
import { createBytes } from '../growing-bytes.ts';
import type { NumpyArray } from './array.ts';
import type { NumberArray } from './numbers.ts';

/** How numbers are stored: floats, whole numbers, truth values; with their bytes. */
const STORED = {
  f4: (view: DataView, at: number, x: number) => view.setFloat32(at, x, true),
  f8: (view: DataView, at: number, x: number) => view.setFloat64(at, x, true),
  i4: (view: DataView, at: number, x: number) => view.setInt32(at, x, true),
  i8: (view: DataView, at: number, x: number) => view.setBigInt64(at, BigInt(Math.round(x)), true),
  u1: (view: DataView, at: number, x: number) => view.setUint8(at, x),
  b1: (view: DataView, at: number, x: number) => view.setUint8(at, x === 0 ? 0 : 1),
} as const;
type Stored = keyof typeof STORED;

/** An array to be written. */
export type ArrayToWrite =
  | { readonly shape: readonly number[]; readonly values: ArrayLike<number>; readonly type: Stored }
  | { readonly shape: readonly number[]; readonly texts: readonly string[] };

export const numbers = (
  values: ArrayLike<number>,
  shape: readonly number[] = [values.length],
  type: Stored = 'f8',
): ArrayToWrite => ({ shape, values, type });
export const number = (value: number): ArrayToWrite => numbers([value], []);
export const word = (text: string): ArrayToWrite => ({ shape: [], texts: [text] });

/** How an array that was read is stored again; numbers of kinds that are not written take 8 bytes. */
export const storedAs = ({ type = '' }: NumberArray): Stored => (Object.hasOwn(STORED, type) ? (type as Stored) : 'f8');

/** An array that was read, to be written again; undefined for Python objects. */
export function again(array: NumpyArray): ArrayToWrite | undefined {
  if (array.kind === 'numbers') return numbers(array.values, array.shape, storedAs(array));
  return array.kind === 'texts' ? { shape: array.shape, texts: array.texts } : undefined;
}

const HEAD = Uint8Array.of(0x93, ...[...'NUMPY'].map((sign) => sign.charCodeAt(0)), 1, 0);
const ALIGNED = 64; // bytes: data begins at a multiple of this

export function packNpy(array: ArrayToWrite): Uint8Array {
  const { descr, data } = 'texts' in array ? packTexts(array.texts) : packNumbers(array.values, array.type);
  const sizes = array.shape.length === 1 ? `${array.shape[0]},` : array.shape.join(', ');
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const rest = (HEAD.length + 2 + dictionary.length + 1) % ALIGNED;
  const header = `${dictionary}${' '.repeat((ALIGNED - rest) % ALIGNED)}\n`;
  const out = createBytes();
  out.add(HEAD);
  out.addUint16(header.length);
  out.add(new TextEncoder().encode(header));
  out.add(data);
  return out.finish();
}

function packNumbers(values: ArrayLike<number>, type: Stored): { descr: string; data: Uint8Array } {
  const size = Number(type[1]);
  const view = new DataView(new ArrayBuffer(size * values.length));
  for (let i = 0; i < values.length; i++) STORED[type](view, size * i, values[i]);
  return { descr: `${size === 1 ? '|' : '<'}${type}`, data: new Uint8Array(view.buffer) };
}

function packTexts(texts: readonly string[]): { descr: string; data: Uint8Array } {
  const letters = texts.map((text) => [...text]);
  const length = Math.max(1, ...letters.map((text) => text.length));
  const view = new DataView(new ArrayBuffer(4 * length * texts.length));
  letters.forEach((text, i) => {
    text.forEach((letter, k) => {
      view.setUint32(4 * (i * length + k), letter.codePointAt(0)!, true);
    });
  });
  return { descr: `<U${length}`, data: new Uint8Array(view.buffer) };
}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DATE = 0x21; // 1 January 1980, the first that zip files know

/** A zip file of arrays by their names. */
export function packNpz(arrays: ReadonlyMap<string, ArrayToWrite>): Uint8Array {
  const out = createBytes();
  const entries = [...arrays].map(([name, array]) => {
    const entry = { name: new TextEncoder().encode(`${name}.npy`), data: packNpy(array), offset: out.length };
    out.addUint32(LOCAL);
    addHead(entry);
    out.add(entry.name);
    out.add(entry.data);
    return entry;
  });
  function addHead({ name, data }: { readonly name: Uint8Array; readonly data: Uint8Array }): void {
    for (const half of [VERSION, 0x800, 0, 0, DATE]) out.addUint16(half); // names in UTF-8, stored
    for (const whole of [checksum(data), data.length, data.length]) out.addUint32(whole);
    out.addUint16(name.length);
    out.addUint16(0);
  }
  const list = out.length;
  for (const entry of entries) {
    out.addUint32(ENTRY);
    out.addUint16(VERSION);
    addHead(entry);
    for (const half of [0, 0, 0]) out.addUint16(half);
    out.addUint32(0);
    out.addUint32(entry.offset);
    out.add(entry.name);
  }
  const size = out.length - list;
  out.addUint32(END);
  for (const half of [0, 0, entries.length, entries.length]) out.addUint16(half);
  out.addUint32(size);
  out.addUint32(list);
  out.addUint16(0);
  return out.finish();
}

/** CRC-32 of zip files. */
export function checksum(data: Uint8Array): number {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  let sum = 0xffffffff;
  for (const byte of data) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
