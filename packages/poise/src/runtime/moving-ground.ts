/**
 * Clips that walk on the spot: the body stays, the foot that stands slides back with a ground that moves. Its speed is found from
 * the lower foot, so that the layer can see the character travel over ground that rests.
 */
import type { Body } from '../body/body.ts';
import { forwardVelocity } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { writeLowest } from '../gait/streaming-contacts.ts';

/** (x, z) [m/s], world axes, as reactions have turned the character. */
export type GroundVelocity = [x: number, z: number];

const RESTS = 0.1; // [m/s] of the soles of somebody who stands, as the rig shows them
const LOW = 0.03; // [m] above the ground
const RATE = 5; // [1/s] at which a new speed is believed
const feet = [new Float64Array(4), new Float64Array(4)] as const;

/** Moves the estimate after dt. ws: position and velocity level of the pose as seen over ground of that velocity. */
export function followGround(
  velocity: GroundVelocity,
  body: Body,
  ws: Workspace,
  floor: Float64Array,
  ground: number,
  dt: number,
): void {
  const [x, z] = [ws.comVelocity[0] + velocity[0], ws.comVelocity[2] + velocity[1]];
  const share = Math.min(1, RATE * dt);
  if (Math.hypot(x, z) > STANDING_SPEED) {
    for (let c = 0; c < 2; c++) velocity[c] *= 1 - share;
    return;
  }
  for (let side = 0; side < 2; side++) writeLowest(feet[side], body.soles[side], ws);
  const side = feet[0][0] <= feet[1][0] ? 0 : 1;
  const [height, vx, , vz] = feet[side];
  if (height - ground - floor[side] > LOW) return;
  velocity[0] += share * vx;
  velocity[1] += share * vz;
  if (Math.hypot(velocity[0], velocity[1]) < STILL) velocity.fill(0);
}

/** While a reaction is shown; ws: position level of the stream, v its velocity. Feet that both rest in the rig stand on ground that rests, whatever a crossfade made of it before. */
export function restGround(velocity: GroundVelocity, body: Body, ws: Workspace, v: Float64Array, dt: number): void {
  if (velocity[0] === 0 && velocity[1] === 0) return;
  forwardVelocity(body, ws, v);
  for (let side = 0; side < 2; side++) {
    writeLowest(feet[side], body.soles[side], ws);
    const [, vx, vy, vz] = feet[side];
    if (Math.hypot(vx + velocity[0], vy, vz + velocity[1]) > RESTS) return;
  }
  const share = Math.min(1, RATE * dt);
  for (let c = 0; c < 2; c++) velocity[c] *= 1 - share;
  if (Math.hypot(velocity[0], velocity[1]) < STILL) velocity.fill(0);
}

/** The character was turned about up by `yaw` [rad]: so is the ground that moves under it. */
export function turnGround(velocity: GroundVelocity, yaw: number): void {
  if (yaw === 0) return;
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const [x, z] = velocity;
  velocity[0] = cosine * x + sine * z;
  velocity[1] = cosine * z - sine * x;
}

const STILL = 0.02; // [m/s] feet of someone who stands stir by this
