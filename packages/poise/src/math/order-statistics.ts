/** Order statistics of plain numbers. */

/** The value below which this share of the values lies; 0 when there are none. Does not change its input. */
export function percentile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.round(share * (sorted.length - 1))];
}

/** The middle value, the mean of the two middle ones where their count is even; 0 when there are none. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which this share of the weight lies; 0 when there is none. */
export function weightedPercentile(values: readonly number[], weights: readonly number[], share: number): number {
  const order = values.map((_, k) => k).sort((a, b) => values[a] - values[b]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const k of order) {
    sum += weights[k];
    if (sum >= share * total) return values[k];
  }
  return 0;
}
