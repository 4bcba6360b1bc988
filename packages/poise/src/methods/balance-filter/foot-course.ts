/** Where the feet go, and legs that are put on them. A course is rows × 14: per foot the ankle's place and the foot's rotation. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { lowPass } from '../../math/low-pass.ts';
import { normalizeQuat } from '../../math/quat.ts';
import { evaluateSpline, interpolateSpline } from '../../math/spline.ts';
import type { Clip } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { distanceBetween, FOOT, footAt, neededDrop } from './reach.ts';

const STEADY = 10; // [Hz] what is faster is tremor, which straight knees would have to follow

/** The course of the feet over poses (rows of nq numbers); rotations do not change sign from row to row. */
export function feetOfPoses(body: Body, poses: Float64Array): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const rows = poses.length / nq;
  const course = new Float64Array(2 * FOOT * rows);
  for (let row = 0; row < rows; row++) {
    forwardKinematics(body, ws, poses, row * nq);
    body.soles.forEach(({ foot }, side) => {
      const at = footAt(row, side);
      course.set(ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3), at);
      course.set(ws.segmentRotation.subarray(4 * foot, 4 * foot + 4), at + 3);
      if (row > 0) keepSign(course, at + 3, course, footAt(row - 1, side) + 3);
    });
  }
  return course;
}

/** The clip's feet without tremor, at `sites` moments `spacing` apart. */
export function steadyFeet(body: Body, clip: Clip, sites: number, spacing: number): Float64Array {
  const course = feetOfPoses(body, clip.q);
  lowPass(course, 2 * FOOT, 1 / clip.frameTime, STEADY);
  const spline = interpolateSpline(course, 2 * FOOT, 0, clip.frameTime, 'free');
  const out = new Float64Array(2 * FOOT * sites);
  for (let k = 0; k < sites; k++) {
    evaluateSpline(out, footAt(k, 0), spline, k * spacing, 0);
    for (const side of [0, 1]) normalizeQuat(out, footAt(k, side) + 3, out, footAt(k, side) + 3);
  }
  return out;
}

/** a ← from a (share 0) to b (share 1), one row of both feet. */
export function blendFeet(a: Float64Array, i: number, b: Float64Array, j: number, share: number): void {
  for (const side of [0, 1]) {
    const [o, p] = [i + FOOT * side, j + FOOT * side];
    let dot = 0;
    for (let k = 3; k < FOOT; k++) dot += a[o + k] * b[p + k];
    for (let k = 0; k < FOOT; k++) a[o + k] += share * ((k > 2 && dot < 0 ? -1 : 1) * b[p + k] - a[o + k]);
    normalizeQuat(a, o + 3, a, o + 3);
  }
}

function keepSign(a: Float64Array, i: number, b: Float64Array, j: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += a[i + k] * b[j + k];
  if (dot < 0) for (let k = 0; k < 4; k++) a[i + k] = -a[i + k];
}

export interface FeetToReach {
  readonly feet: Float64Array; // rows × 14
  readonly rowTime: number; // [s]
  readonly placed: (row: number, side: number) => boolean; // this foot is put where the course has it …
  readonly carried: (row: number, side: number) => boolean; // … and the body comes down for it if the leg is too short …
  readonly give: (row: number) => number; // … by this share of what is missing, 0 … 1
}

/** Puts the legs of poses (rows of nq numbers, changed in place) on their feet. [m]: the most that a leg was too short by, and
 *  that a foot was moved by. */
export function putOnFeet(body: Body, poses: Float64Array, { feet, rowTime, placed, carried, give }: FeetToReach) {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const legs = SIDES.map((side) => limbOf(body, side, 'leg'));
  const drop = neededDrop(body, poses, feet, carried, rowTime);
  const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  const pose = new Float64Array(nq);
  let [missed, correction] = [0, 0];
  for (let row = 0; row < poses.length / nq; row++) {
    if (!placed(row, 0) && !placed(row, 1)) continue;
    pose.set(poses.subarray(row * nq, (row + 1) * nq));
    pose[1] -= give(row) * drop[row];
    legs.forEach((leg, side) => {
      if (!leg || !placed(row, side)) return;
      forwardKinematics(body, ws, pose);
      const at = footAt(row, side);
      target.position.set(feet.subarray(at, at + 3));
      target.rotation.set(feet.subarray(at + 3, at + FOOT));
      const moved = distanceBetween(ws.segmentOrigin, 3 * leg.end, feet, at);
      const outcome = solveLimb(pose, ws, leg, target);
      if (outcome.status === 'degenerate') return;
      correction = Math.max(correction, moved);
      if (carried(row, side)) missed = Math.max(missed, outcome.missing);
    });
    poses.set(pose, row * nq);
  }
  return { missed, correction };
}
