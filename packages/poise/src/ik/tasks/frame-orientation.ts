/** A segment turns as a frame in the world does. */
import type { Body } from '../../body/body.ts';
import { rotationJacobian } from '../../dynamics/jacobians.ts';
import { conjugateQuat, logQuat, multiplyQuat } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import { carriersOf, groupsOf } from '../carriers.ts';
import { createRotationReference, type RotationReference } from '../feedback.ts';
import type { Task } from '../task.ts';
import { type FollowOptions, follow } from './follow.ts';

export interface FrameOrientationTask extends Task {
  readonly reference: RotationReference; // write the plan here, every frame
}

const SOFTNESS = 1e-3; // [rad²/s²]
const FASTEST = 10; // [rad/s]

/** Three rows [rad/s], world axes; the error is log(R_ref Rᵀ), the shorter way round. */
export function frameOrientation(
  body: Body,
  segment: number,
  options: Partial<FollowOptions> = {},
): FrameOrientationTask {
  const { skeleton } = body;
  const reference = createRotationReference();
  const turn = new Float64Array(4);
  return follow(
    {
      name: `${skeleton.names[segment]} orientation`,
      softness: SOFTNESS,
      fastest: FASTEST,
      groups: groupsOf(carriersOf(skeleton, segment), 'turns-only'),
      reference,
      plannedRate: reference.angularVelocity,
      jacobian: (out, ws) => rotationJacobian(out, body, ws, segment),
      error(out, ws) {
        // world←reference · segment←world
        conjugateQuat(turn, 0, ws.segmentRotation, 4 * segment);
        multiplyQuat(turn, 0, reference.rotation, 0, turn, 0);
        logQuat(turn, 0, turn, 0);
        copy3(out, 0, turn, 0);
      },
    },
    options,
  );
}
