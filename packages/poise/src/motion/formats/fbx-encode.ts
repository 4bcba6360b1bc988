/** A tree of records → the bytes of a binary FBX. */
import { createBytes, type GrowingBytes } from './growing-bytes.ts';

/** A record with its values, encoded, and the records inside it. */
export interface FbxRecord {
  readonly name: string;
  readonly values: readonly Uint8Array[];
  readonly count?: number; // of values, where several lie in one piece
  readonly children: readonly FbxRecord[] | undefined; // undefined: none, and no room for any
}

export const record = (
  name: string,
  values: readonly Uint8Array[] = [],
  children?: readonly FbxRecord[],
): FbxRecord => ({
  name,
  values,
  children: children ?? (values.length === 0 ? [] : undefined),
});

const VERSION = 7400;
const MAGIC = 'Kaydara FBX Binary  \u0000\u001a\u0000';
/** Readers of the maker's own library check that file id, creation time and footer belong together; these three do. */
export const FILE_ID = bytesOf('28b32aebb624ccc2bfc8b02aa92bfcf1');
export const CREATION_TIME = '1970-01-01 10:00:00:000';
const encoder = new TextEncoder();
const FOOTER_ID = bytesOf('fabcab09d0c8d466b176fb831cf7267e');
const FOOTER_MAGIC = bytesOf('f85a8c6adef5d97eece90ce3758f290b');
/** Bytes of an empty record, which ends a list. Since FBX 7.5 its three numbers have 64 bits. */
const emptyRecord = (wide: boolean): Uint8Array => new Uint8Array(wide ? 25 : 13);

function bytesOf(hexadecimal: string): Uint8Array {
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function value(type: string, size: number, put: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(1 + size));
  view.setUint8(0, type.charCodeAt(0));
  put(view);
  return new Uint8Array(view.buffer);
}

export const int = (x: number): Uint8Array => value('I', 4, (view) => view.setInt32(1, x, true));
export const long = (x: number | bigint): Uint8Array => value('L', 8, (view) => view.setBigInt64(1, BigInt(x), true));
export const double = (x: number): Uint8Array => value('D', 8, (view) => view.setFloat64(1, x, true));
export const text = (x: string): Uint8Array => raw(encoder.encode(x), 'S');

export function raw(bytes: Uint8Array, type = 'R'): Uint8Array {
  const out = value(type, 4 + bytes.length, (view) => view.setUint32(1, bytes.length, true));
  out.set(bytes, 5);
  return out;
}

/** A list of numbers, stored as it is: packed bytes would differ between engines. */
function list(
  type: string,
  count: number,
  size: number,
  put: (view: DataView, at: number, i: number) => void,
): Uint8Array {
  return value(type, 12 + size * count, (view) => {
    view.setUint32(1, count, true);
    view.setUint32(5, 0, true);
    view.setUint32(9, size * count, true);
    for (let i = 0; i < count; i++) put(view, 13 + size * i, i);
  });
}

export const ints = (x: readonly number[]): Uint8Array =>
  list('i', x.length, 4, (view, at, i) => view.setInt32(at, x[i], true));
export const longs = (x: BigInt64Array): Uint8Array =>
  list('l', x.length, 8, (view, at, i) => view.setBigInt64(at, x[i], true));
export const floats = (x: ArrayLike<number>): Uint8Array =>
  list('f', x.length, 4, (view, at, i) => view.setFloat32(at, x[i], true));

export interface EncodeOptions {
  readonly version?: number; // 7400 for FBX 7.4, as usual
  readonly footer?: Uint8Array; // 16 bytes that belong to the file's id; without it those of FILE_ID
}

export function encodeFbx(records: readonly FbxRecord[], options: EncodeOptions = {}): Uint8Array {
  const { version = VERSION, footer = FOOTER_ID } = options;
  const wide = version >= 7500;
  const out = createBytes();
  out.add(Uint8Array.from(MAGIC, (letter) => letter.charCodeAt(0)));
  out.addUint32(version);
  for (const one of records) addRecord(out, one, wide);
  out.add(emptyRecord(wide));
  out.add(footer);
  out.add(new Uint8Array(4));
  out.add(new Uint8Array(16 - (out.length % 16))); // at least one byte
  out.addUint32(version);
  out.add(new Uint8Array(120));
  out.add(FOOTER_MAGIC);
  return out.finish();
}

function addRecord(out: GrowingBytes, { name, values, count, children }: FbxRecord, wide: boolean): void {
  const start = out.length;
  const bytes = encoder.encode(name);
  const number = (value: number): void => {
    out.addUint32(value);
    if (wide) out.addUint32(0);
  };
  number(0); // where the record ends, known below
  number(count ?? values.length);
  number(values.reduce((sum, { length }) => sum + length, 0));
  out.add(Uint8Array.of(bytes.length));
  out.add(bytes);
  for (const one of values) out.add(one);
  if (children) {
    for (const child of children) addRecord(out, child, wide);
    out.add(emptyRecord(wide));
  }
  out.setUint32(start, out.length);
}
