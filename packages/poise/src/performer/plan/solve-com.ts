/**
 * The CoM that puts the zero moment point exactly on a plan. With heights y, vertical accelerations ÿ and the rate of angular
 * momentum Ḣ known, the ZMP of each axis is linear in the CoM c of three neighbouring frames (docs/performer.md):
 *   c̈ = w (c − p) + h,   w = (g + ÿ)/y,   h_x = Ḣ_z/(m y),   h_z = −Ḣ_x/(m y),   c̈ by central difference.
 * Given both ends this is one tridiagonal system; its solution is the bounded one. A body that starts and ends at rest is
 * not free to choose its CoP: a small bump at each end, as people make before they move, takes up the difference.
 */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { ease } from '../../math/ease.ts';
import type { ReadonlyVector } from '../../math/types.ts';

export interface ZmpPlan {
  readonly zmp: ReadonlyVector; // frames×2 [m] (x, z)
  readonly comHeight: ReadonlyVector; // frames [m]
  readonly comLift: ReadonlyVector; // frames [m/s²] vertical acceleration of the CoM
  readonly momentumRate: ReadonlyVector; // frames×3 [N·m]
  readonly mass: number; // [kg]
  readonly frameTime: number; // [s]
  readonly ends: 'rest' | 'loop'; // rest: starts and ends over the planned ZMP and moving as it does: still, or in a slow sway
}

const BUMP = 0.7; // [s] how long the preparation at each end lasts

/** frames×2 [m] CoM (x, z). */
export function solveCom(plan: ZmpPlan): Float64Array {
  const frames = plan.comHeight.length;
  const com = new Float64Array(2 * frames);
  const stiffness = Float64Array.from(plan.comHeight, (y, k) => (GRAVITY + plan.comLift[k]) / y);
  for (let axis = 0; axis < 2; axis++) {
    const load = new Float64Array(frames);
    for (let k = 0; k < frames; k++) {
      const rate = axis === 0 ? plan.momentumRate[3 * k + 2] : -plan.momentumRate[3 * k];
      load[k] = -stiffness[k] * plan.zmp[2 * k + axis] + rate / (plan.mass * plan.comHeight[k]);
    }
    const solve = plan.ends === 'loop' ? solveCyclic : solveFixed;
    const path = solve(stiffness, load, plan.frameTime, plan.zmp[axis], plan.zmp[2 * (frames - 1) + axis]);
    if (plan.ends === 'rest') restEnds(path, plan.zmp, axis, stiffness, plan.frameTime);
    for (let k = 0; k < frames; k++) com[2 * k + axis] = path[k];
  }
  return com;
}

/** Adds what two bumps of the CoP, one at each end, do to the path, so that it starts and ends as fast as the planned ZMP. */
function restEnds(path: Float64Array, zmp: ReadonlyVector, axis: number, stiffness: ReadonlyVector, dt: number): void {
  const frames = path.length;
  const length = Math.min(frames - 1, Math.round(BUMP / dt));
  const bump = (k: number): number => ease((2 * k) / length) * ease(2 - (2 * k) / length);
  const response = (fromEnd: boolean): Float64Array => {
    const load = Float64Array.from(stiffness, (w, k) => -w * bump(fromEnd ? frames - 1 - k : k));
    return solveFixed(stiffness, load, dt, 0, 0);
  };
  const [a, b] = [response(false), response(true)];
  const slopes = (c: ReadonlyVector): [number, number] => [c[1] - c[0], c[frames - 1] - c[frames - 2]];
  const planned = Float64Array.from(path, (value, k) => value - zmp[2 * k + axis]);
  const [[a0, a1], [b0, b1], [p0, p1]] = [slopes(a), slopes(b), slopes(planned)];
  const det = a0 * b1 - a1 * b0;
  const first = (b0 * p1 - b1 * p0) / det;
  const last = (a1 * p0 - a0 * p1) / det;
  for (let k = 0; k < frames; k++) path[k] += first * a[k] + last * b[k];
}

/** (c₊ − 2c + c₋)/dt² − w c = load inside, ends given. Thomas' algorithm; diagonally dominant, so it needs no pivots. */
export function solveFixed(
  w: ReadonlyVector,
  load: ReadonlyVector,
  dt: number,
  first: number,
  last: number,
): Float64Array {
  const frames = w.length;
  const upper = new Float64Array(frames);
  const c = new Float64Array(frames);
  c[0] = first;
  for (let k = 1; k < frames - 1; k++) {
    const pivot = -2 - dt * dt * w[k] - upper[k - 1];
    upper[k] = 1 / pivot;
    c[k] = (dt * dt * load[k] - c[k - 1]) / pivot;
  }
  c[frames - 1] = last;
  for (let k = frames - 2; k > 0; k--) c[k] -= upper[k] * c[k + 1];
  return c;
}

/** The same on a ring: the path with open ends at 0, plus the multiple of its answer to a unit end value that closes it. */
function solveCyclic(w: ReadonlyVector, load: ReadonlyVector, dt: number): Float64Array {
  const frames = w.length;
  // Frame 0 stands at both ends of a line of frames + 1.
  const ring = (values: ReadonlyVector): Float64Array =>
    Float64Array.from({ length: frames + 1 }, (_, k) => values[k % frames]);
  const free = solveFixed(ring(w), ring(load), dt, 0, 0);
  const unit = solveFixed(ring(w), new Float64Array(frames + 1), dt, 1, 1);
  const at0 = (c: ReadonlyVector): number => (c[1] - 2 * c[0] + c[frames - 1]) / (dt * dt) - w[0] * c[0];
  const scale = (load[0] - at0(free)) / at0(unit);
  return Float64Array.from({ length: frames }, (_, k) => free[k] + scale * unit[k]);
}
