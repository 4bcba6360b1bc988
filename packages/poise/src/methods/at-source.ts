/** Whether a body has come back to its source, so that the source itself can be shown. */
import type { ReactionBody } from '../control/reaction-body.ts';
import { difference } from '../motion/coordinates.ts';

/** Nearer to the source than this, in rotations [rad] and metres, nobody sees where one takes over from the other. */
const SAME = 1e-3;
const SAME_RATE = 0.02; // [rad/s], [m/s]
/** [m] The same for feet: standing ones are seen to move sooner than anything else. */
const SAME_FEET = 5e-4;

/** Feet, pose and velocity. `apart` (nv) and `turn` (4): scratch. */
export function isAtSource(reaction: ReactionBody, apart: Float64Array, turn: Float64Array): boolean {
  const { reference, feet, plan, q, v } = reaction;
  for (let foot = 0; foot < 2; foot++) {
    const { place, stands, heel, leftHeight } = feet[foot];
    const [x, y, z] = stands ? place : plan.feet[foot].offset;
    if (Math.hypot(x, y, z) > SAME_FEET || heel > SAME || Math.abs(leftHeight) > SAME_FEET) return false;
  }
  difference(apart, reaction.body.skeleton, reference.next, 0, q, 0, 1, turn);
  for (let i = 0; i < apart.length; i++) {
    if (Math.abs(apart[i]) > SAME) return false;
    if (Math.abs(v[i] - reference.v[i]) > SAME_RATE) return false;
  }
  return true;
}
