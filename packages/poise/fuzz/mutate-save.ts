/** Saves of layers that are sound as bytes, checksum and all, and not in what they say. */
import type { Rng } from '../src/math/random.ts';
import { decodeSave, encodeSave } from '../src/runtime/binary.ts';
import { below, pick } from './mutate.ts';
import { damagePlain } from './mutate-json.ts';

/** Numbers that JSON does not have. */
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE, -Number.MAX_VALUE, 1e12];

/** Lists of numbers anywhere inside, typed or not. */
function numbersIn(value: unknown, out: number[][] = []): number[][] {
  if (typeof value !== 'object' || value === null) return out;
  const list = value as number[];
  if (value instanceof Float64Array || (Array.isArray(value) && typeof value[0] === 'number')) out.push(list);
  else for (const part of Object.values(value)) numbersIn(part, out);
  return out;
}

function putOdd(rng: Rng, root: unknown): void {
  const lists = numbersIn(root).filter(({ length }) => length > 0);
  if (lists.length === 0) return;
  const list = pick(rng, lists);
  list[below(rng, list.length)] = pick(rng, ODD);
}

/** A mutant, or undefined where the data is no save. */
export function mutateSave(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  if (data[0] !== 0x50 || data[1] !== 0x7a) return undefined;
  const coordinates = data[3]! | (data[4]! << 8);
  try {
    const root = structuredClone(decodeSave(data, coordinates));
    for (let times = 1 + below(rng, 3); times > 0; times--) {
      if (rng.next() < 0.3) putOdd(rng, root);
      else damagePlain(rng, root);
    }
    return encodeSave(root, coordinates);
  } catch {
    return undefined; // damaged before, or nothing that a save can hold
  }
}
