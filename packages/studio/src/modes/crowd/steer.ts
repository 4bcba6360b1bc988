/** Which way somebody turns who goes: back to their path, and out of the way of others. */
import { wrapAngle } from 'poise/dynamics';
import type { Round } from './plan-crowd.ts';

const SHARPEST = 0.28; // [1/m] curvature
const AHEAD = 3; // [m] that people look
const CLEAR = 1.1; // [m] aside that is enough

export interface Goer {
  readonly x: number; // [m]
  readonly z: number;
  readonly heading: number; // [rad]
}

/** Curvature [1/m], + to the left, that leads on to the circle and round it. */
export function turnTo(round: Round, { x, z, heading }: Goer): number {
  const [dx, dz] = [x - round.x, z - round.z];
  const away = Math.hypot(dx, dz);
  const outside = away - round.radius; // [m]
  const along = Math.atan2(dx, dz) + (round.way * Math.PI) / 2; // heading of the circle here
  // farther from the circle one turns towards it more, up to a right angle
  const wanted = along + round.way * Math.atan(0.45 * outside);
  return limited(round.way / round.radius + 0.9 * wrapAngle(wanted - heading));
}

/** Curvature [1/m] that passes people ahead; places: x, z of everybody, `self` among them. */
export function turnAside({ x, z, heading }: Goer, places: Float64Array, self: number): number {
  const [fx, fz] = [Math.sin(heading), Math.cos(heading)];
  let turn = 0;
  for (let k = 0; k < places.length / 2; k++) {
    if (k === self) continue;
    const [dx, dz] = [places[2 * k]! - x, places[2 * k + 1]! - z];
    const ahead = dx * fx + dz * fz;
    if (ahead <= 0.1 || ahead > AHEAD) continue;
    const left = dx * fz - dz * fx; // [m] they are to the left
    if (Math.abs(left) > CLEAR) continue;
    const urgency = (1 - ahead / AHEAD) * (1 - Math.abs(left) / CLEAR);
    // straight ahead everybody passes on their own right
    turn += left >= -0.05 ? -urgency : urgency;
  }
  return limited(0.8 * turn);
}

const TOUCHING = 0.45; // [m] aside within which somebody ahead is in the way
const HALT = [0.55, 1.1] as const; // [m] ahead: from here on slower, and as slow as it gets
const SLOWEST = 0.75; // a walk in slow motion is out of balance

/** How fast to go on, 0.75 … 1 of the usual: slower behind and before others who are in the way. */
export function paceAmong({ x, z, heading }: Goer, places: Float64Array, self: number): number {
  const [fx, fz] = [Math.sin(heading), Math.cos(heading)];
  let pace = 1;
  for (let k = 0; k < places.length / 2; k++) {
    if (k === self) continue;
    const [dx, dz] = [places[2 * k]! - x, places[2 * k + 1]! - z];
    const ahead = dx * fx + dz * fz;
    if (ahead <= 0.1 || ahead > HALT[1] || Math.abs(dx * fz - dz * fx) > TOUCHING) continue;
    pace = Math.min(pace, (ahead - HALT[0]) / (HALT[1] - HALT[0]));
  }
  return Math.max(SLOWEST, pace);
}

export const limited = (curvature: number): number => Math.max(-SHARPEST, Math.min(SHARPEST, curvature));
