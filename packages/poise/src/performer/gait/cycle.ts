/**
 * A stride as a sequence of pose requests: hips along their path, feet on their prints or swinging between them, trunk and
 * arms by their curves. All of it are functions of the phase: frames at any rate are samples of one motion.
 */
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { type Series, seriesAt } from './channel.ts';
import { type ChestSway, noSway } from './flight-spin.ts';
import type { Gait } from './gait.ts';
import { createHeelCurve, type HeelCurve } from './heel-curve.ts';
import { hipAt } from './hip-path.ts';
import { joinSwing, LEG, LEG_SIZE, type LegState, legAt, lockedFoot, type SwingJoin, swingShare } from './leg-path.ts';
import { legLength } from './leg-triangle.ts';
import { upperBodyAt, varyUpperBody, writeUpperBody } from './upper-body.ts';
import { NO_VARIATION, printOf, type Variation } from './variation.ts';

export interface Cycle {
  readonly actor: Actor;
  readonly gait: Gait;
  readonly vary: Variation; // how its strides differ
  readonly hips: [x: Series, y: Series, z: Series]; // [m] midpoint of the hip joints; z besides the even travel; over the loop
  readonly heel: HeelCurve;
  ahead: number; // [m] of body and centre of pressure over the feet, against the plan
  kneeLift: number; // [rad] by which the swinging knee bends more than people's, for the toes' sake
  readonly sway: ChestSway; // of the chest, besides its curves
  comHeight: Series; // [m] where the CoM shall be, over the loop
  joins: readonly [left: readonly SwingJoin[], right: readonly SwingJoin[]]; // how the swings meet the stances, by stride; renewed by `rejoin`
  readonly request: PoseRequest; // scratch
}

export function createCycle(actor: Actor, gait: Gait): Cycle {
  const { pelvisLateral, pelvisHeight, pelvisForeAft } = gait.curves;
  const cycle: Cycle = {
    actor,
    gait,
    vary: NO_VARIATION,
    hips: [pelvisLateral, { ...pelvisHeight, mean: pelvisHeight.mean - 0.015 * actor.scale }, pelvisForeAft],
    heel: createHeelCurve(gait),
    ahead: 0,
    kneeLift: 0,
    sway: noSway(),
    comHeight: { mean: 0, terms: [] },
    joins: [[], []],
    request: createRequest(actor),
  };
  rejoin(cycle);
  return cycle;
}

/** After hips, heel curve or knee lift have changed: lets the swings meet the stances again. */
export function rejoin(cycle: Cycle, legs: 'both' | 'left' = 'both'): void {
  const joinAll = (k: 0 | 1): SwingJoin[] =>
    Array.from({ length: cycle.vary.strides }, (_, stride) => joinSwing(cycle, k, stride));
  cycle.joins = [joinAll(0), legs === 'both' ? joinAll(1) : cycle.joins[1]];
}

const state: LegState = new Float64Array(LEG_SIZE);
const hip = new Float64Array(3);

/** Fills the request for `phase` (may exceed 1; the body then has travelled on). */
export function requestAt(cycle: Cycle, phase: number): PoseRequest {
  const { actor, gait, request } = cycle;
  const { curves } = gait;
  for (let i = 0; i < 3; i++) request.hips[i] = seriesAt(cycle.hips[i], phase / cycle.vary.strides);
  request.hips[2] += gait.stride * phase;
  const upper = upperBodyAt(curves, phase, gait.arms);
  varyUpperBody(upper, curves, cycle.vary, phase);
  upper.chest.pitch += seriesAt(cycle.sway[0], phase);
  upper.chest.rotation += seriesAt(cycle.sway[1], phase);
  upper.chest.list += seriesAt(cycle.sway[2], phase);
  writeUpperBody(request, actor, upper);
  for (const k of [0, 1] as const) {
    const foot = request.feet[k];
    const { sign, thigh, shank } = actor.legs[k];
    legAt(cycle, k, phase, state);
    hipAt(cycle, k, phase, hip);
    if (swingShare(gait, phase + 0.5 * k) === undefined) placeLocked(foot.ankle, cycle, k, phase);
    else placeAnkle(foot.ankle, hip, sign * state[LEG.x], state[LEG.swing], legLength(thigh, shank, state[LEG.knee]));
    const yaw = sign * state[LEG.yaw];
    writeFootRotation(foot.rotation, yaw, state[LEG.pitch]);
    foot.toeBend = state[LEG.toeBend];
    foot.kneeYaw = 0.5 * (seriesAt(curves.pelvisRotation, phase) + 0.8 * yaw);
  }
  return request;
}

/** The ankle of leg k on its print. */
function placeLocked(out: Float64Array, cycle: Cycle, k: 0 | 1, phase: number): void {
  const { gait, actor } = cycle;
  const own = phase + 0.5 * k;
  const stride = Math.floor(own - gait.contact);
  const print = printOf(cycle.vary, k, stride);
  const [aside, y, ahead] = lockedFoot(cycle, own - stride, print);
  out[0] = actor.legs[k].sign * (gait.width / 2 + aside);
  out[1] = y;
  out[2] = gait.printAhead + (stride - 0.5 * k) * gait.stride + ahead;
}

/** The ankle `length` from the hip, aside at x, swung forward by an angle. */
function placeAnkle(out: Float64Array, from: Float64Array, x: number, swing: number, length: number): void {
  const across = x - from[0];
  const inPlane = Math.sqrt(Math.max(0, length * length - across * across));
  out[0] = x;
  out[1] = from[1] - inPlane * Math.cos(swing);
  out[2] = from[2] + inPlane * Math.sin(swing);
}

/** Yaw about y (to the left +), then pitch (toes up +). */
export function writeFootRotation(out: Float64Array, yaw: number, pitch: number): void {
  const turn = new Float64Array(4);
  quatFromAxisAngle(out, 0, 0, 1, 0, yaw);
  quatFromAxisAngle(turn, 0, 1, 0, 0, -pitch);
  multiplyQuat(out, 0, out, 0, turn, 0);
}

/** The hip joint of a leg in the world. */
export function hipOf(actor: Actor, request: PoseRequest, k: number): Float64Array {
  const offset = actor.skeleton.offsets.subarray(3 * actor.legs[k].upper, 3 * actor.legs[k].upper + 3);
  const out = new Float64Array(3);
  const local = offset.map((value, i) => value - actor.hipsInRoot[i]);
  rotate3(out, 0, request.hipsRotation, 0, local, 0);
  for (let i = 0; i < 3; i++) out[i] += request.hips[i];
  return out;
}
