/**
 * The one running reaction: a character on the reaction body, who goes on with a source until it is pushed and again when it has
 * recovered. A method adds tactics: what posture answers a push. Clips and streams of poses are sources alike.
 */
import type { Body } from '../body/body.ts';
import { bodyStateSize, resetBody, restoreBody, saveBody } from '../control/body-state.ts';
import type { Ground } from '../control/ground.ts';
import type { ReactionParameters } from '../control/parameters.ts';
import type { Planner } from '../control/plan.ts';
import { ReactionBody } from '../control/reaction-body.ts';
import type { Source } from '../control/source.ts';
import type { StandingPlannerOptions } from '../control/standing/options.ts';
import { StandingPlanner } from '../control/standing/planner.ts';
import { STANDING_STATE } from '../control/standing/planner-state.ts';
import { UsageError } from '../errors.ts';
import { PUSH_DURATION, type Push } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';
import { difference } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from './balancer.ts';
import { checkPush } from './check-input.ts';
import { isRecord, noSave } from './check-saved.ts';

/** What a method knows of answering pushes, beyond standing on one's feet. */
export interface Tactics {
  /** A push arrives. What is said of it, if anything, becomes a 'strategy' event. */
  answer(push: Push, character: ReactingCharacter): { readonly name: string; readonly reason: string } | undefined;
  /** Changes the source's pose `t` seconds on; false: nothing is changed (any more). */
  posture(q: Float64Array, t: number): boolean;
  readonly isActive: boolean;
  reset(): void;
  save(): unknown;
  restore(saved: unknown): void;
}

export interface CharacterOptions {
  readonly ground: Ground | undefined; // undefined: the source's own floor
  readonly planner: Partial<StandingPlannerOptions>;
  readonly parameters: Partial<ReactionParameters>;
}

/** Ticks of the body: about 120 a second, a whole number per step. */
const TICKS_PER_SECOND = 120;
/** A step may be this share of a tick longer than a whole number of ticks. */
const TICK_SLACK = 0.25;
const LONGEST_STEP = 0.25; // [s] of one call that is simulated; the rest is skipped: a page that was hidden
/** Nearer to the source than this, in rotations [rad] and metres, the source itself is shown. */
const SAME = 1e-3;
const SAME_RATE = 0.02;

const NOTHING: readonly BalancerEvent[] = [];

export class ReactingCharacter implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  time = 0;
  status: BalancerStatus = 'balanced';
  readonly body: Body;
  readonly reaction: ReactionBody;
  readonly planner: StandingPlanner;
  readonly tactics: Tactics;
  readonly #plan: Planner;
  readonly #before: Float64Array;
  readonly #apart: Float64Array;
  readonly #turn = new Float64Array(4);
  #pending: Push[] = [];
  #active = false;
  #falling = 0; // [s] since balance was lost
  #sourceTime: number;

  constructor(source: Source, tactics: Tactics, options: Partial<CharacterOptions> = {}, start = 0) {
    const { ground, planner, parameters = {} } = options;
    this.body = source.body;
    this.reaction = new ReactionBody(source, { parameters, ...(ground && { ground }) });
    this.planner = new StandingPlanner(source.body, planner);
    this.tactics = tactics;
    this.#sourceTime = start;
    this.#plan = {
      update: (plan, body, h) => this.planner.update(plan, body, h),
      posture: (q, t) => tactics.posture(q, t),
    };
    this.q = new Float64Array(coordinateCount(this.body.skeleton));
    this.v = new Float64Array(freedomCount(this.body.skeleton));
    this.#before = new Float64Array(this.q.length);
    this.#apart = new Float64Array(this.v.length);
    this.reaction.begin(start, 1 / TICKS_PER_SECOND);
    this.q.set(this.reaction.q);
    this.v.set(this.reaction.v);
  }

  /** Starts anew at t [s] of the source, where that stands. */
  begin(t: number): void {
    const { reaction } = this;
    this.status = 'balanced';
    this.#active = false;
    this.#falling = 0;
    this.#sourceTime = t;
    this.#pending.length = 0;
    resetBody(reaction);
    this.planner.reset();
    reaction.begin(t, 1 / TICKS_PER_SECOND);
    this.tactics.reset();
    this.q.set(reaction.q);
    this.v.set(reaction.v);
  }

  /** Whether the body is at work; otherwise the source is shown as it is. */
  get isReacting(): boolean {
    return this.#active;
  }

  push(push: Push): void {
    checkPush(push, this.body);
    this.#pending.push({ ...push });
  }

  step(dt: number): readonly BalancerEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`a step needs a time from 0 s on, found ${dt}`);
    if (dt === 0) return NOTHING;
    const events: BalancerEvent[] | undefined = this.#pending.length > 0 || this.#active ? [] : undefined;
    // what begins now begins where the ground was before this step
    this.reaction.reference.lead = dt;
    if (events) for (const push of this.#pending) this.#take(push, events);
    this.#pending.length = 0;
    this.#before.set(this.q);
    this.time += dt;
    if (this.#active) this.#react(Math.min(dt, LONGEST_STEP), events as BalancerEvent[]);
    else this.#follow(dt);
    return events && events.length > 0 ? events : NOTHING;
  }

  /** The source goes on by itself. */
  #follow(dt: number): void {
    const { reaction } = this;
    this.#sourceTime += dt;
    reaction.reference.lead = 0;
    reaction.reference.follow(this.#sourceTime, dt);
    this.q.set(reaction.reference.next);
    this.v.set(reaction.reference.v);
  }

  #take(push: Push, events: BalancerEvent[]): void {
    const { reaction, planner, body } = this;
    if (!this.#active) {
      reaction.begin(this.#sourceTime, reaction.reference.lastTick);
      reaction.q.set(this.q);
      reaction.v.set(this.v);
      planner.reset();
      this.tactics.reset();
      this.#active = true;
    }
    const { impulse, segment, pointInSegment, duration = PUSH_DURATION } = push;
    const own = 3 * segment;
    const point = pointInSegment ?? body.comInSegment.subarray(own, own + 3);
    events.push({ kind: 'impact', time: this.time, push });
    const said = this.tactics.answer(push, this);
    reaction.hits.add(impulse, segment, point, duration);
    reaction.sinceHit = 0;
    planner.sincePush = 0;
    if (said) events.push({ kind: 'strategy', time: this.time, ...said });
    if (this.status === 'balanced') this.status = 'recovering';
  }

  #react(dt: number, events: BalancerEvent[]): void {
    const { reaction, planner } = this;
    const ticks = Math.max(1, Math.ceil(dt * TICKS_PER_SECOND - TICK_SLACK));
    const h = dt / ticks;
    for (let k = 0; k < ticks; k++) {
      reaction.reference.lead = (ticks - 1 - k) * h;
      reaction.tick(h, this.#plan);
      planner.absorb(reaction);
      for (const { kind, foot } of planner.events) {
        if (kind !== 'land') continue;
        const [x, y, z] = reaction.feet[foot].ball;
        const position: Vec3 = [x, y, z];
        events.push({
          kind: 'step',
          time: this.time - (ticks - 1 - k) * h,
          foot: foot === 0 ? 'left' : 'right',
          position,
        });
      }
      this.#noteFall(h, events);
    }
    this.#sourceTime = reaction.reference.time;
    this.q.set(reaction.q);
    difference(this.v, this.body.skeleton, this.#before, 0, this.q, 0, dt, this.#turn);
    this.#noteStatus(events);
  }

  #noteFall(h: number, events: BalancerEvent[]): void {
    if (this.planner.mode !== 'fall') return;
    if (this.#falling === 0) events.push({ kind: 'fall', time: this.time, reason: this.planner.reason });
    this.#falling += h;
  }

  #noteStatus(events: BalancerEvent[]): void {
    const { planner, tactics } = this;
    if (planner.mode === 'fall') {
      this.status = 'falling';
      return;
    }
    const steps = planner.mode === 'shift' || planner.mode === 'swing' || planner.mode === 'stay';
    if (steps) this.status = 'stepping';
    else if (!planner.isSettled || tactics.isActive) this.status = 'recovering';
    else {
      if (this.status !== 'balanced') events.push({ kind: 'recovered', time: this.time });
      this.status = 'balanced';
      if (this.#isAtSource()) this.#active = false;
    }
  }

  /** The body is where the source is, as far as anybody sees. */
  #isAtSource(): boolean {
    const { reaction } = this;
    const { reference, feet } = reaction;
    for (const { place, heel, leftHeight } of feet) {
      if (Math.hypot(place[0], place[1], place[2]) > SAME || heel > SAME || Math.abs(leftHeight) > SAME) return false;
    }
    difference(this.#apart, this.body.skeleton, reference.next, 0, reaction.q, 0, 1, this.#turn);
    for (let i = 0; i < this.#apart.length; i++) {
      if (Math.abs(this.#apart[i]) > SAME) return false;
      if (Math.abs(reaction.v[i] - reference.v[i]) > SAME_RATE) return false;
    }
    return true;
  }

  save(): unknown {
    const numbers = new Float64Array(bodyStateSize(this.reaction));
    saveBody(numbers, this.reaction);
    const plan = new Float64Array(STANDING_STATE);
    this.planner.save(plan);
    return {
      time: this.time,
      status: this.status,
      active: this.#active,
      falling: this.#falling,
      sourceTime: this.#sourceTime,
      pending: this.#pending.map((push) => ({ ...push })),
      body: Array.from(numbers, finite),
      plan: Array.from(plan, finite),
      tactics: this.tactics.save(),
    };
  }

  restore(saved: unknown): void {
    const state = this.#checked(saved);
    this.time = state.time;
    this.status = state.status;
    this.#active = state.active;
    this.#falling = state.falling;
    this.#sourceTime = state.sourceTime;
    this.#pending = state.pending.map((push) => ({ ...push }));
    restoreBody(this.reaction, Float64Array.from(state.body, infinite));
    this.planner.restore(Float64Array.from(state.plan, infinite));
    this.tactics.restore(state.tactics);
    if (!this.#active) this.reaction.reference.begin(this.#sourceTime, this.reaction.reference.lastTick);
    this.q.set(this.#active ? this.reaction.q : this.reaction.reference.next);
    this.v.set(this.#active ? this.reaction.v : this.reaction.reference.v);
  }

  #checked(saved: unknown): SavedCharacter {
    if (!isRecord(saved) || !KEYS.every((key) => key in saved)) throw noSave(saved);
    const { body, plan, pending, status, ...times } = saved as unknown as SavedCharacter;
    for (const [name, found, expected] of [
      ['body', body, bodyStateSize(this.reaction)],
      ['plan', plan, STANDING_STATE],
    ] as const) {
      if (!Array.isArray(found)) throw noSave(saved);
      if (found.length !== expected) {
        throw new UsageError(
          `a save of another character: expected ${expected} numbers in "${name}", found ${found.length}`,
        );
      }
      if (!found.every((value) => typeof value === 'number' && Number.isFinite(value))) throw noSave(saved);
    }
    const numbers = [times.time, times.falling, times.sourceTime];
    if (!numbers.every(Number.isFinite) || !STATUSES.includes(status) || !Array.isArray(pending)) throw noSave(saved);
    for (const push of pending) checkPush(push, this.body);
    return saved as unknown as SavedCharacter;
  }
}

const STATUSES: readonly BalancerStatus[] = ['balanced', 'recovering', 'stepping', 'stumbling', 'falling'];
const KEYS = ['time', 'status', 'active', 'falling', 'sourceTime', 'pending', 'body', 'plan', 'tactics'] as const;

interface SavedCharacter {
  readonly time: number;
  readonly status: BalancerStatus;
  readonly active: boolean;
  readonly falling: number;
  readonly sourceTime: number;
  readonly pending: readonly Push[];
  readonly body: readonly number[];
  readonly plan: readonly number[];
  readonly tactics: unknown;
}

/** JSON knows no Infinity: the largest number stands for it. */
const finite = (value: number): number => (value === Infinity ? Number.MAX_VALUE : value);
const infinite = (value: number): number => (value === Number.MAX_VALUE ? Infinity : value);
