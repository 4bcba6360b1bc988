/** A point fixed in a segment follows a point in the world. */
import type { Body } from '../../body/body.ts';
import { pointJacobian } from '../../dynamics/jacobians.ts';
import { apply3 } from '../../math/mat3.ts';
import type { Vec3 } from '../../math/types.ts';
import { carriersOf, createFrameBias, groupsOf, pointBias, pointVelocity, writeFrameBias } from '../carriers.ts';
import {
  createPointReference,
  FEEDBACK_DEFAULTS,
  type Feedback,
  limitLength,
  type PointReference,
} from '../feedback.ts';
import { RANK, type Task } from '../task.ts';

export interface FramePositionOptions extends Feedback {
  readonly name: string;
  readonly point: Vec3; // [m] in the segment's frame
  readonly softness: number; // [m²/s²] at velocity level
  readonly rank: number;
  readonly fastest: number; // [m/s or m/s²] most that the error's stiffness term asks for
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
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const fastest = options.fastest ?? (level === 'velocity' ? FASTEST : Infinity);
  const reference = createPointReference();
  const point = Float64Array.from(options.point ?? [0, 0, 0]);
  const bias = createFrameBias(skeleton, segment);
  const arm = new Float64Array(3); // world axes
  const moved = new Float64Array(3);
  return {
    name: options.name ?? `${skeleton.names[segment]} position`,
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: options.rank ?? RANK.ordinary,
    groups: groupsOf(carriersOf(skeleton, segment), 'with-translation'),
    reference,
    jacobian: (out, _, ws) => pointJacobian(out, body, ws, segment, point),
    target(out, _, ws) {
      const { position, velocity, acceleration } = reference;
      apply3(arm, 0, ws.worldFromSegment, 9 * segment, point, 0);
      for (let k = 0; k < 3; k++) out[k] = stiffness * (position[k] - ws.segmentOrigin[3 * segment + k] - arm[k]);
      limitLength(out, fastest);
      const feedForward = level === 'velocity' ? velocity : acceleration;
      for (let k = 0; k < 3; k++) out[k] += feedForward[k];
      if (level === 'velocity') return;
      pointVelocity(moved, ws, segment, arm);
      for (let k = 0; k < 3; k++) out[k] += damping * (velocity[k] - moved[k]);
      writeFrameBias(bias, ws);
      pointBias(moved, bias, ws, segment, arm);
      for (let k = 0; k < 3; k++) out[k] -= moved[k];
    },
  };
}
