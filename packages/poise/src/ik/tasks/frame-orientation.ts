/** A segment turns as a frame in the world does. */
import type { Body } from '../../body/body.ts';
import { rotationJacobian } from '../../dynamics/jacobians.ts';
import { conjugateQuat, logQuat, multiplyQuat } from '../../math/quat.ts';
import { carriersOf, createFrameBias, groupsOf, writeFrameBias } from '../carriers.ts';
import {
  createRotationReference,
  FEEDBACK_DEFAULTS,
  type Feedback,
  limitLength,
  type RotationReference,
} from '../feedback.ts';
import { RANK, type Task } from '../task.ts';

export interface FrameOrientationOptions extends Feedback {
  readonly name: string;
  readonly softness: number; // [rad²/s²] at velocity level
  readonly rank: number;
  readonly fastest: number; // [rad/s or rad/s²] most that the error's stiffness term asks for
}

export interface FrameOrientationTask extends Task {
  readonly reference: RotationReference; // write the plan here, every frame
}

const SOFTNESS = 1e-3;
const FASTEST = 10;

/** Three rows [rad/s or rad/s²], world axes; the error is log(R_ref Rᵀ), the shorter way round. At acceleration level it
 *  needs the velocity level of ws. */
export function frameOrientation(
  body: Body,
  segment: number,
  options: Partial<FrameOrientationOptions> = {},
): FrameOrientationTask {
  const { skeleton } = body;
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const fastest = options.fastest ?? (level === 'velocity' ? FASTEST : Infinity);
  const reference = createRotationReference();
  const bias = createFrameBias(skeleton, segment);
  const turn = new Float64Array(4);
  return {
    name: options.name ?? `${skeleton.names[segment]} orientation`,
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: options.rank ?? RANK.ordinary,
    groups: groupsOf(carriersOf(skeleton, segment), 'turns-only'),
    reference,
    jacobian: (out, _, ws) => rotationJacobian(out, body, ws, segment),
    target(out, _, ws) {
      const { rotation, angularVelocity, angularAcceleration } = reference;
      // world←reference · segment←world
      conjugateQuat(turn, 0, ws.segmentRotation, 4 * segment);
      multiplyQuat(turn, 0, rotation, 0, turn, 0);
      logQuat(turn, 0, turn, 0);
      for (let k = 0; k < 3; k++) out[k] = stiffness * turn[k];
      limitLength(out, fastest);
      const feedForward = level === 'velocity' ? angularVelocity : angularAcceleration;
      for (let k = 0; k < 3; k++) out[k] += feedForward[k];
      if (level === 'velocity') return;
      writeFrameBias(bias, ws);
      const o = 3 * segment;
      for (let k = 0; k < 3; k++) {
        out[k] += damping * (angularVelocity[k] - ws.angularVelocity[o + k]) - bias.angular[o + k];
      }
    },
  };
}
