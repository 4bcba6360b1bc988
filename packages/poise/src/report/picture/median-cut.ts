/** The 256 colours that serve some pictures best, by median cut (Heckbert 1982) over colours of five bits a channel. */
import type { GifColours, GifPicture } from './gif.ts';

const COLOURS = 256;
const BITS = 5;
const SIDE = 1 << BITS;

const binOf = (red: number, green: number, blue: number): number =>
  ((red >> 3) << (2 * BITS)) | ((green >> 3) << BITS) | (blue >> 3);
const partOf = (bin: number, channel: number): number => (bin >> (BITS * (2 - channel))) & (SIDE - 1);

export function coloursOf(pictures: Iterable<GifPicture>): GifColours {
  const { counts, sums } = histogramOf(pictures);
  const used = Array.from(counts.keys()).filter((bin) => counts[bin] > 0);
  let boxes = used.length > 0 ? [used] : [];
  while (boxes.length < COLOURS) {
    const widest = boxes
      .map((bins) => ({ bins, ...longestSide(bins) }))
      .filter(({ length }) => length > 0)
      .sort(
        (a, b) => b.length * Math.sqrt(weightOf(b.bins, counts)) - a.length * Math.sqrt(weightOf(a.bins, counts)),
      )[0];
    if (!widest) break;
    boxes = [...boxes.filter((bins) => bins !== widest.bins), ...halves(widest.bins, widest.channel, counts)];
  }
  const table = new Uint8Array(3 * COLOURS);
  const nearest = new Uint8Array(counts.length);
  boxes.forEach((bins, i) => {
    const weight = weightOf(bins, counts);
    for (let c = 0; c < 3; c++)
      table[3 * i + c] = Math.round(bins.reduce((sum, bin) => sum + sums[3 * bin + c], 0) / weight);
    for (const bin of bins) nearest[bin] = i;
  });
  // Colours that were not in these pictures take the nearest there is.
  for (let bin = 0; bin < counts.length; bin++)
    if (counts[bin] === 0) nearest[bin] = nearestIn(table, boxes.length, bin);
  return { table, indexOf: (red, green, blue) => nearest[binOf(red, green, blue)] };
}

function histogramOf(pictures: Iterable<GifPicture>): { readonly counts: Uint32Array; readonly sums: Float64Array } {
  const counts = new Uint32Array(SIDE * SIDE * SIDE);
  const sums = new Float64Array(3 * SIDE * SIDE * SIDE);
  for (const { rgb } of pictures) {
    for (let i = 0; i < rgb.length; i += 3) {
      const bin = binOf(rgb[i], rgb[i + 1], rgb[i + 2]);
      counts[bin]++;
      for (let c = 0; c < 3; c++) sums[3 * bin + c] += rgb[i + c];
    }
  }
  return { counts, sums };
}

const weightOf = (bins: readonly number[], counts: Uint32Array): number =>
  bins.reduce((sum, bin) => sum + counts[bin], 0);

function longestSide(bins: readonly number[]): { readonly channel: number; readonly length: number } {
  let best = { channel: 0, length: 0 };
  for (let channel = 0; channel < 3; channel++) {
    let [least, most] = [SIDE, 0];
    for (const bin of bins) {
      least = Math.min(least, partOf(bin, channel));
      most = Math.max(most, partOf(bin, channel));
    }
    if (most - least > best.length) best = { channel, length: most - least };
  }
  return best;
}

/** Cut where as many pixels lie on one side as on the other; neither half is empty. */
function halves(bins: readonly number[], channel: number, counts: Uint32Array): readonly number[][] {
  const sorted = bins.toSorted((a, b) => partOf(a, channel) - partOf(b, channel));
  const half = weightOf(bins, counts) / 2;
  let [sum, cut] = [0, 0];
  while (cut < sorted.length - 1 && (cut === 0 || sum < half)) sum += counts[sorted[cut++]];
  return [sorted.slice(0, cut), sorted.slice(cut)];
}

function nearestIn(table: Uint8Array, used: number, bin: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < used; i++) {
    let distance = 0;
    for (let c = 0; c < 3; c++) {
      const difference = table[3 * i + c] - 8 * partOf(bin, c) - 4;
      distance += difference * difference;
    }
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}
