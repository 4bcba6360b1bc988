/** Angular momentum about the centre of mass follows a plan. */
import type { Body } from '../../body/body.ts';
import { centroidalMomentumMatrix } from '../../dynamics/momentum-matrix.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import { createTask, RANK, type Task } from '../task.ts';

export interface AngularMomentumOptions {
  readonly softness: number; // [kg²m⁴/s²]
}

export interface AngularMomentumTask extends Task {
  readonly reference: { readonly momentum: Float64Array }; // 3 [kg·m²/s] about the CoM, world axes
}

/** Soft: trades 0.01–0.03 N·m·s for robustness. */
const SOFTNESS = 1e-2;

/** Three rows [kg·m²/s], world axes: b = H_ref. */
export function angularMomentum(body: Body, options: Partial<AngularMomentumOptions> = {}): AngularMomentumTask {
  const nv = freedomCount(body.skeleton);
  const matrix = new Float64Array(6 * nv);
  const reference = { momentum: new Float64Array(3) };
  return createTask({
    name: 'angular momentum',
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: RANK.angularMomentum,
    reference,
    jacobian(out, _, ws) {
      centroidalMomentumMatrix(matrix, body, ws);
      for (let i = 0; i < 3 * nv; i++) out[i] = matrix[i];
    },
    target(out) {
      for (let k = 0; k < 3; k++) out[k] = reference.momentum[k];
    },
  });
}
