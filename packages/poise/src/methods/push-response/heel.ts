/** A heel that comes up: the foot turns about its ball, across the way it points. */
import { smoothstep } from '../../math/ease.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Figure, Stage } from './figure.ts';
import { wholeLeg } from './leg-needs.ts';

const MOST_HEEL = 0.8; // [rad] by which a heel comes up
const TRAILING = [-0.12, 0.06] as const; // of the leg, hip ahead of the ankle: from no heel to all of it

/** An ankle as seen from the ball that it turns about. World axes. */
interface Roll {
  readonly ball: Float64Array; // 3 [m]
  length: number; // [m] from ankle to ball over the ground; 0: no way to turn
  height: number; // [m] of the ankle over the ball
  x: number; // where the foot points, over the ground, unit
  z: number;
}

const roll: Roll = { ball: new Float64Array(3), length: 0, height: 0, x: 0, z: 0 };
const turned = new Float64Array(3);
const turn = new Float64Array(4);

/** `ankle`: 3 at 3·side. */
function readRoll(out: Roll, { balls }: Stage, ankle: Float64Array, side: 0 | 1): void {
  for (let c = 0; c < 3; c++) out.ball[c] = balls[3 * side + c];
  const x = ankle[3 * side] - out.ball[0];
  const z = ankle[3 * side + 2] - out.ball[2];
  const length = Math.sqrt(x * x + z * z);
  out.length = length < 1e-6 ? 0 : length;
  out.height = ankle[3 * side + 1] - out.ball[1];
  out.x = -x / length;
  out.z = -z / length;
}

/** out (3 at o) = where the ankle is once the heel is up by an angle [rad]. */
function rolledAnkle(out: Float64Array, o: number, { ball, length, height, x, z }: Roll, angle: number): void {
  const along = length * Math.cos(angle) - height * Math.sin(angle);
  out[o] = ball[0] - along * x;
  out[o + 1] = ball[1] + height * Math.cos(angle) + length * Math.sin(angle);
  out[o + 2] = ball[2] - along * z;
}

/** Angle [rad] by which a foot has to turn about its ball, heel up, for the ankle to be `wanted` [m] from the hip, or as far as a
 *  heel goes; less where the foot is ahead of the hip, for nobody stands on the toes of such a foot. */
export function heelFor({ ws, legs }: Figure, stage: Stage, ankle: Float64Array, side: 0 | 1, wanted: number): number {
  readRoll(roll, stage, ankle, side);
  if (roll.length === 0) return 0;
  const { segmentOrigin } = ws;
  const hip = 3 * legs[side].upper;
  const ahead =
    (segmentOrigin[hip] - ankle[3 * side]) * roll.x + (segmentOrigin[hip + 2] - ankle[3 * side + 2]) * roll.z;
  const whole = wholeLeg(ws, legs[side]);
  const share = smoothstep((ahead / whole - TRAILING[0]) / (TRAILING[1] - TRAILING[0]));
  if (share === 0) return 0;
  let low = 0;
  let high = MOST_HEEL;
  if (distanceAt(segmentOrigin, hip, high) > wanted) low = high;
  for (let k = 0; k < 30 && high - low > 1e-7; k++) {
    const middle = (low + high) / 2;
    if (distanceAt(segmentOrigin, hip, middle) > wanted) low = middle;
    else high = middle;
  }
  return share * high;
}

/** From the hip to the ankle [m] once the heel is up. */
function distanceAt(origin: Float64Array, hip: number, angle: number): number {
  rolledAnkle(turned, 0, roll, angle);
  const x = turned[0] - origin[hip];
  const y = turned[1] - origin[hip + 1];
  const z = turned[2] - origin[hip + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Turns a foot about its ball by an angle [rad], heel up: the ankle (3 at 3·side) and the foot's rotation (4 at 4·side). */
export function raiseHeel(ankle: Float64Array, feet: Float64Array, stage: Stage, side: 0 | 1, angle: number): void {
  readRoll(roll, stage, ankle, side);
  if (roll.length === 0) return;
  quatFromAxisAngle(turn, 0, roll.z, 0, -roll.x, angle);
  multiplyQuat(feet, 4 * side, turn, 0, feet, 4 * side);
  rolledAnkle(ankle, 3 * side, roll, angle);
}
