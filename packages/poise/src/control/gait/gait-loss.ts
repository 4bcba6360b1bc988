/** Whether a body that goes can still be held on its feet. Told before its numbers break, so that whoever takes over gets something sane. */
import type { ReactionBody } from '../reaction-body.ts';

const MOST_DROP = 0.35; // of the legs that the body may sink
const MOST_MISSING = 0.05; // [m] that a standing leg may be too short
/** [rad/s] of a joint, at legs of 0.9 m: runners' knees reach 20, and no leg or arm that keeps balance is faster than twice that. */
const FASTEST_JOINT = 40;
const LEGS = 0.9; // [m]

/** Why the body cannot be held any more; '' while it can. `lost`: what the step plan says. */
export function gaitLoss(body: ReactionBody, lost: string | undefined, legs: number): string {
  if (body.failed) return 'the body found no way to move';
  if (fastestJoint(body.v) > FASTEST_JOINT * Math.sqrt(LEGS / legs)) return 'limbs fly about';
  if (body.missing > MOST_MISSING) return 'the feet do not reach the ground';
  if (body.reference.ws.com[1] - body.ws.com[1] > MOST_DROP * legs) return 'the legs give way';
  return lost === undefined || lost === 'gait ended' ? '' : lost;
}

/** [rad/s] of a velocity (nv). */
function fastestJoint(v: Float64Array): number {
  let most = 0;
  for (let i = 6; i < v.length; i += 3) most = Math.max(most, v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  return Math.sqrt(most);
}
