/** Linear momentum follows a plan, with a pull towards a planned CoM so that it does not drift. */
import type { Body } from '../../body/body.ts';
import { comJacobian } from '../../dynamics/jacobians.ts';
import { centroidalMomentumBias } from '../../dynamics/momentum-rate.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import { FEEDBACK_DEFAULTS, type Feedback } from '../feedback.ts';
import { createTask, RANK, type Task } from '../task.ts';

/** Stiffness pulls the CoM to reference.com: k_l in [Rabbani14] eq. 1. Damping acts on the
 *  momentum: d_l there. */
export interface LinearMomentumOptions extends Feedback {
  readonly softness: number; // [kg²m²/s²] at velocity level
}

export interface LinearMomentumTask extends Task {
  readonly reference: {
    readonly momentum: Float64Array; // 3 [kg·m/s] world
    readonly rate: Float64Array; // 3 [N]; acceleration level only
    readonly com: Float64Array; // 3 [m]; read when stiffness is not 0
  };
}

const SOFTNESS = 1e-9;

/** Three rows [kg·m/s or N], world axes: b = L_ref + m k (c_ref − c), or
 *  b = L̇_ref + m k (c_ref − c) + d (L_ref − L) − Ȧv. At acceleration level it needs the velocity level of ws. */
export function linearMomentum(body: Body, options: Partial<LinearMomentumOptions> = {}): LinearMomentumTask {
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const size = 3 * freedomCount(body.skeleton);
  const m = body.totalMass;
  const reference = { momentum: new Float64Array(3), rate: new Float64Array(3), com: new Float64Array(3) };
  const bias = new Float64Array(6);
  return createTask({
    name: 'linear momentum',
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: RANK.linearMomentum,
    reference,
    jacobian(out, _, ws) {
      comJacobian(out, body, ws);
      for (let i = 0; i < size; i++) out[i] *= m;
    },
    target(out, _, ws) {
      const { momentum, rate, com } = reference;
      const feedForward = level === 'velocity' ? momentum : rate;
      for (let k = 0; k < 3; k++) out[k] = feedForward[k];
      if (stiffness !== 0) for (let k = 0; k < 3; k++) out[k] += m * stiffness * (com[k] - ws.com[k]);
      if (level === 'velocity') return;
      centroidalMomentumBias(bias, body, ws);
      for (let k = 0; k < 3; k++) out[k] += damping * (momentum[k] - ws.linearMomentum[k]) - bias[3 + k];
    },
  });
}
