/** Files as numpy writes them, made by code. */
import { deflateRawSync } from 'node:zlib';

export function npy(values: ArrayLike<number>, shape: readonly number[], descr = '<f4'): Uint8Array {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const header = dict.padEnd(128 - 11, ' ').concat('\n');
  const numbers = descr === '<f8' ? Float64Array.from(values) : Float32Array.from(values);
  return joined(
    Uint8Array.from([
      0x93,
      ...[...'NUMPY'].map((sign) => sign.charCodeAt(0)),
      1,
      0,
      header.length & 255,
      header.length >> 8,
    ]),
    new TextEncoder().encode(header),
    new Uint8Array(numbers.buffer),
  );
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) & 255);

/** A zip file of arrays; checksums are left out, as nobody here looks at them. */
export function npz(arrays: Readonly<Record<string, Uint8Array>>, deflated = false): Uint8Array {
  const locals: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let offset = 0;
  for (const [name, data] of Object.entries(arrays)) {
    const file = new TextEncoder().encode(`${name}.npy`);
    const packed = deflated ? new Uint8Array(deflateRawSync(data)) : data;
    const common = [
      20,
      0,
      0,
      0,
      deflated ? 8 : 0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...little(packed.length, 4),
      ...little(data.length, 4),
      ...little(file.length, 2),
      0,
      0,
    ];
    const local = joined(Uint8Array.from([0x50, 0x4b, 3, 4, ...common]), file, packed);
    list.push(
      joined(
        Uint8Array.from([0x50, 0x4b, 1, 2, 20, 0, ...common, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...little(offset, 4)]),
        file,
      ),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = joined(...list);
  const count = little(list.length, 2);
  const end = [
    0x50,
    0x4b,
    5,
    6,
    0,
    0,
    0,
    0,
    ...count,
    ...count,
    ...little(directory.length, 4),
    ...little(offset, 4),
    0,
    0,
  ];
  return joined(...locals, directory, Uint8Array.from(end));
}

/** A pickle (protocol 3) of a dictionary with one array of 4-byte numbers, as numpy's own code makes it. */
export function pickledArray(
  key: string,
  values: ArrayLike<number>,
  shape: readonly number[],
  module = 'numpy.core.multiarray',
): Uint8Array {
  const text = (content: string): number[] => [
    0x58,
    ...little(content.length, 4),
    ...[...content].map((sign) => sign.charCodeAt(0)),
  ];
  const named = (of: string, name: string): number[] => [...`c${of}\n${name}\n`].map((sign) => sign.charCodeAt(0));
  const ints = shape.flatMap((size) => [0x4a, ...little(size, 4)]);
  const data = new Uint8Array(Float32Array.from(values).buffer);
  const head = [
    0x80,
    3,
    0x7d,
    0x28,
    ...text(key), // { ( key
    ...named(module, '_reconstruct'),
    ...named('numpy', 'ndarray'),
    0x4b,
    0,
    0x85,
    0x43,
    1,
    0x62,
    0x87,
    0x52, // _reconstruct(ndarray, (0,), b'b')
    0x28,
    0x4b,
    1,
    0x28,
    ...ints,
    0x74, // (1, shape,
    ...named('numpy', 'dtype'),
    ...text('f4'),
    0x89,
    0x88,
    0x87,
    0x52, // dtype('f4', False, True)
    0x28,
    0x4b,
    3,
    ...text('<'),
    0x4e,
    0x4e,
    0x4e,
    0x4a,
    255,
    255,
    255,
    255,
    0x4a,
    255,
    255,
    255,
    255,
    0x4b,
    0,
    0x74,
    0x62,
    0x89,
    0x42,
    ...little(data.length, 4), // False, bytes
  ];
  return joined(Uint8Array.from(head), data, Uint8Array.from([0x74, 0x62, 0x75, 0x2e]));
}
