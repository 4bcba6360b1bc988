/** Turns over time: small ones as rotation vectors, arms that go round as a spin about one axis and what is left. */
import { expQuat, logQuat, multiplyQuat } from '../../math/quat.ts';

/** Rotation vectors (frames×3) of quaternions (frames×4), the shorter way round; a joint that gets past half a turn without
 *  going round keeps counting. */
export function turnVectors(quats: Float64Array): Float64Array {
  const frames = quats.length / 4;
  const out = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) {
    logQuat(out, 3 * f, quats, 4 * f);
    if (f > 0) keepCounting(out, 3 * f);
  }
  return out;
}

/** Replaces v[o] by the rotation vector of the other way round where that is nearer to the vector before. */
function keepCounting(v: Float64Array, o: number): void {
  const size = Math.hypot(v[o], v[o + 1], v[o + 2]);
  if (size < 2) return; // far from half a turn
  const along = (v[o] * v[o - 3] + v[o + 1] * v[o - 2] + v[o + 2] * v[o - 1]) / size;
  if (along >= 0) return;
  const other = (size - 2 * Math.PI) / size;
  for (let c = 0; c < 3; c++) v[o + c] *= other;
}

export interface Spin {
  readonly axis: readonly [x: number, y: number, z: number]; // unit, in the frame the rotations are written in
  readonly turns: number; // whole ones, ≥ 1
  readonly angle: Float64Array; // frames [rad], without jumps
  readonly rest: Float64Array; // frames×4: rotation = turn about the axis by `angle`, after `rest`
}

/** Splits rotations (frames×4) that go round at least once; undefined for all others. The axis is that of the sum of all small
 *  turns from frame to frame. */
export function findSpin(quats: Float64Array): Spin | undefined {
  const frames = quats.length / 4;
  const sum = [0, 0, 0];
  const step = new Float64Array(4);
  for (let f = 1; f < frames; f++) {
    step.set([-quats[4 * f - 4], -quats[4 * f - 3], -quats[4 * f - 2], quats[4 * f - 1]]);
    multiplyQuat(step, 0, quats, 4 * f, step, 0);
    logQuat(step, 0, step, 0);
    for (let c = 0; c < 3; c++) sum[c] += step[c];
  }
  const size = Math.hypot(...sum);
  const turns = Math.round(size / (2 * Math.PI));
  if (turns === 0) return undefined;
  const [x, y, z] = sum.map((component) => component / size);
  const angle = new Float64Array(frames);
  const rest = new Float64Array(4 * frames);
  const back = new Float64Array(3);
  for (let f = 0; f < frames; f++) {
    const along = x * quats[4 * f] + y * quats[4 * f + 1] + z * quats[4 * f + 2];
    angle[f] = 2 * Math.atan2(along, quats[4 * f + 3]);
    if (f > 0) angle[f] -= 2 * Math.PI * Math.round((angle[f] - angle[f - 1]) / (2 * Math.PI));
    back.set([-angle[f] * x, -angle[f] * y, -angle[f] * z]);
    expQuat(step, 0, back, 0);
    multiplyQuat(rest, 4 * f, step, 0, quats, 4 * f);
  }
  return { axis: [x, y, z], turns, angle, rest };
}
