/** Accelerations to and fro: what makes a body look as if it were plugged in. */
import type { Jolts } from './jolts.ts';
import type { MotionLimits } from './parameters.ts';

/** The worst that reversals reach at a frame: the smallest acceleration of a run of them, per channel kind. */
export interface Shakes {
  readonly hips: Float64Array; // frames [m/s per 1/60 s], 0 where nothing shakes
  readonly joints: Float64Array; // frames [rad/s per 1/60 s]
  readonly joint: Int32Array; // frames: channel of the joint that shakes most, −1 where none does
}

/** `sizes`: frames × channels, sizes of the changes beyond the source's own. */
export function findShakes(jolts: Jolts, sizes: Float64Array, frameTime: number, limits: MotionLimits): Shakes {
  const frames = sizes.length / jolts.channels;
  const shakes: Shakes = {
    hips: new Float64Array(frames),
    joints: new Float64Array(frames),
    joint: new Int32Array(frames).fill(-1),
  };
  const need = limits.shakeReversals + 1; // accelerations with that many reversals between them
  const window = Math.max(need - 1, Math.round(limits.shakeWindow / frameTime));
  const [at, size] = [new Int32Array(need), new Float64Array(need)]; // the last accelerations, each against the one before
  for (let channel = 0; channel < jolts.channels; channel++) {
    const bound = channel === 0 ? limits.shakeHips : limits.shakeJoint;
    let count = 0;
    for (let frame = 0; frame < frames; frame++) {
      const here = sizes[frame * jolts.channels + channel];
      if (here < bound) continue;
      const last = (count - 1) % need;
      const cosine = count === 0 ? 0 : cosineBetween(jolts, channel, at[last], frame);
      if (count > 0 && frame - at[last] <= window && cosine > limits.shakeOpposed) {
        // The same swing goes on: its largest acceleration stands for it.
        if (here > size[last]) {
          size[last] = here;
          at[last] = frame;
        }
      } else {
        if (count > 0 && frame - at[last] > window) count = 0;
        at[count % need] = frame;
        size[count % need] = here;
        count++;
      }
      if (count < need || frame - at[count % need] > window) continue;
      let least = size[0];
      for (let k = 1; k < need; k++) least = Math.min(least, size[k]);
      note(shakes, channel, at[count % need], frame, least);
    }
  }
  return shakes;
}

function note(shakes: Shakes, channel: number, start: number, end: number, least: number): void {
  for (let frame = start; frame <= end; frame++) {
    if (channel === 0) shakes.hips[frame] = Math.max(shakes.hips[frame], least);
    else if (least > shakes.joints[frame]) {
      shakes.joints[frame] = least;
      shakes.joint[frame] = channel;
    }
  }
}

function cosineBetween({ change, channels }: Jolts, channel: number, a: number, b: number): number {
  const [i, j] = [3 * (a * channels + channel), 3 * (b * channels + channel)];
  const dot = change[i] * change[j] + change[i + 1] * change[j + 1] + change[i + 2] * change[j + 2];
  const sizes =
    Math.hypot(change[i], change[i + 1], change[i + 2]) * Math.hypot(change[j], change[j + 1], change[j + 2]);
  return sizes > 0 ? dot / sizes : 0;
}
