/** Saves of layers that are sound as bytes, checksum and all, and not in what they say. */
import type { Rng } from '../src/math/random.ts';
import { decodeSave, encodeSave } from '../src/runtime/binary.ts';
import { below } from './mutate.ts';
import { damagePlain } from './mutate-json.ts';

/** A mutant, or undefined where the data is no save. */
export function mutateSave(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  if (data[0] !== 0x50 || data[1] !== 0x7a) return undefined;
  const coordinates = data[3]! | (data[4]! << 8);
  try {
    const root = structuredClone(decodeSave(data, coordinates));
    for (let times = 1 + below(rng, 3); times > 0; times--) damagePlain(rng, root);
    return encodeSave(root, coordinates);
  } catch {
    return undefined; // damaged before, or nothing that a save can hold
  }
}
