/** Whether a body that goes can still be held on its feet. Told before its numbers break, so that whoever takes over gets something sane. */
import type { Body } from '../../body/body.ts';
import type { ReactionBody } from '../reaction-body.ts';

const MOST_DROP = 0.35; // of the legs that the body may sink
const MOST_MISSING = 0.05; // [m] that a standing leg may be too short
/** [rad/s] of a joint, at legs of 0.9 m: runners' knees reach 20, and no leg or arm that keeps balance is faster than twice that. */
const FASTEST_JOINT = 40;
const LEGS = 0.9; // [m]
const LIMB = 0.01; // of the body's mass: feet have 1.4 %, hands 0.6 %

/** Why the body cannot be held any more; '' while it can. `lost`: what the step plan says. */
export function gaitLoss(body: ReactionBody, lost: string | undefined, legs: number): string {
  if (body.failed) return 'the body found no way to move';
  // what the clip itself throws about, as captures do for a frame, is not lost by the body
  const own = fastestLimb(body.body, body.reference.v);
  if (fastestLimb(body.body, body.v) > own + FASTEST_JOINT * Math.sqrt(LEGS / legs)) return 'limbs fly about';
  if (body.missing > MOST_MISSING) return 'the feet do not reach the ground';
  if (body.reference.ws.com[1] - body.ws.com[1] > MOST_DROP * legs) return 'the legs give way';
  return lost === undefined || lost === 'gait ended' ? '' : lost;
}

/** [rad/s] of a velocity (nv), of joints that move a limb: toes and hands twitch, and nobody falls of it. */
function fastestLimb({ mass, totalMass }: Body, v: Float64Array): number {
  let most = 0;
  for (let joint = 1; joint < mass.length; joint++) {
    if (mass[joint] < LIMB * totalMass) continue;
    const i = 3 + 3 * joint;
    most = Math.max(most, v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  }
  return Math.sqrt(most);
}
