/** What a finished motion asks of the floor: CoM, spin, force and ZMP from plain central differences. */
import { type CentroidalMotion, smoothCentroidal } from '../../balance/centroidal.ts';
import { type BodyTrace, traceClip } from '../../balance/trace.ts';
import { type GroundReaction, groundReaction } from '../../balance/zmp.ts';
import { createClip } from '../../motion/clip.ts';
import type { Actor } from '../actor.ts';

export interface Measured {
  readonly trace: BodyTrace;
  readonly motion: CentroidalMotion;
  readonly reaction: GroundReaction;
}

/** q: frames × nq. `reach`: frames to each side that derivatives are taken over; fine grids take more, so that they see what
 *  the coarser frames of the finished clip show. */
export function measure(actor: Actor, q: Float64Array, frameTime: number, reach = 1): Measured {
  const clip = createClip({
    name: 'draft',
    skeleton: actor.skeleton,
    roles: { status: 'humanoid', roles: actor.roles, by: 'map', rig: '' },
    frameTime,
    q,
  });
  const trace = traceClip(actor.body, clip, { inertia: 'full' });
  const plain = smoothCentroidal(trace, Number.POSITIVE_INFINITY);
  const motion = reach === 1 ? plain : widened(plain, reach, frameTime);
  const reaction = groundReaction(actor.body, motion, undefined, new Float64Array(clip.frameCount));
  return { trace, motion, reaction };
}

/** The same motion with central differences over `reach` frames to each side; frames nearer to the ends keep what they have. */
function widened(motion: CentroidalMotion, reach: number, frameTime: number): CentroidalMotion {
  const { com, angularMomentum } = motion;
  const [acceleration, angularMomentumRate] = [motion.acceleration.slice(), motion.angularMomentumRate.slice()];
  const step = reach * frameTime;
  const d = 3 * reach;
  for (let i = d; i < com.length - d; i++) {
    acceleration[i] = (com[i + d] - 2 * com[i] + com[i - d]) / (step * step);
    angularMomentumRate[i] = (angularMomentum[i + d] - angularMomentum[i - d]) / (2 * step);
  }
  return { ...motion, acceleration, angularMomentumRate };
}
