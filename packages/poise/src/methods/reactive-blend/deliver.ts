/** A hit becomes momentum: the body's speed beside the motion, and angular momentum about its centre of mass. */
import { PUSH_DURATION, type Push, pushShare, writePushPoint } from '../../gait/push.ts';
import type { Delivery } from './blend-state.ts';
import { smoothMomentumShare } from './momentum-profile.ts';
import type { Scene } from './scene.ts';

export const TAKE_BACK = 0.8; // [s] T2 of the angular momentum
const LANDING = 0.5; // [s] T1 where no landing is known
const PULL_RATE = 6; // [1/s]
const ABSORBED = 0.05; // [m/s] of the whole body: less needs no reaction
const MOST_ANGULAR = 0.2; // [1/s] of mass × leg²: what joints can show

/** Hits that are under way give their part of this tick. */
export function deliverHits(scene: Scene, h: number): void {
  const { state } = scene;
  const m = scene.body.totalMass;
  for (const delivery of state.pending) {
    const { push, done } = delivery;
    if (done === 0) meet(scene, push);
    const passed = h / (push.duration ?? PUSH_DURATION);
    (delivery as { done: number }).done = Math.min(1, done + passed);
    give(scene, push, pushShare(done, passed, 1), m);
  }
  state.pending = state.pending.filter(({ done }: Delivery) => done < 1);
}

/** A steady pull draws the body along, and it leans against it: the pull grows to its strength within a moment. */
export function followPull({ state, body }: Scene, h: number, rate: number): void {
  const { pull, beside } = state;
  const share = Math.min(1, PULL_RATE * h);
  for (const c of [0, 1] as const) {
    const wanted = pull ? pull.impulse[2 * c] / (body.totalMass * rate * rate) : 0;
    beside.lean[c] += share * (wanted - beside.lean[c]);
    if (!pull && Math.abs(beside.lean[c]) < 1e-4) beside.lean[c] = 0;
  }
  if (pull && state.status === 'balanced') state.status = 'recovering';
}

function meet(scene: Scene, push: Push): void {
  const { state } = scene;
  scene.events.push({ kind: 'impact', time: state.tickTime, push });
  // what an earlier hit has not been given back yet goes on as one profile from now
  const share = smoothMomentumShare(state.tickTime - state.spinAt, state.spinLanding, TAKE_BACK);
  for (let c = 0; c < 3; c++) state.spin[c] *= share;
  state.spinAt = state.tickTime;
  state.spinLanding = LANDING;
  state.lastHit = state.tickTime;
  if (state.status === 'balanced') {
    state.status = 'recovering';
    if (!scene.player) {
      scene.events.push({ kind: 'strategy', time: state.tickTime, name: 'momentum', reason: 'there is no library' });
    }
  }
  search(scene, push);
}

/** Looks for a reaction whose postures fit. Weak hits are absorbed without one. */
function search(scene: Scene, { impulse }: Push): void {
  const { state, player, body, own, base } = scene;
  if (!player) return;
  const tell = (name: string, reason: string): void => {
    scene.events.push({ kind: 'strategy', time: state.tickTime, name, reason });
  };
  const horizontal = [impulse[0], impulse[2]] as const;
  if (Math.hypot(...horizontal) < ABSORBED * body.totalMass) {
    tell('absorbed', 'the feet can hold it');
    return;
  }
  const contacts = (state.steps.stands[0] > 0 ? 1 : 0) | (state.steps.stands[1] > 0 ? 2 : 0);
  const now = { time: state.tickTime, contacts, impulse: horizontal };
  const found = player.choose(body, own, base.q, now);
  if (!found) {
    tell('no-match', 'no reaction of the library is near; momentum and steps alone answer');
    return;
  }
  state.reaction = found.played;
  tell('blend', `${found.name} from frame ${found.played.start}, cost ${found.cost.toFixed(3)}`);
}

function give(scene: Scene, push: Push, part: number, m: number): void {
  const { state, arm, own } = scene;
  writePushPoint(arm, push, own);
  for (let c = 0; c < 3; c++) arm[c] -= own.com[c];
  const [fx, fy, fz] = push.impulse;
  state.beside.v[0] += (part * fx) / m;
  state.beside.v[1] += (part * fz) / m;
  state.sinkSpeed -= Math.max(-0.5, Math.min(0.5, (part * fy) / m));
  state.spin[0] += part * (arm[1] * fz - arm[2] * fy);
  state.spin[1] += part * (arm[2] * fx - arm[0] * fz);
  state.spin[2] += part * (arm[0] * fy - arm[1] * fx);
  const most = MOST_ANGULAR * m * scene.leg * scene.leg;
  const size = Math.hypot(state.spin[0], state.spin[1], state.spin[2]);
  if (size > most) for (let c = 0; c < 3; c++) state.spin[c] *= most / size;
}
