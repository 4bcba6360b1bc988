/** Hips low enough for both legs. */
import type { Actor } from '../actor.ts';
import { hipOf } from './cycle.ts';
import { type Stage, shiftedRequest } from './stage.ts';

/** Lowers the hips smoothly where a leg would be longer than `longest` of thigh + shank, over `blend` frames to
 *  each side. Adds to shift (y). */
export function lowerForReach(actor: Actor, stage: Stage, shift: Float64Array, longest: number, blend: number): void {
  const n = stage.frames;
  const need = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const request = shiftedRequest(stage, shift, i);
    actor.legs.forEach((leg, k) => {
      const hip = hipOf(actor, request, k);
      const { ankle } = request.feet[k];
      const across = Math.hypot(ankle[0] - hip[0], ankle[2] - hip[2]);
      const most = longest * (leg.thigh + leg.shank);
      need[i] = Math.max(need[i], hip[1] - ankle[1] - Math.sqrt(Math.max(0, most * most - across * across)));
    });
  }
  if (need.every((value) => value < 1e-5)) return;
  const at = (i: number): number => Math.min(n - 1, Math.max(0, i));
  // The largest need around each frame, then a bell over the same width: never less than needed, and smooth.
  const largest = need.map((_, i) => {
    let most = 0;
    for (let d = -blend; d <= blend; d++) most = Math.max(most, need[at(i + d)]);
    return most;
  });
  for (let i = 0; i < n; i++) {
    let sum = 0;
    let weights = 0;
    for (let d = -blend; d <= blend; d++) {
      const weight = 1 + Math.cos((Math.PI * d) / (blend + 1));
      sum += weight * largest[at(i + d)];
      weights += weight;
    }
    shift[3 * i + 1] -= sum / weights;
  }
}
