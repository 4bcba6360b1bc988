/**
 * Hits while walking or running, on the stream of poses: reactive locomotion plays the round that it knows, at the place and
 * phase of the stream; when it has recovered it catches up with the stream's phase, which then goes on where the steps have led.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { moveBetween, movePose, moveVelocity, type Placement, thenMove } from '../../gait/placement.ts';
import type { Push } from '../../gait/push.ts';
import { copyQuat } from '../../math/quat.ts';
import type { BalancerEvent, BalancerStatus } from '../../methods/balancer.ts';
import { heldJoints } from '../../methods/reactive-blend/move-body.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import type { Locomotion } from '../../methods/reactive-locomotion/locomotion.ts';
import type { Clip } from '../../motion/clip.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { GaitDriver, GaitReactions } from '../driver.ts';
import type { Situation } from '../situation.ts';
import { addTransition, beginTransition, createTransition, type Transition } from '../transition.ts';
import { followStream, startTrack } from './follow-stream.ts';
import { GaitMemory } from './gait-memory.ts';
import { type GaitState, restingState } from './gait-state.ts';
import { HandBack } from './hand-back.ts';
import type { LearnedGait } from './learned-gait.ts';
import { isSteppingOff, lowerFoot } from './lower-foot.ts';
import { packed, unpacked } from './pack.ts';
import { findPhase, type Phase } from './phase.ts';
import { placedEvent, turned } from './placed-event.ts';

const CATCH_UP = 0.2; // faster or slower, to meet the stream's phase, at most
const CATCHING = 0.25; // [s] in which it would be met from near
const PACE_CHANGE = 0.6; // [1/s] at which the pace changes
const MET = 0.008; // [s] phases this near are one
const STANDS = 0.4; // [m/s] of a foot that does, at most
const RISES = 0.3; // [m/s] of the other foot then, at least
const LOST = 0.35; // [s] that the stream may show something else
const LONGEST_CATCH_UP = 6; // [s]
const LONGEST_RECOVERY = 5; // [s] since the last hit
const BREATH = 0.1; // [s] of calm before it catches up
const RISE = 0.8; // [s] in which a fall that no owner takes over ends in the stream's pose
const NOTHING: readonly BalancerEvent[] = [];

class StreamWalker implements GaitDriver {
  readonly id = 'reactive-locomotion';
  readonly isHolding = false;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly memory: GaitMemory;
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #held: readonly number[];
  readonly #ws: Workspace;
  readonly #rise: Transition; // after a fall
  readonly #handBack: HandBack;
  readonly #own: Phase = { time: 0, cost: 0 }; // of the walker
  #state: GaitState = restingState();

  constructor(body: Body, stream: StreamPrimary, { hands, ground }: Parameters<GaitReactions['create']>[2]) {
    this.#body = body;
    this.#stream = stream;
    this.memory = new GaitMemory(body, stream);
    this.#held = heldJoints(body, hands);
    this.#ws = createWorkspace(body);
    this.q = stream.state.q.slice();
    this.v = stream.state.v.slice();
    this.#rise = createTransition(this.v.length, RISE);
    this.#handBack = new HandBack(body, this.q.length, ground);
  }

  get status(): BalancerStatus {
    return this.#state.isOver ? 'balanced' : this.#locomotion.status;
  }

  get isReturning(): boolean {
    return this.#state.back !== undefined;
  }

  get isOver(): boolean {
    return this.#state.isOver;
  }

  /** Is the stream in a gait that is known? */
  suits(): boolean {
    const gait = this.memory.find();
    return gait?.isFit === true && gait.walker() !== undefined;
  }

  /** A round that is handed over. */
  learn(cycle: Clip): void {
    const answered = this.#gait; // keeps its place, which others may come before
    this.memory.learn(cycle);
    this.#state.gait = Math.max(0, this.memory.gaits.indexOf(answered));
  }

  prepare(): void {
    for (const gait of this.memory.gaits) gait.walker();
  }

  begin(time: number, { watched }: Situation): void {
    const gait = this.memory.find();
    const walker = gait?.walker();
    if (!gait || !walker) throw new UsageError('no gait is known that the character is in');
    const phase = this.memory.phase.time;
    const { locomotion, fresh } = walker;
    locomotion.restore(fresh);
    locomotion.step(gait.period + phase); // of three rounds the middle one
    this.#state = {
      ...restingState(),
      gait: this.memory.gaits.indexOf(gait),
      time,
      move: moveBetween(locomotion.q, this.#stream.state.q),
      track: startTrack(gait, phase, this.#stream.state),
      floor: watched.floor.slice(),
      isOver: false,
    };
    this.#show();
  }

  push(push: Push): void {
    Object.assign(this.#state, { isOver: false, calmFor: 0, hitAgo: 0 });
    this.#locomotion.push({ ...push, impulse: turned(push.impulse, -this.#state.move.yaw) });
  }

  pull(): void {
    throw new UsageError('reactive locomotion answers pushes, not pulls; reactive-blend does');
  }

  step(dt: number): readonly BalancerEvent[] {
    const state = this.#state;
    const walker = this.#locomotion;
    state.time += dt;
    if (state.fallen) {
      this.#riseAgain(state.fallen);
      return NOTHING;
    }
    if (state.back) {
      state.isOver = this.#handBack.step(this, state.back, this.#stream.state, state.time, dt);
      return NOTHING;
    }
    state.hitAgo += dt;
    state.calmFor = walker.status === 'balanced' ? state.calmFor + dt : 0;
    this.#steer(dt);
    // it walks on faster or slower until it is where the stream is, and changes its pace as people do
    const behind = state.calmFor > BREATH ? this.#lag() : 0;
    const wanted = 1 + within(behind / CATCHING, CATCH_UP);
    state.pace += within(wanted - state.pace, PACE_CHANGE * dt);
    const events: BalancerEvent[] = walker
      .step(dt * state.pace)
      .map((event) => placedEvent(event, state.time, state.move));
    this.#show();
    if (walker.status === 'falling') this.#fall();
    else if (state.calmFor > BREATH && Math.abs(behind) < MET && this.#isSteppingOff()) this.#giveBack();
    else if (state.calmFor > LONGEST_CATCH_UP || state.track.lostFor > LOST) state.isOver = true;
    else if (state.calmFor === 0 && state.hitAgo > LONGEST_RECOVERY) this.#giveUp(events);
    return events;
  }

  /** Hits move a walk, they do not turn it: where it heads is the game's. Counted by the foot that stands. */
  placement(): Placement {
    if (this.#state.back) return this.#state.back.place;
    const foot = lowerFoot(this.#body, this.#ws, this.q);
    const [x, z] = [this.#ws.segmentOrigin[foot], this.#ws.segmentOrigin[foot + 2]];
    forwardKinematics(this.#body, this.#ws, this.#stream.state.q);
    return { yaw: 0, x: x - this.#ws.segmentOrigin[foot], z: z - this.#ws.segmentOrigin[foot + 2] };
  }

  /** It has one only. */
  useDetail(): void {}

  save(): unknown {
    return packed({
      ...this.#state,
      rise: this.#rise,
      q: this.q,
      v: this.v,
      walker: this.#locomotion.save(),
    });
  }

  restore(saved: unknown): void {
    const { q, v, rise, walker, ...state } = unpacked(saved) as GaitState & {
      rise: Transition;
      q: Float64Array;
      v: Float64Array;
      walker: unknown;
    };
    this.#state = state;
    Object.assign(this.#rise, rise);
    this.q.set(q);
    this.v.set(v);
    this.#locomotion.restore(walker);
  }

  /** The stream is shown again, where the walker has led it. */
  #giveBack(): void {
    const state = this.#state;
    state.back = this.#handBack.begin(state.time, this, this.#stream.state, this.placement(), state.floor);
  }

  /** It walks on, but not as the round has it: a gait that no pendulum could walk. */
  #giveUp(events: BalancerEvent[]): void {
    this.#gait.isFit = false;
    this.#state.isOver = true;
    events.push({ kind: 'recovered', time: this.#state.time });
  }

  /** Beyond recovery: the owner takes over. For those who do not, the body is braked and comes back to the stream. */
  #fall(): void {
    const state = this.#state;
    state.fallen = this.placement();
    const to = { q: this.#stream.state.q.slice(), v: this.#stream.state.v };
    movePose(state.fallen, to.q);
    beginTransition(this.#rise, this.#body.skeleton, state.time, this, to);
  }

  #riseAgain(place: Placement): void {
    this.q.set(this.#stream.state.q);
    this.v.set(this.#stream.state.v);
    movePose(place, this.q);
    addTransition(this.#rise, this.#body.skeleton, this.#state.time, this.q, this.v);
    if (this.#rise.at < 0) this.#state.isOver = true;
  }

  /** The stream takes over from a foot that stands, so that it goes on standing, with all of the other's swing to come. */
  #isSteppingOff(): boolean {
    return isSteppingOff(this.#body, this.#ws, this, STANDS, RISES);
  }

  get #gait(): LearnedGait {
    return this.memory.gaits[this.#state.gait];
  }

  get #locomotion(): Locomotion {
    return this.#gait.walker()!.locomotion;
  }

  /** Goes where the game steers: turns about the foot that stands, and is moved by what the game moves it beyond its round. */
  #steer(dt: number): void {
    const state = this.#state;
    const hips = this.#gait.walker()!.way;
    const { turn, x, z } = followStream(state.track, this.#gait, hips, this.#stream.state, dt);
    if (turn !== 0) this.#turn(turn);
    state.move = { ...state.move, x: state.move.x + x, z: state.move.z + z };
  }

  #turn(turn: number): void {
    const foot = lowerFoot(this.#body, this.#ws, this.q);
    const [x, z] = [this.#ws.segmentOrigin[foot], this.#ws.segmentOrigin[foot + 2]];
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    const about = { yaw: turn, x: x - cosine * x - sine * z, z: z - cosine * z + sine * x };
    this.#state.move = thenMove(this.#state.move, about);
  }

  /** [s] by which it is behind the stream in its round. */
  #lag(): number {
    const { phases, period } = this.#gait;
    const { q, v } = this.#locomotion;
    findPhase(this.#own, phases, q, v);
    return ((this.#state.track.phase - this.#own.time + 1.5 * period) % period) - 0.5 * period;
  }

  #show(): void {
    const { q, v } = this.#locomotion;
    const { move } = this.#state;
    this.q.set(q);
    this.v.set(v);
    movePose(move, this.q);
    moveVelocity(move, this.v);
    for (let i = 0; i < this.v.length; i++) this.v[i] *= this.#state.pace;
    // joints that take no part are the stream's own
    for (const joint of this.#held) copyQuat(this.q, quatIndex(joint), this.#stream.state.q, quatIndex(joint));
  }
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Hits while walking and running answered by reactive locomotion [Komura04]: a layer that is given this uses it for gaits. It is
 *  handed over, so that pages which do not want it need not load it.
 *
 * ```ts
 * const layer = new ReactionLayer(body, rig, { gait: gaitReactions });
 * ```
 */
export const gaitReactions: GaitReactions = {
  create: (body, stream, options) => new StreamWalker(body, stream, options),
};
