/** Where a motion is over the floor: a turn about up at the origin, then a shift. Where a lap leads to, where a reaction has left a character. */
import { wrapAngle } from '../math/angle.ts';
import { yawBetween } from './heading.ts';

export interface Placement {
  yaw: number; // [rad]
  x: number; // [m]
  z: number; // [m]
}

export const STAY: Readonly<Placement> = { yaw: 0, x: 0, z: 0 };

export const isNowhere = ({ yaw, x, z }: Readonly<Placement>): boolean => yaw === 0 && x === 0 && z === 0;

/** Turns and moves a place on the floor. */
export const movePlace = (move: Readonly<Placement>, x: number, z: number): readonly [x: number, z: number] => {
  const [s, c] = [Math.sin(move.yaw), Math.cos(move.yaw)];
  return [c * x + s * z + move.x, -s * x + c * z + move.z];
};

/** First a, then b. */
export function thenMove(a: Readonly<Placement>, b: Readonly<Placement>): Placement {
  const [x, z] = movePlace(b, a.x, a.z);
  return { yaw: a.yaw + b.yaw, x, z };
}

/** The move that undoes one. */
export function undone({ yaw, x, z }: Readonly<Placement>): Placement {
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return { yaw: -yaw, x: -(c * x - s * z), z: -(s * x + c * z) };
}

/** The move that takes the root of pose `from` to that of pose `to` (at offsets i and j), both upright in the same pose. */
export function moveBetween(from: Float64Array, to: Float64Array, i = 0, j = 0): Placement {
  const angle = yawBetween(from, i + 3, to, j + 3);
  const yaw = Math.abs(angle) < 1e-12 ? 0 : wrapAngle(angle);
  const [x, z] = movePlace({ yaw, x: 0, z: 0 }, from[i], from[i + 2]);
  return { yaw, x: to[j] - x, z: to[j + 2] - z };
}

/** Turns and moves a pose over the floor, in place. q may sit at an offset. */
export function movePose(move: Readonly<Placement>, q: Float64Array, o = 0): void {
  const sin = Math.sin(move.yaw);
  const cos = Math.cos(move.yaw);
  const x = q[o];
  const z = q[o + 2];
  q[o] = cos * x + sin * z + move.x;
  q[o + 2] = -sin * x + cos * z + move.z;
  if (move.yaw === 0) return;
  const s = Math.sin(move.yaw / 2);
  const c = Math.cos(move.yaw / 2);
  // left multiplication by the turn (0, s, 0, c)
  const qx = q[o + 3];
  const qy = q[o + 4];
  const qz = q[o + 5];
  const qw = q[o + 6];
  q[o + 3] = c * qx + s * qz;
  q[o + 4] = c * qy + s * qw;
  q[o + 5] = c * qz - s * qx;
  q[o + 6] = c * qw - s * qy;
}

/** Turns the root's velocity as such a move does, in place. */
export function moveVelocity({ yaw }: Readonly<Placement>, v: Float64Array): void {
  if (yaw === 0) return;
  const sin = Math.sin(yaw);
  const cos = Math.cos(yaw);
  const x = v[0];
  const z = v[2];
  v[0] = cos * x + sin * z;
  v[2] = -sin * x + cos * z;
}
