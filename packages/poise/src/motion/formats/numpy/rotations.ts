/** Rotations as models write them, made quaternions (x, y, z, w). */
import { quatFromMat3 } from '../../../math/quat-mat3.ts';

/** Axis times angle [rad] → quaternion. */
export function quatFromAxisAngle(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const angle = Math.hypot(v[i], v[i + 1], v[i + 2]);
  const share = angle > 1e-12 ? Math.sin(angle / 2) / angle : 0.5;
  for (let c = 0; c < 3; c++) out[o + c] = share * v[i + c];
  out[o + 3] = Math.cos(angle / 2);
}

/** First and second column of a matrix, each three numbers → quaternion. */
export function quatFromColumns(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const first = unitOf(v[i], v[i + 1], v[i + 2]);
  const along = first[0] * v[i + 3] + first[1] * v[i + 4] + first[2] * v[i + 5];
  const second = unitOf(v[i + 3] - along * first[0], v[i + 4] - along * first[1], v[i + 5] - along * first[2]);
  const third = [
    first[1] * second[2] - first[2] * second[1],
    first[2] * second[0] - first[0] * second[2],
    first[0] * second[1] - first[1] * second[0],
  ];
  const matrix = new Float64Array(9);
  for (let r = 0; r < 3; r++) matrix.set([first[r], second[r], third[r]], 3 * r);
  quatFromMat3(out, o, matrix, 0);
}

function unitOf(x: number, y: number, z: number): readonly [number, number, number] {
  const size = Math.hypot(x, y, z);
  return size > 1e-12 ? [x / size, y / size, z / size] : [1, 0, 0];
}
