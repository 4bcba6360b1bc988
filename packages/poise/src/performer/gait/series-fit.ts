/** Samples over one stride as a mean and harmonics, and sums of such series. */
import type { Series } from './channel.ts';

/** Harmonics up to `most` of samples over one stride. */
export function seriesThrough(samples: Float64Array, most: number): Series {
  const n = samples.length;
  const part = (k: number, wave: (angle: number) => number): number =>
    (2 / n) * samples.reduce((sum, value, i) => sum + value * wave((2 * Math.PI * k * i) / n), 0);
  return {
    mean: part(0, Math.cos) / 2,
    terms: Array.from({ length: most }, (_, i) => [i + 1, part(i + 1, Math.cos), part(i + 1, Math.sin)] as const),
  };
}

/** a + gain · b. */
export function combine(a: Series, b: Series, gain: number): Series {
  const ks = [...new Set([...a.terms, ...b.terms].map(([k]) => k))].sort((one, other) => one - other);
  const part = (series: Series, k: number): readonly [number, number] => {
    const term = series.terms.find(([own]) => own === k);
    return term ? [term[1], term[2]] : [0, 0];
  };
  return {
    mean: a.mean + gain * b.mean,
    terms: ks.map((k) => {
      const [p, q] = [part(a, k), part(b, k)];
      return [k, p[0] + gain * q[0], p[1] + gain * q[1]] as const;
    }),
  };
}
