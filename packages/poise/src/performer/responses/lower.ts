/** Lowers the CoM smoothly where a leg would be too short. */
import { smoothstep } from '../../math/ease.ts';

const REACH = 9; // frames to each side over which it is lowered
const MORE = 1.02; // of what is missing
const MOST = 0.03; // [m] at once
const FARTHEST = 0.16; // [m] in all
const LEAST = 1e-4; // [m] not worth a change

/** Adds to `lower` (frames) [m] what `short` (frames) [m] asks for; nothing before frame `first`. */
export function lowerFor(lower: Float64Array, short: Float64Array, first: number): void {
  const frames = lower.length;
  const at = (k: number): number => Math.min(frames - 1, Math.max(0, k));
  // The largest need around each frame, then a bell over the same width: never less than needed, and smooth.
  const largest = short.map((_, k) => {
    let most = 0;
    for (let d = -REACH; d <= REACH; d++) most = Math.max(most, short[at(k + d)]);
    return most > LEAST ? Math.min(MOST, MORE * most) : 0;
  });
  for (let k = first; k < frames; k++) {
    let sum = 0;
    let weights = 0;
    for (let d = -REACH; d <= REACH; d++) {
      const weight = (1 + Math.cos((Math.PI * d) / (REACH + 1))) ** 2;
      sum += weight * (k + d < first ? 0 : largest[at(k + d)]);
      weights += weight;
    }
    // Soft beginning: the body is still before the push.
    lower[k] = Math.min(FARTHEST, lower[k] + smoothstep((k - first) / REACH) * (sum / weights));
  }
}
