/** Arms of key poses: hands on the ground, elbows where joints stay in their ranges, or hanging clear of ground and body. */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { type Limb, type LimbTarget, solveLimb } from '../../ik/leg-ik.ts';
import { wrapAngle } from '../../math/angle.ts';
import { expQuat, multiplyQuat, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import { add, scale, sub, turned, turnedBack, unit, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { SelfTouch } from '../fall/self-touch.ts';
import { type Figure, trunkFrame, turnBone } from './figure.ts';
import { reachTip } from './fist.ts';

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

/** Flexion, abduction and twist [rad] on top of the upright pose. */
export function flex(q: Float64Array, { body }: Figure, joint: number, angles: Vec3): void {
  const { axes } = body.limits;
  const turn = new Float64Array(4);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) turn[c] += angles[k] * axes[9 * joint + 3 * k + c];
  }
  expQuat(turn, 0, turn, 0);
  multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), turn, 0);
}

/** Changes one arm of q. Needs the position level of the figure. */
export function placeArm(q: Float64Array, figure: Figure, side: Side, key: ArmKey): void {
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
      if (handHeight(figure, side) > CLEAR * body.height) break;
      flex(q, figure, elbow, [BENDS, 0, 0]);
    }
    if (key.clear) moveOut(q, figure, side);
    return;
  }
  if (!arm) {
    const place: Vec3 = [key.x, key.lift + sides[side].knuckles.radius, key.z];
    const start = q.slice();
    bestElbow((turn) => {
      q.set(start);
      forwardKinematics(body, ws, q);
      reachTip(q, ws, figure, side, place, [(key.out + turn) * out, 0.2, -1]);
      return armPrice(q, figure, side, elbow, [shoulder, elbow]);
    });
    return;
  }
  const rotation = new Float64Array(4);
  quatFromAxisAngle(rotation, 0, 0, 1, 0, key.yaw);
  const position = Float64Array.from(add([key.x, key.lift, key.z], turned(rotation, 0, wrist)));
  multiplyQuat(rotation, 0, rotation, 0, hand, 0);
  bestElbow((turn) => placeElbow(q, figure, side, arm, { position, rotation }, key.out + turn));
}

/** Tries ways of turning an elbow farther out, and ends with the cheapest. */
function bestElbow(place: (turn: number) => number): void {
  let [best, least]: [number, number] = [0, Infinity];
  for (const turn of ELBOWS) {
    const price = place(turn) + TURNED_ELBOW * turn * turn;
    if (price < least) [best, least] = [turn, price];
  }
  place(best);
}

/** Turns an arm out from the trunk until forearm and hand are clear of thighs, trunk and head. */
function moveOut(q: Float64Array, { body, ws, sides, self }: Figure, side: Side): void {
  const { shoulder, elbow } = sides[side];
  for (let out = 0; out < MOST_OUT; out += OUT) {
    forwardKinematics(body, ws, q);
    self.place(ws);
    if (inSelf(self, side) === 0) return;
    const { front } = trunkFrame(body, ws);
    const bone = sub(vectorAt(ws.segmentOrigin, 3 * elbow), vectorAt(ws.segmentOrigin, 3 * shoulder));
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, ...front, side === 'left' ? OUT : -OUT);
    turnBone(q, ws, body, shoulder, bone, turned(turn, 0, bone));
  }
}

/** [m] by which a forearm or hand is in thighs, trunk or head. Needs shapes in place. */
function inSelf(self: SelfTouch, side: Side): number {
  let most = 0;
  for (let k = 0; k < self.pairs; k++) {
    const { part, side: own } = self.limbOf(k);
    if (own !== side || (part !== 'lowerArm' && part !== 'hand')) continue;
    self.look(k);
    most = Math.max(most, -self.gap);
  }
  return most;
}

const OUT = 0.06; // [rad] at a time
const MOST_OUT = 0.9; // [rad]

/** By how much the elbow is turned farther out: where a hand lies flat beside the chest, few ways of doing so leave all joints in their ranges. */
const ELBOWS = [0, 0.5, -0.5, 1, -1, 2] as const;
const TURNED_ELBOW = 0.002; // price of turning it
const SUNK = 100; // [1/m²] price of an elbow in the ground or a forearm in the trunk

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
  return armPrice(q, figure, side, arm.lower, [arm.upper, arm.lower, arm.end]);
}

/** By how much joints are beyond their ranges, the elbow is in the ground and the forearm in the trunk. */
function armPrice(
  q: Float64Array,
  { body, ws, self }: Figure,
  side: Side,
  elbow: number,
  joints: readonly number[],
): number {
  forwardKinematics(body, ws, q);
  self.place(ws);
  const sunk = Math.max(0, ELBOW * body.height - ws.segmentOrigin[3 * elbow + 1], inSelf(self, side));
  return joints.reduce((sum, joint) => sum + beyondRange(body, q, joint), SUNK * sunk * sunk);
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
