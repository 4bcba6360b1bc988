/**
 * Zero-phase low-pass filter: a second-order Butterworth run forwards and backwards, the habit of gait laboratories
 * (Winter, Biomechanics and Motor Control of Human Movement, §3.4). Ends are extended by point reflection, so a
 * straight line passes unchanged.
 */

import { UsageError } from '../errors.ts';
import { power } from './power.ts';

/** Two passes lower the cutoff; this factor raises it back, (√2 − 1)^(1/4) for a second-order filter. */
const TWO_PASS = power(Math.SQRT2 - 1, 0.25);

/** Frames added at each end; the filter has forgotten its start after about one period of the cutoff. */
const paddingFor = (rate: number, cutoff: number): number => Math.ceil((1.5 * rate) / cutoff);

/** Filters every channel of `values` (frames × width) in place. `cutoff` and `rate` in Hz; a cutoff at or above 45 % of
 *  the rate leaves the values as they are. */
export function lowPass(values: Float64Array, width: number, rate: number, cutoff: number): void {
  const frames = values.length / width;
  if (!Number.isInteger(frames)) throw new UsageError(`${values.length} values do not divide into rows of ${width}`);
  if (!(cutoff < 0.45 * rate) || frames < 3) return;
  const k = Math.tan((Math.PI * cutoff) / (TWO_PASS * rate));
  if (!(k > 0) || cutoff / TWO_PASS >= 0.49 * rate) return;
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const b = k * k * norm;
  const a1 = 2 * (k * k - 1) * norm;
  const a2 = (1 - Math.SQRT2 * k + k * k) * norm;
  const pad = Math.min(frames - 1, paddingFor(rate, cutoff));
  const line = new Float64Array(frames + 2 * pad);
  for (let channel = 0; channel < width; channel++) {
    const first = values[channel];
    const last = values[(frames - 1) * width + channel];
    for (let i = 0; i < pad; i++) {
      line[i] = 2 * first - values[(pad - i) * width + channel];
      line[pad + frames + i] = 2 * last - values[(frames - 2 - i) * width + channel];
    }
    for (let i = 0; i < frames; i++) line[pad + i] = values[i * width + channel];
    pass(line, b, a1, a2);
    line.reverse();
    pass(line, b, a1, a2);
    line.reverse();
    for (let i = 0; i < frames; i++) values[i * width + channel] = line[pad + i];
  }
}

/** One run of y = b (x + 2x′ + x″) − a1 y′ − a2 y″, started as if the first value had lasted for ever. */
function pass(line: Float64Array, b: number, a1: number, a2: number): void {
  let x1 = line[0];
  let x2 = line[0];
  let y1 = line[0];
  let y2 = line[0];
  for (let i = 0; i < line.length; i++) {
    const x = line[i];
    const y = b * (x + 2 * x1 + x2) - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    line[i] = y;
  }
}
