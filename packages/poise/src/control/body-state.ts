/** Everything that the next tick of a reaction body depends on, besides source and planner, as numbers. */
import { FOOT_STATE } from './body-foot.ts';
import { HITS_STATE } from './hits.ts';
import { PLAN_STATE, resetPlan, restorePlan, savePlan } from './plan.ts';
import { postureStateSize } from './posture-track.ts';
import type { ReactionBody } from './reaction-body.ts';

const ROOT = 6;
const SINGLE = 26; // times, place and pace of the source, and what the last tick left
const CONES = 12;
const TOES = 14;

/** Numbers that a save needs. */
export function bodyStateSize({ freedoms, turned, fitted }: ReactionBody): number {
  const feet = 2 * (FOOT_STATE + PLAN_STATE);
  const joints = 7 * freedoms.joints.length + fitted.length + postureStateSize(turned.length);
  return ROOT + SINGLE + TOES + joints + feet + HITS_STATE + CONES + 2;
}

/** Where a save has the one number that may be endless: the time since the last hit. */
export const endlessInBody = ({ freedoms }: ReactionBody): readonly number[] => [ROOT + 7 * freedoms.joints.length + 6];

export function saveBody(out: Float64Array, body: ReactionBody): void {
  const { q, v, reference, feet, plan, freedoms, turned } = body;
  let o = 0;
  const put = (...values: readonly number[]): void => {
    for (const value of values) out[o++] = value;
  };
  put(q[0], q[1], q[2], v[0], v[1], v[2]);
  for (const j of freedoms.joints) put(...q.subarray(3 + 4 * j, 7 + 4 * j), ...v.subarray(3 + 3 * j, 6 + 3 * j));
  const { yaw, x, z } = reference.placement;
  put(reference.time, reference.timeBefore, reference.lastTick, yaw, x, z);
  put(body.sinceHit, body.missing, body.failed ? 1 : 0, body.load, ...body.balancePoint, ...body.balanceError);
  put(body.momentum.rate, ...plan.copRest, ...body.bias.error, reference.rate, ...plan.copShift);
  for (const i of body.fitted) put(reference.v[i]);
  // toes that bend under a lifted heel
  for (const { toes } of body.body.soles) {
    put(...q.subarray(3 + 4 * toes, 7 + 4 * toes), ...v.subarray(3 + 3 * toes, 6 + 3 * toes));
  }
  for (let foot = 0; foot < 2; foot++) {
    feet[foot].save(out, o);
    savePlan(out, o + FOOT_STATE, plan.feet[foot]);
    o += FOOT_STATE + PLAN_STATE;
  }
  body.hits.save(out, o);
  o += HITS_STATE;
  body.posture.save(out, o, turned);
  o += postureStateSize(turned.length);
  body.cone.save(out, o);
  reference.cone.save(out, o + CONES / 2);
  out[o + CONES] = plan.falling ? 1 : 0;
  out[o + CONES + 1] = body.fallenFor;
}

export function restoreBody(body: ReactionBody, state: Float64Array): void {
  const { q, v, reference, feet, plan, freedoms, turned } = body;
  const { placement } = reference;
  let o = ROOT + 7 * freedoms.joints.length;
  placement.yaw = state[o + 3];
  placement.x = state[o + 4];
  placement.z = state[o + 5];
  reference.resume(state[o], state[o + 1], state[o + 2]);
  body.sinceHit = state[o + 6];
  body.missing = state[o + 7];
  body.failed = state[o + 8] === 1;
  body.load = state[o + 9];
  body.balancePoint.set(state.subarray(o + 10, o + 12));
  body.balanceError.set(state.subarray(o + 12, o + 14));
  body.momentum.rate = state[o + 14];
  plan.copRest.set(state.subarray(o + 15, o + 17));
  body.bias.error.set(state.subarray(o + 17, o + 23));
  reference.rate = state[o + 23];
  plan.copShift.set(state.subarray(o + 24, o + 26));
  o += SINGLE;
  for (const i of body.fitted) reference.v[i] = state[o++];
  const toes = o;
  o += TOES;
  // joints without mass are the source's
  q.set(reference.next);
  v.set(reference.v);
  q.set(state.subarray(0, 3));
  v.set(state.subarray(3, ROOT));
  body.body.soles.forEach((sole, k) => {
    q.set(state.subarray(toes + 7 * k, toes + 7 * k + 4), 3 + 4 * sole.toes);
    v.set(state.subarray(toes + 7 * k + 4, toes + 7 * k + 7), 3 + 3 * sole.toes);
  });
  freedoms.joints.forEach((j, k) => {
    const at = ROOT + 7 * k;
    q.set(state.subarray(at, at + 4), 3 + 4 * j);
    v.set(state.subarray(at + 4, at + 7), 3 + 3 * j);
  });
  for (let foot = 0; foot < 2; foot++) {
    feet[foot].restore(state, o);
    restorePlan(plan.feet[foot], state, o + FOOT_STATE);
    o += FOOT_STATE + PLAN_STATE;
  }
  body.hits.restore(state, o, body.body);
  o += HITS_STATE;
  body.posture.restore(state, o, turned);
  o += postureStateSize(turned.length);
  body.cone.restore(state, o);
  reference.cone.restore(state, o + CONES / 2);
  plan.falling = state[o + CONES] === 1;
  body.fallenFor = state[o + CONES + 1];
}

/** Forgets hits, feet that stand elsewhere, the place of the source and the last tick: as new. */
export function resetBody(body: ReactionBody): void {
  const { reference, plan, feet } = body;
  const { placement } = reference;
  placement.yaw = 0;
  placement.x = 0;
  placement.z = 0;
  plan.falling = false;
  body.fallenFor = 0;
  plan.copRest.fill(0);
  plan.copShift.fill(0);
  plan.tread = 1;
  plan.treads = false;
  reference.rate = 1;
  body.missing = 0;
  body.failed = false;
  body.load = 0;
  body.sinceHit = Infinity;
  body.balancePoint.fill(0);
  body.balanceError.fill(0);
  body.bias.error.fill(0);
  for (let foot = 0; foot < 2; foot++) {
    feet[foot].reset();
    resetPlan(plan.feet[foot]);
  }
  body.hits.clear();
  body.posture.reset();
  body.cone.reset();
  reference.cone.reset();
}
