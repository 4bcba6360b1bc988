/** A point fixed in a segment follows a point in the world. */
import type { Body } from '../../body/body.ts';
import { pointJacobian } from '../../dynamics/jacobians.ts';
import { apply3 } from '../../math/mat3.ts';
import type { Vec3 } from '../../math/types.ts';
import { carriersOf, createFrameBias, groupsOf, pointBias, pointVelocity, writeFrameBias } from '../carriers.ts';
import { createPointReference, type PointReference } from '../feedback.ts';
import type { Task } from '../task.ts';
import { type FollowOptions, follow } from './follow.ts';

/** Softness [m²/s²] and fastest [m/s] at velocity level. */
export interface FramePositionOptions extends FollowOptions {
  readonly point: Vec3; // [m] in the segment's frame
}

export interface FramePositionTask extends Task {
  readonly reference: PointReference; // write the plan here, every frame
}

/** Soft: a hand that cannot get there settles near it. Hard ones (1e-6, swing feet) make the whole body strain. */
const SOFTNESS = 1e-3;
/** A quick reach. */
const FASTEST = 3;

/** Three rows [m/s or m/s²], world axes. At acceleration level it needs the velocity level of ws.
 *
 * ```ts
 * const hand = framePosition(body, leftHand, { stiffness: 10 });
 * hand.reference.position.set([0.4, 1.2, 0.3]);
 * ```
 */
export function framePosition(
  body: Body,
  segment: number,
  options: Partial<FramePositionOptions> = {},
): FramePositionTask {
  const { skeleton } = body;
  const reference = createPointReference();
  const point = Float64Array.from(options.point ?? [0, 0, 0]);
  const bias = createFrameBias(skeleton, segment);
  const arm = new Float64Array(3); // world axes; written by error, which is asked for first
  return follow(
    {
      name: `${skeleton.names[segment]} position`,
      softness: SOFTNESS,
      fastest: FASTEST,
      groups: groupsOf(carriersOf(skeleton, segment), 'with-translation'),
      reference,
      plannedRate: reference.velocity,
      plannedChange: reference.acceleration,
      jacobian: (out, ws) => pointJacobian(out, body, ws, segment, point),
      error(out, ws) {
        apply3(arm, 0, ws.worldFromSegment, 9 * segment, point, 0);
        for (let k = 0; k < 3; k++) out[k] = reference.position[k] - ws.segmentOrigin[3 * segment + k] - arm[k];
      },
      rate: (out, ws) => pointVelocity(out, ws, segment, arm),
      bias(out, ws) {
        writeFrameBias(bias, ws);
        pointBias(out, bias, ws, segment, arm);
      },
    },
    options,
  );
}
