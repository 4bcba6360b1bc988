/** Curves over one stride: a mean and harmonics of the phase, each with its slope against nondimensional speed. */

/** Number of the harmonic; cosine and sine part; how both change per unit of nondimensional speed. */
export type Harmonic = readonly [k: number, cos: number, sin: number, slopeCos: number, slopeSin: number];

export interface Channel {
  readonly mean: number;
  readonly slope: number;
  readonly harmonics: readonly Harmonic[];
}

export type ChannelName =
  | 'pelvisLateral' // to the left +, over leg length, relative to straight travel
  | 'pelvisForeAft' // ahead of travel at constant speed +
  | 'pelvisHeight' // midpoint of the hip joints over the ground
  | 'pelvisRotation' // to the left +
  | 'pelvisTilt' // forward +
  | 'chestPitch' // world angles: forward +, left side up +, to the left +
  | 'chestList'
  | 'chestRotation'
  | 'headPitch'
  | 'headList'
  | 'headRotation'
  | 'upperArmX' // left arm, to the chest
  | 'upperArmY'
  | 'upperArmZ'
  | 'lowerArmX'
  | 'footPitch' // toes up +
  | 'ankleX' // left ankle from the midpoint of the hip joints
  | 'knee' // flexion +
  | 'thigh'; // in the world, lower end forward +

/** A periodic curve, ready to be evaluated. */
export interface Series {
  readonly mean: number;
  readonly terms: readonly (readonly [k: number, cos: number, sin: number])[];
}

/** The curve at a speed that differs from the table's by `df` (nondimensional). `gain` scales all. */
export function seriesOf(channel: Channel, df: number, gain = 1): Series {
  return {
    mean: gain * (channel.mean + df * channel.slope),
    terms: channel.harmonics.map(
      ([k, cos, sin, slopeCos, slopeSin]) => [k, gain * (cos + df * slopeCos), gain * (sin + df * slopeSin)] as const,
    ),
  };
}

/** Variation of a series about its mean at phase p; terms in rising order. */
export function variationAt(series: Series, p: number): number {
  const angle = 2 * Math.PI * p;
  const [c1, s1] = [Math.cos(angle), Math.sin(angle)];
  // Cosine and sine of k angles by turning on: many times quicker than asking for each.
  let [k, c, s, sum] = [0, 1, 0, 0];
  for (const [own, cos, sin] of series.terms) {
    for (; k < own; k++) {
      const next = c * c1 - s * s1;
      s = s * c1 + c * s1;
      c = next;
    }
    sum += cos * c + sin * s;
  }
  return sum;
}

export const seriesAt = (series: Series, p: number): number => series.mean + variationAt(series, p);

/** The same curve with another mean, its variation scaled. */
export const withMean = (series: Series, mean: number, gain = 1): Series => ({
  mean,
  terms: series.terms.map(([k, cos, sin]) => [k, gain * cos, gain * sin] as const),
});

/** The same curve `by` of a cycle later. */
export const delayed = (series: Series, by: number): Series => ({
  mean: series.mean,
  terms: series.terms.map(([k, cos, sin]) => {
    const [c, s] = [Math.cos(2 * Math.PI * k * by), Math.sin(2 * Math.PI * k * by)];
    return [k, c * cos - s * sin, s * cos + c * sin] as const;
  }),
});
