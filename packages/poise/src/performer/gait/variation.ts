/**
 * How the strides of one walker differ from each other and his left from his right. Everything wanders slowly about the mean
 * as people's strides do (deviations persist: amplitudes fall with f^0.4, [Hausdorff95] α ≈ 0.75), and repeats after a number of
 * strides, so that a loop closes. Feet get prints of their own; hips and legs follow from them (varied-stride.ts).
 */
import { power } from '../../math/power.ts';
import { createRng, normal, type Rng, uniform } from '../../math/random.ts';
import { type Series, seriesAt } from './channel.ts';

const DEGREE = Math.PI / 180;
const NONE: Series = { mean: 0, terms: [] };
const PERSISTENCE = 0.4; // amplitude ∝ f^−0.4

/** Where a print lies against the mean one. */
export interface PrintShift {
  readonly aside: number; // [m] outward +
  readonly ahead: number; // [m]
  readonly yaw: number; // [rad] outward +
}

export interface ArmShift {
  readonly gain: Series; // added to the gain of the swing
  readonly flexion: Series; // [rad] forward +
  readonly abduction: Series; // [rad] outward +
  readonly elbow: Series; // [rad] flexion +
}

export interface TrunkShift {
  readonly pitch: Series; // [rad]
  readonly list: Series;
  readonly rotation: Series;
}

/** All series run over the whole loop: they are asked for at phase / strides. */
export interface Variation {
  readonly strides: number; // after which it repeats
  readonly ahead: Series; // of phase, against even time
  readonly prints: readonly [left: readonly PrintShift[], right: readonly PrintShift[]]; // by stride
  readonly arms: readonly [left: ArmShift, right: ArmShift];
  readonly chest: TrunkShift;
  readonly head: TrunkShift;
}

/** Deviations from stride to stride; `uneven`: between left and right, which stay. */
export interface VariationSize {
  readonly strideTime: number; // share: 1–2.5 % in healthy adults [Hausdorff95]
  readonly ahead: number; // of leg length: step length differs by 2–3 % …
  readonly aside: number; // … step width by 15–25 mm [Owings04]
  readonly yaw: number; // [rad]
  readonly armGain: number;
  readonly arm: number; // [rad] flexion and elbow
  readonly trunk: number; // [rad]
  readonly uneven: number; // of all of these, between the sides
}

/** Arms and trunk so that the hands of a stride lie 20 to 58 mm from those of the stride before, as walkers' do. */
export const WALK_VARIATION: VariationSize = {
  strideTime: 0.013,
  ahead: 0.01,
  aside: 0.013,
  yaw: 1.2 * DEGREE,
  armGain: 0.09,
  arm: 2.2 * DEGREE,
  trunk: 0.9 * DEGREE,
  uneven: 0.8,
};

/** Runners: arms and trunk only. Feet or times that differ would change the body's spin in the air, which nobody can. */
export const RUN_VARIATION: VariationSize = {
  strideTime: 0,
  ahead: 0,
  aside: 0,
  yaw: 0,
  armGain: 0.04,
  arm: 1.6 * DEGREE,
  trunk: 0.3 * DEGREE,
  uneven: 0.8,
};

const STILL: TrunkShift = { pitch: NONE, list: NONE, rotation: NONE };
const STILL_ARM: ArmShift = { gain: NONE, flexion: NONE, abduction: NONE, elbow: NONE };
const IN_PLACE: PrintShift = { aside: 0, ahead: 0, yaw: 0 };

/** Every stride as the mean, both sides alike. */
export const NO_VARIATION: Variation = {
  strides: 1,
  ahead: NONE,
  prints: [[IN_PLACE], [IN_PLACE]],
  arms: [STILL_ARM, STILL_ARM],
  chest: STILL,
  head: STILL,
};

/** The print of leg k (0 left, 1 right) in a stride, counted from anywhere. */
export const printOf = ({ strides, prints }: Variation, k: 0 | 1, stride: number): PrintShift =>
  prints[k][((stride % strides) + strides) % strides];

/** The phase after a time, in mean strides. */
export const phaseAfter = ({ ahead, strides }: Variation, time: number): number =>
  time + seriesAt(ahead, time / strides);

/** Draws how `strides` strides of a person differ; `scale`: leg length [m]; `gain` scales all of it. */
export function drawVariation(
  seed: number,
  strides: number,
  size: VariationSize,
  scale: number,
  gain: number,
): Variation {
  const rng = createRng(Math.round(seed) + 90125);
  const noise = (rms: number): Series => persistent(rng, strides - 1, gain * rms);
  // Both sides differ by twice this, and are the mean person together.
  const uneven = (rms: number): number => gain * size.uneven * rms * Math.min(1.5, Math.max(-1.5, normal(rng)));
  const trunk = (share: number): TrunkShift => ({
    pitch: noise(share * size.trunk),
    list: noise(0.6 * share * size.trunk),
    rotation: noise(1.5 * share * size.trunk),
  });
  const arm = (): [ArmShift, ArmShift] => {
    const both = (rms: number): [Series, Series] => {
      const by = uneven(rms);
      return [
        { ...noise(rms), mean: by },
        { ...noise(rms), mean: -by },
      ];
    };
    const [gains, flexion, abduction, elbow] = [size.armGain, size.arm, 0.5 * size.arm, 1.4 * size.arm].map(both);
    return [0, 1].map((k) => ({
      gain: gains[k],
      flexion: flexion[k],
      abduction: abduction[k],
      elbow: elbow[k],
    })) as [ArmShift, ArmShift];
  };
  return {
    strides,
    ahead: timing(persistent(rng, strides - 1, 1), strides, gain * size.strideTime),
    prints: drawPrints(rng, strides, size, scale, gain, uneven),
    arms: arm(),
    chest: trunk(1),
    head: trunk(1.6),
  };
}

/** Prints from noise over steps, not strides: a foot does not know where the other will land. */
function drawPrints(
  rng: Rng,
  strides: number,
  { ahead, aside, yaw }: VariationSize,
  scale: number,
  gain: number,
  uneven: (rms: number) => number,
): Variation['prints'] {
  const noise = (rms: number): Series => persistent(rng, strides === 1 ? 0 : 2 * strides - 1, gain * rms);
  const [along, out, turn] = [noise(ahead * scale), noise(aside * scale), noise(yaw)];
  const [alongBy, turnBy] = [uneven(0.5 * ahead * scale), uneven(yaw)];
  return ([0, 1] as const).map((k) =>
    Array.from({ length: strides }, (_, n) => {
      const at = (n + 0.5 * (1 - k)) / strides;
      const side = k === 0 ? 1 : -1;
      return {
        ahead: seriesAt(along, at) + side * alongBy,
        aside: seriesAt(out, at),
        yaw: seriesAt(turn, at) + side * turnBy,
      };
    }),
  ) as unknown as Variation['prints'];
}

/** Slow noise of an RMS over the loop: harmonics 1 to `most`. */
function persistent(rng: Rng, most: number, rms: number): Series {
  const waves = Array.from({ length: most }, (_, i) => {
    const size = uniform(rng, 0.7, 1.3) * power(i + 1, -PERSISTENCE);
    const phase = uniform(rng, 0, 2 * Math.PI);
    return [i + 1, size * Math.cos(phase), size * Math.sin(phase)] as const;
  });
  const square = waves.reduce((sum, [, cos, sin]) => sum + (cos * cos + sin * sin) / 2, 0);
  const gain = square > 0 ? rms / Math.sqrt(square) : 0;
  return { mean: 0, terms: waves.map(([k, cos, sin]) => [k, gain * cos, gain * sin] as const) };
}

/** Noise as a lead of the phase such that the times of strides deviate by a share. */
function timing(rate: Series, strides: number, deviation: number): Series {
  // The phase is the integral of the rate over time.
  const terms = rate.terms.map(([k, cos, sin]) => {
    const gain = (deviation * strides) / (2 * Math.PI * k);
    return [k, -gain * sin, gain * cos] as const;
  });
  return { mean: 0, terms };
}
