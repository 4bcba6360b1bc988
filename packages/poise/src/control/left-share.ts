/** How the source spreads its weight over its feet. */
import type { ReactionBody } from './reaction-body.ts';

/** Share of the source's weight on its left foot. */
export function leftShare({ reference: { force, firmness }, body }: ReactionBody): number {
  const left = body.soles[0].parts.length;
  let sum = 0;
  let all = 0;
  for (let k = 0; k < firmness.length; k++) {
    let f = 0;
    for (let e = 0; e < 4; e++) f += force[4 * k + e] * firmness[k];
    all += f;
    if (k < left) sum += f;
  }
  return all > 1 ? sum / all : 0.5;
}
