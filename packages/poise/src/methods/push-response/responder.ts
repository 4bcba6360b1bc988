/** The running method: a character that goes on with its idle, and answers pushes from a library. */

import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { UsageError } from '../../errors.ts';
import type { Push } from '../../gait/push.ts';
import { feetTravelOf } from '../../gait/situation.ts';
import { STANDING_SPEED, STILL_FEET } from '../../gait/standing.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { checkPush } from '../check-input.ts';
import { checkSaved } from '../check-saved.ts';
import { type Entry, entriesFor, recoverableAt } from './entries.ts';
import { type Impact, impactOf, sizeOf } from './impact.ts';
import type { PushResponseOptions } from './options.ts';
import { Playback } from './playback.ts';
import { createSearcher, type Searcher, select } from './select.ts';
import type { Point, Query, Selection } from './selection.ts';
import { kick } from './springs.ts';
import { supportReach } from './support-reach.ts';
import { armGains, chanceOf } from './variety.ts';

/** What was last chosen and why, for whoever wants to look. */
export interface Answer {
  readonly time: number; // [s]
  readonly impact: Impact;
  readonly yaw: number; // [rad] heading: selection speaks of directions in its frame
  readonly selection: Selection;
}

const NOTHING: readonly BalancerEvent[] = [];
const MOST_RECENT = 8;
const FAR_POSE = 0.12; // of poseCost: doubles the time of a blend

export class PushResponder implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  time = 0;
  status: BalancerStatus = 'balanced';
  /** The answer to the last push. */
  answer: Answer | undefined;
  readonly searcher: Searcher | undefined;

  readonly #body: Body;
  readonly #options: PushResponseOptions;
  readonly #playback: Playback;
  readonly #previous: Float64Array;
  readonly #feetMove: boolean; // in the idle: it may be a walk
  #pending: Push[] = [];
  readonly #seed: number;
  #count = 0; // pushes answered
  #recent: number[] = []; // entries, last one first
  #target: Point = [0, 0]; // [N·s] heading frame of the answer: what the response in play was chosen for
  #targetAt = 1; // [N·s] recoverable momentum of its entry where it was entered

  constructor(body: Body, idle: Clip, options: PushResponseOptions, seed = 0) {
    this.#body = body;
    this.#seed = seed;
    this.#options = options;
    this.#feetMove = feetTravelOf(body, idle) > STILL_FEET;
    this.#playback = new Playback(body, idle, options);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(freedomCount(body.skeleton));
    this.#previous = new Float64Array(this.q.length);
    const { figure, stance } = this.#playback;
    if (options.library && options.library.responses.length > 0) {
      const reach = supportReach(body, figure.ws, stance.q, this.#playback.yaw);
      this.searcher = createSearcher(entriesFor(options.library, body), reach, figure.leg);
    }
    this.#playback.write(this.q);
    idleVelocity(this.v, idle);
  }

  /** Which response is in play: entry and place in it [frames]; undefined while standing. */
  get playing(): { readonly entry: Entry; readonly place: number } | undefined {
    const { play } = this.#playback;
    return play?.entry && { entry: play.entry, place: this.#playback.place() };
  }

  /** Momentum still to be taken up [N·s], in the heading frame of the last answer. */
  get carried(): Point {
    const { play } = this.#playback;
    if (!play?.entry) return [0, 0];
    const left = recoverableAt(play.entry, Math.round(this.#playback.place())) / this.#targetAt;
    return [left * this.#target[0], left * this.#target[1]];
  }

  /** Nothing happens any more but the idle, on feet that stand otherwise than it has them. */
  get isHolding(): boolean {
    return this.status === 'balanced' && this.#pending.length === 0 && this.#playback.isHolding();
  }

  push(push: Push): void {
    checkPush(push, this.#body);
    this.#pending.push({ ...push });
  }

  step(dt: number): readonly BalancerEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`a step needs a time from 0 s on, found ${dt}`);
    let events: BalancerEvent[] | undefined;
    if (this.#pending.length > 0) {
      events = [];
      for (const push of this.#pending) this.#take(push, events);
      this.#pending = [];
    }
    const playback = this.#playback;
    this.#previous.set(this.q);
    this.time += dt;
    playback.advance(dt);
    const landed = playback.write(this.q);
    if (dt > 0) difference(this.v, this.#body.skeleton, this.#previous, 0, this.q, 0, dt, playback.scratch);
    if (landed !== undefined) {
      events ??= [];
      const at = playback.ballOf(landed);
      events.push({ kind: 'step', time: this.time, foot: landed === 0 ? 'left' : 'right', position: at });
    }
    if (this.status !== 'balanced' && playback.isStanding()) {
      this.status = 'balanced';
      events ??= [];
      events.push({ kind: 'recovered', time: this.time });
    }
    return events ?? NOTHING;
  }

  #take(push: Push, events: BalancerEvent[]): void {
    const playback = this.#playback;
    const { ws } = playback.figure;
    forwardKinematics(this.#body, ws, this.q);
    const before = playback.yaw;
    const yaw = playback.refreshHeading();
    forwardKinematics(this.#body, ws, this.q);
    const impact = impactOf(push, this.#body, ws, yaw, 0, this.#options.stiffness);
    kick(playback.springs, impact.kick, sizeOf(this.#body));
    events.push({ kind: 'impact', time: this.time, push });
    const selection = this.#select(impact, turned(this.carried, before - yaw));
    this.answer = { time: this.time, impact, yaw, selection };
    this.#play(selection, impact, events);
  }

  #select(impact: Impact, carried: Point): Selection {
    const chance = (entry: number): number => chanceOf(this.#seed, this.#count, entry);
    const query: Query = { ...this.#playback.look(), carried, push: impact.push, recent: this.#recent, chance };
    const speed = this.#playback.idleSpeed();
    if (this.searcher && !(this.#feetMove && speed >= STANDING_SPEED))
      return select(this.searcher, query, this.#options);
    const [x, z] = impact.push;
    return {
      status: 'beyond',
      reason: this.searcher
        ? `the character moves at ${speed.toFixed(1)} m/s, and the responses are of people who stand`
        : 'there is no library of responses',
      carried,
      push: impact.push,
      target: { radius: Math.hypot(x, z), angle: Math.atan2(x, z) },
      chosen: undefined,
      candidates: [],
      rejected: { strategy: 0, direction: 0, weak: 0, strong: 0, contact: 0, stance: 0, ground: 0, crossing: 0 },
    };
  }

  #play(selection: Selection, impact: Impact, events: BalancerEvent[]): void {
    const { chosen, status, reason, target } = selection;
    const playback = this.#playback;
    if (status === 'sway' || !chosen || !this.searcher) {
      const most = status === 'sway' ? 1 : 0.1;
      const v = impact.real.map((p) => Math.max(-0.5, Math.min(0.5, (most * p) / this.#body.totalMass)));
      playback.springs.v[3] += v[0];
      playback.springs.v[5] += v[1];
      if (status === 'beyond') {
        this.status = 'falling';
        events.push({ kind: 'fall', time: this.time, reason });
      } else if (this.status === 'balanced') this.status = 'recovering';
      return;
    }
    const entry = this.searcher.entries[chosen.entry];
    this.#target = [target.radius * Math.sin(target.angle), target.radius * Math.cos(target.angle)];
    this.#targetAt = Math.max(1e-6, recoverableAt(entry, chosen.frame));
    const again = this.#recent.some((id) => this.searcher?.entries[id].response === entry.response);
    const arms = armGains(this.#seed, this.#count++, again);
    this.#recent = [chosen.entry, ...this.#recent.filter((id) => id !== chosen.entry)].slice(0, MOST_RECENT);
    const hard = target.radius > 0.8 * this.searcher.directions.largest;
    const turn = Math.abs(impact.yawRate) > this.#options.turnRate ? impact.yawRate : 0;
    // poses that are far apart take longer to become one another
    const far = 1 + Math.min(1, chosen.poseCost / FAR_POSE);
    playback.start(entry, chosen, arms, far * (hard ? this.#options.hardBlend : this.#options.blend), turn);
    this.status = status === 'beyond' ? 'falling' : status === 'overloaded' ? 'stumbling' : 'recovering';
    if (status === 'found' && chosen.strategy === 'step') this.status = 'stepping';
    events.push({ kind: 'strategy', time: this.time, name: chosen.strategy, reason });
    if (status === 'beyond') events.push({ kind: 'fall', time: this.time, reason });
  }

  save(): unknown {
    return {
      time: this.time,
      status: this.status,
      q: [...this.q],
      v: [...this.v],
      pending: this.#pending.map((push) => ({ ...push })),
      recent: [...this.#recent],
      count: this.#count,
      target: [...this.#target],
      targetAt: this.#targetAt,
      playback: this.#playback.save(),
    };
  }

  restore(saved: unknown): void {
    checkSaved(saved, { keys: SAVED_KEYS, q: ['q'], count: this.q.length });
    const state = saved as SavedResponder;
    this.time = state.time;
    this.status = state.status;
    this.q.set(state.q);
    this.v.set(state.v);
    this.#pending = state.pending.map((push) => ({ ...push }));
    this.#recent = [...state.recent];
    this.#count = state.count;
    this.#target = [state.target[0], state.target[1]];
    this.#targetAt = state.targetAt;
    this.#playback.restore(state.playback, this.searcher?.entries ?? []);
  }
}

const SAVED_KEYS = ['time', 'status', 'v', 'pending', 'recent', 'count', 'target', 'targetAt', 'playback'] as const;

interface SavedResponder {
  readonly time: number;
  readonly status: BalancerStatus;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly pending: readonly Push[];
  readonly recent: readonly number[];
  readonly count: number;
  readonly target: readonly [number, number];
  readonly targetAt: number;
  readonly playback: unknown;
}

/** A vector of the heading frame seen from a frame turned by −angle. */
function turned([x, z]: Point, angle: number): Point {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [cosine * x + sine * z, cosine * z - sine * x];
}

/** Velocity of the first frames. */
function idleVelocity(out: Float64Array, idle: Clip): void {
  if (durationOf(idle) === 0) return;
  const nq = coordinateCount(idle.skeleton);
  difference(out, idle.skeleton, idle.q, 0, idle.q, nq, idle.frameTime);
}
