/**
 * Puts standing feet exactly where they stand, by two-bone IK: ticks integrate velocities, and feet would drift by fractions of a
 * millimetre. Feet in the air are left alone: closing them would hide jolts.
 */
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { solveLimb } from '../ik/leg-ik.ts';
import { rotate3 } from '../math/quat.ts';
import type { ReactionBody } from './reaction-body.ts';

/** Memory of closeLegs. */
export interface ClosingScratch {
  readonly ball: Float64Array; // 3
  readonly rotation: Float64Array; // 4
  readonly shift: Float64Array; // 3
  readonly target: { readonly position: Float64Array; readonly rotation: Float64Array };
}

export const createClosingScratch = (): ClosingScratch => ({
  ball: new Float64Array(3),
  rotation: new Float64Array(4),
  shift: new Float64Array(3),
  target: { position: new Float64Array(3), rotation: new Float64Array(4) },
});

const ROUNDS = 3;
/** Farther than this [m] per tick the hips are not drawn after a leg that is too short. */
const MOST_SHIFT = 0.002;
/** Share of that shift that counts as velocity of the hips. */
const VELOCITY_SHARE = 0.2;
const REACHED = 1e-7; // [m]
const THERE = 1e-9; // [m], or of a quaternion

/** Returns how far [m] a foot stayed away from its place at first. The body's workspace is at the new pose afterwards. */
export function closeLegs(body: ReactionBody, h: number): number {
  const { q, v, feet, reference, ws, closing } = body;
  const { ball, rotation, shift, target } = closing;
  const { position } = target;
  let worst = 0;
  for (let round = 0; round < ROUNDS; round++) {
    forwardKinematics(body.body, ws, q);
    shift.fill(0);
    let missing = 0;
    for (let k = 0; k < 2; k++) {
      const foot = feet[k];
      if (!foot.stands) continue;
      const { frame } = reference.feet[k];
      reference.writeEndPose(ball, rotation, k);
      foot.writeTarget(ball, rotation, body.plan.feet[k]);
      rotate3(position, 0, foot.rotation, 0, frame.ball, 0);
      for (let c = 0; c < 3; c++) position[c] = foot.target[c] - position[c];
      for (let c = 0; c < 4; c++) target.rotation[c] = foot.rotation[c];
      if (isThere(ws, frame.joint, position, foot.rotation)) continue;
      const outcome = solveLimb(q, ws, foot.limb, target);
      if (outcome.missing > REACHED && outcome.status !== 'degenerate') {
        missing = Math.max(missing, outcome.missing);
        addShift(
          shift,
          ws.segmentOrigin,
          foot.limb.upper,
          position,
          outcome.status === 'too-far' ? outcome.missing : -outcome.missing,
        );
      }
    }
    worst = Math.max(worst, missing);
    if (missing === 0) break;
    const size = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
    const share = Math.min(1, MOST_SHIFT / size);
    for (let c = 0; c < 3; c++) {
      q[c] += share * shift[c];
      v[c] += (VELOCITY_SHARE * share * shift[c]) / h;
    }
  }
  return worst;
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

/** shift += the way from the hip towards the target, `length` long. */
function addShift(shift: Float64Array, origins: Float64Array, hip: number, target: Float64Array, length: number): void {
  const x = target[0] - origins[3 * hip];
  const y = target[1] - origins[3 * hip + 1];
  const z = target[2] - origins[3 * hip + 2];
  const s = length / Math.sqrt(x * x + y * y + z * z);
  shift[0] += s * x;
  shift[1] += s * y;
  shift[2] += s * z;
}
