/**
 * Joint centres without markers on the joint: the point that stays fixed in both neighbouring segments while they move.
 */

import { dot, mix, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { symmetricEigen } from '../../optim/symmetric-eigen.ts';
import { centroid, compose, type RigidPose, solveSymmetric, toWorld, transpose, turnIn, turnOut } from './rigid.ts';

/** Frames used; more add little. */
const MAX_SAMPLES = 400;

export interface FunctionalJoint {
  readonly inFirst: Vec3; // [m] in the first segment
  readonly inSecond: Vec3; // [m] in the second
  readonly axisInFirst: Vec3; // mean axis of the relative turn, unit
  readonly range: number; // [rad] spread of the relative turn about that axis (standard deviation)
}

/**
 * SCoRE (Ehrig et al. 2006, J Biomech 39:2798): c1, c2 that minimise Σ |R1 c1 + t1 − R2 c2 − t2|². For a hinge the place along
 * its axis is left open; `guide` gives the world point whose projection on the axis fixes it, in the frames `guided`.
 */
export function functionalJoint(
  first: readonly RigidPose[],
  second: readonly RigidPose[],
  guided: readonly number[],
  guide: (frame: number) => Vec3,
): FunctionalJoint {
  const step = Math.max(1, Math.floor(first.length / MAX_SAMPLES));
  const normal = new Float64Array(36);
  const right = new Float64Array(6);
  let count = 0;
  for (let f = 0; f < first.length; f += step) {
    addEquations(normal, right, first[f], second[f]);
    count++;
  }
  // A trace of damping keeps the open direction finite; it is settled below.
  for (let i = 0; i < 6; i++) normal[7 * i] += 1e-6 * count;
  const solution = solveSymmetric(normal, right);
  let c1: Vec3 = [solution[0], solution[1], solution[2]];
  let c2: Vec3 = [solution[3], solution[4], solution[5]];
  const { axis, range } = meanAxis(first, second, step);
  let shift = 0;
  for (const f of guided) {
    const world = turnOut(first[f], axis);
    const joint = mix(toWorld(first[f], c1), toWorld(second[f], c2), 0.5);
    shift += dot(sub(guide(f), joint), world) / guided.length;
  }
  const frames = Array.from({ length: count }, (_, i) => i * step);
  const second0 = centroid(frames.map((f) => turnIn(second[f], turnOut(first[f], axis))));
  c1 = [c1[0] + shift * axis[0], c1[1] + shift * axis[1], c1[2] + shift * axis[2]];
  c2 = [c2[0] + shift * second0[0], c2[1] + shift * second0[1], c2[2] + shift * second0[2]];
  return { inFirst: c1, inSecond: c2, axisInFirst: axis, range };
}

/** Adds [R1 −R2]ᵀ[R1 −R2] and [R1 −R2]ᵀ (t2 − t1). */
function addEquations(normal: Float64Array, right: Float64Array, a: RigidPose, b: RigidPose): void {
  const t = sub(b.origin, a.origin);
  for (let row = 0; row < 3; row++) {
    const line = [
      a.rotation[3 * row],
      a.rotation[3 * row + 1],
      a.rotation[3 * row + 2],
      -b.rotation[3 * row],
      -b.rotation[3 * row + 1],
      -b.rotation[3 * row + 2],
    ];
    for (let i = 0; i < 6; i++) {
      right[i] += line[i] * t[row];
      for (let j = 0; j < 6; j++) normal[6 * i + j] += line[i] * line[j];
    }
  }
}

/** Axis about which the second segment mostly turns in the first: main direction of the skew parts of the relative turns. */
function meanAxis(
  first: readonly RigidPose[],
  second: readonly RigidPose[],
  step: number,
): { axis: Vec3; range: number } {
  const relatives: Float64Array[] = [];
  for (let f = 0; f < first.length; f += step)
    relatives.push(compose(transpose(first[f].rotation), second[f].rotation));
  const reference = relatives[Math.floor(relatives.length / 2)];
  const scatter = new Float64Array(9);
  const vectors: Vec3[] = relatives.map((relative) => {
    const m = compose(relative, transpose(reference));
    const skew: Vec3 = [(m[7] - m[5]) / 2, (m[2] - m[6]) / 2, (m[3] - m[1]) / 2];
    const sine = Math.hypot(...skew);
    const angle = Math.atan2(sine, (m[0] + m[4] + m[8] - 1) / 2);
    const s = sine > 1e-9 ? angle / sine : 1;
    return [skew[0] * s, skew[1] * s, skew[2] * s];
  });
  const mean: Vec3 = [0, 1, 2].map(
    (k) => vectors.reduce((sum, v) => sum + v[k], 0) / vectors.length,
  ) as unknown as Vec3;
  for (const v of vectors)
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) scatter[3 * r + c] += ((v[r] - mean[r]) * (v[c] - mean[c])) / vectors.length;
  const values = new Float64Array(3);
  const columns = new Float64Array(9);
  symmetricEigen(values, columns, scatter, 3);
  const spread = Math.max(...values);
  const k = values.indexOf(spread);
  return { axis: [columns[k], columns[3 + k], columns[6 + k]], range: Math.sqrt(Math.max(0, spread)) };
}
