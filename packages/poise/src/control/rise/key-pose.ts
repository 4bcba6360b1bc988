/** Poses on the way up, built on one body: a pelvis somewhere, a bent trunk, and limbs that reach for the ground or hang. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import { add, distance, scale, sub, turned, unit, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import { type ArmKey, flex, placeArm } from './key-arm.ts';

export type LegKey =
  /** Flat on the ground, the ankle over (x, z), turned out by `yaw`. */
  | { readonly kind: 'foot'; readonly x: number; readonly z: number; readonly yaw: number }
  /** On the ball, which is at (x, z); the heel is lifted by `pitch`. */
  | { readonly kind: 'ball'; readonly x: number; readonly z: number; readonly yaw: number; readonly pitch: number }
  /** The knee on the ground at (x, z), the shank behind it turned about up by `yaw`, toes tucked. */
  | { readonly kind: 'knee'; readonly x: number; readonly z: number; readonly yaw: number; readonly pitch: number }
  /** Bent by so much [rad], toes as of a foot whose heel is lifted by `pitch`. */
  | { readonly kind: 'free'; readonly hip: number; readonly knee: number; readonly pitch: number };

/** In a frame on the ground: +Z ahead, +X to the left. Turned about the trunk's axis by `roll`, leant forward by `pitch`, then
 *  turned about up by `yaw`. */
export interface KeyPose {
  readonly x: number; // [m] mid-hip
  readonly height: number; // [m]
  readonly z: number;
  readonly yaw: number; // [rad] turn about up
  readonly pitch: number; // [rad] 0 upright, ½π lies on the front
  readonly roll: number;
  readonly trunk: number; // [rad] flexion of the whole trunk
  readonly neck: number;
  readonly legs: Readonly<Record<Side, LegKey>>;
  readonly arms: Readonly<Record<Side, ArmKey>>;
}

const TUCKED_ANKLE = 0.5; // [rad] of a foot that is about to be put on its toes

/** q (nq) = the pose, in the frame of the key. */
export function poseKey(q: Float64Array, figure: Figure, key: KeyPose): void {
  const { joints, upright, midHip } = figure;
  q.set(upright);
  for (const { joint, kind, share } of joints) {
    if (kind === 'trunk') flex(q, figure, joint, [share * key.trunk, 0, 0]);
    if (kind === 'neck') flex(q, figure, joint, [share * key.neck, 0, 0]);
  }
  const turn = new Float64Array(8);
  quatFromAxisAngle(turn, 0, 1, 0, 0, key.pitch);
  quatFromAxisAngle(turn, 4, 0, 1, 0, key.roll);
  multiplyQuat(turn, 0, turn, 0, turn, 4);
  quatFromAxisAngle(turn, 4, 0, 1, 0, key.yaw);
  multiplyQuat(turn, 0, turn, 4, turn, 0);
  multiplyQuat(q, 3, turn, 0, upright, 3);
  const root = sub([key.x, key.height, key.z], turned(q, 3, midHip));
  q.set(root);
  placeLimbs(q, figure, key);
}

/** Legs and arms of a pose as a key has them. */
export function placeLimbs(q: Float64Array, figure: Figure, { legs, arms }: Pick<KeyPose, 'legs' | 'arms'>): void {
  for (const side of SIDES) {
    forwardKinematics(figure.body, figure.ws, q);
    placeLeg(q, figure, side, legs[side]);
  }
  for (const side of SIDES) {
    forwardKinematics(figure.body, figure.ws, q);
    placeArm(q, figure, side, arms[side]);
  }
}

/** World rotation of a foot whose heel is lifted by `pitch` and which is turned out by `yaw`. */
export function footRotation(flat: Float64Array, pitch: number, yaw: number): Float64Array {
  const out = new Float64Array(8);
  quatFromAxisAngle(out, 0, 0, 1, 0, yaw);
  quatFromAxisAngle(out, 4, 1, 0, 0, pitch);
  multiplyQuat(out, 0, out, 0, out, 4);
  multiplyQuat(out, 0, out, 0, flat, 0);
  return out.slice(0, 4);
}

function placeLeg(q: Float64Array, figure: Figure, side: Side, key: LegKey): void {
  const { ws, sides, body } = figure;
  const { leg, flat, ankle, tip, tipRadius } = sides[side];
  const { toes } = body.soles[SIDES.indexOf(side)];
  if (key.kind === 'free') {
    flex(q, figure, leg.upper, [key.hip, 0, 0]);
    flex(q, figure, leg.lower, [key.knee, 0, 0]);
    flex(q, figure, leg.end, [TUCKED_ANKLE, 0, 0]);
    if (toes !== leg.end) flex(q, figure, toes, [key.pitch, 0, 0]);
    return;
  }
  const pitch = key.kind === 'foot' ? 0 : key.pitch;
  const { yaw } = key;
  const rotation = footRotation(flat, pitch, yaw);
  const toTip = turned(rotation, 0, tip);
  let target: Vec3;
  if (key.kind === 'foot') target = [key.x, ankle, key.z];
  else if (key.kind === 'ball') target = sub([key.x, tipRadius, key.z], toTip);
  else target = kneelingAnkle(figure, side, key, toTip[1]);
  let bend: Vec3 = [Math.sin(yaw), -0.3, Math.cos(yaw)];
  if (key.kind === 'knee') {
    // as far from hip to knee and on to the ankle as the bones are long: legs that lie are nearly straight, and millimetres would drop the knee
    const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
    const spot: Vec3 = [key.x, sides[side].kneeRadius, key.z];
    bend = scale(unit(sub(spot, at(leg.upper)), [0, -1, 0]), distance(at(leg.upper), at(leg.lower)));
    const shank = scale(unit(sub(target, spot), [0, 0, -1]), distance(at(leg.lower), at(leg.end)));
    target = add(add(at(leg.upper), bend), shank);
  }
  solveLimb(q, ws, leg, { position: Float64Array.from(target), rotation, bendTowards: Float64Array.from(bend) });
  if (toes !== leg.end) flex(q, figure, toes, [pitch, 0, 0]);
}

/** Where the ankle of a leg is that kneels at a place, its toes tucked; drop: [m] from the ankle to the tip of the foot, negative. */
export function kneelingAnkle(
  { shank, sides }: Figure,
  side: Side,
  { x, z, yaw }: { readonly x: number; readonly z: number; readonly yaw: number },
  drop: number,
): Vec3 {
  const { kneeRadius, tipRadius } = sides[side];
  const ankle = tipRadius - drop;
  const rise = Math.max(-shank, Math.min(shank, ankle - kneeRadius));
  const back = Math.sqrt(shank * shank - rise * rise);
  return [x - back * Math.sin(yaw), ankle, z - back * Math.cos(yaw)];
}
