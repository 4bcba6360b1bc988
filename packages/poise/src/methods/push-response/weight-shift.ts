/**
 * What a step does whatever the push: it shifts the weight onto the standing foot. A response that is scaled or turned must not
 * scale or turn that, for the feet it starts from stay where they are.
 *
 * With A = α R the scaling and turning, the pendulum is linear: c = g + r, where g is driven by the CoP going from foot to foot of the
 * neutral stance (n) and by the part X_n of the footprints that makes up for it, and r by the push. Wanted is g + A r = A c + (I − A) g,
 * and footprints A d + (I − A) X_n f. g starts at rest and stays bounded, which gives X_n. Deviates from [Yin05], which turns and scales all
 * of it: the ZMP then leaves the standing foot by (1 − α) of half the stance, or by its turn.
 */

import { pendulumRate } from '../../gait/pendulum.ts';
import { smoothstep } from '../../math/ease.ts';
import { power } from '../../math/power.ts';
import { FOOT, ROW } from './channel-layout.ts';

export interface WeightShift {
  readonly hips: Float64Array; // frames: g sideways [leg lengths]
  readonly footprint: number; // X_n sideways [leg lengths]
  readonly share: readonly [left: Float64Array, right: Float64Array]; // frames: f, how far a foot has gone its way
}

const HEIGHT = 1.15; // [leg lengths] of the CoM
const UNLOAD = 0.15; // [s] before the first foot lifts
const SETTLE = 0.35; // [s] after the last one lands

/** `values`: rows of channels; `halfWidth`: from the middle to a ball [leg lengths]; `leg`: leg length [m]. */
export function findWeightShift(
  values: Float64Array,
  planted: readonly [Uint8Array, Uint8Array],
  halfWidth: number,
  leg: number,
  frameTime: number,
): WeightShift | undefined {
  const frames = planted[0].length;
  const load = loadOf(planted, frameTime);
  if (!load) return undefined;
  const share = footShares(values, frames, planted);
  if (!share) return undefined;
  const rate = pendulumRate(HEIGHT * leg);
  const decay = Math.exp(-rate * frameTime);
  // CoP of the neutral feet, and how far the feet that carry have gone
  const cop = load.map((side) => side * halfWidth);
  const gone = load.map((side, f) => ((1 + side) / 2) * share[0][f] + ((1 - side) / 2) * share[1][f]);
  let [shifted, moved] = [0, 0];
  for (let f = 0; f < frames; f++) {
    shifted += power(decay, f) * cop[f];
    moved += power(decay, f) * gone[f];
  }
  moved += (power(decay, frames) * gone[frames - 1]) / (1 - decay); // it stays there for ever
  if (Math.abs(moved) < 1e-6) return undefined;
  const footprint = -shifted / moved;
  return { hips: boundedCom(cop, gone, footprint, decay), footprint, share };
}

/** Way of the CoM under the CoP cop + footprint · gone: the divergent part backwards from rest in the end, the other forwards. */
function boundedCom(cop: Float64Array, gone: Float64Array, footprint: number, decay: number): Float64Array {
  const frames = cop.length;
  const at = (f: number): number => cop[f] + footprint * gone[f];
  const divergent = new Float64Array(frames);
  divergent[frames - 1] = at(frames - 1);
  for (let f = frames - 2; f >= 0; f--) divergent[f] = decay * divergent[f + 1] + (1 - decay) * at(f);
  const com = new Float64Array(frames);
  for (let f = 1; f < frames; f++) com[f] = decay * com[f - 1] + ((1 - decay) * (divergent[f - 1] + divergent[f])) / 2;
  return com;
}

/** Which foot carries, frames: +1 left, −1 right, between while both stand; undefined without a step. */
function loadOf(planted: readonly [Uint8Array, Uint8Array], frameTime: number): Float64Array | undefined {
  const frames = planted[0].length;
  const single = (f: number): number => (planted[0][f] === planted[1][f] ? 0 : planted[0][f] ? 1 : -1);
  const load = new Float64Array(frames);
  let last = -1; // frame of the last single support
  for (let f = 0; f < frames; f++) {
    if (single(f) === 0) continue;
    load[f] = single(f);
    const start = last < 0 ? Math.max(0, f - Math.round(UNLOAD / frameTime)) : last + 1;
    const from = last < 0 ? 0 : load[last];
    for (let k = start; k < f; k++) load[k] = from + (load[f] - from) * smoothstep((k - start + 1) / (f - start + 1));
    last = f;
  }
  if (last < 0) return undefined;
  for (let f = last + 1; f < frames; f++) load[f] = load[last] * (1 - smoothstep(((f - last) * frameTime) / SETTLE));
  return load;
}

/** How far the feet have gone of the way to where they first land: what the push does not ask for is made up for by the first step. A
 *  share of all steps would have to be the larger the later they come, for a pendulum falls away from where it was at first. */
function footShares(
  values: Float64Array,
  frames: number,
  planted: readonly [Uint8Array, Uint8Array],
): readonly [Float64Array, Float64Array] | undefined {
  const at = (side: 0 | 1, f: number): readonly [number, number] => [
    values[f * ROW + FOOT[side]],
    values[f * ROW + FOOT[side] + 2],
  ];
  const [left, right] = [at(0, frames - 1), at(1, frames - 1)];
  let way: readonly [number, number] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  if (Math.hypot(...way) < 0.06) {
    for (let f = 0; f < frames; f++) {
      for (const side of [0, 1] as const) if (Math.hypot(...at(side, f)) > Math.hypot(...way)) way = at(side, f);
    }
  }
  const size = way[0] ** 2 + way[1] ** 2;
  if (size < 0.03 ** 2) return undefined;
  const along = (side: 0 | 1): Float64Array => {
    const gone = (f: number): number => (at(side, f)[0] * way[0] + at(side, f)[1] * way[1]) / size;
    const first = Math.max(LEAST_SHARE, gone(firstLanding(planted[side])));
    return Float64Array.from({ length: frames }, (_, f) => Math.min(1, gone(f) / first));
  };
  return [along(0), along(1)];
}

const LEAST_SHARE = 0.2; // of the whole way: a foot that lands nearer has not made a step

/** The frame in which a foot stands again after it was first lifted; the last one when it never is. */
function firstLanding(planted: Uint8Array): number {
  const lift = planted.indexOf(0);
  const land = lift < 0 ? -1 : planted.indexOf(1, lift);
  return land < 0 ? planted.length - 1 : land;
}
