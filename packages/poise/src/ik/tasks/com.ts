/** The whole body's centre of mass follows a point. */
import type { Body } from '../../body/body.ts';
import { comJacobian } from '../../dynamics/jacobians.ts';
import { centroidalMomentumBias } from '../../dynamics/momentum-rate.ts';
import { createPointReference, FEEDBACK_DEFAULTS, type Feedback, type PointReference } from '../feedback.ts';
import { RANK, type Task } from '../task.ts';

export interface ComOptions extends Feedback {
  readonly softness: number; // [m²/s²] at velocity level
}

export interface ComTask extends Task {
  readonly reference: PointReference; // write the plan here, every frame
}

const SOFTNESS = 1e-9;

/** Three rows [m/s or m/s²], world axes. At acceleration level it needs the velocity level of ws. */
export function com(body: Body, options: Partial<ComOptions> = {}): ComTask {
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const reference = createPointReference();
  const bias = new Float64Array(6);
  return {
    name: 'centre of mass',
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: RANK.ordinary,
    reference,
    jacobian: (out, _, ws) => comJacobian(out, body, ws),
    target(out, _, ws) {
      const { position, velocity, acceleration } = reference;
      const feedForward = level === 'velocity' ? velocity : acceleration;
      for (let k = 0; k < 3; k++) out[k] = feedForward[k] + stiffness * (position[k] - ws.com[k]);
      if (level === 'velocity') return;
      centroidalMomentumBias(bias, body, ws);
      for (let k = 0; k < 3; k++) {
        out[k] += damping * (velocity[k] - ws.comVelocity[k]) - bias[3 + k] / body.totalMass;
      }
    },
  };
}
