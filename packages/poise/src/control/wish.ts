/** The accelerations that posture and centre of mass ask for: a_d = a_r + kp (q_r ⊖ q) + kd (v_r − v). */
import { logQuat, relativeQuat } from '../math/quat.ts';
import type { JointParts } from './joint-parts.ts';
import type { ReactionBody } from './reaction-body.ts';

/** Memory of writeWish. */
export interface WishScratch {
  readonly legShare: Float64Array; // 2
  readonly turn: Float64Array; // 8
}

export const createWishScratch = (): WishScratch => ({
  legShare: new Float64Array(2),
  turn: new Float64Array(8),
});

/** out: one number per moving freedom. */
export function writeWish(out: Float64Array, body: ReactionBody, parts: JointParts, scratch: WishScratch): void {
  const { q, v, posture, reference, awake, momentum, plan } = body;
  const { joints } = body.freedoms;
  const { turn, legShare } = scratch;
  const slower = Math.sqrt(awake);
  weighLegs(legShare, body);
  for (let c = 0; c < 3; c++) out[c] = reference.rootAcceleration[c] + momentum.acceleration[c];
  for (let i = 0; i < joints.length; i++) {
    const o = 3 + 3 * joints[i];
    const quat = 3 + 4 * joints[i];
    const leg = parts.legOf[i];
    const rate = leg < 0 ? plan.postureRate : 1;
    const kp = awake * rate * rate * parts.stiffness[i] * (leg < 0 ? 1 : legShare[leg]);
    const kd = slower * rate * parts.damping[i];
    relativeQuat(turn, 0, q, quat, posture.q, quat);
    logQuat(turn, 4, turn, 0);
    for (let c = 0; c < 3; c++) {
      out[3 + 3 * i + c] = posture.a[o + c] + kp * turn[4 + c] + kd * (posture.before[o + c] - v[o + c]);
    }
  }
}

/** The source's posture says nothing to a leg whose foot is elsewhere: where that is decides. */
function weighLegs(out: Float64Array, { feet, plan, parameters, body }: ReactionBody): void {
  for (let foot = 0; foot < 2; foot++) {
    const place = feet[foot].stands ? feet[foot].place : plan.feet[foot].offset;
    const x = place[0] - plan.copRest[0];
    const z = place[2] - plan.copRest[1];
    const far = parameters.legAway * body.height;
    out[foot] = 1 / (1 + (x * x + place[1] * place[1] + z * z) / (far * far));
  }
}
