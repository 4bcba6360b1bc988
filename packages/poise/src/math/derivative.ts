/** Central differences of evenly spaced rows (frames × width), second order; one-sided at the ends. */
import type { ReadonlyVector } from './types.ts';

/** out = d values / dt. */
export function firstDerivative(out: Float64Array, values: ReadonlyVector, width: number, dt: number): void {
  const frames = values.length / width;
  if (frames < 2) {
    out.fill(0);
    return;
  }
  for (let frame = 0; frame < frames; frame++) {
    const before = Math.max(0, frame - 1);
    const after = Math.min(frames - 1, frame + 1);
    const rate = 1 / ((after - before) * dt);
    for (let k = 0; k < width; k++) {
      out[frame * width + k] = rate * (values[after * width + k] - values[before * width + k]);
    }
  }
}

/** out = d² values / dt²; the end rows repeat their neighbours. */
export function secondDerivative(out: Float64Array, values: ReadonlyVector, width: number, dt: number): void {
  const frames = values.length / width;
  if (frames < 3) {
    out.fill(0);
    return;
  }
  const rate = 1 / (dt * dt);
  for (let frame = 0; frame < frames; frame++) {
    const i = Math.min(frames - 2, Math.max(1, frame)) * width;
    for (let k = 0; k < width; k++) {
      out[frame * width + k] = rate * (values[i + width + k] - 2 * values[i + k] + values[i - width + k]);
    }
  }
}
