/** The whole body's centre of mass follows a point. */
import type { Body } from '../../body/body.ts';
import { comJacobian } from '../../dynamics/jacobians.ts';
import { createPointReference, type PointReference } from '../feedback.ts';
import type { Task } from '../task.ts';
import { type FollowOptions, follow } from './follow.ts';

export interface ComTask extends Task {
  readonly reference: PointReference; // write the plan here, every frame
}

const SOFTNESS = 1e-9; // [m²/s²]
/** [m/s] as a person throws the whole body aside. */
const FASTEST = 3;

/** Three rows [m/s], world axes. */
export function com(body: Body, options: Partial<FollowOptions> = {}): ComTask {
  const reference = createPointReference();
  return follow(
    {
      name: 'centre of mass',
      softness: SOFTNESS,
      fastest: FASTEST,
      reference,
      plannedRate: reference.velocity,
      jacobian: (out, ws) => comJacobian(out, body, ws),
      error(out, ws) {
        for (let k = 0; k < 3; k++) out[k] = reference.position[k] - ws.com[k];
      },
    },
    options,
  );
}
