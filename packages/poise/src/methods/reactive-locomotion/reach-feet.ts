/** Feet where they are planned, by exact legs. A standing foot that the leg no longer reaches rises from its heel, as feet do at
 *  the end of a long step; the toes stay down. What else is too far is approached softly, so that no knee snaps straight: hips yield
 *  to the foot that carries the body, other feet leave the ground. */
import type { Body, Sole } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { type Limb, limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { smoothstep } from '../../math/ease.ts';
import { conjugateQuat, copyQuat, multiplyQuat, quatFromAxisAngle, rotate3, rotateBack3 } from '../../math/quat.ts';
import type { Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { createHeldJoints, type HeldJoints } from './held-joints.ts';
import { holdLeg } from './hold-leg.ts';
import { turnedAside } from './knee-aside.ts';
import { bendOf, createKnee, type Knee, smoothedLength } from './smooth-knee.ts';
import { createSoleChain, type SoleChain } from './sole-height.ts';

export interface FootTarget {
  readonly position: Float64Array; // 3 [m] of the ankle
  readonly rotation: Float64Array; // 4
  readonly ball: Float64Array; // 3 [m] where the toes begin: the foot rolls about it
  readonly aside: Float64Array; // 3: where the knee goes that has the other leg in its way; of length 1 for 45°
  own: number; // [m] from hip to ankle in the clip: a leg may always be as long as that
  stands: boolean; // it is on the ground
  carries: boolean; // … and carries the body: hips yield to it
  firm: number; // 0 … 1, how far it has come to stand: it yields upwards, never along the ground
  near: number; // 0 … 1, how near it is to landing: what it lacks it lands nearer to the hip, not above the ground
  hold: number; // 0 … 1, how far it has come to carry
  mayRise: boolean; // it stands, and its heel may come up
  rise: number; // [rad] that the heel is up beyond the clip, at least …
  mostRise: number; // … and at most
}

export interface Leg {
  readonly limb: Limb;
  readonly length: number; // [m] straight
  readonly toes: number; // joint; −1 when the rig has none
  readonly ahead: Float64Array; // 3, in the foot's frame: from heel to ball
  readonly across: Float64Array; // 3, in the foot's frame: the heel rises about it
  readonly target: { readonly position: Float64Array; readonly rotation: Float64Array };
  readonly turn: Float64Array; // 12 memory
  rise: number; // [rad] that the last aim lifted the heel
  readonly knee: Knee;
  readonly held: HeldJoints;
  readonly chain: SoleChain;
  settles: boolean; // its foot swings, or has landed and its ankle is still held back
  floor: number; // [m] height of the ground
  allowed: number; // [m] from hip to ankle, as far as the leg goes for the last aim …
  lack: number; // [m] … and how much further away its target was
  missing: number; // [m] that the last solve left
  readonly pulled: Float64Array; // 4 [m] x and z by which it drew the foot along over the ground; then those of the last tick
}

export const createFootTarget = (): FootTarget => ({
  position: new Float64Array(3),
  rotation: Float64Array.of(0, 0, 0, 1),
  ball: new Float64Array(3),
  aside: new Float64Array(3),
  own: 0,
  stands: false,
  carries: false,
  firm: 0,
  near: 0,
  hold: 0,
  mayRise: false,
  rise: 0,
  mostRise: 0,
});

/** dt [s]: between ticks. */
export function createLeg(body: Body, side: Side, dt: number): Leg {
  const limb = limbOf(body, side, 'leg');
  if (!limb) throw new RigError(`a walk needs a ${side} leg with hip, knee and ankle`);
  const { offsets, parents } = body.skeleton;
  let length = 0;
  for (let joint = limb.end; joint !== limb.upper && joint > 0; joint = parents[joint]) {
    length += Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
  }
  const sole = body.soles[side === 'left' ? 0 : 1];
  const toes = sole.toes === sole.foot ? -1 : sole.toes;
  return {
    limb,
    length,
    toes,
    ahead: aheadOf(sole),
    across: new Float64Array(3),
    target: { position: new Float64Array(3), rotation: new Float64Array(4) },
    turn: new Float64Array(12),
    rise: 0,
    knee: createKnee(),
    held: createHeldJoints([limb.upper, limb.lower, limb.end, ...(toes < 0 ? [] : [toes])], dt),
    chain: createSoleChain(body, side === 'left' ? 0 : 1, limb.upper),
    settles: false,
    floor: 0,
    allowed: 0,
    lack: 0,
    missing: 0,
    pulled: new Float64Array(4),
  };
}

/** From the middle of the heel to that of the ball. */
function aheadOf({ parts, points }: Sole): Float64Array {
  const out = new Float64Array(3);
  for (const [part, sign] of [
    ['ball', 1],
    ['heel', -1],
  ] as const) {
    const count = parts.filter((one) => one === part).length;
    parts.forEach((one, i) => {
      if (one === part) for (let k = 0; k < 3; k++) out[k] += (sign * points[3 * i + k]) / count;
    });
  }
  return out;
}

export const REACH = 0.97; // of a leg: beyond this heels rise and bodies sink
const LOOSE = 0.02; // of a leg: so much earlier one yields that swings
const NEARLY = 0.99; // of a leg: never straighter, unless the clip is
const BLEND = 0.01; // [m] over which a heel begins to rise
export const MOST_RISE = 0.9; // [rad]
const LEAST_LEVER = 0.03; // [m] that the leg gains per radian: where it is less, rising does not help

const LEAVING = 0.06; // [s] in which a foot that stood comes to swing
const LOADING = 0.08; // [s] in which it takes the body over

const towards = (value: number, goal: boolean, by: number): number =>
  goal ? Math.min(1, value + by) : Math.max(0, value - by);

/** A foot that has come down stands a little more firmly, one that has left a little less, dt [s] later. */
export function settleFoot(foot: FootTarget, dt: number): void {
  foot.firm = towards(foot.firm, foot.stands, dt / LEAVING);
  foot.hold = towards(foot.hold, foot.carries, dt / LOADING);
}

/** Where the ankle goes, how far the heel rises for it and how much the leg lacks. ws holds the position level of the hips. */
export function aimFoot(ws: Workspace, leg: Leg, foot: FootTarget): void {
  const { limb, target, length } = leg;
  const reach = Math.max(foot.own, (REACH - LOOSE * (1 - smoothstep(foot.firm))) * length);
  leg.rise = foot.mayRise ? Math.max(foot.rise, Math.min(foot.mostRise, riseNeeded(ws, leg, foot, reach))) : foot.rise;
  copyQuat(target.rotation, 0, foot.rotation, 0);
  target.position.set(foot.position);
  if (leg.rise !== 0) {
    rolledAnkle(leg, foot, leg.rise);
    multiplyQuat(target.rotation, 0, leg.turn, 0, foot.rotation, 0);
  }
  const far = distanceTo(ws, limb.upper, target.position);
  // a leg that the clip has straighter than that may go half of what is left: it yields either way without a kink
  const most = Math.max(NEARLY * length, reach + 0.5 * Math.max(0, length - reach));
  leg.allowed = far <= reach ? far : reach + softly(far - reach, most - reach);
  const { knee, held } = leg;
  const swings = foot.firm === 0 && foot.hold === 0;
  if (swings && held.known) leg.allowed = Math.min(leg.allowed, longestNow(leg, most));
  knee.wish = bendOf(leg.allowed, length);
  if (foot.stands && held.known) {
    const smoothed = smoothedLength(knee, leg.allowed, most, length, held.limits[1], held.dt);
    leg.allowed += (foot.carries ? 1 : smoothstep(foot.hold)) * (smoothed - leg.allowed);
  }
  leg.lack = far - leg.allowed;
}

const BRAKING = 450; // [rad/s²] that knees are stopped with before they are straight; people's walks have 100 to 300

/** [m] that a swinging leg may have in this tick, `most` at last: a knee that straightened any faster could not be stopped in time. */
function longestNow({ knee: { bent }, held: { dt }, length }: Leg, most: number): number {
  const speed = Math.sqrt(2 * BRAKING * Math.max(0, bent - bendOf(most, length)));
  return length * Math.cos(Math.max(0, bent - dt * speed) / 2);
}

/** Adds to out (3) [m] how far hips, moved by `out` already, yield to a foot that carries them, as it was aimed: towards it, or a
 *  little away where its knee would snap, from its landing on. */
export function addYield(out: Float64Array, ws: Workspace, leg: Leg, { hold, carries }: FootTarget): void {
  const { limb, target, lack, allowed, turn } = leg;
  if (!(lack !== 0 && hold > 0)) return;
  for (let k = 0; k < 3; k++) turn[k] = target.position[k] - ws.segmentOrigin[3 * limb.upper + k] - out[k];
  const far = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const held = carries && far < allowed ? 1 : smoothstep(hold);
  const share = (held * (far - allowed)) / far;
  for (let k = 0; k < 3; k++) out[k] += share * turn[k];
}

/** Solves one leg as it was aimed. ws holds the position level of q; afterwards it is out of date for this leg. pose, v: of the last
 *  tick. */
export function reachFoot(
  q: Float64Array,
  ws: Workspace,
  leg: Leg,
  foot: FootTarget,
  pose: Float64Array,
  v: Float64Array,
): void {
  const { limb, target, allowed } = leg;
  const far = distanceTo(ws, limb.upper, target.position);
  const { position } = target;
  leg.missing = Math.max(0, far - allowed);
  const x = position[0];
  const z = position[2];
  if (leg.missing > 0) comeNearer(ws, leg, far, smoothstep(foot.firm), foot.near);
  leg.pulled[0] = position[0] - x;
  leg.pulled[1] = position[2] - z;
  if (leg.rise !== 0) keepToes(q, leg, foot);
  solveLimb(q, ws, limb, turnedAside(ws, limb, target, foot.aside));
  holdLeg(q, ws, leg, foot, pose, v);
}

const HANGING = 0.07; // [m] that a foot hangs above its place; one that lacks twice as much is drawn along
const SHORTER = 2.5; // times what a leg lacks: so much nearer a foot lands for it at most

/** Brings the ankle's target within what the leg goes: over the ground by the share `level`, as far as that helps; what is left
 *  straight up by the share `upwards`, else towards the hip. */
function comeNearer(ws: Workspace, { limb, target, allowed }: Leg, far: number, upwards: number, level: number): void {
  const { position } = target;
  const o = 3 * limb.upper;
  let x = position[0] - ws.segmentOrigin[o];
  const y = position[1] - ws.segmentOrigin[o + 1];
  let z = position[2] - ws.segmentOrigin[o + 2];
  const across = Math.sqrt(x * x + z * z);
  const beside = Math.sqrt(Math.max(0, allowed * allowed - y * y)); // level with its target it would be this far from the hip
  const shorter = (1 - upwards) * level * Math.min(across - beside, SHORTER * (far - allowed));
  const share = across > 1e-9 ? 1 - shorter / across : 1;
  x *= share;
  z *= share;
  const below = allowed * allowed - x * x - z * z; // squared depth of the ankle straight above its target
  const up = below > 0 ? upwards * (1 - smoothstep((far - allowed - HANGING) / HANGING)) : 0;
  const straight = Math.min(1, allowed / Math.sqrt(x * x + y * y + z * z));
  const nearer = up + (1 - up) * straight;
  position[0] = ws.segmentOrigin[o] + nearer * x;
  position[1] = ws.segmentOrigin[o + 1] + (1 - up) * straight * y - (up > 0 ? up * Math.sqrt(below) : 0);
  position[2] = ws.segmentOrigin[o + 2] + nearer * z;
}

/** Grows as x at first and never beyond `most`. */
const softly = (x: number, most: number): number => (most > 1e-9 ? most * (1 - Math.exp(-x / most)) : 0);

function distanceTo(ws: Workspace, joint: number, place: Float64Array): number {
  const x = place[0] - ws.segmentOrigin[3 * joint];
  const y = place[1] - ws.segmentOrigin[3 * joint + 1];
  const z = place[2] - ws.segmentOrigin[3 * joint + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Angle [rad] about the ball of the foot that brings the ankle within reach of the hip. */
function riseNeeded(ws: Workspace, leg: Leg, foot: FootTarget, free: number): number {
  const far = distanceTo(ws, leg.limb.upper, foot.position);
  const excess = far - free;
  if (!(excess > 0)) return 0;
  const wanted = excess < BLEND ? (excess * excess) / (2 * BLEND) : excess - BLEND / 2;
  let rise = 0;
  // Newton on the distance; its slope by a small turn
  for (let round = 0; round < 5; round++) {
    const here = far - wanted - ankleDistance(ws, leg, foot, rise);
    const slope = (far - wanted - ankleDistance(ws, leg, foot, rise + 1e-4) - here) / 1e-4;
    if (!(slope > LEAST_LEVER)) return rise;
    const step = Math.max(-0.2, Math.min(0.2, -here / slope));
    rise = Math.max(0, Math.min(MOST_RISE, rise + step));
    if (Math.abs(step) < 1e-9) break;
  }
  return rise;
}

function ankleDistance(ws: Workspace, leg: Leg, foot: FootTarget, rise: number): number {
  rolledAnkle(leg, foot, rise);
  return distanceTo(ws, leg.limb.upper, leg.target.position);
}

/** Ankle turned about the ball: into leg.target.position; the turn is left in leg.turn[0…3]. */
function rolledAnkle(leg: Leg, foot: FootTarget, rise: number): void {
  const { turn, target, across } = leg;
  const { position, rotation, ball } = foot;
  if (foot.mayRise) writeAcross(leg, rotation);
  rotate3(turn, 4, rotation, 0, across, 0);
  quatFromAxisAngle(turn, 0, turn[4], turn[5], turn[6], rise);
  for (let k = 0; k < 3; k++) turn[4 + k] = position[k] - ball[k];
  rotate3(turn, 8, turn, 0, turn, 4);
  for (let k = 0; k < 3; k++) target.position[k] = ball[k] + turn[8 + k];
}

/** The axis that a heel rises about: level and across the foot while it stands. In the swing, where a foot may point straight down,
 *  it stays on the foot. */
function writeAcross({ turn, ahead, across }: Leg, rotation: Float64Array): void {
  rotate3(turn, 4, rotation, 0, ahead, 0);
  const length = Math.sqrt(turn[4] * turn[4] + turn[6] * turn[6]);
  if (!(length > 1e-6)) return;
  // toes ahead of the ankle: turning about up × ahead lifts the heel
  const x = turn[6] / length;
  turn[6] = -turn[4] / length;
  turn[4] = x;
  turn[5] = 0;
  rotateBack3(across, 0, rotation, 0, turn, 4);
}

/** Toes keep their turn in the world while the heel rises: local = (foot′)⁻¹ foot · local. */
function keepToes(q: Float64Array, { turn, target, toes }: Leg, foot: FootTarget): void {
  if (toes < 0) return;
  const at = quatIndex(toes);
  conjugateQuat(turn, 8, target.rotation, 0);
  multiplyQuat(turn, 8, turn, 8, foot.rotation, 0);
  multiplyQuat(q, at, turn, 8, q, at);
}
