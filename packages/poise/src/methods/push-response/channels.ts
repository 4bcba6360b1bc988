/**
 * A response as what it adds to standing: turns of the joints, the way of the hips and of the feet, all counted from the neutral
 * pose in its first frame and written in axes of the heading (x left, y up, z forward). So told, scaling, mirroring, turning to
 * another direction and playing on another skeleton are operations on vectors.
 *
 * With G the world rotation of a joint in the neutral pose and δ = log(q(0)⁻¹ q(t)), the turn is w = G δ; on another skeleton
 * q = q(0)·exp(G⁻¹ w) with its own G. Feet are told by the ball and by world rotations, so that no sole slides or sinks where
 * bones are longer. Lengths are in leg lengths of the person.
 */
import { fitBody } from '../../balance/fit-body.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, multiplyQuat, relativeQuat, rotate3 } from '../../math/quat.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import { legLengthOf } from './build-response.ts';
import { FOOT, FOOT_TURN, HIPS, ROW, SPIN, TOE_TURN, TURN_ROLES, UPPER_ARMS } from './channel-layout.ts';
import { plantFeet, touchesOf } from './plant-feet.ts';
import type { Response } from './response.ts';
import { findSpin, turnVectors } from './turns.ts';
import { findWeightShift, type WeightShift } from './weight-shift.ts';

export interface Channels {
  readonly frames: number;
  readonly frameTime: number; // [s]
  readonly values: Float64Array; // frames × ROW [rad], [leg lengths]
  readonly planted: readonly [left: Uint8Array, right: Uint8Array]; // frames: ball or toe stand
  readonly touches: readonly [left: Uint8Array, right: Uint8Array]; // frames: that, or down with the heel before it
  readonly armTurns: readonly [left: number, right: number]; // whole turns that an arm goes round
  readonly weightShift: WeightShift | undefined; // of steps
  readonly reach: readonly [left: Float64Array, right: Float64Array]; // frames: hip to ankle, of the whole leg
}

/** A foot that carries does so nearer to the middle than its ball, which points outwards: at this share of the way. */
const CARRIES = 0.8;

const bodies = new WeakMap<Response['clip']['skeleton'], Body>();
const cache = new WeakMap<Response, Channels>();

/** The channels of a response; made once and kept as long as the response is. */
export function channelsOf(response: Response): Channels {
  let channels = cache.get(response);
  if (!channels) {
    channels = createChannels(response);
    cache.set(response, channels);
  }
  return channels;
}

function bodyFor(response: Response): Body {
  const { clip, mass } = response;
  let body = bodies.get(clip.skeleton);
  if (!body) {
    body = fitBody(clip, { mass });
    bodies.set(clip.skeleton, body);
  }
  return body;
}

function createChannels(response: Response): Channels {
  const { clip } = response;
  const body = bodyFor(response);
  const { frameCount: frames, frameTime } = clip;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const values = new Float64Array(frames * ROW);
  const scale = 1 / legLengthOf(body);
  // Turns of the joints against the neutral pose.
  forwardKinematics(body, ws, clip.q, 0);
  const neutral = ws.segmentRotation.slice();
  const armTurns: [number, number] = [0, 0];
  TURN_ROLES.forEach((role, k) => {
    const joint = body.roles[role];
    if (joint === undefined) return;
    const relative = jointTurns(clip.q, nq, joint, frames);
    const arm = UPPER_ARMS.indexOf(k);
    const spin = arm < 0 ? undefined : findSpin(relative);
    const turns = turnVectors(spin?.rest ?? relative);
    for (let f = 0; f < frames; f++) rotate3(values, f * ROW + 3 * k, neutral, 4 * joint, turns, 3 * f);
    if (!spin) return;
    armTurns[arm] = spin.turns;
    for (let f = 0; f < frames; f++) {
      const vector = Float64Array.from(spin.axis, (component) => spin.angle[f] * component);
      rotate3(values, f * ROW + SPIN[arm], neutral, 4 * joint, vector, 0);
    }
  });
  // The hips and the feet, in the world.
  const start = new Float64Array(9);
  const balls = [ballInFoot(body, 0), ballInFoot(body, 1)] as const;
  const reach = [new Float64Array(frames), new Float64Array(frames)] as const;
  const rotations = [0, 1].map(() => [new Float64Array(4 * frames), new Float64Array(4 * frames)] as const);
  for (let f = 0; f < frames; f++) {
    if (f > 0) forwardKinematics(body, ws, clip.q, f * nq);
    const row = f * ROW;
    middleOfHips(values, row + HIPS, body, ws);
    for (const side of [0, 1] as const) {
      reach[side][f] = legReach(body, ws, side);
      ballOf(values, row + FOOT[side], body, ws, side, balls[side]);
      worldTurn(rotations[side][0], 4 * f, neutral, ws, body.soles[side].foot);
      worldTurn(rotations[side][1], 4 * f, neutral, ws, body.soles[side].toes);
    }
    const places = [HIPS, FOOT[0], FOOT[1]];
    for (let k = 0; f === 0 && k < 3; k++) start.set(values.subarray(row + places[k], row + places[k] + 3), 3 * k);
    places.forEach((at, k) => {
      for (let c = 0; c < 3; c++) values[row + at + c] = scale * (values[row + at + c] - start[3 * k + c]);
    });
  }
  for (const side of [0, 1] as const) {
    copyTurns(values, FOOT[side] + FOOT_TURN, turnVectors(rotations[side][0]));
    copyTurns(values, FOOT[side] + TOE_TURN, turnVectors(rotations[side][1]));
  }
  const planted = plantFeet(values, response.contacts, frameTime);
  const halfWidth = (CARRIES * scale * (start[3] - start[6])) / 2;
  const weightShift = findWeightShift(values, planted, halfWidth, 1 / scale, frameTime);
  const touches = ([0, 1] as const).map((side) =>
    touchesOf(values, planted[side], response.contacts[side], FOOT[side]),
  );
  return {
    frames,
    frameTime,
    values,
    planted,
    touches: touches as [Uint8Array, Uint8Array],
    armTurns,
    weightShift,
    reach,
  };
}

/** Rotations of one joint against its first frame, in its own frame there, frames×4. */
function jointTurns(q: Float64Array, nq: number, joint: number, frames: number): Float64Array {
  const at = quatIndex(joint);
  const relative = new Float64Array(4 * frames);
  for (let f = 0; f < frames; f++) relativeQuat(relative, 4 * f, q, at, q, f * nq + at);
  return relative;
}

/** out = world turn of a segment since the neutral pose: R(t) R(0)⁻¹. */
function worldTurn(out: Float64Array, o: number, neutral: Float64Array, ws: Workspace, joint: number): void {
  conjugateQuat(out, o, neutral, 4 * joint);
  multiplyQuat(out, o, ws.segmentRotation, 4 * joint, out, o);
}

/** Share of the whole leg that lies between hip and ankle: 1 when it is straight. */
function legReach({ roles }: Body, { segmentOrigin }: Workspace, side: 0 | 1): number {
  const at = (role: Role, c: number): number => segmentOrigin[3 * (roles[role] ?? 0) + c];
  const [hip, knee, ankle] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map(
    (part): Role => `${side === 0 ? 'left' : 'right'}${part}`,
  );
  const between = (a: Role, b: Role): number =>
    Math.hypot(at(a, 0) - at(b, 0), at(a, 1) - at(b, 1), at(a, 2) - at(b, 2));
  return between(hip, ankle) / Math.max(1e-9, between(hip, knee) + between(knee, ankle));
}

/** out = midpoint of the hip joints, world. */
function middleOfHips(out: Float64Array, o: number, { roles }: Body, ws: Workspace): void {
  const left = 3 * (roles.leftUpperLeg ?? 0);
  const right = 3 * (roles.rightUpperLeg ?? 0);
  for (let c = 0; c < 3; c++) out[o + c] = (ws.segmentOrigin[left + c] + ws.segmentOrigin[right + c]) / 2;
}

/** The ball of a foot in the frame of its ankle [m], about which a standing foot rolls: the toe joint; where the rig has none,
 *  the middle of the sole's points there. */
export function ballInFoot({ soles, skeleton }: Body, side: 0 | 1): Float64Array {
  const { parts, points, segments, foot, toes } = soles[side];
  if (toes !== foot && skeleton.parents[toes] === foot) return skeleton.offsets.slice(3 * toes, 3 * toes + 3);
  const at = parts.some((part, i) => part === 'ball' && segments[i] === foot) ? 'ball' : 'toe';
  const mine = [...parts.keys()].filter((i) => parts[i] === at && segments[i] === foot);
  return Float64Array.from([0, 1, 2], (c) => mine.reduce((sum, i) => sum + points[3 * i + c] / mine.length, 0));
}

/** out = the ball of a foot, world. */
function ballOf(out: Float64Array, o: number, body: Body, ws: Workspace, side: 0 | 1, inFoot: Float64Array): void {
  const { foot } = body.soles[side];
  rotate3(out, o, ws.segmentRotation, 4 * foot, inFoot, 0);
  for (let c = 0; c < 3; c++) out[o + c] += ws.segmentOrigin[3 * foot + c];
}

function copyTurns(values: Float64Array, at: number, turns: Float64Array): void {
  for (let f = 0; 3 * f < turns.length; f++) {
    for (let c = 0; c < 3; c++) values[f * ROW + at + c] = turns[3 * f + c];
  }
}
