/** Where reactions have left a character: a turn about the vertical, then a shift over the floor. */
import { yawBetween } from '../gait/heading.ts';
import { wrapAngle } from '../math/angle.ts';
import { multiplyQuat, quatFromAxisAngle } from '../math/quat.ts';

export interface Placement {
  yaw: number; // [rad]
  x: number; // [m]
  z: number; // [m]
}

const turn = new Float64Array(4);

/** Moves the root of a pose, in place. */
export function placePose(q: Float64Array, { yaw, x, z }: Placement): void {
  if (yaw !== 0) {
    const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
    const [px, pz] = [q[0], q[2]];
    q[0] = cosine * px + sine * pz;
    q[2] = cosine * pz - sine * px;
    quatFromAxisAngle(turn, 0, 0, 1, 0, yaw);
    multiplyQuat(q, 3, turn, 0, q, 3);
  }
  q[0] += x;
  q[2] += z;
}

/** The placement that takes the root of `from` to that of `to`, both upright in the same pose. */
export function placementBetween(from: Float64Array, to: Float64Array): Placement {
  const angle = yawBetween(from, 3, to, 3);
  const yaw = Math.abs(angle) < 1e-12 ? 0 : wrapAngle(angle);
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  return { yaw, x: to[0] - cosine * from[0] - sine * from[2], z: to[2] - cosine * from[2] + sine * from[0] };
}

/** First `inner`, then `outer`. */
export function combined(outer: Placement, inner: Placement): Placement {
  const [sine, cosine] = [Math.sin(outer.yaw), Math.cos(outer.yaw)];
  return {
    yaw: outer.yaw + inner.yaw,
    x: cosine * inner.x + sine * inner.z + outer.x,
    z: cosine * inner.z - sine * inner.x + outer.z,
  };
}

/** The placement that takes it back. */
export function undone({ yaw, x, z }: Placement): Placement {
  if (yaw === 0) return { yaw: 0, x: -x, z: -z };
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  return { yaw: -yaw, x: sine * z - cosine * x, z: -cosine * z - sine * x };
}

/** Turns the root's velocity about up, in place. */
export function turnVelocity(v: Float64Array, yaw: number): void {
  if (yaw === 0) return;
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const [x, z] = [v[0], v[2]];
  v[0] = cosine * x + sine * z;
  v[2] = cosine * z - sine * x;
}

export const isNowhere = ({ yaw, x, z }: Placement): boolean => yaw === 0 && x === 0 && z === 0;
