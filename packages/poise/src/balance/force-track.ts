/**
 * An external force over time at a body point: a push, a pull, a carried weight. `analyse` subtracts it before the
 * ground is asked to carry the rest.
 */
import type { Vec3 } from '../math/types.ts';

export interface ForceTrack {
  readonly name: string;
  readonly segment: number; // joint whose segment is pushed
  readonly pointInSegment: Vec3; // [m]
  readonly time: Float64Array; // k    [s] increasing, from the clip's first frame
  readonly force: Float64Array; // k×3 [N]  world axes; linear between samples, zero outside
}

/** Force of a track at time t, written to out (3). Zero before the first and after the last sample. */
export function forceAt(out: Float64Array, track: ForceTrack, t: number): void {
  const { time, force } = track;
  const last = time.length - 1;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  if (last < 0 || t < time[0] || t > time[last]) return;
  // Binary search for the sample at or before t.
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  const span = time[high] - time[low];
  const u = span > 0 ? (t - time[low]) / span : 0;
  for (let k = 0; k < 3; k++) out[k] = (1 - u) * force[3 * low + k] + u * force[3 * high + k];
}
