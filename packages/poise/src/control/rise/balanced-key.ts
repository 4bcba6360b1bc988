/** Key poses whose CoM is where it should be: hips are moved over what carries, as high as the legs allow there. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import { type KeyPose, poseKey } from './key-pose.ts';

/** A place on the ground [m]. */
export interface Spot {
  readonly x: number;
  readonly z: number;
}

const ROUNDS = 4;
const FARTHEST = 0.85; // of a thigh, that hips are moved from over a knee
const STRETCH = 0.985; // of a leg: more would lock the knee

/** The key with its hips moved until its CoM is over `goal`. heightOf: [m] of mid-hip at a place. */
export function balanced(
  figure: Figure,
  key: KeyPose,
  goal: Spot,
  heightOf: (x: number, z: number) => number,
): KeyPose {
  const { body, ws, upright } = figure;
  const q = upright.slice();
  let { x, z } = key;
  for (let round = 0; round < ROUNDS; round++) {
    poseKey(q, figure, { ...key, x, z, height: heightOf(x, z) });
    forwardKinematics(body, ws, q);
    x += goal.x - ws.com[0];
    z += goal.z - ws.com[2];
  }
  return { ...key, x, z, height: heightOf(x, z) };
}

/** [m] of mid-hip over a knee on the ground, the thigh between them. */
export function kneelingHeight({ thigh, sides }: Figure, side: Side, knee: Spot, x: number, z: number): number {
  const { kneeRadius, hipAside } = sides[side];
  const d = Math.min(FARTHEST * thigh, Math.hypot(x + hipAside - knee.x, z - knee.z));
  return kneeRadius + Math.sqrt(thigh * thigh - d * d);
}

/** [m] to which mid-hip can rise with an ankle at a place. */
export function legReach({ thigh, shank, sides }: Figure, side: Side, x: number, z: number, ankle: Vec3): number {
  const long = STRETCH * (thigh + shank);
  const d = Math.min(FARTHEST * long, Math.hypot(x + sides[side].hipAside - ankle[0], z - ankle[2]));
  return ankle[1] + Math.sqrt(long * long - d * d);
}
