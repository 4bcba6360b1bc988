/**
 * The running method: a character that goes on with any motion, and answers hits anywhere at any moment by momentum, steps and
 * postures of a library. [Komura05]; docs/methods/reactive-blend.md.
 */

import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { UsageError } from '../../errors.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import type { Push } from '../../gait/push.ts';
import { type WatchedFeet, watchFeet } from '../../gait/streaming-contacts.ts';
import { ease } from '../../math/ease.ts';
import { slerpQuat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { checkPush } from '../check-input.ts';
import { checkSaved } from '../check-saved.ts';
import { addFade } from '../reactive-locomotion/fade.ts';
import { type BlendState, createBlendState } from './blend-state.ts';
import { deliverHits, followPull, TAKE_BACK } from './deliver.ts';
import type { JointDetail } from './detail.ts';
import { type Footsteps, followContacts } from './footsteps.ts';
import { judgeFall } from './judge-fall.ts';
import { closeLegs } from './move-body.ts';
import { checkedOptions, type ReactiveBlendOptions } from './options.ts';
import { stepBeside } from './pendulum.ts';
import { fromPlain, revived, toPlain } from './plain-data.ts';
import { planFeet } from './plan-feet.ts';
import type { Primary } from './primary.ts';
import type { ReactionPlayer } from './reaction-player.ts';
import { createScene, feetAgree, lookAtFeet, placeMotion, readMotion, type Scene, useDetail } from './scene.ts';
import { writeFeet, writeGoals } from './write-goals.ts';

const NOTHING: readonly BalancerEvent[] = [];
const FADE = 0.3; // [s] in which the motion takes over again
const LONGEST_FALL = 1.2; // [s]
const SETTLED = { place: 4e-3, speed: 0.03, pause: 0.5 }; // [m], [m/s], [s] since the last hit

export class ReactiveBlender implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly state: BlendState;
  readonly options: ReactiveBlendOptions;
  readonly #scene: Scene;

  /** player: of options.library, where there is one. */
  constructor(
    body: Body,
    primary: Primary,
    options: Partial<ReactiveBlendOptions> = {},
    player: ReactionPlayer | undefined = undefined,
  ) {
    this.options = checkedOptions(options);
    this.#scene = createScene(body, primary, this.options, player);
    this.state = this.#scene.state;
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(freedomCount(body.skeleton));
    primary.write(this.q, this.v, 0);
  }

  get time(): number {
    return this.state.time;
  }

  get status(): BalancerStatus {
    return this.state.status;
  }

  /** Where the motion underneath has been moved to by what happened (x, z) [m]. */
  get displacement(): readonly [x: number, z: number] {
    return [this.state.placed[0], this.state.placed[1]];
  }

  /** Goes on with the motion as if nothing had happened before: for owners that show it by other means in between. `seen`: what
   *  they know of its feet. */
  resume(time: number, seen?: { readonly watched: WatchedFeet; readonly steps: Footsteps }): void {
    const fresh = createBlendState(this.q.length, this.v.length, this.state.tick, this.state.joints);
    Object.assign(this.state, fresh, { time, tickTime: time });
    this.#scene.primary.write(this.q, this.v, time);
    if (!seen) return;
    for (const key of ['planted', 'floor'] as const) this.state.watched[key].set(seen.watched[key]);
    for (const key of ['stoodBefore', 'liftedAt', 'swingTime'] as const) this.state.steps[key].set(seen.steps[key]);
  }

  /** Inner steps of another length [s], up to 0.05, and more or fewer joints from now on: cheaper and coarser, or finer. */
  useDetail(tick: number, joints: JointDetail = 'all'): void {
    checkedOptions({ tick });
    if (tick !== this.state.tick || joints !== this.state.joints) useDetail(this.#scene, tick, joints);
  }

  push(push: Push): void {
    checkPush(push, this.#scene.body);
    this.state.pending.push({ push: { ...push }, done: 0 });
  }

  /** A steady pull [N] at a point of a segment, until it is replaced by another or by undefined. */
  pull(force: Vec3 | undefined, segment = 0, pointInSegment?: Vec3): void {
    if (force === undefined) this.state.pull = undefined;
    else {
      checkPush({ impulse: force, segment, ...(pointInSegment ? { pointInSegment } : {}) }, this.#scene.body);
      this.state.pull = { impulse: force, segment, ...(pointInSegment ? { pointInSegment } : {}) };
    }
  }

  step(dt: number): readonly BalancerEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`a step needs a time from 0 s on, found ${dt}`);
    const { state } = this;
    this.#scene.events = [];
    const active = state.mode !== 'still' || state.pending.length > 0 || state.pull !== undefined;
    if (active && state.mode === 'still' && dt > 0) this.#wake();
    state.time += dt;
    if (state.mode === 'still') {
      this.#scene.primary.write(this.q, this.v, state.time);
      placeMotion(this.#scene, this.q);
      this.#watch();
    } else {
      while (this.#isAtWork() && state.tickTime < state.time - 1e-9) this.#tick();
      this.#show(state.time);
    }
    return this.#scene.events.length > 0 ? this.#scene.events : NOTHING;
  }

  save(): unknown {
    return toPlain({ ...this.state, shown: { q: this.q, v: this.v } });
  }

  restore(saved: unknown): void {
    checkSaved(saved, { keys: ['mode', 'time', 'tick', 'pending', 'q', 'v'], q: ['shown', 'q'], count: this.q.length });
    const { shown, ...state } = saved as BlendState & { shown: { q: number[]; v: number[] } };
    fromPlain(this.state, state);
    useDetail(this.#scene, this.state.tick, this.state.joints);
    this.q.set(revived(shown.q) as number[]);
    this.v.set(revived(shown.v) as number[]);
  }

  #isAtWork(): boolean {
    return this.state.mode !== 'still';
  }

  /** Something begins: the pose shown is where it starts. */
  #wake(): void {
    const { state } = this;
    state.mode = 'reacting';
    state.tickTime = state.time;
    state.q.set(this.q);
    state.v.set(this.v);
    state.before.set(this.q);
    state.beside.x.fill(0);
    state.beside.v.fill(0);
    state.beside.air = 0;
    state.tilt.fill(0);
    state.lag.fill(0);
    state.lastHit = state.time;
    readMotion(this.#scene, state.time);
    state.com.set(this.#scene.own.com);
    lookAtFeet(this.#scene);
  }

  /** Contacts must be known when something happens. */
  #watch(): void {
    forwardKinematics(this.#scene.body, this.#scene.own, this.q);
    forwardVelocity(this.#scene.body, this.#scene.own, this.v);
    watchFeet(this.state.watched, this.#scene.body, this.#scene.own, this.options.ground);
    followContacts(this.state.steps, this.state.watched.planted, this.state.time);
  }

  #tick(): void {
    const { state } = this;
    const h = state.tick;
    state.before.set(state.q);
    if (state.mode === 'fading' && (state.pending.length > 0 || state.pull)) this.#wakeAgain();
    if (state.mode === 'fading') this.#fade(h);
    else this.#react(h);
  }

  #wakeAgain(): void {
    const { state } = this;
    state.mode = 'reacting';
    state.lastHit = state.tickTime;
    state.steps.count = 0;
    // what is left of the fade is where the body is beside the motion
    forwardKinematics(this.#scene.body, this.#scene.mover.ws, state.q);
    forwardVelocity(this.#scene.body, this.#scene.mover.ws, state.v);
    readMotion(this.#scene, state.tickTime);
    for (let c = 0; c < 2; c++) {
      state.beside.x[c] = this.#scene.mover.ws.com[2 * c] - this.#scene.own.com[2 * c];
      state.beside.v[c] = this.#scene.mover.ws.comVelocity[2 * c] - this.#scene.own.comVelocity[2 * c];
    }
    state.com.set(this.#scene.mover.ws.com);
  }

  #react(h: number): void {
    const { state } = this;
    const time = state.tickTime + h;
    readMotion(this.#scene, time);
    deliverHits(this.#scene, h);
    const rate = pendulumRate(Math.max(0.3, this.#scene.own.com[1] - this.options.ground));
    followPull(this.#scene, h, rate);
    planFeet(this.#scene, time, h, rate);
    stepBeside(state.beside, h, rate, this.#scene.goal, this.#scene.zmp, this.#scene.hull, this.#scene.bias);
    judgeFall(this.#scene, rate);
    writeGoals(this.#scene, time, h);
    this.#scene.mover.move(state.q, state.v);
    for (let c = 0; c < 3; c++) state.lag[c] = state.q[c] - this.#scene.mover.pose.q[c];
    state.tickTime = time;
    this.#settle(time);
  }

  /** Is nothing left but to go back to the motion? */
  #settle(time: number): void {
    const { state } = this;
    const { steps, beside } = state;
    // a fall that nobody took over: the motion goes on from where it led
    if (state.fallenAt >= 0 && time - state.fallenAt > LONGEST_FALL) {
      this.#fadeOut(time, beside.x[0], beside.x[1]);
      return;
    }
    if (state.pending.length > 0 || state.pull || steps.step || state.reaction) return;
    if (beside.lean[0] !== 0 || beside.lean[1] !== 0) return;
    if (time - state.lastHit < SETTLED.pause || time - state.spinAt < state.spinLanding + TAKE_BACK) return;
    const [gx, gz] = this.#scene.goal;
    if (!feetAgree(this.#scene)) return;
    if (Math.hypot(beside.x[0] - gx, beside.x[1] - gz) > SETTLED.place) return;
    if (Math.hypot(beside.v[0], beside.v[1]) > SETTLED.speed) return;
    this.#fadeOut(time, gx, gz);
  }

  /** The motion takes over, moved by (x, z); feet that are not where it has them go there meanwhile. */
  #fadeOut(time: number, x: number, z: number): void {
    const { state } = this;
    const { steps, beside } = state;
    state.placed[0] += x;
    state.placed[1] += z;
    for (let i = 0; i < 4; i++) state.fadeFeet[i] = steps.offset[i] - (i % 2 === 0 ? x : z);
    steps.offset.set(state.fadeFeet);
    steps.speed.fill(0);
    steps.step = undefined;
    steps.lead = -1;
    steps.count = 0;
    beside.x.fill(0);
    beside.v.fill(0);
    readMotion(this.#scene, time);
    difference(state.fade.offset, this.#scene.body.skeleton, this.#scene.base.q, 0, state.q, 0, 1);
    for (let i = 0; i < state.v.length; i++) state.fade.rate[i] = state.v[i] - this.#scene.base.v[i];
    state.fadeAt = time;
    state.fallenAt = -1;
    state.mode = 'fading';
    state.sink = 0;
    state.sinkSpeed = 0;
  }

  #fade(h: number): void {
    const { state } = this;
    const time = state.tickTime + h;
    const { skeleton } = this.#scene.body;
    readMotion(this.#scene, time);
    followContacts(state.steps, state.watched.planted, time);
    const before = this.#scene.mover.pose.q;
    before.set(state.q);
    state.q.set(this.#scene.base.q);
    state.v.set(this.#scene.base.v);
    addFade({ ...state.fade, duration: FADE }, skeleton, time - state.fadeAt, 0, state.q, state.v);
    const left = 1 - ease((time - state.fadeAt) / FADE);
    for (let i = 0; i < 4; i++) state.steps.offset[i] = left * state.fadeFeet[i];
    writeFeet(this.#scene, time);
    closeLegs(state.q, this.#scene.body, this.#scene.mover);
    difference(state.v, skeleton, before, 0, state.q, 0, h);
    state.tickTime = time;
    if (time - state.fadeAt < FADE) return;
    state.mode = 'still';
    state.status = 'balanced';
    this.#scene.events.push({ kind: 'recovered', time });
  }

  /** q and v at a time between the last two ticks. */
  #show(time: number): void {
    const { state, q, v } = this;
    if (state.mode === 'still') {
      this.#scene.primary.write(q, v, time);
      placeMotion(this.#scene, q);
      return;
    }
    const u = 1 - (state.tickTime - time) / state.tick;
    v.set(state.v);
    if (u > 1 - 1e-6) {
      q.set(state.q);
      return;
    }
    for (let c = 0; c < 3; c++) q[c] = state.before[c] + u * (state.q[c] - state.before[c]);
    for (let joint = 0; joint < jointCount(this.#scene.body.skeleton); joint++) {
      const i = quatIndex(joint);
      slerpQuat(q, i, state.before, i, state.q, i, u);
    }
  }
}
