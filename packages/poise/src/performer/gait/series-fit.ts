/** Samples over one stride as a mean and harmonics, and sums of such series. */
import type { Series } from './channel.ts';

/** Harmonics up to `most` of samples over one stride. */
export function seriesThrough(samples: Float64Array, most: number): Series {
  const n = samples.length;
  const part = (k: number): readonly [cos: number, sin: number] => {
    const [c1, s1] = [Math.cos((2 * Math.PI * k) / n), Math.sin((2 * Math.PI * k) / n)];
    let [c, s, cos, sin] = [1, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      cos += samples[i] * c;
      sin += samples[i] * s;
      const next = c * c1 - s * s1;
      s = s * c1 + c * s1;
      c = next;
    }
    return [(2 / n) * cos, (2 / n) * sin];
  };
  return {
    mean: part(0)[0] / 2,
    terms: Array.from({ length: most }, (_, i) => [i + 1, ...part(i + 1)] as const),
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

/** The same curve as one of a longer loop in which it repeats. */
export const repeated = (series: Series, times: number): Series => ({
  mean: series.mean,
  terms: series.terms.map(([k, cos, sin]) => [k * times, cos, sin] as const),
});
