/** Damage of numpy's files that stay files: columns and frames of the numbers, shapes and types, entries of the zip file, and bombs. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Rng } from '../src/math/random.ts';
import { zipEntries } from '../src/motion/formats/numpy/zip.ts';
import { joined, npy, npz } from '../test/support/numpy-file.ts';
import { below, pick } from './mutate.ts';

const VALUES = [
  0,
  -0,
  1,
  -1,
  1e-300,
  5e-324,
  1e-12,
  1e5,
  9e6,
  1e7,
  1e12,
  1e38,
  -1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const TYPES = ['<f4', '<f8', '>f8', '<f2', '<i8', '|u1', '|b1', '|O', '<U0', '<U9', '|S1', '<c16', '=f4', 'f8'];
const SIZES = [0, 1, 2, 3, 4, 22, 24, 52, 65, 156, 263, 4096, 2 ** 31, 2 ** 53 - 1];

/** Where the numbers of an array begin, and its text. */
function headerOf(data: Uint8Array): { readonly text: string; readonly start: number } {
  const start = 10 + (data[8]! | (data[9]! << 8));
  return { text: new TextDecoder('latin1').decode(data.subarray(10, start)), start };
}

/** Every `stride`th number from `first` on: a column of an array whose last dimension it is, or all. */
function changeNumbers(rng: Rng, data: Uint8Array): Uint8Array {
  const { text, start } = headerOf(data);
  const shape = (/\(([^)]*)\)/.exec(text)?.[1]?.match(/\d+/g) ?? []).map(Number);
  const size = text.includes('f8') ? 8 : 4;
  const view = new DataView(data.slice().buffer);
  const count = Math.floor((data.length - start) / size);
  const widths = shape.map((_, i) => shape.slice(i).reduce((a, b) => a * b, 1));
  const stride = Math.max(1, pick(rng, [1, 3, ...widths]));
  const first = below(rng, Math.min(stride, Math.max(1, count)));
  const run = pick(rng, [1, 3, stride]); // a number, a point, all
  const kind = below(rng, 4);
  const [by, factor] = [pick(rng, VALUES), 10 ** (below(rng, 60) - 30) * (rng.next() < 0.2 ? -1 : 1)];
  const offset = 10 ** below(rng, 10);
  const share = rng.next() < 0.5 ? 1 : rng.next();
  for (let o = first; o < count; o += stride) {
    for (let i = o; i < Math.min(count, o + run); i++) {
      if (rng.next() > share) continue;
      const at = start + size * i;
      const old = size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
      const next = kind === 0 ? by : kind === 1 ? old * factor : kind === 2 ? old + offset : -old;
      if (size === 8) view.setFloat64(at, next, true);
      else view.setFloat32(at, next, true);
    }
  }
  return new Uint8Array(view.buffer);
}

/** Another type, order or shape over the same numbers. */
function changeHeader(rng: Rng, data: Uint8Array): Uint8Array {
  const { text, start } = headerOf(data);
  const kind = below(rng, 3);
  const sizes = Array.from({ length: below(rng, 6) }, () => pick(rng, SIZES));
  const changed =
    kind === 0
      ? text.replace(/'descr': '[^']*'/, `'descr': '${pick(rng, TYPES)}'`)
      : kind === 1
        ? text.replace('False', 'True')
        : text.replace(/\([^)]*\)/, `(${sizes.join(', ')})`);
  const header = new TextEncoder().encode(changed);
  const head = data.slice(0, 10);
  head.set([header.length & 255, header.length >> 8], 8);
  return joined(head, header, data.subarray(start));
}

const mutateNpy = (rng: Rng, data: Uint8Array): Uint8Array =>
  rng.next() < 0.7 ? changeNumbers(rng, data) : changeHeader(rng, data);

const NAMES = [
  '__proto__',
  'constructor',
  '',
  '../../x',
  'poses',
  'trans',
  'joints',
  'betas',
  'gender',
  'mocap_framerate',
  'a'.repeat(3000),
  '\u001b[31m',
];
const BOMB = 3e7; // bytes of zeros in some 30 kB

function mutateNpz(rng: Rng, data: Uint8Array): Uint8Array {
  const arrays: Record<string, Uint8Array> = Object.create(null);
  for (const { name, method, packed, offset } of zipEntries(data, 'a.npz')) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const content = data.subarray(start, start + packed);
    arrays[name.replace(/\.npy$/, '')] = method === 8 ? new Uint8Array(inflateRawSync(content)) : content;
  }
  const names = Object.keys(arrays);
  const name = pick(rng, names);
  switch (below(rng, 5)) {
    case 0:
      arrays[pick(rng, NAMES)] = arrays[name]!;
      break;
    case 1:
      delete arrays[name];
      break;
    case 2:
      arrays[name] = npy([pick(rng, VALUES)], rng.next() < 0.5 ? [] : [1], '<f8');
      break;
    default:
      arrays[name] = mutateNpy(rng, arrays[name]!);
  }
  const out = npz(arrays, rng.next() < 0.3);
  return rng.next() < 0.02 ? bomb(rng) : out;
}

/** A small entry that says it is small, or what it is, and unfolds to very much. */
function bomb(rng: Rng): Uint8Array {
  const inner = npy([], [BOMB / 4], '<f4');
  const whole = joined(inner, new Uint8Array(BOMB));
  const packed = new Uint8Array(deflateRawSync(whole));
  const file = npz({ poses: packed });
  const view = new DataView(file.buffer);
  const said = pick(rng, [packed.length, whole.length, 0, 0xffffffff]);
  const list = file.length - 22 - (46 + 'poses.npy'.length);
  for (const [method, size] of [
    [8, 22],
    [list + 10, list + 24],
  ] as const) {
    view.setUint16(method, 8, true);
    view.setUint32(size, said, true);
  }
  return file;
}

/** A mutant, or undefined where the data is no file of numpy. */
export function mutateNumpy(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  try {
    if (data[0] === 0x93 && data[1] === 0x4e) return mutateNpy(rng, data);
    return data[0] === 0x50 && data[1] === 0x4b ? mutateNpz(rng, data) : undefined;
  } catch {
    return undefined; // damaged before
  }
}
