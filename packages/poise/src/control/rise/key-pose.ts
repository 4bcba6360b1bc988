/** Poses on the way up, built on one body: a pelvis somewhere, a bent trunk, and limbs that reach for the ground or hang. */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { type Limb, solveLimb } from '../../ik/leg-ik.ts';
import { expQuat, multiplyQuat, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import {
  add,
  distance,
  norm,
  perpendicular,
  scale,
  sub,
  turned,
  turnedBack,
  unit,
  vectorAt,
} from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { type Figure, trunkFrame, turnBone } from './figure.ts';

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
  /** The palm on the ground, its middle at (x, z), or `lift` above it. */
  | { readonly kind: 'hand'; readonly x: number; readonly z: number; readonly lift: number }
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
  const { body, ws, joints, upright, midHip } = figure;
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
  for (const side of SIDES) {
    forwardKinematics(body, ws, q);
    placeLeg(q, figure, side, key.legs[side]);
    placeArm(q, figure, side, key.arms[side]);
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
  const bend =
    key.kind === 'knee' ? [0.5 * Math.sin(yaw), -1, 0.5 * Math.cos(yaw)] : [Math.sin(yaw), -0.3, Math.cos(yaw)];
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
    placeFist(q, figure, side, [key.x, key.lift, key.z]);
    return;
  }
  const position = Float64Array.from(add([key.x, key.lift, key.z], wrist));
  const bendTowards = Float64Array.of(0.6 * out, 0.2, -1);
  solveLimb(q, ws, arm, { position, rotation: hand, bendTowards });
  twistForearm(q, figure, arm);
  // wrists do not bend as far as a flat hand asks of them: it is put down as flat as they do
  clampJoint(q, figure, arm.end);
  const wristTurn = q.slice(quatIndex(arm.end), quatIndex(arm.end) + 4);
  for (let round = 0; round < HAND_ROUNDS; round++) {
    forwardKinematics(body, ws, q);
    position[1] += key.lift - handHeight(figure, side);
    solveLimb(q, ws, arm, { position, rotation: hand, bendTowards });
    q.set(wristTurn, quatIndex(arm.end));
  }
}

/** The arm of a rig without wrists: the tip of what it has for a hand is put at a place, the elbow bent outward. */
function placeFist(q: Float64Array, figure: Figure, side: Side, place: Vec3): void {
  const { body, ws, sides } = figure;
  const { shoulder, elbow, knuckles } = sides[side];
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  const tipOf = (): Vec3 => add(at(elbow), turned(ws.segmentRotation, 4 * elbow, knuckles.at));
  const upper = distance(at(shoulder), at(elbow));
  const lower = distance(at(elbow), tipOf());
  const way = sub(add(place, [0, knuckles.radius, 0]), at(shoulder));
  const reach = Math.max(Math.abs(upper - lower) + 1e-3, Math.min(upper + lower - 1e-3, norm(way)));
  const ahead = unit(way, [0, -1, 0]);
  const bend = perpendicular([side === 'left' ? 0.6 : -0.6, 0.2, -1], ahead);
  const share = (upper * upper + reach * reach - lower * lower) / (2 * reach);
  const aside = Math.sqrt(Math.max(0, upper * upper - share * share));
  turnBone(q, ws, body, shoulder, sub(at(elbow), at(shoulder)), add(scale(ahead, share), scale(bend, aside)));
  forwardKinematics(body, ws, q);
  turnBone(q, ws, body, elbow, sub(tipOf(), at(elbow)), sub(add(at(shoulder), scale(ahead, reach)), at(elbow)));
}

/** A joint back inside its range. */
function clampJoint(q: Float64Array, { body }: Figure, joint: number): void {
  const { lower, upper, neutral, axes } = body.limits;
  const angles = new Float64Array(3);
  anatomicalAngles(angles, 0, body.limits, joint, q, quatIndex(joint));
  const turn = new Float64Array(4);
  for (let k = 0; k < 3; k++) {
    const angle = Math.max(INSIDE * lower[3 * joint + k], Math.min(INSIDE * upper[3 * joint + k], angles[k]));
    for (let c = 0; c < 3; c++) turn[c] += angle * axes[9 * joint + 3 * k + c];
  }
  expQuat(turn, 0, turn, 0);
  multiplyQuat(q, quatIndex(joint), neutral, 4 * joint, turn, 0);
}

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
const HAND_ROUNDS = 4;
const INSIDE = 0.95; // of a range
const FOREARM_SHARE = 0.6; // of the hand's turn about the forearm, which the forearm takes over

/** The forearm turns with the hand, so that the wrist need not. */
function twistForearm(q: Float64Array, { body, ws }: Figure, arm: Limb): void {
  forwardKinematics(body, ws, q);
  const { segmentOrigin, segmentRotation } = ws;
  const bone = unit(sub(vectorAt(segmentOrigin, 3 * arm.end), vectorAt(segmentOrigin, 3 * arm.lower)), [0, -1, 0]);
  // the hand's turn against its neutral pose, about the forearm: twist part of a quaternion
  const turn = new Float64Array(8);
  relativeQuat(turn, 0, body.limits.neutral, 4 * arm.end, q, quatIndex(arm.end));
  const axis = unit(
    turnedBack(body.limits.neutral, 4 * arm.end, vectorAt(body.skeleton.offsets, 3 * arm.end)),
    [0, 1, 0],
  );
  const along = turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2];
  const angle = 2 * Math.atan2(along, turn[3]);
  const wrapped = angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
  quatFromAxisAngle(turn, 0, ...bone, FOREARM_SHARE * wrapped);
  multiplyQuat(turn, 0, turn, 0, segmentRotation, 4 * arm.lower);
  relativeQuat(q, quatIndex(arm.lower), segmentRotation, 4 * body.skeleton.parents[arm.lower], turn, 0);
  if (body.skeleton.parents[arm.end] !== arm.lower) return;
  relativeQuat(q, quatIndex(arm.end), turn, 0, segmentRotation, 4 * arm.end);
}
