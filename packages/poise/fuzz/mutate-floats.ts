/** Damage of numbers in binary files (GLB, binary FBX, C3D, pickles): stretches that read as floats are scaled, moved or set as a whole. */
import type { Rng } from '../src/math/random.ts';
import { below, pick } from './mutate.ts';

const VALUES = [
  0,
  -0,
  1,
  -1,
  1e-40,
  5e-324,
  1e-12,
  1e5,
  9e6,
  1e7,
  1e12,
  3e38,
  -3e38,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const LEAST = 6; // numbers of a stretch
const LARGEST = 1e5;
const SMALLEST = 1e-7;

interface Stretch {
  readonly size: 4 | 8;
  readonly start: number;
  readonly count: number;
}

const isPlain = (x: number): boolean => x === 0 || (Math.abs(x) < LARGEST && Math.abs(x) > SMALLEST);

/** The stretches of one size and alignment that hold more than zeros. */
function stretchesOf(view: DataView, size: 4 | 8, shift: number): Stretch[] {
  const found: Stretch[] = [];
  let [start, count, full] = [shift, 0, 0];
  for (let at = shift; at <= view.byteLength; at += size) {
    const x =
      at + size > view.byteLength ? Number.NaN : size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
    if (isPlain(x)) {
      count++;
      if (x !== 0) full++;
      continue;
    }
    if (full >= LEAST) found.push({ size, start, count });
    [start, count, full] = [at + size, 0, 0];
  }
  return found;
}

/** A mutant, or undefined where no numbers are seen. */
export function mutateFloats(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  const out = data.slice();
  const view = new DataView(out.buffer);
  const size = rng.next() < 0.6 ? 4 : 8;
  const found = stretchesOf(view, size, below(rng, size === 8 ? 8 : 4));
  if (found.length === 0) return undefined;
  const { start, count } = pick(rng, found);
  const stride = pick(rng, [1, 1, 3, 4]);
  const [kind, by] = [below(rng, 4), pick(rng, VALUES)];
  const factor = 10 ** (below(rng, 40) - 20) * (rng.next() < 0.2 ? -1 : 1);
  const offset = 10 ** below(rng, 12);
  for (let i = below(rng, stride); i < count; i += stride) {
    const at = start + size * i;
    const old = size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
    const next = kind === 0 ? by : kind === 1 ? old * factor : kind === 2 ? old + offset : -old;
    if (size === 8) view.setFloat64(at, next, true);
    else view.setFloat32(at, next, true);
  }
  return out;
}
