/** Numbers as numpy stores them. */

import { FormatError } from '../../../errors.ts';
import { power } from '../../../math/power.ts';

export interface NumberArray {
  readonly kind: 'numbers';
  readonly shape: readonly number[];
  readonly values: Float64Array; // last index fastest
  readonly type?: string; // how the file stores a number: f4, i8, b1 …
}

type Getter = (view: DataView, at: number, little: boolean) => number;

const KINDS: Readonly<Record<string, readonly [size: number, get: Getter]>> = {
  f2: [2, (view, at, little) => half(view.getUint16(at, little))],
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
  i1: [1, (view, at) => view.getInt8(at)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  i8: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  u1: [1, (view, at) => view.getUint8(at)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
  u8: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
  b1: [1, (view, at) => (view.getUint8(at) === 0 ? 0 : 1)],
};

/** `descr` as in the header: byte order, kind, bytes per number. */
export function readNumbers(data: Uint8Array, descr: string, count: number, file: string, place: string): Float64Array {
  const [, order = '<', kind = ''] = /^([<>|=]?)(.*)$/.exec(descr) ?? [];
  if (!Object.hasOwn(KINDS, kind)) {
    throw new FormatError(file, undefined, `${place}: expected numbers, found values of the kind "${descr}"`);
  }
  const [size, get] = KINDS[kind];
  if (!(count * size <= data.length)) {
    const found = Math.floor(data.length / size);
    throw new FormatError(file, undefined, `${place}: expected ${count} numbers, found ${found}: the file is cut off`);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = get(view, i * size, order !== '>');
  return values;
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * power(2, exponent - 15);
}

/** From first index fastest to last index fastest. */
export function toRowOrder(values: Float64Array, shape: readonly number[]): Float64Array {
  const out = new Float64Array(values.length);
  const index = shape.map(() => 0);
  const strides = shape.map((_, d) => shape.slice(0, d).reduce((product, size) => product * size, 1));
  for (let i = 0; i < out.length; i++) {
    out[i] = values[index.reduce((sum, at, d) => sum + at * strides[d], 0)];
    for (let d = shape.length - 1; d >= 0; d--) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return out;
}
