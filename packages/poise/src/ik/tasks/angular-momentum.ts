/** Angular momentum about the centre of mass follows a plan. */
import type { Body } from '../../body/body.ts';
import { centroidalMomentumMatrix } from '../../dynamics/momentum-matrix.ts';
import { centroidalMomentumBias } from '../../dynamics/momentum-rate.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import { FEEDBACK_DEFAULTS, type Feedback } from '../feedback.ts';
import { createTask, RANK, type Task } from '../task.ts';

/** Stiffness is not used: there is no angle whose rate is angular momentum. Damping: d_h, acceleration level. */
export interface AngularMomentumOptions extends Omit<Feedback, 'stiffness'> {
  readonly softness: number; // [kg²m⁴/s²] at velocity level
}

export interface AngularMomentumTask extends Task {
  readonly reference: {
    readonly momentum: Float64Array; // 3 [kg·m²/s] about the CoM, world axes
    readonly rate: Float64Array; // 3 [N·m]; acceleration level only
  };
}

/** Soft: trades 0.01–0.03 N·m·s for robustness. */
const SOFTNESS = 1e-2;

/** Three rows [kg·m²/s or N·m], world axes: b = H_ref, or b = Ḣ_ref + d (H_ref − H) − Ȧv. At acceleration level it needs
 *  the velocity level of ws. */
export function angularMomentum(body: Body, options: Partial<AngularMomentumOptions> = {}): AngularMomentumTask {
  const { level, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const nv = freedomCount(body.skeleton);
  const matrix = new Float64Array(6 * nv);
  const reference = { momentum: new Float64Array(3), rate: new Float64Array(3) };
  const bias = new Float64Array(6);
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
    target(out, _, ws) {
      const { momentum, rate } = reference;
      const feedForward = level === 'velocity' ? momentum : rate;
      for (let k = 0; k < 3; k++) out[k] = feedForward[k];
      if (level === 'velocity') return;
      centroidalMomentumBias(bias, body, ws);
      for (let k = 0; k < 3; k++) out[k] += damping * (momentum[k] - ws.angularMomentum[k]) - bias[k];
    },
  });
}
