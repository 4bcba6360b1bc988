/** The origin of a segment follows a point in the world. */
import type { Body } from '../../body/body.ts';
import { pointJacobian } from '../../dynamics/jacobians.ts';
import { carriersOf, groupsOf } from '../carriers.ts';
import { createPointReference, type PointReference } from '../feedback.ts';
import type { Task } from '../task.ts';
import { type FollowOptions, follow } from './follow.ts';

export interface FramePositionTask extends Task {
  readonly reference: PointReference; // write the plan here, every frame
}

/** Soft: a hand that cannot get there settles near it. Hard ones (1e-6, swing feet) make the whole body strain. */
const SOFTNESS = 1e-3; // [m²/s²]
/** A quick reach. */
const FASTEST = 3; // [m/s]

/** Three rows [m/s], world axes.
 *
 * ```ts
 * const hand = framePosition(body, leftHand, { stiffness: 10 });
 * hand.reference.position.set([0.4, 1.2, 0.3]);
 * ```
 */
export function framePosition(body: Body, segment: number, options: Partial<FollowOptions> = {}): FramePositionTask {
  const { skeleton } = body;
  const reference = createPointReference();
  const origin = new Float64Array(3); // in the segment's frame
  return follow(
    {
      name: `${skeleton.names[segment]} position`,
      softness: SOFTNESS,
      fastest: FASTEST,
      groups: groupsOf(carriersOf(skeleton, segment), 'with-translation'),
      reference,
      plannedRate: reference.velocity,
      jacobian: (out, ws) => pointJacobian(out, body, ws, segment, origin),
      error(out, ws) {
        for (let k = 0; k < 3; k++) out[k] = reference.position[k] - ws.segmentOrigin[3 * segment + k];
      },
    },
    options,
  );
}
