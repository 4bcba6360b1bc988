/** What calls allocate, told from the memory that is in use before and after. */
import { getHeapStatistics } from 'node:v8';

/** Bytes outside the heap: the contents of typed arrays, and never numbers that the engine boxes. */
export const bytesOutside = (): number => getHeapStatistics().external_memory;

/** Bytes in use. */
function bytesInUse(): number {
  const heap = getHeapStatistics();
  return heap.used_heap_size + heap.external_memory;
}

/** Bytes that a call takes, with what looking at the memory takes. */
function grownBy(call: () => void, inUse: () => number): number {
  const before = inUse();
  call();
  const grown = inUse() - before;
  return grown >= 0 ? grown : Number.POSITIVE_INFINITY; // else a collection came between
}

const nothing = (): void => {};

export interface ByteOptions {
  readonly inUse: () => number; // which bytes count: all
  readonly before: () => void; // every round
  readonly rounds: number; // at most
  readonly areFew: (bytes: Float64Array) => boolean; // ends it sooner
}

/** Bytes that each of some calls takes, one after the other, the least over rounds. Who allocates does so in every round; the
 *  engine's housekeeping, collections and code that is not compiled yet do not come in all of them. */
export function leastBytesOf(calls: readonly (() => void)[], options: Partial<ByteOptions> = {}): Float64Array {
  const { inUse = bytesInUse, before = nothing, rounds = 30, areFew = () => false } = options;
  const least = new Float64Array(calls.length).fill(Number.POSITIVE_INFINITY);
  let looking = Number.POSITIVE_INFINITY;
  let bytes = least;
  for (let round = 0; round < rounds && !areFew(bytes); round++) {
    before();
    for (const [k, call] of calls.entries()) {
      looking = Math.min(looking, grownBy(nothing, inUse));
      least[k] = Math.min(least[k], grownBy(call, inUse));
    }
    bytes = least.map((grown) => grown - looking);
  }
  return bytes;
}
