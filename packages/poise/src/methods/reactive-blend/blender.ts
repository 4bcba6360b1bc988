/**
 * The running method: a character that goes on with any motion, and answers hits anywhere at any moment by momentum, steps and
 * postures of a library. [Komura05]; docs/methods/reactive-blend.md.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { UsageError } from '../../errors.ts';
import { copyQuat, slerpQuat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus, Push } from '../balancer.ts';
import { checkPush } from '../check-input.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import { addFade } from '../reactive-locomotion/fade.ts';
import { type BlendState, createBlendState, type Delivery } from './blend-state.ts';
import {
  carryStep,
  chooseFoot,
  followContacts,
  leadSwing,
  liftOf,
  type Surroundings,
  startStep,
  writeCatch,
} from './footsteps.ts';
import { smoothMomentumShare } from './momentum-profile.ts';
import { closeLegs, createMover, type Mover } from './move-body.ts';
import { checkedOptions, type ReactiveBlendOptions } from './options.ts';
import { captureMargin, stepBeside, writeCapture, writeZmp } from './pendulum.ts';
import { fromPlain, toPlain } from './plain-data.ts';
import type { Primary } from './primary.ts';
import { createSupportHull, type SupportHull, watchFeet, writeSoleMiddle, writeSupport } from './watch-feet.ts';

const NOTHING: readonly BalancerEvent[] = [];
const FADE = 0.3; // [s] in which the motion takes over again
const TAKE_BACK = 0.7; // [s] T2 of the angular momentum
const LANDING = 0.35; // [s] T1 where no landing is known
const FIRM = 0.1; // [s] the angular momentum of the hit matters most
const LOOSENING = 0.2; // [s] in which the posture wins over it again
const FALL = 1.1; // leg lengths between capture point and the nearest foot
const REACH = 0.985; // of a leg: beyond this the body sinks
const DEEPEST = 0.14; // [leg lengths]
const SINK_RATE = 12; // [1/s]
const FOLLOW_UP = 0.08; // [s] before the other foot follows
const LONGEST_WAIT = 0.5; // [s]
const PRESS = 0.3; // [m] the ZMP is drawn to the foot that will step
const MANY_STEPS = 4; // more than these is a stumble
const STANDING = 0.35; // [m/s] a motion that is faster makes its own steps
const MOST_STEPS = 8; // more than these a fall
const HELD = 0.45; // leg lengths: no farther is a falling body shown
const BRAKE = 6; // [1/s] of a body that falls
const AGREED = 3e-4; // [m] offsets of feet this near are one
const SETTLED = { place: 4e-3, speed: 0.03, pause: 0.5 }; // [m], [m/s], [s] since the last hit
const MOST_ANGULAR = 0.35; // [kg·m²/s per kg·m²] of mass × leg²: what joints can show
const NO_OFFSETS = new Float64Array(4);

export class ReactiveBlender implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly state: BlendState;
  readonly options: ReactiveBlendOptions;
  readonly #body: Body;
  readonly #primary: Primary;
  readonly #own: Workspace; // of the motion underneath, placed
  readonly #mover: Mover;
  readonly #base: { readonly q: Float64Array; readonly v: Float64Array };
  readonly #hull: SupportHull;
  readonly #ownHull: SupportHull;
  readonly #zmp = new Float64Array(2);
  readonly #soles = new Float64Array(4);
  readonly #left = this.#soles.subarray(0, 2);
  readonly #right = this.#soles.subarray(2, 4);
  readonly #goal = new Float64Array(2);
  readonly #bias = new Float64Array(2);
  readonly #to = new Float64Array(2);
  readonly #leg: number;
  #events: BalancerEvent[] = [];

  constructor(body: Body, primary: Primary, options: Partial<ReactiveBlendOptions> = {}) {
    this.#body = body;
    this.#primary = primary;
    this.options = checkedOptions(options);
    this.#leg = legLengthOf(body);
    const [nq, nv] = [coordinateCount(body.skeleton), freedomCount(body.skeleton)];
    this.q = new Float64Array(nq);
    this.v = new Float64Array(nv);
    this.state = createBlendState(nq, nv);
    this.#base = { q: new Float64Array(nq), v: new Float64Array(nv) };
    this.#own = createWorkspace(body);
    this.#mover = createMover(body, this.options.tick, this.options.hands);
    this.#hull = createSupportHull(body);
    this.#ownHull = createSupportHull(body);
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

  /** Forgets where the character was moved to: its owner has moved the motion itself. */
  absorbDisplacement(): void {
    this.state.placed.fill(0);
  }

  /** Goes on with the motion as if nothing had happened before: for owners that show it by other means in between. */
  resume(time: number): void {
    const fresh = createBlendState(this.q.length, this.v.length);
    Object.assign(this.state, fresh, { time, tickTime: time });
    this.#primary.write(this.q, this.v, time);
  }

  push(push: Push): void {
    checkPush(push, this.#body);
    this.state.pending.push({ push: { ...push }, done: 0 });
  }

  /** A steady pull [N] at a point of a segment, until it is replaced by another or by undefined. */
  pull(force: Vec3 | undefined, segment = 0, pointInSegment?: Vec3): void {
    if (force === undefined) this.state.pull = undefined;
    else {
      checkPush({ impulse: force, segment, ...(pointInSegment ? { pointInSegment } : {}) }, this.#body);
      this.state.pull = { impulse: force, segment, ...(pointInSegment ? { pointInSegment } : {}) };
    }
  }

  step(dt: number): readonly BalancerEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`a step needs a time from 0 s on, found ${dt}`);
    const { state } = this;
    this.#events = [];
    const active = state.mode !== 'still' || state.pending.length > 0 || state.pull !== undefined;
    if (active && state.mode === 'still' && dt > 0) this.#wake();
    state.time += dt;
    if (state.mode === 'still') {
      this.#primary.write(this.q, this.v, state.time);
      this.#place(this.q);
      this.#watch();
    } else {
      while (this.#isAtWork() && state.tickTime < state.time - 1e-9) this.#tick();
      this.#show(state.time);
    }
    return this.#events.length > 0 ? this.#events : NOTHING;
  }

  save(): unknown {
    return toPlain({ ...this.state, shown: { q: this.q, v: this.v } });
  }

  restore(saved: unknown): void {
    const { shown, ...state } = saved as BlendState & { shown: { q: number[]; v: number[] } };
    fromPlain(this.state, state);
    this.q.set(shown.q);
    this.v.set(shown.v);
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
    state.lastHit = state.time;
    this.#readBase(state.time);
    this.#look();
  }

  #place(q: Float64Array): void {
    q[0] += this.state.placed[0];
    q[2] += this.state.placed[1];
  }

  /** Pose, kinematics and contacts of the motion underneath at a time. */
  #readBase(time: number): void {
    const { q, v } = this.#base;
    this.#primary.write(q, v, time);
    this.#place(q);
    forwardKinematics(this.#body, this.#own, q);
    forwardVelocity(this.#body, this.#own, v);
    watchFeet(this.state.watched, this.#body, this.#own, this.options.ground);
  }

  /** Contacts must be known when something happens. */
  #watch(): void {
    forwardKinematics(this.#body, this.#own, this.q);
    forwardVelocity(this.#body, this.#own, this.v);
    watchFeet(this.state.watched, this.#body, this.#own, this.options.ground);
    followContacts(this.state.steps, this.state.watched.planted, this.state.time);
  }

  /** Support and places of the soles. */
  #look(): void {
    const { steps, watched } = this.state;
    writeSupport(this.#ownHull, this.#body, this.#own, watched.planted, NO_OFFSETS);
    writeSupport(this.#hull, this.#body, this.#own, steps.stands, steps.offset);
    for (const side of [0, 1]) writeSoleMiddle(this.#soles, 2 * side, this.#body.soles[side], this.#own);
    const { planted } = watched;
    const alone = planted[0] === planted[1] ? undefined : planted[0] > 0 ? this.#left : this.#right;
    writeZmp(this.#zmp, this.#own.com, this.#ownHull, alone);
  }

  #tick(): void {
    const { state, options } = this;
    const h = options.tick;
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
    forwardKinematics(this.#body, this.#mover.ws, state.q);
    forwardVelocity(this.#body, this.#mover.ws, state.v);
    this.#readBase(state.tickTime);
    for (let c = 0; c < 2; c++) {
      state.beside.x[c] = this.#mover.ws.com[2 * c] - this.#own.com[2 * c];
      state.beside.v[c] = this.#mover.ws.comVelocity[2 * c] - this.#own.comVelocity[2 * c];
    }
  }

  #react(h: number): void {
    const { state } = this;
    this.#deliver(h);
    const time = state.tickTime + h;
    this.#readBase(time);
    const rate = Math.sqrt(GRAVITY / Math.max(0.3, this.#own.com[1] - this.options.ground));
    this.#planFeet(time, h, rate);
    stepBeside(state.beside, h, rate, this.#goal, this.#zmp, this.#hull, this.#bias);
    this.#judgeFall(rate);
    this.#writeGoals(time, h);
    this.#mover.move(state.q, state.v);
    state.tickTime = time;
    this.#settle(time);
  }

  /** Hits that are under way give their part of this tick: half a sine, as pushTrack has it. */
  #deliver(h: number): void {
    const { state } = this;
    const m = this.#body.totalMass;
    for (const delivery of state.pending) {
      const { push, done } = delivery;
      if (done === 0) this.#meet(push);
      const until = Math.min(1, done + h / (push.duration ?? 0.1));
      const part = (Math.cos(Math.PI * done) - Math.cos(Math.PI * until)) / 2;
      (delivery as { done: number }).done = until;
      this.#give(push, part, m);
    }
    state.pending = state.pending.filter(({ done }: Delivery) => done < 1);
    if (state.pull) this.#give(state.pull, h, m);
  }

  #meet(push: Push): void {
    const { state } = this;
    this.#events.push({ kind: 'impact', time: state.tickTime, push });
    // what an earlier hit has not been given back yet goes on as one profile from now
    const share = smoothMomentumShare(state.tickTime - state.spinAt, state.spinLanding, TAKE_BACK);
    for (let c = 0; c < 3; c++) state.spin[c] *= share;
    state.spinAt = state.tickTime;
    state.spinLanding = LANDING;
    state.lastHit = state.tickTime;
    if (state.status === 'balanced') {
      state.status = 'recovering';
      this.#events.push({ kind: 'strategy', time: state.tickTime, name: 'sway', reason: 'the feet can hold it' });
    }
  }

  #give({ impulse, segment, pointInSegment }: Push, part: number, m: number): void {
    const { state } = this;
    const ws = this.#own;
    const arm = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      arm[c] = ws.segmentCom[3 * segment + c] - ws.com[c];
      if (!pointInSegment) continue;
      arm[c] = ws.segmentOrigin[3 * segment + c] - ws.com[c];
      for (let k = 0; k < 3; k++) arm[c] += ws.worldFromSegment[9 * segment + 3 * c + k] * pointInSegment[k];
    }
    const [fx, fy, fz] = impulse;
    state.beside.v[0] += (part * fx) / m;
    state.beside.v[1] += (part * fz) / m;
    state.sinkSpeed -= Math.max(-0.5, Math.min(0.5, (part * fy) / m));
    state.spin[0] += part * (arm[1] * fz - arm[2] * fy);
    state.spin[1] += part * (arm[2] * fx - arm[0] * fz);
    state.spin[2] += part * (arm[0] * fy - arm[1] * fx);
    const most = MOST_ANGULAR * m * this.#leg * this.#leg;
    const size = Math.hypot(state.spin[0], state.spin[1], state.spin[2]);
    if (size > most) for (let c = 0; c < 3; c++) state.spin[c] *= most / size;
  }

  #planFeet(time: number, h: number, rate: number): void {
    const { state } = this;
    const { steps } = state;
    const landed = followContacts(steps, state.watched.planted, time);
    this.#look();
    const around: Surroundings = {
      time,
      h,
      rate,
      beside: state.beside,
      zmp: this.#zmp,
      soles: this.#soles,
      left: this.#leftOf(),
      reach: this.#leg * 0.95,
    };
    if (landed >= 0) {
      steps.lead = landed;
      steps.landedAt = time;
      const moved = Math.hypot(steps.offset[0] - steps.offset[2], steps.offset[1] - steps.offset[3]);
      if (moved > 0.02) this.#landed(landed, time);
    }
    for (const side of [0, 1]) {
      if (state.watched.planted[side] === 0 && steps.step?.side !== side) leadSwing(steps, side, around);
    }
    const stepping = steps.step?.side ?? -1;
    if (carryStep(steps, time)) this.#landed(stepping, time);
    this.#bias.fill(0);
    const stands = this.#isStandingStill() && !steps.step;
    if (stands && steps.stands[0] > 0 && steps.stands[1] > 0) this.#considerStep(time, rate, around);
    this.#chooseGoal();
    writeSupport(this.#hull, this.#body, this.#own, steps.stands, steps.offset);
  }

  #landed(side: number, time: number): void {
    const sole = this.#soles;
    const { offset } = this.state.steps;
    const position: Vec3 = [
      sole[2 * side] + offset[2 * side],
      this.options.ground,
      sole[2 * side + 1] + offset[2 * side + 1],
    ];
    this.#events.push({ kind: 'step', time, foot: side === 0 ? 'left' : 'right', position });
    const { state } = this;
    // the angular momentum is taken back from the landing on
    if (time - state.spinAt < state.spinLanding) {
      const share = smoothMomentumShare(time - state.spinAt, state.spinLanding, TAKE_BACK);
      if (share > 0.05) state.spinLanding = Math.max(time - state.spinAt, 0.2);
    }
  }

  /** Both feet stand: is a step needed, or one that follows the last? */
  #considerStep(time: number, rate: number, around: Surroundings): void {
    const { state, options } = this;
    const { steps } = state;
    const margin = captureMargin(state.beside, rate, this.#zmp, this.#hull);
    if (margin < 0.004) {
      if (steps.wantedAt < 0) steps.wantedAt = time;
      const side = chooseFoot(steps, around);
      if (time - steps.wantedAt < (steps.count > 0 ? 0 : options.onset)) {
        // weight goes onto the other foot by pressing with this one
        const [x, z] = around.left;
        const aside = side === 0 ? PRESS : -PRESS;
        this.#bias[0] = aside * x;
        this.#bias[1] = aside * z;
        return;
      }
      writeCatch(this.#to, steps, side, options.swing, around);
      this.#step(side, time, 'the capture point has left the feet');
      return;
    }
    steps.wantedAt = -1;
    if (steps.lead < 0 || time - steps.landedAt < FOLLOW_UP) return;
    const other = 1 - steps.lead;
    const a = 2 * steps.lead;
    if (this.#feetAgree()) return;
    // the foot that stands must hold the body meanwhile
    const held = this.#heldBy(steps.lead, rate);
    if (held < 0.01 && time - steps.landedAt < LONGEST_WAIT) return;
    this.#to[0] = steps.offset[a];
    this.#to[1] = steps.offset[a + 1];
    this.#step(other, time, 'the other foot follows');
  }

  #step(side: number, time: number, reason: string): void {
    const { state, options } = this;
    if (state.status === 'recovering' || state.status === 'balanced') {
      state.status = 'stepping';
      this.#events.push({ kind: 'strategy', time, name: 'step', reason });
    }
    startStep(state.steps, side, time, options.swing, this.#to);
    if (state.steps.count > MANY_STEPS && state.status === 'stepping') state.status = 'stumbling';
  }

  /** How far inside one foot the capture point is [m]. */
  #heldBy(side: number, rate: number): number {
    const { state } = this;
    const alone = Float64Array.of(side === 0 ? 1 : 0, side === 1 ? 1 : 0);
    writeSupport(this.#ownHull, this.#body, this.#own, alone, state.steps.offset);
    return captureMargin(state.beside, rate, this.#zmp, this.#ownHull);
  }

  /** What the body settles at: the offset of the foot that was set down last, or of the one that stands. */
  #chooseGoal(): void {
    const { steps } = this.state;
    const alone = steps.stands[0] > 0 !== steps.stands[1] > 0;
    const side = alone ? (steps.stands[0] > 0 ? 0 : 1) : Math.max(0, steps.lead);
    this.#goal[0] = steps.offset[2 * side];
    this.#goal[1] = steps.offset[2 * side + 1];
    if (alone || steps.lead < 0 || this.#feetAgree() || !this.#isStandingStill()) return;
    // the other foot is to follow: the body waits over the one that was set down
    for (let c = 0; c < 2; c++) this.#goal[c] += this.#soles[2 * side + c] - this.#zmp[c];
  }

  #feetAgree(): boolean {
    const { offset } = this.state.steps;
    return Math.hypot(offset[0] - offset[2], offset[1] - offset[3]) < AGREED;
  }

  /** Does the motion underneath stand? One that travels makes its own steps. */
  #isStandingStill(): boolean {
    const { comVelocity } = this.#own;
    return Math.hypot(comVelocity[0], comVelocity[2]) < STANDING;
  }

  #leftOf(): readonly [number, number] {
    const { roles } = this.#body;
    const [a, b] = [3 * (roles.leftUpperLeg ?? 0), 3 * (roles.rightUpperLeg ?? 0)];
    const at = this.#own.segmentOrigin;
    const [x, z] = [at[a] - at[b], at[a + 2] - at[b + 2]];
    const length = Math.hypot(x, z);
    return length > 1e-9 ? [x / length, z / length] : [1, 0];
  }

  #judgeFall(rate: number): void {
    const { state } = this;
    writeCapture(this.#to, state.beside, rate);
    let nearest = Infinity;
    let [wayX, wayZ] = [0, 0]; // from the nearest foot to the capture point
    for (const side of [0, 1]) {
      const o = 2 * side;
      const x = this.#zmp[0] + this.#to[0] - this.#soles[o] - state.steps.offset[o];
      const z = this.#zmp[1] + this.#to[1] - this.#soles[o + 1] - state.steps.offset[o + 1];
      if (Math.hypot(x, z) >= nearest) continue;
      nearest = Math.hypot(x, z);
      [wayX, wayZ] = [x, z];
    }
    if (state.status === 'falling') {
      // braked and held, so that whoever does not take over still sees a person
      const over = Math.max(0, 1 - (HELD * this.#leg) / nearest);
      state.beside.v[0] -= over * rate * wayX;
      state.beside.v[1] -= over * rate * wayZ;
      for (let c = 0; c < 2; c++) state.beside.v[c] *= 1 - BRAKE * this.options.tick;
    }
    const far = nearest > FALL * this.#leg;
    if (state.status === 'falling' || !(far || state.steps.count > MOST_STEPS)) return;
    state.status = 'falling';
    const reason = far
      ? `the capture point is ${nearest.toFixed(2)} m from the nearest foot`
      : `${MOST_STEPS} steps did not catch the body`;
    this.#events.push({ kind: 'fall', time: state.tickTime, reason });
  }

  /** What the body is to do by the end of the tick. */
  #writeGoals(time: number, h: number): void {
    const { state } = this;
    const { com, momentum, pose } = this.#mover;
    this.#writeFeet(time);
    this.#sink(h);
    com[0] = this.#own.com[0] + state.beside.x[0];
    com[1] = this.#own.com[1] - state.sink;
    com[2] = this.#own.com[2] + state.beside.x[1];
    const share = smoothMomentumShare(time - state.spinAt, state.spinLanding, TAKE_BACK);
    this.#mover.insistence = Math.exp(-Math.max(0, time - state.spinAt - FIRM) / LOOSENING);
    for (let c = 0; c < 3; c++) momentum[c] = this.#own.angularMomentum[c] + share * state.spin[c];
    pose.q.set(this.#base.q);
    pose.v.set(this.#base.v);
    pose.q[0] += state.beside.x[0];
    pose.q[1] -= state.sink;
    pose.q[2] += state.beside.x[1];
  }

  #writeFeet(time: number): void {
    const { steps } = this.state;
    for (let side = 0; side < 2; side++) {
      const { foot } = this.#body.soles[side];
      const { position, rotation } = this.#mover.feet[side];
      position[0] = this.#own.segmentOrigin[3 * foot] + steps.offset[2 * side];
      position[1] = this.#own.segmentOrigin[3 * foot + 1] + liftOf(steps, side, time);
      position[2] = this.#own.segmentOrigin[3 * foot + 2] + steps.offset[2 * side + 1];
      copyQuat(rotation, 0, this.#own.segmentRotation, 4 * foot);
    }
  }

  /** Lower by what the longer leg lacks, smoothly. */
  #sink(h: number): void {
    const { state } = this;
    const at = this.#own.segmentOrigin;
    let needed = 0;
    this.#mover.limbs.forEach(({ upper, end }, side) => {
      const { position } = this.#mover.feet[side];
      const up = at[3 * upper + 1] - position[1];
      const own = Math.hypot(
        at[3 * upper] - at[3 * end],
        at[3 * upper + 1] - at[3 * end + 1],
        at[3 * upper + 2] - at[3 * end + 2],
      );
      const reach = Math.max(own, REACH * this.#leg);
      const x = at[3 * upper] + state.beside.x[0] - position[0];
      const z = at[3 * upper + 2] + state.beside.x[1] - position[2];
      needed = Math.max(needed, up - Math.sqrt(Math.max(0, reach * reach - x * x - z * z)));
    });
    needed = Math.min(needed, DEEPEST * this.#leg);
    state.sinkSpeed += h * (SINK_RATE * SINK_RATE * (needed - state.sink) - 2 * SINK_RATE * state.sinkSpeed);
    state.sink += h * state.sinkSpeed;
  }

  /** Is nothing left but to go back to the motion? */
  #settle(time: number): void {
    const { state } = this;
    const { steps, beside } = state;
    if (state.pending.length > 0 || state.pull || steps.step) return;
    if (time - state.lastHit < SETTLED.pause || time - state.spinAt < state.spinLanding + TAKE_BACK) return;
    const [gx, gz] = this.#goal;
    if (!this.#feetAgree()) return;
    if (Math.hypot(beside.x[0] - gx, beside.x[1] - gz) > SETTLED.place) return;
    if (Math.hypot(beside.v[0], beside.v[1]) > SETTLED.speed) return;
    state.placed[0] += gx;
    state.placed[1] += gz;
    steps.offset.fill(0);
    steps.speed.fill(0);
    steps.lead = -1;
    steps.count = 0;
    beside.x.fill(0);
    beside.v.fill(0);
    this.#readBase(time);
    difference(state.fade.offset, this.#body.skeleton, this.#base.q, 0, state.q, 0, 1);
    for (let i = 0; i < state.v.length; i++) state.fade.rate[i] = state.v[i] - this.#base.v[i];
    state.fadeAt = time;
    state.mode = 'fading';
    state.sink = 0;
    state.sinkSpeed = 0;
  }

  #fade(h: number): void {
    const { state } = this;
    const time = state.tickTime + h;
    const { skeleton } = this.#body;
    this.#readBase(time);
    followContacts(state.steps, state.watched.planted, time);
    const before = this.#mover.pose.q;
    before.set(state.q);
    state.q.set(this.#base.q);
    state.v.set(this.#base.v);
    addFade({ ...state.fade, duration: FADE }, skeleton, time - state.fadeAt, 0, state.q, state.v);
    this.#writeFeet(time);
    closeLegs(state.q, this.#body, this.#mover.ws, this.#mover.limbs, this.#mover.feet);
    difference(state.v, skeleton, before, 0, state.q, 0, h);
    state.tickTime = time;
    if (time - state.fadeAt < FADE) return;
    state.mode = 'still';
    state.status = 'balanced';
    this.#events.push({ kind: 'recovered', time });
  }

  /** q and v at a time between the last two ticks. */
  #show(time: number): void {
    const { state, q, v } = this;
    if (state.mode === 'still') {
      this.#primary.write(q, v, time);
      this.#place(q);
      return;
    }
    const u = 1 - (state.tickTime - time) / this.options.tick;
    v.set(state.v);
    if (u > 1 - 1e-6) {
      q.set(state.q);
      return;
    }
    for (let c = 0; c < 3; c++) q[c] = state.before[c] + u * (state.q[c] - state.before[c]);
    for (let joint = 0; joint < jointCount(this.#body.skeleton); joint++) {
      const i = quatIndex(joint);
      slerpQuat(q, i, state.before, i, state.q, i, u);
    }
  }
}
