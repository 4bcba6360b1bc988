/** Motion goes on as it was: the term W″ (q̇ − r)² of docs/ik.md (E1). */
import type { ReadonlyVector } from '../../math/types.ts';
import type { Preference } from '../task.ts';

export interface SmoothnessPreference extends Preference {
  readonly reference: { readonly previous: Float64Array }; // nv: x of the last frame
}

/** Share of the posture's weight. */
const SHARE = 0.3;

/** r = q̇_{i−1}, with a share of the given weights (those of the posture).
 *  Deviates: [Komura05] eq. 5 prints r = −2q̇_{i−1} − q̇_{i−2} + q̈0Δt², the recursion of positions with a lost sign, which
 *  pulls velocities to the opposite of what they were; and q̈0 is left out, for the posture has the clip's velocity. */
export function smoothness(weights: ReadonlyVector): SmoothnessPreference {
  const nv = weights.length;
  const reference = { previous: new Float64Array(nv) };
  return {
    name: 'smoothness',
    weight: Float64Array.from({ length: nv }, (_, i) => SHARE * weights[i]),
    reference,
    target(out) {
      for (let i = 0; i < nv; i++) out[i] = reference.previous[i];
    },
  };
}
