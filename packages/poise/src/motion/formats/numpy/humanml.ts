/** HumanML3D's 263 numbers per frame → positions of its 22 joints. Root turns and steps are summed up, the rest is stored. */
import { FormatError } from '../../../errors.ts';
import type { NumberArray } from './numbers.ts';

export const HUMANML_WIDTH = 263;
const JOINTS = 22;
const HEIGHT = 3; // channel of the root's height
export const CONTACTS = 259; // four channels, 0 or 1: left ankle, left toe, right ankle, right toe

/** Whether the numbers are as they are, and not each less its mean and over its deviation: nothing in the file says so. */
export function isDenormalised({ values, shape }: NumberArray): boolean {
  const frames = shape[shape.length - 2];
  let [height, contacts] = [0, 0];
  for (let f = 0; f < frames; f++) {
    height += values[f * HUMANML_WIDTH + HEIGHT] / frames;
    for (let k = 0; k < 4; k++) {
      const label = values[f * HUMANML_WIDTH + CONTACTS + k];
      if (Math.min(Math.abs(label), Math.abs(label - 1)) < 0.35) contacts += 1 / (4 * frames);
    }
  }
  return height > 0.3 && height < 2 && contacts > 0.6;
}

/** Each number times its deviation plus its mean. */
export function denormalise(features: NumberArray, mean: NumberArray, deviation: NumberArray): NumberArray {
  const values = features.values.map(
    (value, i) => value * deviation.values[i % HUMANML_WIDTH] + mean.values[i % HUMANML_WIDTH],
  );
  return { ...features, values };
}

/** frames × 22 × 3 [m]. */
export function humanmlPositions({ values, shape }: NumberArray, file: string): NumberArray {
  const frames = shape[shape.length - 2];
  if (frames < 2) throw new FormatError(file, undefined, `expected at least 2 frames, found ${frames}`);
  const out = new Float64Array(frames * JOINTS * 3);
  let [half, x, z] = [0, 0, 0]; // half the root's turn [rad], its place
  for (let f = 0; f < frames; f++) {
    const o = f * HUMANML_WIDTH;
    if (f > 0) {
      half += values[o - HUMANML_WIDTH];
      const [dx, dz] = turned(values[o - HUMANML_WIDTH + 1], values[o - HUMANML_WIDTH + 2], half);
      x += dx;
      z += dz;
    }
    out.set([x, values[o + HEIGHT], z], f * JOINTS * 3);
    for (let j = 1; j < JOINTS; j++) {
      const at = o + 4 + 3 * (j - 1);
      const [px, pz] = turned(values[at], values[at + 2], half);
      out.set([x + px, values[at + 1], z + pz], 3 * (f * JOINTS + j));
    }
  }
  return { kind: 'numbers', shape: [frames, JOINTS, 3], values: out };
}

/** (x, z) turned about Y by −2·half: out of the root's facing frame. */
function turned(x: number, z: number, half: number): readonly [number, number] {
  const [c, s] = [Math.cos(2 * half), Math.sin(2 * half)];
  return [c * x - s * z, s * x + c * z];
}
