/** Damage of files made of blocks that say their own length: chunks of GLB files, headers and parameters of C3D files, the list of a zip file. */
import type { Rng } from '../src/math/random.ts';
import { joined } from '../test/support/numpy-file.ts';
import { below, LONGEST, pick } from './mutate.ts';

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);
const WORDS = [0, 1, 2, 3, 4, 5, 7, 8, 12, 255, 1024, 65_535, 0x7fffffff, 0x80000000, 0xffffffff];
const SHORTS = [0, 1, 2, 3, 127, 128, 255, 256, 511, 512, 32_767, 32_768, 65_535];

/** Chunks doubled, swapped, left out, of another kind, of a length that is not theirs. */
function mutateGlb(rng: Rng, data: Uint8Array): Uint8Array {
  const view = viewOf(data);
  const chunks: Uint8Array[] = [];
  for (let at = 12; at + 8 <= data.length; at += 8 + view.getUint32(at, true)) {
    chunks.push(data.slice(at, at + 8 + view.getUint32(at, true)));
    if (chunks.length > 100) break;
  }
  for (let times = 1 + below(rng, 3); times > 0 && chunks.length > 0; times--) {
    const i = below(rng, chunks.length);
    switch (below(rng, 6)) {
      case 0:
        chunks.splice(below(rng, chunks.length + 1), 0, chunks[i]!.slice());
        break;
      case 1:
        chunks.reverse();
        break;
      case 2:
        chunks.splice(i, 1);
        break;
      case 3:
        viewOf(chunks[i]!).setUint32(4, pick(rng, [0x4e4f534a, 0x004e4942, 0, 0xffffffff]), true);
        break;
      case 4:
        viewOf(chunks[i]!).setUint32(0, pick(rng, [...WORDS, chunks[i]!.length - 7, chunks[i]!.length - 9]), true);
        break;
      default:
        for (let k = pick(rng, [1, 3, 5000]); k > 0; k--) chunks.push(new Uint8Array(8).fill(below(rng, 256), 4));
    }
  }
  const out = joined(data.subarray(0, 12), ...chunks);
  if (rng.next() < 0.9) viewOf(out).setUint32(8, out.length, true);
  return out;
}

/** Where the parameters of a C3D file say something about themselves: lengths of names, groups, ways to the next, kinds, sizes. */
function placesOfC3d(data: Uint8Array): number[] {
  const places: number[] = [];
  let at = 516;
  for (let k = 0; k < 300 && at + 8 < data.length; k++) {
    const name = Math.abs((data[at]! << 24) >> 24);
    const next = at + 2 + name;
    if (name === 0 || next + 8 > data.length) break;
    const rank = data[next + 3]!;
    places.push(
      at,
      at + 1,
      next,
      next + 1,
      next + 2,
      next + 3,
      ...Array.from({ length: Math.min(7, rank) }, (_, d) => next + 4 + d),
    );
    const way = data[next]! | (data[next + 1]! << 8);
    if (way === 0) break;
    at = next + way;
  }
  return places.filter((place) => place < data.length);
}

function mutateC3d(rng: Rng, data: Uint8Array): Uint8Array {
  // room for what the sizes say
  const out =
    rng.next() < 0.3
      ? joined(data, new Uint8Array(below(rng, LONGEST - data.length)).fill(below(rng, 256)))
      : data.slice();
  const view = viewOf(out);
  const places = placesOfC3d(out);
  for (let times = 1 + below(rng, 6); times > 0; times--) {
    if (rng.next() < 0.3) view.setUint16(2 * below(rng, 12), pick(rng, SHORTS), true);
    else if (rng.next() < 0.1)
      view.setFloat32(pick(rng, [12, 20]), pick(rng, [0, -0, 1e-30, -1e30, 3e38, Number.NaN]), true);
    else if (places.length > 0)
      out[pick(rng, places)] = rng.next() < 0.5 ? pick(rng, [0, 1, 2, 3, 4, 7, 8, 127, 128, 255]) : below(rng, 256);
  }
  return out;
}

const ENTRY = 46;

/** Entries of the list: places, sizes and methods that are not theirs, and one entry some thousand times. */
function mutateZip(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  const view = viewOf(data);
  const end = data.length - 22;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return undefined;
  const from = view.getUint32(end + 16, true);
  const entries: Uint8Array[] = [];
  for (let at = from; at + ENTRY <= end; ) {
    const length =
      ENTRY + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    entries.push(data.slice(at, at + length));
    at += length;
  }
  if (entries.length === 0) return undefined;
  for (let times = 1 + below(rng, 3); times > 0; times--) {
    const entry = pick(rng, entries);
    const of = viewOf(entry);
    const kind = below(rng, 5);
    if (kind === 0) of.setUint32(pick(rng, [20, 24, 42]), pick(rng, WORDS), true);
    else if (kind === 1) of.setUint32(42, viewOf(pick(rng, entries)).getUint32(42, true), true);
    else if (kind === 2) of.setUint16(10, pick(rng, [0, 8, 9, 99]), true);
    else if (kind === 3) of.setUint16(pick(rng, [28, 30, 32]), pick(rng, SHORTS), true);
    else
      for (let k = Math.min(pick(rng, [2, 100, 4090]), Math.floor((LONGEST - data.length) / entry.length)); k > 0; k--)
        entries.push(entry);
  }
  const list = joined(...entries);
  const tail = data.slice(end);
  viewOf(tail).setUint16(10, rng.next() < 0.9 ? entries.length : pick(rng, SHORTS), true);
  viewOf(tail).setUint32(16, rng.next() < 0.9 ? from : pick(rng, WORDS), true);
  return joined(data.subarray(0, from), list, tail);
}

/** A mutant, or undefined where the data is none of these. */
export function mutateBlocks(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  try {
    if (data[0] === 0x67 && data[1] === 0x6c && data[2] === 0x54) return mutateGlb(rng, data);
    if (data[0] === 0x50 && data[1] === 0x4b) return mutateZip(rng, data);
    return data[1] === 0x50 && data.length >= 1024 && data[0]! < 9 ? mutateC3d(rng, data) : undefined;
  } catch {
    return undefined; // damaged before
  }
}
