/** How far a body is turned from the posture it should have, as angular momentum counts it. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, logQuat, multiplyQuat, rotate3, rotateBack3 } from '../../math/quat.ts';
import { cross3 } from '../../math/vec3.ts';

const scratch = new Float64Array(20);

/** out (3) [kg·m²·rad, world axes] = Σ m (c_i − c) × (c_i⁰ − c_i) + R I Rᵀ log(R⁰Rᵀ): divided by a time it is the mean angular
 *  momentum that brings the body to the wanted posture in it. [Komura04] eq. 11.
 *  Deviates: the page leaves out the mass and prints both differences the other way round.
 *  Both workspaces hold the position level. */
export function postureError(out: Float64Array, body: Body, now: Workspace, wanted: Workspace): void {
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  for (const segment of now.massive) {
    for (let k = 0; k < 3; k++) {
      scratch[k] = now.segmentCom[3 * segment + k] - now.com[k];
      // places count from the own centre of mass: where the whole body is does not matter
      scratch[3 + k] = wanted.segmentCom[3 * segment + k] - wanted.com[k] - scratch[k];
    }
    cross3(scratch, 6, scratch, 0, scratch, 3);
    for (let k = 0; k < 3; k++) out[k] += body.mass[segment] * scratch[6 + k];
    // turn from now to wanted, world axes
    conjugateQuat(scratch, 9, now.segmentRotation, 4 * segment);
    multiplyQuat(scratch, 9, wanted.segmentRotation, 4 * segment, scratch, 9);
    logQuat(scratch, 13, scratch, 9);
    addSpin(out, body, now, segment);
  }
}

/** out += R I Rᵀ · (turn in scratch[13…15]). */
function addSpin(out: Float64Array, body: Body, now: Workspace, segment: number): void {
  rotateBack3(scratch, 13, now.segmentRotation, 4 * segment, scratch, 13);
  // xx yy zz xy xz yz
  const inertia = body.inertiaInSegment;
  const i = 6 * segment;
  const a = scratch[13];
  const b = scratch[14];
  const c = scratch[15];
  scratch[16] = inertia[i] * a + inertia[i + 3] * b + inertia[i + 4] * c;
  scratch[17] = inertia[i + 3] * a + inertia[i + 1] * b + inertia[i + 5] * c;
  scratch[18] = inertia[i + 4] * a + inertia[i + 5] * b + inertia[i + 2] * c;
  rotate3(scratch, 16, now.segmentRotation, 4 * segment, scratch, 16);
  for (let k = 0; k < 3; k++) out[k] += scratch[16 + k];
}
