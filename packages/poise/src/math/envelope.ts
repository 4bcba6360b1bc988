/** Smooth curves that are never below given values. */

/** The largest value within ± 2 half, then two running means of ± half: never below the values themselves, smooth, and back
 *  to zero 4 half away from any value above zero. */
export function envelope(values: Float64Array, half: number): Float64Array {
  if (!values.some((value) => value > 0)) return values.slice();
  let out = runningMax(values, 2 * half);
  for (let pass = 0; pass < 2; pass++) out = runningMean(out, half);
  return out;
}

function runningMax(values: Float64Array, reach: number): Float64Array {
  const last = values.length - 1;
  return values.map((_, k) => {
    let most = 0;
    for (let j = Math.max(0, k - reach); j <= Math.min(last, k + reach); j++) most = Math.max(most, values[j]);
    return most;
  });
}

/** Ends are held. */
function runningMean(values: Float64Array, reach: number): Float64Array {
  const last = values.length - 1;
  return values.map((_, k) => {
    let sum = 0;
    for (let j = k - reach; j <= k + reach; j++) sum += values[Math.max(0, Math.min(last, j))];
    return sum / (2 * reach + 1);
  });
}
