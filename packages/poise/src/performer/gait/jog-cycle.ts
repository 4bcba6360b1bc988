/**
 * A stride as a sequence of pose requests: hips and feet along their paths, trunk and arms by their curves.
 */
import type { Actor } from '../actor.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { type Series, seriesAt } from './channel.ts';
import { hipOf, writeFootRotation } from './cycle.ts';
import { createFootPath, FOOT_STATE, type FootPath, footAt, swingShare } from './jog-foot-path.ts';
import type { Gait } from './jog-gait.ts';
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
