/**
 * Directions that tell how limbs are turned about their bones. They come from skin over soft tissue, which shakes when a foot
 * strikes; people twist their limbs more slowly than that.
 */
import { lowPass } from '../../math/low-pass.ts';
import { at, directionOf } from './vectors.ts';

/** [Hz] Twists of thigh and arm in gait lie below this; the shaking of soft tissue lies at 8 Hz and above. */
const TWIST_CUTOFF = 6;

/** Unit directions (frames × 3), freed from shaking. */
export function steadyDirections(track: Float64Array, rate: number): Float64Array {
  const out = Float64Array.from(track);
  lowPass(out, 3, rate, TWIST_CUTOFF);
  for (let f = 0; f < out.length / 3; f++) out.set(directionOf(at(out, f), at(track, f)), 3 * f);
  return out;
}
