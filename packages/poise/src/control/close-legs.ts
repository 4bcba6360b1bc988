/**
 * Puts standing feet exactly where they stand, by small turns of hip and knee: ticks integrate velocities, and feet would drift by fractions of a
 * millimetre. Feet in the air are left alone: closing them would hide jolts.
 */
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { createNudgeScratch, type NudgeScratch, nudgeLimb } from '../ik/nudge-limb.ts';
import { rotate3 } from '../math/quat.ts';
import type { ReactionBody } from './reaction-body.ts';

/** Memory of closeLegs. */
export interface ClosingScratch {
  readonly pivot: Float64Array; // 3
  readonly rotation: Float64Array; // 4
  readonly shift: Float64Array; // 3
  readonly position: Float64Array; // 3
  readonly nudge: NudgeScratch;
}

export const createClosingScratch = (): ClosingScratch => ({
  pivot: new Float64Array(3),
  rotation: new Float64Array(4),
  shift: new Float64Array(3),
  position: new Float64Array(3),
  nudge: createNudgeScratch(),
});

const ROUNDS = 3;
/** Farther than this [m] per tick the hips are not drawn after a leg that is too short. */
const MOST_SHIFT = 0.002;
/** Share of that shift that counts as velocity of the hips. */
const VELOCITY_SHARE = 0.2;
const REACHED = 1e-4; // [m]
const THERE = 1e-9; // [m], or of a quaternion

/** Returns how far [m] a foot stayed away from its place at last. The body's workspace is near the new pose afterwards. */
export function closeLegs(body: ReactionBody, h: number): number {
  const { q, v, feet, reference, ws, closing } = body;
  const { pivot, rotation, shift, position } = closing;
  let missing = 0;
  for (let round = 0; round < ROUNDS; round++) {
    forwardKinematics(body.body, ws, q);
    shift.fill(0);
    missing = 0;
    let open = false;
    for (let k = 0; k < 2; k++) {
      const foot = feet[k];
      if (!foot.stands) continue;
      const { frame } = reference.feet[k];
      reference.writeEndPose(pivot, rotation, k);
      foot.writeTarget(pivot, rotation, body.plan.feet[k]);
      rotate3(position, 0, foot.rotation, 0, frame.pivot, 0);
      for (let c = 0; c < 3; c++) position[c] = foot.target[c] - position[c];
      if (isThere(ws, frame.joint, position, foot.rotation)) continue;
      open = true;
      missing = Math.max(missing, addShift(shift, ws.segmentOrigin, frame.joint, position));
      nudgeLimb(q, ws, foot.limb, position, foot.rotation, closing.nudge);
    }
    if (!open) break;
    // what legs could not reach in the rounds before, the hips follow
    if (round === 0 || missing < REACHED) continue;
    const size = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
    const share = Math.min(1, MOST_SHIFT / size);
    for (let c = 0; c < 3; c++) {
      q[c] += share * shift[c];
      v[c] += (VELOCITY_SHARE * share * shift[c]) / h;
    }
  }
  return missing;
}

/** Near full stretch the exact solution is worse than what is there already: a foot that is there to rounding is left alone. */
function isThere(ws: Workspace, joint: number, position: Float64Array, rotation: Float64Array): boolean {
  const { segmentOrigin, segmentRotation } = ws;
  for (let c = 0; c < 3; c++) if (Math.abs(segmentOrigin[3 * joint + c] - position[c]) > THERE) return false;
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += segmentRotation[4 * joint + c] * rotation[c];
  const sign = dot < 0 ? -1 : 1;
  for (let c = 0; c < 4; c++) if (Math.abs(segmentRotation[4 * joint + c] - sign * rotation[c]) > THERE) return false;
  return true;
}

/** shift += from where the ankle is to where it should be; returns how far that is [m]. */
function addShift(shift: Float64Array, origins: Float64Array, ankle: number, target: Float64Array): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const away = target[c] - origins[3 * ankle + c];
    shift[c] += away;
    square += away * away;
  }
  return Math.sqrt(square);
}
