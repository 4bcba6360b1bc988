/** PoseRequest → coordinates: trunk and arms as asked, legs by two-bone IK, hips where the CoM wants them. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import { quatFromMat3 } from '../../math/quat-mat3.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { jointCount } from '../../motion/skeleton.ts';
import { type Actor, type Leg, writeTurn } from '../actor.ts';
import type { FootRequest, PoseRequest } from './request.ts';

/** What a solved pose could not do. */
export interface PoseOutcome {
  readonly shortage: number; // [m] by which the longer of the two legs was too short
  readonly comError: number; // [m] left between asked and reached CoM; 0 when none was asked for
}

const LONGEST = 0.9995; // of thigh + shank: a knee is never quite straight
const COM_TOLERANCE = 1e-7; // [m]
const COM_PASSES = 25;

/** Writes the coordinates of a request at q[o…]. Legs that are too short point at their target as far as they reach. */
export function solvePose(q: Float64Array, o: number, actor: Actor, request: PoseRequest): PoseOutcome {
  const root = rotate(request.hipsRotation, actor.hipsInRoot);
  for (let k = 0; k < 3; k++) q[o + k] = request.hips[k] - root[k];
  for (let joint = 0; joint < jointCount(actor.skeleton); joint++) {
    writeTurn(q, o, actor, joint, joint === 0 ? request.hipsRotation : request.turns, joint === 0 ? 0 : 4 * joint);
  }
  let shortage = 0;
  actor.legs.forEach((leg, k) => {
    shortage = Math.max(shortage, solveLeg(q, o, actor, leg, request, request.feet[k]));
  });
  return { shortage, comError: 0 };
}

/** As solvePose, with the hips moved until the CoM is at `com` [m]; `request.hips` is where the search starts and is left
 *  at the solution. Moving the hips by d moves the CoM by nearly d, so plain correction converges. */
export function solvePoseForCom(
  q: Float64Array,
  o: number,
  actor: Actor,
  request: PoseRequest,
  com: ReadonlyVector,
  tolerance = COM_TOLERANCE,
): PoseOutcome {
  let outcome = solvePose(q, o, actor, request);
  let error = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < COM_PASSES && error > tolerance; pass++) {
    forwardKinematics(actor.body, actor.ws, q, o);
    error = 0;
    for (let k = 0; k < 3; k++) {
      const miss = com[k] - actor.ws.com[k];
      error = Math.max(error, Math.abs(miss));
      request.hips[k] += 1.1 * miss;
    }
    if (error > tolerance) outcome = solvePose(q, o, actor, request);
  }
  return { ...outcome, comError: error };
}

const rotate = (rotation: ReadonlyVector, v: ReadonlyVector): Float64Array => {
  const out = new Float64Array(3);
  rotate3(out, 0, rotation, 0, v, 0);
  return out;
};

/** Hip to ankle in the pelvis' frame of the world; returns by how much the leg is too short [m]. */
function solveLeg(q: Float64Array, o: number, actor: Actor, leg: Leg, request: PoseRequest, foot: FootRequest): number {
  const offset = actor.skeleton.offsets.subarray(3 * leg.upper, 3 * leg.upper + 3);
  const hip = rotate(request.hipsRotation, offset);
  for (let k = 0; k < 3; k++) hip[k] += q[o + k];
  const to: Vec3 = [foot.ankle[0] - hip[0], foot.ankle[1] - hip[1], foot.ankle[2] - hip[2]];
  const asked = Math.hypot(...to);
  const reach = Math.min(asked, LONGEST * (leg.thigh + leg.shank));
  // Angles of the triangle hip–knee–ankle by the law of cosines.
  const cosine = (a: number, b: number, c: number): number =>
    Math.min(1, Math.max(-1, (a * a + b * b - c * c) / (2 * a * b)));
  const atHip = Math.acos(cosine(leg.thigh, reach, leg.shank));
  const knee = Math.PI - Math.acos(cosine(leg.thigh, leg.shank, reach));
  // Thigh frame: y up the straight line to the ankle, x at right angles to the plane in which the knee points.
  const up: Vec3 = [-to[0] / asked, -to[1] / asked, -to[2] / asked];
  const side = hingeOf(up, foot);
  const front = crossed(side, up);
  const axes = Float64Array.of(side[0], up[0], front[0], side[1], up[1], front[1], side[2], up[2], front[2]);
  const straight = new Float64Array(4);
  quatFromMat3(straight, 0, axes, 0);
  const bend = new Float64Array(4);
  const thigh = new Float64Array(4);
  const shank = new Float64Array(4);
  quatFromAxisAngle(bend, 0, 1, 0, 0, -atHip);
  multiplyQuat(thigh, 0, straight, 0, bend, 0);
  quatFromAxisAngle(bend, 0, 1, 0, 0, knee);
  multiplyQuat(shank, 0, thigh, 0, bend, 0);
  writeRelative(q, o, actor, leg.upper, request.hipsRotation, thigh);
  writeTurn(q, o, actor, leg.lower, bend, 0);
  writeRelative(q, o, actor, leg.foot, shank, foot.rotation);
  if (leg.toes !== leg.foot) {
    quatFromAxisAngle(bend, 0, 1, 0, 0, -foot.toeBend);
    writeTurn(q, o, actor, leg.toes, bend, 0);
  }
  return Math.max(0, asked - reach);
}

/** Axis of the knee, at right angles to the leg's line `up`. */
function hingeOf(up: Vec3, { kneeYaw, kneeGuide }: FootRequest): Vec3 {
  const [sin, cos] = [Math.sin(kneeYaw), Math.cos(kneeYaw)];
  if (kneeGuide === 'front') return normalised(crossed(up, [sin, 0, cos]));
  const along = up[0] * cos - up[2] * sin;
  return normalised([cos - along * up[0], -along * up[1], -sin - along * up[2]]);
}

function writeRelative(
  q: Float64Array,
  o: number,
  actor: Actor,
  joint: number,
  parent: ReadonlyVector,
  world: ReadonlyVector,
): void {
  const turn = new Float64Array(4);
  conjugateQuat(turn, 0, parent, 0);
  multiplyQuat(turn, 0, turn, 0, world, 0);
  writeTurn(q, o, actor, joint, turn, 0);
}

const crossed = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const normalised = (a: Vec3): Vec3 => {
  const size = Math.hypot(...a);
  return size > 1e-9 ? [a[0] / size, a[1] / size, a[2] / size] : [1, 0, 0];
};
