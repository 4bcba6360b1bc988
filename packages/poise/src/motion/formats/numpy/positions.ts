/** Arrays of positions in the shapes that models and cameras write → frames × points × 3. */
import { FormatError } from '../../../errors.ts';
import { percentile } from '../../../math/order-statistics.ts';
import type { NumberArray } from './numbers.ts';

/** (frames, points, 4) → (frames, points, 3): the fourth number is a confidence; points without any are missing. */
export function withoutConfidence(array: NumberArray): NumberArray {
  const [frames, count, width] = array.shape;
  if (width === 3) return array;
  const values = new Float64Array(3 * frames * count);
  for (let i = 0; i < frames * count; i++) {
    const seen = array.values[4 * i + 3] > 0;
    for (let c = 0; c < 3; c++) values[3 * i + c] = seen ? array.values[4 * i + c] : Number.NaN;
  }
  return { kind: 'numbers', shape: [frames, count, 3], values };
}

const [KNEE, ANKLE] = [4, 7]; // of SMPL's left leg
const BREATHES = 2; // times: a shank that is longer in one frame than in most others by so much is none

/** SMPL has 24 rotation vectors per pose as it has 24 joints: as places they make shanks of any length. */
export function turnsAsPoints({ shape: [frames, count], values }: NumberArray): boolean {
  if (count !== 24 || frames < 2) return false;
  const shanks = Array.from({ length: frames }, (_, f) => {
    const at = 3 * f * count;
    return Math.hypot(...[0, 1, 2].map((k) => values[at + 3 * ANKLE + k] - values[at + 3 * KNEE + k]));
  }).filter((length) => !Number.isNaN(length));
  return percentile(shanks, 0.9) > BREATHES * percentile(shanks, 0.1);
}

/** Sample i of (samples, points, 3, frames), without the padding after its length. */
export function framesFirst(
  { shape, values }: NumberArray,
  i: number,
  length: number | undefined,
  file: string,
): NumberArray {
  const [, count, , all] = shape;
  const frames = length === undefined ? all : Math.min(all, Math.round(length));
  if (!(frames >= 1))
    throw new FormatError(file, undefined, `sample ${i + 1}: expected at least one frame, found ${frames}`);
  const out = new Float64Array(frames * count * 3);
  for (let f = 0; f < frames; f++) {
    for (let k = 0; k < 3 * count; k++) out[f * 3 * count + k] = values[(i * count * 3 + k) * all + f];
  }
  return { kind: 'numbers', shape: [frames, count, 3], values: out };
}
