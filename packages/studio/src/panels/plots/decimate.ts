/**
 * As many points as the screen can show. Where several frames share a pixel, their least and greatest value stand for
 * them, in the order in which they come; a peak of one frame is never lost. null breaks a line.
 */

/** Which of a column's values matter: both for lines, one for the edges of bands. */
export type Keep = 'both' | 'least' | 'most';

export interface Channel {
  readonly values: Float64Array;
  readonly keep: Keep;
}

export interface Thinned {
  readonly time: number[]; // [s] increasing
  readonly values: (number | null)[][]; // per channel
  readonly exact: boolean; // every frame is there
}

/** Frames first … last (included), thinned to at most two points per column. */
export function thin(
  time: Float64Array,
  channels: readonly Channel[],
  first: number,
  last: number,
  columns: number,
): Thinned {
  const count = last - first + 1;
  const buckets = Math.max(1, Math.floor(columns));
  if (count <= 2 * buckets) {
    return {
      time: Array.from(time.subarray(first, last + 1)),
      values: channels.map(({ values }) => Array.from(values.subarray(first, last + 1), orNull)),
      exact: true,
    };
  }
  // Columns are whole multiples of frames from the clip's start, so that nothing shimmers while one pans.
  const width = Math.ceil(count / buckets);
  const edges: number[] = [];
  for (let f = Math.floor(first / width) * width; f < last + 1 + width; f += width)
    edges.push(Math.min(f, time.length));
  const frameTime = time[1]! - time[0]!;
  const times: number[] = [];
  for (let b = 0; b + 1 < edges.length; b++) {
    const start = time[edges[b]!]!;
    times.push(start, start + 0.5 * frameTime * (edges[b + 1]! - edges[b]!));
  }
  return { time: times, values: channels.map((channel) => thinChannel(channel, edges)), exact: false };
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function thinChannel({ values, keep }: Channel, edges: readonly number[]): (number | null)[] {
  const out: (number | null)[] = [];
  for (let b = 0; b + 1 < edges.length; b++) {
    let least = -1;
    let most = -1;
    for (let f = edges[b]!; f < edges[b + 1]!; f++) {
      const value = values[f]!;
      if (Number.isNaN(value)) continue;
      if (least < 0 || value < values[least]!) least = f;
      if (most < 0 || value > values[most]!) most = f;
    }
    if (least < 0) out.push(null, null);
    else if (keep === 'least') out.push(values[least]!, values[least]!);
    else if (keep === 'most') out.push(values[most]!, values[most]!);
    else out.push(values[Math.min(least, most)]!, values[Math.max(least, most)]!);
  }
  return out;
}

export interface ValueAxis {
  readonly least: number; // smallest height
  readonly ceiling?: number; // values beyond ± this are cut off
  readonly fromZero?: boolean;
}

/** Least and greatest of what is seen, with some air. */
export function valueRange(
  values: readonly (readonly (number | null)[])[],
  { least, ceiling = Number.POSITIVE_INFINITY, fromZero = false }: ValueAxis,
): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const channel of values) {
    for (const value of channel) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (fromZero) low = Math.min(0, low);
  if (low > high) return [-least / 2, least / 2];
  low = Math.max(low, -ceiling);
  high = Math.max(low, Math.min(high, ceiling));
  const air = 0.08 * (high - low);
  const missing = Math.max(0, least - (high - low + 2 * air)) / 2;
  // What is never negative stands on the axis, and the air goes on top.
  const sinks = low >= 0 && low - air - missing < 0;
  if (sinks) return [-0.02 * Math.max(least, high), Math.max(least, high + air)];
  return [low - air - missing, high + air + missing];
}
