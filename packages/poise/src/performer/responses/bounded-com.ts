/**
 * The CoM that a centre of pressure and a push carry, where the plan itself is only known up to one number per axis
 * (docs/performer.md): the ZMP is p(t) = base(t) + u·gain(t), and u follows from starting at rest. For steps u is how far the
 * body ends up away; in place it is how far the CoP must go.
 *   c̈ = w (c − p) + h + F/m,   w = (g + ÿ)/y,   h_x = Ḣ_z/(m y),   h_z = −Ḣ_x/(m y),   c̈ by central difference.
 * A second number, a small shift of the CoP near the end, brings the CoM to rest in the last frame.
 */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { ease } from '../../math/ease.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { solveFixed } from '../plan/solve-com.ts';

export interface BoundedPlan {
  readonly base: ReadonlyVector; // frames×2 [m] (x, z)
  readonly gain: ReadonlyVector; // frames×2
  readonly start: readonly [x: number, z: number]; // [m] CoM of the first frame
  readonly endGain: 0 | 1; // the CoM ends at start + endGain·u
  readonly comHeight: ReadonlyVector; // frames [m]
  readonly momentumRate: ReadonlyVector; // frames×3 [N·m]
  readonly push: ReadonlyVector; // frames×2 [N]
  readonly mass: number; // [kg]
  readonly frameTime: number; // [s]
  readonly settle: number; // [s] before the end in which the CoP may be shifted
}

export interface BoundedCom {
  readonly com: Float64Array; // frames×2 [m]
  readonly unknown: readonly [x: number, z: number]; // u
  readonly shift: readonly [x: number, z: number]; // [m] of the CoP near the end
  readonly zmp: Float64Array; // frames×2 [m] where it then lies
}

/** Solves both axes. */
export function solveBounded(plan: BoundedPlan): BoundedCom {
  const frames = plan.comHeight.length;
  const dt = plan.frameTime;
  const w = stiffnessOf(plan);
  const bump = bumpNearEnd(frames, Math.round(plan.settle / dt));
  const com = new Float64Array(2 * frames);
  const zmp = new Float64Array(2 * frames);
  const unknown: [number, number] = [0, 0];
  const shift: [number, number] = [0, 0];
  for (let axis = 0; axis < 2; axis++) {
    const start = plan.start[axis];
    const known = new Float64Array(frames);
    for (let k = 0; k < frames; k++) {
      const rate = axis === 0 ? plan.momentumRate[3 * k + 2] : -plan.momentumRate[3 * k];
      known[k] = rate / (plan.mass * plan.comHeight[k]) + plan.push[2 * k + axis] / plan.mass;
      known[k] -= w[k] * plan.base[2 * k + axis];
    }
    const free = solveFixed(w, known, dt, start, start);
    const moved = solveFixed(
      w,
      w.map((value, k) => -value * plan.gain[2 * k + axis]),
      dt,
      0,
      plan.endGain,
    );
    const shifted = solveFixed(
      w,
      w.map((value, k) => -value * bump[k]),
      dt,
      0,
      0,
    );
    const [a, b] = twoUnknowns(free, moved, shifted);
    unknown[axis] = a;
    shift[axis] = b;
    for (let k = 0; k < frames; k++) {
      com[2 * k + axis] = free[k] + a * moved[k] + b * shifted[k];
      zmp[2 * k + axis] = plan.base[2 * k + axis] + a * plan.gain[2 * k + axis] + b * bump[k];
    }
  }
  return { com, unknown, shift, zmp };
}

/** w per frame; ÿ by central difference. */
function stiffnessOf({ comHeight, frameTime }: BoundedPlan): Float64Array {
  const last = comHeight.length - 1;
  return Float64Array.from({ length: comHeight.length }, (_, k) => {
    const [before, after] = [comHeight[Math.max(0, k - 1)], comHeight[Math.min(last, k + 1)]];
    return (GRAVITY + (after - 2 * comHeight[k] + before) / (frameTime * frameTime)) / comHeight[k];
  });
}

function bumpNearEnd(frames: number, length: number): Float64Array {
  return Float64Array.from({ length: frames }, (_, k) => {
    const u = (2 * (frames - 1 - k)) / length;
    return ease(u) * ease(2 - u);
  });
}

/** a, b such that free + a·moved + b·shifted has no speed at either end. */
function twoUnknowns(free: ReadonlyVector, moved: ReadonlyVector, shifted: ReadonlyVector): [a: number, b: number] {
  const last = free.length - 1;
  const slopes = (c: ReadonlyVector): [number, number] => [c[1] - c[0], c[last] - c[last - 1]];
  const [[f0, f1], [m0, m1], [s0, s1]] = [slopes(free), slopes(moved), slopes(shifted)];
  const det = m0 * s1 - m1 * s0;
  return [(s0 * f1 - s1 * f0) / det, (m1 * f0 - m0 * f1) / det];
}
