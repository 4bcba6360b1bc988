/** Feet that are shown elsewhere than the stream has them, counted at the balls: which of that is kept, and how the rest goes. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { createWatchedFeet, type WatchedFeet, watchFeet } from '../../gait/streaming-contacts.ts';
import { conjugateQuat, expQuat, logQuat, multiplyQuat, rotate3 } from '../../math/quat.ts';
import { settle } from '../../math/settle.ts';
import type { FootGoal } from '../../methods/reactive-blend/move-body.ts';
import type { Moving } from '../display.ts';

const PARTS = 6; // of a foot: its ball x y z [m], its turn [rad] in world axes
const FLIGHT = 0.22; // [s] in which a foot in the air is the stream's
const FARTHEST = 0.12; // [m] a foot that is farther off is not kept
const SIDES = [0, 1] as const;

/** Plain data. */
export interface HeldFeet {
  readonly watched: WatchedFeet; // of the stream
  readonly offset: Float64Array; // 2 × PARTS, when they began to go
  readonly rate: Float64Array; // 2 × PARTS per second
  readonly movesSince: Float64Array; // 2 [s] since when it goes over the ground; −1: it stands and is kept
  since: number; // [s] when height and turn began to go
}

export function createHeldFeet(floor: WatchedFeet['floor']): HeldFeet {
  const watched = createWatchedFeet();
  watched.floor.set(floor);
  return {
    watched,
    offset: new Float64Array(2 * PARTS),
    rate: new Float64Array(2 * PARTS),
    movesSince: new Float64Array(2),
    since: 0,
  };
}

const [mine, theirs] = [new Float64Array(3), new Float64Array(3)];
const turn = new Float64Array(4);

/** out = the ball of a foot, world axes, from its ankle. */
function writeBall(out: Float64Array, body: Body, rotation: Float64Array, o: number, side: 0 | 1): void {
  const { foot, toes, parts, points } = body.soles[side];
  out.fill(0);
  if (toes !== foot) for (let c = 0; c < 3; c++) out[c] = body.skeleton.offsets[3 * toes + c];
  else {
    const balls = [...parts.keys()].filter((k) => parts[k] === 'ball');
    for (const k of balls) for (let c = 0; c < 3; c++) out[c] += points[3 * k + c] / balls.length;
  }
  rotate3(out, 0, rotation, o, out, 0);
}

/** [m/s] of a ball along axis c; `arm`: from the ankle, world axes. */
function ballSpeed({ originVelocity, angularVelocity: w }: Workspace, o: number, arm: Float64Array, c: number): number {
  const [a, b] = [(c + 1) % 3, (c + 2) % 3];
  return originVelocity[o + c] + w[o + a] * arm[b] - w[o + b] * arm[a];
}

/** Kinematics and contacts of the stream, into ws. */
export function lookAtFeet({ watched }: HeldFeet, body: Body, ws: Workspace, { q, v }: Moving, ground: number): void {
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  watchFeet(watched, body, ws, ground);
}

/** Takes note of where feet are shown, against the stream in `own`. ws: scratch. */
export function noteFeet(feet: HeldFeet, body: Body, ws: Workspace, shown: Moving, own: Workspace, time: number): void {
  const { offset, rate, watched, movesSince } = feet;
  feet.since = time;
  forwardKinematics(body, ws, shown.q);
  forwardVelocity(body, ws, shown.v);
  for (const side of SIDES) {
    const { foot } = body.soles[side];
    const [o, i] = [3 * foot, PARTS * side];
    writeBall(mine, body, ws.segmentRotation, 4 * foot, side);
    writeBall(theirs, body, own.segmentRotation, 4 * foot, side);
    for (let c = 0; c < 3; c++) {
      offset[i + c] = ws.segmentOrigin[o + c] + mine[c] - own.segmentOrigin[o + c] - theirs[c];
      rate[i + c] = ballSpeed(ws, o, mine, c) - ballSpeed(own, o, theirs, c);
      rate[i + 3 + c] = ws.angularVelocity[o + c] - own.angularVelocity[o + c];
    }
    conjugateQuat(turn, 0, own.segmentRotation, 4 * foot);
    multiplyQuat(turn, 0, ws.segmentRotation, 4 * foot, turn, 0);
    logQuat(offset, i + 3, turn, 0);
    const stands = watched.planted[side] > 0 && Math.hypot(offset[i], offset[i + 2]) < FARTHEST;
    movesSince[side] = stands ? -1 : time;
    if (stands) [rate[i], rate[i + 2]] = [0, 0];
  }
}

/** The stream has gone on: a foot that lands keeps what is left of its offset, one that is lifted begins to lose it. */
export function followFeet(feet: HeldFeet, body: Body, ws: Workspace, to: Moving, ground: number, time: number): void {
  const { watched, offset, rate, movesSince } = feet;
  const stood = [watched.planted[0], watched.planted[1]];
  lookAtFeet(feet, body, ws, to, ground);
  for (const side of SIDES) {
    const stands = watched.planted[side] > 0;
    if (stands === stood[side] > 0) continue;
    for (const i of [PARTS * side, PARTS * side + 2]) {
      offset[i] = offsetAt(feet, i, time);
      rate[i] = 0;
    }
    movesSince[side] = stands ? -1 : time;
  }
}

function offsetAt({ offset, rate, movesSince, since }: HeldFeet, i: number, time: number): number {
  const [side, part] = [i < PARTS ? 0 : 1, i % PARTS];
  if (part !== 0 && part !== 2) return settle(offset[i], rate[i], FLIGHT, time - since);
  return movesSince[side] < 0 ? offset[i] : settle(offset[i], rate[i], FLIGHT, time - movesSince[side]);
}

/** Offset [m] over the ground, x (c = 0) or z (1), of the feet that stand; of both where none does. */
export function meanOffset(feet: HeldFeet, c: 0 | 1, time: number): number {
  const [left, right] = SIDES.map((side) => offsetAt(feet, PARTS * side + 2 * c, time));
  const [keepsLeft, keepsRight] = [feet.movesSince[0] < 0, feet.movesSince[1] < 0];
  if (keepsLeft === keepsRight) return (left + right) / 2;
  return keepsLeft ? left : right;
}

/** The goal of an ankle. own: the stream. Returns how far its ball is from the stream's [m]. */
export function aimFoot(goal: FootGoal, feet: HeldFeet, body: Body, own: Workspace, side: 0 | 1, time: number): number {
  const { foot } = body.soles[side];
  const i = PARTS * side;
  goal.stands = feet.movesSince[side] < 0;
  for (let c = 0; c < 3; c++) turn[c] = offsetAt(feet, i + 3 + c, time);
  expQuat(turn, 0, turn, 0);
  multiplyQuat(goal.rotation, 0, turn, 0, own.segmentRotation, 4 * foot);
  writeBall(mine, body, goal.rotation, 0, side);
  writeBall(theirs, body, own.segmentRotation, 4 * foot, side);
  let far = 0;
  for (let c = 0; c < 3; c++) {
    const off = offsetAt(feet, i + c, time);
    goal.position[c] = own.segmentOrigin[3 * foot + c] + theirs[c] + off - mine[c];
    far = Math.max(far, Math.abs(off));
  }
  return far;
}
