/**
 * Spatial vectors: six numbers (angular; linear), taken at the world origin. A motion (ω; v) holds an angular velocity and
 * the velocity of the point that passes the origin; a wrench (n; f) holds the moment about the origin and the force.
 * Kernels on (array, offset); `out` must not overlap an input.
 */
import type { ReadonlyVector } from './types.ts';

/** out = V × W = (ω × ω_W; ω × v_W + v × ω_W): how the motion W changes when it is carried along by V. */
export function crossMotion(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  b: ReadonlyVector,
  j: number,
): void {
  const wx = a[i];
  const wy = a[i + 1];
  const wz = a[i + 2];
  const x = b[j];
  const y = b[j + 1];
  const z = b[j + 2];
  out[o] = wy * z - wz * y;
  out[o + 1] = wz * x - wx * z;
  out[o + 2] = wx * y - wy * x;
  out[o + 3] = wy * b[j + 5] - wz * b[j + 4] + a[i + 4] * z - a[i + 5] * y;
  out[o + 4] = wz * b[j + 3] - wx * b[j + 5] + a[i + 5] * x - a[i + 3] * z;
  out[o + 5] = wx * b[j + 4] - wy * b[j + 3] + a[i + 3] * y - a[i + 4] * x;
}

/** out = V ×* F = (ω × n + v × f; ω × f): how the wrench F changes when it is carried along by V. */
export function crossForce(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  f: ReadonlyVector,
  j: number,
): void {
  const wx = a[i];
  const wy = a[i + 1];
  const wz = a[i + 2];
  const fx = f[j + 3];
  const fy = f[j + 4];
  const fz = f[j + 5];
  out[o] = wy * f[j + 2] - wz * f[j + 1] + a[i + 4] * fz - a[i + 5] * fy;
  out[o + 1] = wz * f[j] - wx * f[j + 2] + a[i + 5] * fx - a[i + 3] * fz;
  out[o + 2] = wx * f[j + 1] - wy * f[j] + a[i + 3] * fy - a[i + 4] * fx;
  out[o + 3] = wy * fz - wz * fy;
  out[o + 4] = wz * fx - wx * fz;
  out[o + 5] = wx * fy - wy * fx;
}

/** Mass distributions moving, summed about the world origin; row k describes a rigid body or a whole subtree. */
export interface SpatialSums {
  readonly mass: ReadonlyVector; // [kg]
  readonly moment: ReadonlyVector; // ×3 [kg·m]    ∫ r dm
  readonly inertia: ReadonlyVector; // ×6 [kg·m²]   ∫ (r·r 1 − r rᵀ) dm, xx yy zz xy xz yz
  readonly momentum: ReadonlyVector; // ×3 [kg·m/s]  ∫ u dm, u = velocity
  readonly swirl: ReadonlyVector; // ×9 [kg·m²/s] ∫ u rᵀ dm, row-major
  readonly wrench: ReadonlyVector; // ×6           (moment; force) that makes it move so against gravity
}

/** out += I x, I the spatial inertia of row k: angular I ω + h × v, linear m v − h × ω. */
export function addInertiaTimes(
  out: Float64Array,
  o: number,
  sums: SpatialSums,
  k: number,
  x: ReadonlyVector,
  j: number,
): void {
  const { moment, inertia } = sums;
  const m = sums.mass[k];
  const hx = moment[3 * k];
  const hy = moment[3 * k + 1];
  const hz = moment[3 * k + 2];
  const i = 6 * k;
  const wx = x[j];
  const wy = x[j + 1];
  const wz = x[j + 2];
  const vx = x[j + 3];
  const vy = x[j + 4];
  const vz = x[j + 5];
  out[o] += inertia[i] * wx + inertia[i + 3] * wy + inertia[i + 4] * wz + hy * vz - hz * vy;
  out[o + 1] += inertia[i + 3] * wx + inertia[i + 1] * wy + inertia[i + 5] * wz + hz * vx - hx * vz;
  out[o + 2] += inertia[i + 4] * wx + inertia[i + 5] * wy + inertia[i + 2] * wz + hx * vy - hy * vx;
  out[o + 3] += m * vx - hy * wz + hz * wy;
  out[o + 4] += m * vy - hz * wx + hx * wz;
  out[o + 5] += m * vz - hx * wy + hy * wx;
}

/** out += B x, B x = I (x × V) + x ×* (I V) + V ×* (I x) summed over the bodies of row k, V the velocity of each.
 *  For a particle the three terms add up to twice its Coriolis force, 2 m ω × u at r, with ω the angular part of x: so B
 *  needs only the momentum and the swirl of the subtree, twelve numbers, and never looks at the linear part of x. */
export function addCoriolisTimes(
  out: Float64Array,
  o: number,
  sums: SpatialSums,
  k: number,
  x: ReadonlyVector,
  j: number,
): void {
  const { momentum, swirl } = sums;
  const px = momentum[3 * k];
  const py = momentum[3 * k + 1];
  const pz = momentum[3 * k + 2];
  const d = 9 * k;
  const wx = 2 * x[j];
  const wy = 2 * x[j + 1];
  const wz = 2 * x[j + 2];
  // Σ r × m(ω × u) = (Σ m r·u) ω − (Σ m u rᵀ) ω
  const trace = swirl[d] + swirl[d + 4] + swirl[d + 8];
  out[o] += trace * wx - swirl[d] * wx - swirl[d + 1] * wy - swirl[d + 2] * wz;
  out[o + 1] += trace * wy - swirl[d + 3] * wx - swirl[d + 4] * wy - swirl[d + 5] * wz;
  out[o + 2] += trace * wz - swirl[d + 6] * wx - swirl[d + 7] * wy - swirl[d + 8] * wz;
  out[o + 3] += wy * pz - wz * py;
  out[o + 4] += wz * px - wx * pz;
  out[o + 5] += wx * py - wy * px;
}
