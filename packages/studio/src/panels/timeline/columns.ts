/**
 * Thirty thousand frames in a thousand pixels: what one column of pixels says of the frames that fall into it. A lane is
 * painted from columns, so its cost follows the screen and a short event never vanishes between two samples.
 */
import { type TimeBase, type TimeRange, timeOfX } from './range.ts';

/** Frames first[c] … last[c] fall into column c; none where last < first (outside the clip). */
export interface Columns {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Cuts the visible range into `width` columns. A frame covers half a frame time to each side of its moment. */
export function columnsOf(base: TimeBase, range: TimeRange, width: number): Columns {
  const count = Math.max(0, Math.floor(width));
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  const end = base.frameCount - 1;
  for (let c = 0; c < count; c++) {
    const from = timeOfX(range, count, c) / base.frameTime + 0.5;
    const to = timeOfX(range, count, c + 1) / base.frameTime + 0.5;
    const a = Math.floor(from + 1e-9);
    first[c] = Math.max(0, a);
    last[c] = Math.min(end, Math.max(a, Math.ceil(to - 1e-9) - 1));
  }
  return { first, last };
}

export const NOTHING = 255; // a column without frames

/** The most frequent category of each column; NOTHING where there is none. */
export function dominantColumns(values: Uint8Array, columns: Columns, categories: number): Uint8Array {
  const out = new Uint8Array(columns.first.length).fill(NOTHING);
  const counts = new Int32Array(categories);
  for (let c = 0; c < out.length; c++) {
    const first = columns.first[c]!;
    const last = columns.last[c]!;
    if (last < first) continue;
    counts.fill(0);
    let best = values[first]!;
    for (let f = first; f <= last; f++) {
      const value = values[f]!;
      const count = counts[value]! + 1;
      counts[value] = count;
      if (count > counts[best]!) best = value;
    }
    out[c] = best;
  }
  return out;
}

/** Share 0…1 of each column's frames that are not zero; of several lanes, the share in which any is not zero. */
export function coverageColumns(lanes: readonly Uint8Array[], columns: Columns): Float32Array {
  const out = new Float32Array(columns.first.length);
  for (let c = 0; c < out.length; c++) {
    const first = columns.first[c]!;
    const last = columns.last[c]!;
    let covered = 0;
    for (let f = first; f <= last; f++) {
      for (const lane of lanes) {
        if (!lane[f]) continue;
        covered++;
        break;
      }
    }
    out[c] = last < first ? 0 : covered / (last - first + 1);
  }
  return out;
}

/** The largest value of each column; NaN where no frame has one. */
export function largestColumns(values: Float32Array | Float64Array, columns: Columns): Float32Array {
  const out = new Float32Array(columns.first.length).fill(Number.NaN);
  for (let c = 0; c < out.length; c++) {
    let largest = Number.NaN;
    for (let f = columns.first[c]!; f <= columns.last[c]!; f++) {
      const value = values[f]!;
      if (value > largest || (Number.isNaN(largest) && !Number.isNaN(value))) largest = value;
    }
    out[c] = largest;
  }
  return out;
}

/** Shares 0…1 of each category within `reach` frames to both sides of each column's middle, columns × categories. Calm where
 *  a column holds so many frames that the most frequent one is a matter of chance. */
export function shareColumns(values: Uint8Array, columns: Columns, categories: number, reach: number): Float32Array {
  const out = new Float32Array(columns.first.length * categories);
  for (let c = 0; c < columns.first.length; c++) {
    if (columns.last[c]! < columns.first[c]!) continue;
    const middle = (columns.first[c]! + columns.last[c]!) >> 1;
    const first = Math.max(0, Math.min(columns.first[c]!, middle - reach));
    const last = Math.min(values.length - 1, Math.max(columns.last[c]!, middle + reach));
    const one = 1 / (last - first + 1);
    for (let f = first; f <= last; f++) {
      const i = c * categories + values[f]!;
      out[i] = out[i]! + one;
    }
  }
  return out;
}
