/** Poses on the way up, built on one body: a pelvis somewhere, a bent trunk, and limbs that reach for the ground or hang. */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { type Limb, type LimbTarget, solveLimb } from '../../ik/leg-ik.ts';
import { wrapAngle } from '../../math/angle.ts';
import { expQuat, multiplyQuat, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import { add, distance, scale, sub, turned, turnedBack, unit, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { type Figure, trunkFrame, turnBone } from './figure.ts';
import { reachTip } from './fist.ts';

export type LegKey =
  /** Flat on the ground, the ankle over (x, z), turned out by `yaw`. */
  | { readonly kind: 'foot'; readonly x: number; readonly z: number; readonly yaw: number }
  /** On the ball, which is at (x, z); the heel is lifted by `pitch`. */
  | { readonly kind: 'ball'; readonly x: number; readonly z: number; readonly yaw: number; readonly pitch: number }
  /** The knee on the ground at (x, z), the shank behind it turned about up by `yaw`, toes tucked. */
  | { readonly kind: 'knee'; readonly x: number; readonly z: number; readonly yaw: number; readonly pitch: number }
  /** Bent by so much [rad], toes as of a foot whose heel is lifted by `pitch`. */
  | { readonly kind: 'free'; readonly hip: number; readonly knee: number; readonly pitch: number };

export type ArmKey =
  /** The palm on the ground, its middle at (x, z), or `lift` above it; fingers ahead, turned about up by `yaw`, the elbow back and `out`. */
  | {
      readonly kind: 'hand';
      readonly x: number;
      readonly z: number;
      readonly lift: number;
      readonly yaw: number;
      readonly out: number;
    }
  /** The upper arm points out, up and ahead of the trunk; the elbow is bent, farther where the hand would come near the ground (`clear`). */
  | { readonly kind: 'free'; readonly way: Vec3; readonly elbow: number; readonly clear?: boolean };

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
    placeArm(q, figure, side, arms[side]);
  }
}

/** Flexion, abduction and twist [rad] on top of the upright pose. */
function flex(q: Float64Array, { body }: Figure, joint: number, angles: Vec3): void {
  const { axes } = body.limits;
  const turn = new Float64Array(4);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) turn[c] += angles[k] * axes[9 * joint + 3 * k + c];
  }
  expQuat(turn, 0, turn, 0);
  multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), turn, 0);
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

function placeArm(q: Float64Array, figure: Figure, side: Side, key: ArmKey): void {
  const { ws, sides, body } = figure;
  const { arm, hand, wrist, shoulder, elbow } = sides[side];
  const out = side === 'left' ? 1 : -1;
  const bone = sub(vectorAt(ws.segmentOrigin, 3 * elbow), vectorAt(ws.segmentOrigin, 3 * shoulder));
  if (key.kind === 'free') {
    const { up, left, front } = trunkFrame(body, ws);
    const [aside, above, ahead] = key.way;
    const way = add(add(scale(left, out * aside), scale(up, above)), scale(front, ahead));
    turnBone(q, ws, body, shoulder, bone, way);
    flex(q, figure, elbow, [key.elbow, 0, 0]);
    for (let bent = key.elbow; key.clear && bent < MOST_BENT; bent += BENDS) {
      forwardKinematics(body, ws, q);
      if (handHeight(figure, side) > CLEAR * body.height) return;
      flex(q, figure, elbow, [BENDS, 0, 0]);
    }
    return;
  }
  if (!arm) {
    const place: Vec3 = [key.x, key.lift + sides[side].knuckles.radius, key.z];
    reachTip(q, ws, figure, side, place, [key.out * out, 0.2, -1]);
    return;
  }
  const rotation = new Float64Array(4);
  quatFromAxisAngle(rotation, 0, 0, 1, 0, key.yaw);
  const position = Float64Array.from(add([key.x, key.lift, key.z], turned(rotation, 0, wrist)));
  multiplyQuat(rotation, 0, rotation, 0, hand, 0);
  let [best, least] = [0, Infinity];
  ELBOWS.forEach((turn, k) => {
    const price = placeElbow(q, figure, side, arm, { position, rotation }, key.out + turn) + TURNED_ELBOW * turn * turn;
    if (price < least) [best, least] = [k, price];
  });
  placeElbow(q, figure, side, arm, { position, rotation }, key.out + ELBOWS[best]);
}

/** By how much the elbow is turned farther out: where a hand lies flat beside the chest, few ways of doing so leave all joints in their ranges. */
const ELBOWS = [0, 0.5, -0.5, 1, -1, 2] as const;
const TURNED_ELBOW = 0.002; // price of turning it
const SUNK_ELBOW = 100; // [1/m²] price of an elbow in the ground

/** Puts a hand to a place, the elbow back, up and `out`; returns by how much joints are beyond their ranges, squares [rad²]. */
function placeElbow(
  q: Float64Array,
  figure: Figure,
  side: Side,
  arm: Limb,
  target: Pick<LimbTarget, 'position' | 'rotation'>,
  out: number,
): number {
  const { body, ws, upright } = figure;
  for (const joint of [arm.upper, arm.lower, arm.end]) {
    q.set(upright.subarray(quatIndex(joint), quatIndex(joint) + 4), quatIndex(joint));
  }
  forwardKinematics(body, ws, q);
  solveLimb(q, ws, arm, { ...target, bendTowards: Float64Array.of(side === 'left' ? out : -out, 0.6, -1) });
  twistForearm(q, figure, arm);
  forwardKinematics(body, ws, q);
  const sunk = Math.max(0, ELBOW * body.height - ws.segmentOrigin[3 * arm.lower + 1]);
  const joints = [arm.upper, arm.lower, arm.end];
  return joints.reduce((sum, joint) => sum + beyondRange(body, q, joint), SUNK_ELBOW * sunk * sunk);
}

const ELBOW = 0.025; // [statures] of an elbow over the ground

/** [m] of the lowest point of a hand over the ground of the key. */
function handHeight({ body, ws }: Figure, side: Side): number {
  const shape = body.shapes.find(({ part, side: own }) => part === 'hand' && own === side);
  if (!shape) return 0;
  const height = (at: Vec3, radius: number): number =>
    ws.segmentOrigin[3 * shape.segment + 1] + turned(ws.segmentRotation, 4 * shape.segment, at)[1] - radius;
  return Math.min(height(shape.near, shape.nearRadius), height(shape.far, shape.farRadius));
}

const CLEAR = 0.04; // [statures] of hands over the ground that carry nothing
const MOST_BENT = 2.2; // [rad] of an elbow
const BENDS = 0.3; // [rad] at a time
/** Of the hand's turn about the forearm, which the forearm takes over: as much as it can. */
const FOREARM_SHARES = [0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0] as const;

/** The forearm turns with the hand, so that the wrist need not. */
function twistForearm(q: Float64Array, { body, ws }: Figure, arm: Limb): void {
  forwardKinematics(body, ws, q);
  const { segmentOrigin, segmentRotation } = ws;
  const { limits, skeleton } = body;
  const bone = unit(sub(vectorAt(segmentOrigin, 3 * arm.end), vectorAt(segmentOrigin, 3 * arm.lower)), [0, -1, 0]);
  // the hand's turn against its neutral pose, about the forearm: twist part of a quaternion
  const turn = new Float64Array(8);
  relativeQuat(turn, 0, limits.neutral, 4 * arm.end, q, quatIndex(arm.end));
  const axis = unit(turnedBack(limits.neutral, 4 * arm.end, vectorAt(skeleton.offsets, 3 * arm.end)), [0, 1, 0]);
  const along = turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2];
  const wrapped = wrapAngle(2 * Math.atan2(along, turn[3]));
  for (const share of FOREARM_SHARES) {
    quatFromAxisAngle(turn, 0, ...bone, share * wrapped);
    multiplyQuat(turn, 0, turn, 0, segmentRotation, 4 * arm.lower);
    relativeQuat(q, quatIndex(arm.lower), segmentRotation, 4 * skeleton.parents[arm.lower], turn, 0);
    if (beyondRange(body, q, arm.lower) === 0) break;
  }
  if (skeleton.parents[arm.end] !== arm.lower) return;
  relativeQuat(q, quatIndex(arm.end), turn, 0, segmentRotation, 4 * arm.end);
}

/** [rad²] */
function beyondRange({ limits }: Figure['body'], q: Float64Array, joint: number): number {
  const { lower, upper } = limits;
  if (lower[3 * joint] === -Infinity) return 0;
  const angles = new Float64Array(3);
  anatomicalAngles(angles, 0, limits, joint, q, quatIndex(joint));
  return angles.reduce((sum, x, k) => sum + Math.max(0, lower[3 * joint + k] - x, x - upper[3 * joint + k]) ** 2, 0);
}
