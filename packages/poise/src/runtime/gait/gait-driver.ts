/**
 * Hits while walking or running, on the stream of poses: a walker on the reaction body plays the round that is known, at the place and
 * phase of the stream. When it has recovered it catches up with the stream's phase; the stream then goes on where the steps have led.
 */

import type { Body } from '../../body/body.ts';
import type { Ground } from '../../control/ground.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { moveBetween, movePlace, movePose, moveVelocity, type Placement, thenMove } from '../../gait/placement.ts';
import type { Push } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';
import type { BalancerEvent, BalancerStatus } from '../../methods/balancer.ts';
import { noSave } from '../../methods/check-saved.ts';
import type { ReactingCharacter } from '../../methods/reacting-character.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import { checkShape } from '../../methods/save-shape.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import type { GaitDriver, Surroundings } from '../driver.ts';
import { followStream, startTrack } from './follow-stream.ts';
import { GaitMemory } from './gait-memory.ts';
import { GAIT_STATE_SHAPE, type GaitState, restingState } from './gait-state.ts';
import type { LearnedGait } from './learned-gait.ts';
import { isSteppingOff, lowerFoot, moveOfFoot } from './lower-foot.ts';
import { packed, unpacked } from './pack.ts';
import { findPhase, type Phase } from './phase.ts';
import { placedEvent, turned } from './placed-event.ts';
import { Rising } from './rising.ts';

const CATCH_UP = 0.2; // faster or slower, to meet the stream's phase, at most
const CATCHING = 0.25; // [s] in which it would be met from near
const PACE_CHANGE = 0.6; // [1/s] at which the pace changes
const MET = 0.002; // [s] phases this near are one
const STANDS = 0.4; // [m/s] of a foot that does, at most
const RISES = 0.3; // [m/s] of the other foot then, at least
const LOST = 0.35; // [s] that the stream may show something else
const BREATH = 0.1; // [s] of calm before it catches up
const LONGEST_RETURN = 4; // [s] since it recovered, to its line
const LONGEST_CATCH_UP = 8; // [s] since it recovered
const LONGEST_RECOVERY = 8; // [s] since the last hit
const NOTHING: readonly BalancerEvent[] = [];

class StreamWalker implements GaitDriver {
  readonly id = 'reactive-locomotion';
  readonly isHolding = false;
  readonly isMoving = true;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly memory: GaitMemory;
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #surroundings: Surroundings;
  readonly #ws: Workspace;
  readonly #rising: Rising; // after a fall
  readonly #before: Float64Array; // pose of the source in the picture before
  readonly #rate: Float64Array; // its velocity since
  readonly #turned = new Float64Array(4);
  readonly #own: Phase = { time: 0, cost: 0 }; // of the walker
  #state: GaitState = restingState();

  constructor(body: Body, stream: StreamPrimary, hands: 'free' | 'tied', surroundings: Surroundings) {
    this.#body = body;
    this.#stream = stream;
    this.#surroundings = surroundings;
    this.memory = new GaitMemory(body, stream, {
      hands,
      parameters: surroundings.parameters,
      ground: () => (surroundings.isUneven ? this.#ground : undefined),
    });
    this.#ws = createWorkspace(body);
    this.q = stream.state.q.slice();
    this.v = stream.state.v.slice();
    this.#before = this.q.slice();
    this.#rate = this.v.slice();
    this.#rising = new Rising(body, this.v.length);
  }

  get status(): BalancerStatus {
    return this.#state.isOver ? 'balanced' : this.#walker.status;
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

  begin(time: number): void {
    const gait = this.memory.find();
    const walker = gait?.walker();
    if (!gait || !walker) throw new UsageError('no gait is known that the character is in');
    const phase = this.memory.phase.time;
    const { character } = walker;
    const { q } = this.#stream.state;
    this.#rising.reset();
    character.begin(gait.period + phase); // of three rounds the middle one
    this.#state = {
      ...restingState(),
      gait: this.memory.gaits.indexOf(gait),
      time,
      move: moveBetween(character.q, q),
      lift: q[1] - character.q[1],
      track: startTrack(gait, phase, this.#stream.state),
      isOver: false,
    };
    this.#show();
  }

  push(push: Push): void {
    Object.assign(this.#state, { isOver: false, calmFor: 0, hitAgo: 0 });
    this.#walker.push({ ...push, impulse: turned(push.impulse, -this.#state.move.yaw) });
  }

  pull(force: Vec3 | undefined, segment: number, point?: Vec3): void {
    const state = this.#state;
    Object.assign(state, { isOver: false, calmFor: 0, hitAgo: 0 });
    state.pull = force && { force, segment, point };
    this.#walker.pull(force && turned(force, -state.move.yaw), segment, point);
  }

  step(dt: number): readonly BalancerEvent[] {
    const state = this.#state;
    const walker = this.#walker;
    state.time += dt;
    if (this.#rising.isRising) {
      state.isOver = this.#rising.show(this, this.#stream.state, state.time);
      return NOTHING;
    }
    state.hitAgo = state.pull ? 0 : state.hitAgo + dt;
    state.calmFor = walker.status === 'balanced' ? state.calmFor + dt : 0;
    if (walker.status !== 'falling') this.#steer(dt);
    // it walks on faster or slower until it is where the stream is, and changes its pace as people do
    const back = state.calmFor > BREATH && (!walker.isReacting || state.calmFor > LONGEST_RETURN);
    const wanted = 1 + within(state.behind / CATCHING, CATCH_UP);
    state.pace += within(wanted - state.pace, PACE_CHANGE * dt);
    this.#before.set(walker.reaction.reference.next);
    const events: BalancerEvent[] = walker
      .step(dt * state.pace)
      .map((event) => placedEvent(event, state.time, state.move));
    state.behind = state.calmFor > BREATH ? this.#lag(dt) : 0;
    this.#show();
    if (walker.status === 'falling')
      this.#rising.fall(this, this.#stream.state, state.time, dt, () => this.placement());
    else if (back && Math.abs(state.behind) < MET && this.#isSteppingOff()) state.isOver = true;
    else if (state.calmFor > LONGEST_CATCH_UP || state.track.lostFor > LOST) state.isOver = true;
    else if (state.calmFor === 0 && state.hitAgo > LONGEST_RECOVERY) this.#giveUp(events);
    return events;
  }

  /** Where it heads is the game's. */
  placement(): Placement {
    return moveOfFoot(this.#body, this.#ws, this.#stream.state.q, this.q);
  }

  save(): unknown {
    return packed({ ...this.#state, rising: this.#rising.save(), walker: this.#walker.save() });
  }

  restore(saved: unknown): void {
    type Saved = GaitState & { readonly rising: Parameters<Rising['restore']>[0]; readonly walker: unknown };
    const { rising, walker, ...state } = unpacked(saved) as Saved;
    checkShape(state, GAIT_STATE_SHAPE, 'gait');
    if (state.gait >= this.memory.gaits.length) throw noSave(saved);
    this.#state = { ...restingState(), ...state };
    this.#rising.restore(rising);
    this.#walker.restore(walker);
    if (this.#rising.isRising) this.#rising.show(this, this.#stream.state, state.time);
    else this.#show();
  }

  /** It walks on, but not as the round has it. */
  #giveUp(events: BalancerEvent[]): void {
    this.memory.giveUp(this.#gait);
    this.#state.isOver = true;
    events.push({ kind: 'recovered', time: this.#state.time });
  }

  /** The stream takes over from a foot that stands, so that it goes on standing, with all of the other's swing to come. */
  #isSteppingOff(): boolean {
    return isSteppingOff(this.#body, this.#ws, this, STANDS, RISES);
  }

  get #gait(): LearnedGait {
    return this.memory.gaits[this.#state.gait];
  }

  get #walker(): ReactingCharacter {
    return this.#gait.walker()!.character;
  }

  /** The ground of the scene in the walker's world. */
  readonly #ground: Ground = (x, z) => {
    const { move, lift } = this.#state;
    const [worldX, worldZ] = movePlace(move, x, z);
    const { height, normal } = this.#surroundings.below(worldX, worldZ);
    return { height: height - lift, normal: turned(normal, -move.yaw) };
  };

  /** Goes where the game steers: turns about the foot that stands, and is moved by what the game moves it beyond its round. */
  #steer(dt: number): void {
    const state = this.#state;
    const hips = this.#gait.walker()!.way;
    const { turn, x, z } = followStream(state.track, this.#gait, hips, this.#stream.state, dt);
    if (turn !== 0) this.#turn(turn);
    state.move = { ...state.move, x: state.move.x + x, z: state.move.z + z };
  }

  #turn(turn: number): void {
    const state = this.#state;
    const foot = lowerFoot(this.#body, this.#ws, this.q);
    const [x, z] = [this.#ws.segmentOrigin[foot], this.#ws.segmentOrigin[foot + 2]];
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    const about = { yaw: turn, x: x - cosine * x - sine * z, z: z - cosine * z + sine * x };
    state.move = thenMove(state.move, about);
    if (state.pull) this.#walker.pull(turned(state.pull.force, -state.move.yaw), state.pull.segment, state.pull.point);
  }

  /** [s] by which its source is behind the stream in its round. Velocities are told as the stream's are: from the picture before. */
  #lag(dt: number): number {
    const { phases, period } = this.#gait;
    const { next } = this.#walker.reaction.reference;
    if (dt > 0) difference(this.#rate, this.#body.skeleton, this.#before, 0, next, 0, dt, this.#turned);
    findPhase(this.#own, phases, next, this.#rate);
    return ((this.#state.track.phase - this.#own.time + 1.5 * period) % period) - 0.5 * period;
  }

  #show(): void {
    const { q, v } = this.#walker;
    const { move, lift, pace } = this.#state;
    this.q.set(q);
    this.v.set(v);
    movePose(move, this.q);
    this.q[1] += lift;
    moveVelocity(move, this.v);
    for (let i = 0; i < this.v.length; i++) this.v[i] *= pace;
  }
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

export const createGaitDriver = (
  body: Body,
  stream: StreamPrimary,
  hands: 'free' | 'tied',
  surroundings: Surroundings,
): GaitDriver => new StreamWalker(body, stream, hands, surroundings);
