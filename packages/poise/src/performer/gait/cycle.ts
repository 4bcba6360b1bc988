/**
 * A stride as a sequence of pose requests: hips and feet along their paths, trunk and arms by their curves.
 */
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { type Series, seriesAt } from './channel.ts';
import { createFootPath, FOOT_STATE, type FootPath, footAt, swingShare } from './foot-path.ts';
import type { Gait } from './gait.ts';
import { smoothStep } from './quintic.ts';
import { upperBodyAt, writeUpperBody } from './upper-body.ts';

export interface Cycle {
  readonly actor: Actor;
  readonly gait: Gait;
  readonly path: FootPath;
  hipsHeight: Series; // [m] of the midpoint of the hip joints
  comHeight: Series | undefined; // [m] of the CoM, where it has been chosen
  hipsAhead: number; // [m] of their mean path
  readonly request: PoseRequest; // scratch
}

export function createCycle(actor: Actor, gait: Gait): Cycle {
  return {
    actor,
    gait,
    path: createFootPath(gait, actor.foot),
    hipsHeight: gait.curves.pelvisHeight,
    comHeight: undefined,
    hipsAhead: 0,
    request: createRequest(actor),
  };
}

/** Fills the request for `phase` (may exceed 1; the body then has travelled on). */
export function requestAt(cycle: Cycle, phase: number): PoseRequest {
  const { actor, gait, path, request } = cycle;
  const { curves } = gait;
  const travel = gait.stride * phase;
  request.hips[0] = seriesAt(curves.pelvisLateral, phase);
  request.hips[1] = seriesAt(cycle.hipsHeight, phase);
  request.hips[2] = travel + seriesAt(curves.pelvisForeAft, phase) + cycle.hipsAhead;
  writeUpperBody(request, actor, upperBodyAt(curves, phase, gait.arms));
  request.feet.forEach((foot, k) => {
    const sign = actor.legs[k].sign;
    const p = phase + (k === 0 ? 0 : 0.5);
    const state = footAt(path, p);
    const yaw = sign * state[FOOT_STATE.yaw];
    foot.ankle[0] = sign * state[FOOT_STATE.x];
    foot.ankle[1] = state[FOOT_STATE.y];
    foot.ankle[2] = travel + state[FOOT_STATE.z];
    writeFootRotation(foot.rotation, yaw, state[FOOT_STATE.pitch]);
    foot.toeBend = state[FOOT_STATE.toeBend];
    foot.kneeYaw = 0.5 * (seriesAt(curves.pelvisRotation, phase) + 0.8 * yaw);
    const share = swingShare(gait, p);
    if (share !== undefined) limitReach(cycle, k, share);
  });
  return request;
}

/** Yaw about y (to the left +), then pitch (toes up +). */
export function writeFootRotation(out: Float64Array, yaw: number, pitch: number): void {
  const turn = new Float64Array(4);
  quatFromAxisAngle(out, 0, 0, 1, 0, yaw);
  quatFromAxisAngle(turn, 0, 1, 0, 0, -pitch);
  multiplyQuat(out, 0, out, 0, turn, 0);
}

/** Draws a swinging ankle softly towards the hip where the leg would be stretched (gait.md step 12). */
function limitReach({ actor, gait, request }: Cycle, k: number, share: number): void {
  const { limit, softness, ends } = gait.reach;
  const weight = smoothStep(share / ends) * smoothStep((1 - share) / ends);
  const leg = actor.legs[k];
  const length = leg.thigh + leg.shank;
  const { ankle } = request.feet[k];
  const hip = hipOf(actor, request, k);
  const r = Math.hypot(ankle[0] - hip[0], ankle[1] - hip[1], ankle[2] - hip[2]);
  const over = Math.log1p(Math.exp((r / length - limit) / softness));
  const gain = 1 - (weight * softness * length * over) / r;
  for (let i = 0; i < 3; i++) ankle[i] = hip[i] + gain * (ankle[i] - hip[i]);
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
