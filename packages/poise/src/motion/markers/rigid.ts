/**
 * Rigid fits of marker clusters: the turn and shift that bring a template of points onto measured ones in least squares, by
 * the quaternion method of Horn (1987, J. Opt. Soc. Am. A 4:629).
 */
import { mat3FromQuat } from '../../math/quat-mat3.ts';
import { add, cross, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { symmetricEigen } from '../../optim/symmetric-eigen.ts';
import { directionOf } from './vectors.ts';

/** worldFromSegment as a matrix (row-major) and the segment's origin. */
export interface RigidPose {
  readonly rotation: Float64Array; // 9
  readonly origin: Vec3;
}

export const toWorld = (pose: RigidPose, p: Vec3): Vec3 => add(pose.origin, turnOut(pose, p));

export const turnOut = ({ rotation: m }: RigidPose, p: Vec3): Vec3 => [
  m[0] * p[0] + m[1] * p[1] + m[2] * p[2],
  m[3] * p[0] + m[4] * p[1] + m[5] * p[2],
  m[6] * p[0] + m[7] * p[1] + m[8] * p[2],
];

export const turnIn = ({ rotation: m }: RigidPose, v: Vec3): Vec3 => [
  m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
  m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
  m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
];

export const toSegment = (pose: RigidPose, p: Vec3): Vec3 => turnIn(pose, sub(p, pose.origin));

/** Frame whose x axis is exactly `x` and whose y axis lies in the plane of x and `y`. */
export function frameFromXY(x: Vec3, y: Vec3, origin: Vec3): RigidPose {
  const ux = directionOf(x, [1, 0, 0]);
  const uz = directionOf(cross(ux, y), anyNormal(ux));
  return fromAxes(ux, cross(uz, ux), uz, origin);
}

/** Some direction at right angles to a unit vector. */
const anyNormal = (a: Vec3): Vec3 => directionOf(cross(a, Math.abs(a[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));

/** Frame whose y axis is exactly `y` and whose x axis lies in the plane of y and `x`. */
export function frameFromYX(y: Vec3, x: Vec3, origin: Vec3): RigidPose {
  const uy = directionOf(y);
  const uz = directionOf(cross(x, uy), anyNormal(uy));
  return fromAxes(cross(uy, uz), uy, uz, origin);
}

const fromAxes = (x: Vec3, y: Vec3, z: Vec3, origin: Vec3): RigidPose => ({
  rotation: Float64Array.from([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]),
  origin,
});

/** rotation a · b */
export function compose(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) out[3 * r + c] += a[3 * r + k] * b[3 * k + c];
  return out;
}

export const transpose = (m: Float64Array): Float64Array =>
  Float64Array.from([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]);

/** Pose that takes `from` onto `to`. Needs three points that are not on a line. */
export function fitRigid(from: readonly Vec3[], to: readonly Vec3[]): RigidPose {
  const n = from.length;
  const a = centroid(from);
  const b = centroid(to);
  const s = new Float64Array(9);
  for (let i = 0; i < n; i++) {
    const p = sub(from[i], a);
    const q = sub(to[i], b);
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) s[3 * r + c] += p[r] * q[c];
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  // Horn's matrix with the quaternion ordered x y z w
  const m = Float64Array.from([
    xx - yy - zz,
    xy + yx,
    zx + xz,
    yz - zy,
    xy + yx,
    yy - xx - zz,
    yz + zy,
    zx - xz,
    zx + xz,
    yz + zy,
    zz - xx - yy,
    xy - yx,
    yz - zy,
    zx - xz,
    xy - yx,
    xx + yy + zz,
  ]);
  const values = new Float64Array(4);
  const vectors = new Float64Array(16);
  symmetricEigen(values, vectors, m, 4);
  const largest = values.indexOf(Math.max(...values));
  const q = Float64Array.from({ length: 4 }, (_, row) => vectors[4 * row + largest]);
  const rotation = new Float64Array(9);
  mat3FromQuat(rotation, 0, q, 0);
  const pose = { rotation, origin: b };
  return { rotation, origin: sub(b, turnOut(pose, a)) };
}

export function centroid(points: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const p of points) sum = add(sum, p);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

/** Solves a small symmetric positive system by its eigenvectors, which stands near-singular ones. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  symmetricEigen(values, vectors, matrix, n);
  const out = new Float64Array(n);
  for (let e = 0; e < n; e++) {
    let projection = 0;
    for (let i = 0; i < n; i++) projection += vectors[n * i + e] * right[i];
    for (let i = 0; i < n; i++) out[i] += (projection / values[e]) * vectors[n * i + e];
  }
  return out;
}
