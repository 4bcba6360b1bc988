/** The planned centre of pressure as keys over time, each at a place that may move along with where the body ends up. */
import { ease } from '../../math/ease.ts';
import { FRAME_TIME } from './push-force.ts';

/** From `from` to `to` [s] the CoP goes to at + share·u, u the displacement of the body. */
export interface CopKey {
  readonly from: number;
  readonly to: number;
  readonly at: readonly [x: number, z: number]; // [m]
  readonly share: number;
}

/** Minimum-jerk moves from key to key, frames×2 each. The first key holds from the beginning. */
export function sampleCop(
  keys: readonly CopKey[],
  frames: number,
): { readonly base: Float64Array; readonly gain: Float64Array } {
  const base = new Float64Array(2 * frames);
  const gain = new Float64Array(2 * frames);
  for (let k = 0; k < frames; k++) {
    const t = k * FRAME_TIME;
    let [x, z] = keys[0].at;
    let { share } = keys[0];
    for (let i = 1; i < keys.length; i++) {
      const key = keys[i];
      const done = ease((t - key.from) / (key.to - key.from));
      x += done * (key.at[0] - keys[i - 1].at[0]);
      z += done * (key.at[1] - keys[i - 1].at[1]);
      share += done * (key.share - keys[i - 1].share);
    }
    base.set([x, z], 2 * k);
    gain.fill(share, 2 * k, 2 * k + 2);
  }
  return { base, gain };
}
