/** Whether a body that goes can still be held on its feet. Told before its numbers break, so that whoever takes over gets something sane. */
import type { ReactionBody } from '../reaction-body.ts';

const MOST_DROP = 0.35; // of the legs that the body may sink
const MOST_MISSING = 0.05; // [m] that a standing leg may be too short
/** [m/s] that limbs move beyond the clip's, root mean square over the mass, at legs of 0.9 m: most hits that are recovered from stay below 2.5. */
const FASTEST_LIMBS = 5;
const LEGS = 0.9; // [m]

/** Why the body cannot be held any more; '' while it can. `lost`: what the step plan says. */
export function gaitLoss(body: ReactionBody, lost: string | undefined, legs: number): string {
  if (body.failed) return 'the body found no way to move';
  if (limbSpeed(body) > FASTEST_LIMBS * Math.sqrt(legs / LEGS)) return 'limbs fly about';
  if (body.missing > MOST_MISSING) return 'the feet do not reach the ground';
  if (body.reference.ws.com[1] - body.ws.com[1] > MOST_DROP * legs) return 'the legs give way';
  return lost === undefined || lost === 'gait ended' ? '' : lost;
}

/** [m/s] of the masses about their centre against the source's. A foot or hand that flips for a frame, as captures have it, weighs little. */
function limbSpeed({ body: { mass, totalMass }, ws, reference: { ws: own } }: ReactionBody): number {
  let sum = 0;
  for (let j = 0; j < mass.length; j++) {
    if (mass[j] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const i = 3 * j + c;
      const about = ws.segmentComVelocity[i] - ws.comVelocity[c];
      sum += mass[j] * (about - own.segmentComVelocity[i] + own.comVelocity[c]) ** 2;
    }
  }
  return Math.sqrt(sum / totalMass);
}
