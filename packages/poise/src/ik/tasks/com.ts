/** The whole body's centre of mass follows a point. */
import type { Body } from '../../body/body.ts';
import { comJacobian } from '../../dynamics/jacobians.ts';
import { centroidalMomentumBias } from '../../dynamics/momentum-rate.ts';
import { copy3 } from '../../math/vec3.ts';
import { createPointReference, type PointReference } from '../feedback.ts';
import type { Task } from '../task.ts';
import { type FollowOptions, follow } from './follow.ts';

export interface ComTask extends Task {
  readonly reference: PointReference; // write the plan here, every frame
}

const SOFTNESS = 1e-9; // [m²/s²]
/** [m/s] as a person throws the whole body aside. */
const FASTEST = 3;

/** Three rows [m/s or m/s²], world axes. At acceleration level it needs the velocity level of ws. */
export function com(body: Body, options: Partial<FollowOptions> = {}): ComTask {
  const reference = createPointReference();
  const momentumBias = new Float64Array(6);
  return follow(
    {
      name: 'centre of mass',
      softness: SOFTNESS,
      fastest: FASTEST,
      reference,
      plannedRate: reference.velocity,
      plannedChange: reference.acceleration,
      jacobian: (out, ws) => comJacobian(out, body, ws),
      error(out, ws) {
        for (let k = 0; k < 3; k++) out[k] = reference.position[k] - ws.com[k];
      },
      rate: (out, ws) => copy3(out, 0, ws.comVelocity, 0),
      bias(out, ws) {
        centroidalMomentumBias(momentumBias, body, ws);
        for (let k = 0; k < 3; k++) out[k] = momentumBias[3 + k] / body.totalMass;
      },
    },
    options,
  );
}
