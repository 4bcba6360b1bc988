/**
 * Ȧv, the rate at which momentum changes without any acceleration, as positions will show it: the mean of what it is before a tick and after
 * it, told by how it changed over the last one. Legs that swing change it by 20 N in a tick. What the reference does is taken as it is,
 * so that a body that follows it stays exact.
 */
import { centroidalMomentumBias } from '../dynamics/momentum-rate.ts';
import type { ReactionBody } from './reaction-body.ts';

export class MomentumBias {
  readonly value = new Float64Array(6); // [N·m; N]
  readonly error = new Float64Array(6); // against the reference's at the start of the last tick
  readonly #own = new Float64Array(6);

  /** Needs the velocity level of body and reference. */
  read({ body, ws, reference }: ReactionBody): void {
    const { value, error } = this;
    centroidalMomentumBias(value, body, ws);
    centroidalMomentumBias(this.#own, body, reference.ws);
    for (let c = 0; c < 6; c++) {
      const now = value[c] - this.#own[c];
      value[c] += (now - error[c]) / 2;
      error[c] = now;
    }
  }
}
