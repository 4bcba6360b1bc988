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

/** q: frames × nq. */
export function measure(actor: Actor, q: Float64Array, frameTime: number): Measured {
  const clip = createClip({
    name: 'draft',
    skeleton: actor.skeleton,
    roles: { status: 'humanoid', roles: actor.roles, by: 'map', rig: '' },
    frameTime,
    q,
  });
  const trace = traceClip(actor.body, clip, { inertia: 'full' });
  const motion = smoothCentroidal(trace, Number.POSITIVE_INFINITY);
  const reaction = groundReaction(actor.body, motion, undefined, new Float64Array(clip.frameCount));
  return { trace, motion, reaction };
}
