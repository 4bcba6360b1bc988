/**
 * The one running reaction: a character on the reaction body, who goes on with a source until it is pushed and again when it has
 * recovered. A method adds tactics: what posture answers a push. Clips and streams of poses are sources alike.
 */
import type { Body } from '../body/body.ts';
import { stepTime } from '../control/begin-state.ts';
import { bodyStateSize, endlessInBody, resetBody, restoreBody, saveBody } from '../control/body-state.ts';
import { FootAnswer, type PlanGait } from '../control/gait/foot-answer.ts';
import type { GaitPlanner } from '../control/gait/gait-planner.ts';
import type { Ground } from '../control/ground.ts';
import type { ReactionParameters } from '../control/parameters.ts';
import type { Plan, Planner } from '../control/plan.ts';
import { ReactionBody } from '../control/reaction-body.ts';
import type { Source } from '../control/source.ts';
import type { StandingPlannerOptions } from '../control/standing/options.ts';
import type { StandingPlanner } from '../control/standing/planner.ts';
import { UsageError } from '../errors.ts';
import { checkPush, PUSH_DURATION, type Push } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';
import { difference } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { isAtSource } from './at-source.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from './balancer.ts';
import { checkedSave, finite, infinite } from './saved-character.ts';

/** What a method knows of answering pushes, beyond standing on one's feet. */
export interface Tactics {
  /** Whose tactics they are. */
  attach?(character: ReactingCharacter): void;
  /** A push arrives. What is said of it, if anything, becomes a 'strategy' event. */
  answer(push: Push, character: ReactingCharacter): { readonly name: string; readonly reason: string } | undefined;
  /** Adds to the plan of a tick of h [s], after the planner. What is said becomes a 'strategy' event. */
  plan?(
    plan: Plan,
    character: ReactingCharacter,
    h: number,
  ): { readonly name: string; readonly reason: string } | undefined;
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
  readonly gait: PlanGait; // how hits in a walk or run are answered; without it, as of somebody who stands
  readonly parameters: Partial<ReactionParameters>;
}

/** How hits on somebody who stood, and walks off, are answered. */
export type WalkingOff = Partial<Pick<CharacterOptions, 'gait'>>;

/** Ticks of the body: about 120 a second, a whole number per step. */
const TICKS_PER_SECOND = 120;
/** A step may be this share of a tick longer than a whole number of ticks. */
const TICK_SLACK = 0.25;
const LONGEST_STEP = 0.25; // [s] of one call that is simulated; the rest is skipped: a page that was hidden

const NOTHING: readonly BalancerEvent[] = [];

export class ReactingCharacter implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  time = 0;
  status: BalancerStatus = 'balanced';
  readonly body: Body;
  readonly reaction: ReactionBody;
  readonly planner: StandingPlanner;
  readonly gait: GaitPlanner | undefined;
  readonly tactics: Tactics;
  readonly #plan: Planner;
  readonly #answer: FootAnswer;
  readonly #before: Float64Array;
  readonly #apart: Float64Array;
  readonly #turn = new Float64Array(4);
  #pending: Push[] = [];
  #said: ReturnType<NonNullable<Tactics['plan']>>;
  #active = false;
  #recovered = false; // since the last push
  #falling = 0; // [s] since balance was lost
  #sourceTime: number;

  constructor(source: Source, tactics: Tactics, options: Partial<CharacterOptions> = {}, start = 0) {
    const { ground, planner, gait, parameters = {} } = options;
    this.body = source.body;
    this.reaction = new ReactionBody(source, { parameters, ...(ground && { ground }) });
    this.#answer = new FootAnswer(source, planner, gait);
    this.planner = this.#answer.standing;
    this.gait = this.#answer.gait;
    this.tactics = tactics;
    this.#sourceTime = start;
    this.#plan = {
      update: (plan, body, h) => {
        this.#answer.planner.update(plan, body, h);
        this.#said = tactics.plan?.(plan, this, h);
      },
      posture: (q, t) => tactics.posture(q, t),
    };
    this.q = new Float64Array(coordinateCount(this.body.skeleton));
    this.v = new Float64Array(freedomCount(this.body.skeleton));
    this.#before = new Float64Array(this.q.length);
    this.#apart = new Float64Array(this.v.length);
    this.reaction.begin(start, 1 / TICKS_PER_SECOND);
    this.q.set(this.reaction.q);
    this.v.set(this.reaction.v);
    tactics.attach?.(this);
  }

  /** Starts anew at t [s] of the source, where that stands. `time` goes on: it is the clock of whoever steps the character. */
  begin(t: number): void {
    const { reaction } = this;
    this.status = 'balanced';
    this.#active = false;
    this.#recovered = false;
    this.#falling = 0;
    this.#sourceTime = t;
    this.#pending.length = 0;
    resetBody(reaction);
    this.#answer.reset();
    reaction.begin(t, 1 / TICKS_PER_SECOND);
    this.tactics.reset();
    this.q.set(reaction.q);
    this.v.set(reaction.v);
  }

  /** Whether the source takes steps, and hits are answered as a walker's. */
  get isWalking(): boolean {
    return this.#answer.walks;
  }

  /** Whether the body is at work; otherwise the source is shown as it is. */
  get isReacting(): boolean {
    return this.#active;
  }

  /** Whether a push waits for the next step. */
  get isStruck(): boolean {
    return this.#pending.length > 0;
  }

  push(push: Push): void {
    checkPush(push, this.body);
    this.#pending.push({ ...push });
  }

  /** A body that nothing has happened to yet is in another pose than its source when the next push comes: it leans against what it expects. */
  startFrom(q: Float64Array, v: Float64Array): void {
    if (this.#active) throw new UsageError('startFrom: the character reacts');
    this.q.set(q);
    this.v.set(v);
  }

  /** A steady pull [N] at a point of a segment, until it is replaced by another or by undefined. */
  pull(force: Vec3 | undefined, segment = 0, pointInSegment?: Vec3): void {
    const { pull } = this.reaction.hits;
    if (force) checkPush({ impulse: force, segment, ...(pointInSegment && { pointInSegment }) }, this.body);
    else if (!pull.active) return;
    pull.set(force ?? [0, 0, 0], segment, pointInSegment ?? this.#middleOf(segment));
    if (this.status === 'balanced') this.status = 'recovering';
  }

  step(seconds: number): readonly BalancerEvent[] {
    const dt = stepTime(seconds, Infinity);
    if (dt === 0) return NOTHING;
    const events: BalancerEvent[] | undefined = this.#pending.length > 0 || this.#active ? [] : undefined;
    // what begins now begins where the ground was before this step
    this.reaction.reference.lead = dt;
    if (events) for (const push of this.#pending) this.#take(push, events);
    if (this.reaction.hits.pull.active) this.#wake();
    this.#pending.length = 0;
    this.#before.set(this.q);
    this.time += dt;
    if (this.#active) this.#react(Math.min(dt, LONGEST_STEP), events ?? []);
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

  #wake(): void {
    const { reaction } = this;
    if (this.#active) return;
    reaction.begin(this.#sourceTime, reaction.reference.lastTick);
    reaction.q.set(this.q);
    reaction.v.set(this.v);
    this.#answer.begin(this.#sourceTime, reaction);
    this.tactics.reset();
    this.#active = true;
  }

  /** From now on the source is shown as it is: feet stand where its feet do. */
  #sleep(): void {
    this.#active = false;
    for (const foot of this.reaction.feet) if (foot.stands) foot.reset();
  }

  #middleOf(segment: number): ArrayLike<number> {
    return this.body.comInSegment.subarray(3 * segment, 3 * segment + 3);
  }

  #take(push: Push, events: BalancerEvent[]): void {
    const { reaction } = this;
    this.#wake();
    const { impulse, segment, pointInSegment, duration = PUSH_DURATION } = push;
    const point = pointInSegment ?? this.#middleOf(segment);
    events.push({ kind: 'impact', time: this.time, push });
    const said = this.tactics.answer(push, this);
    reaction.hits.add(impulse, segment, point, duration);
    reaction.sinceHit = 0;
    this.#answer.push();
    this.#recovered = false;
    if (said) events.push({ kind: 'strategy', time: this.time, ...said });
    if (this.status === 'balanced') this.status = 'recovering';
  }

  #react(dt: number, events: BalancerEvent[]): void {
    const { reaction } = this;
    const ticks = Math.max(1, Math.ceil(dt * TICKS_PER_SECOND - TICK_SLACK));
    const h = dt / ticks;
    for (let k = 0; k < ticks; k++) {
      reaction.reference.lead = (ticks - 1 - k) * h;
      this.#answer.choose(reaction, h);
      const { planner } = this.#answer;
      reaction.tick(h, this.#plan);
      planner.absorb(reaction);
      const time = this.time - (ticks - 1 - k) * h;
      if (this.#said) events.push({ kind: 'strategy', time, ...this.#said });
      for (const { kind, foot } of planner.events) {
        if (kind !== 'land' || reaction.plan.falling) continue;
        const [x, y, z] = reaction.feet[foot].ball;
        events.push({ kind: 'step', time, foot: foot === 0 ? 'left' : 'right', position: [x, y, z] });
      }
      this.#noteFall(h, time, events);
    }
    this.#sourceTime = reaction.reference.time;
    this.q.set(reaction.q);
    difference(this.v, this.body.skeleton, this.#before, 0, this.q, 0, dt, this.#turn);
    this.#noteStatus(events);
  }

  /** `time`: the end of the tick. */
  #noteFall(h: number, time: number, events: BalancerEvent[]): void {
    if (!this.reaction.plan.falling) return;
    if (this.#falling === 0) events.push({ kind: 'fall', time, reason: this.#answer.planner.reason });
    this.#falling += h;
  }

  #noteStatus(events: BalancerEvent[]): void {
    const { tactics } = this;
    const answer = this.#answer;
    if (this.reaction.plan.falling) {
      this.status = 'falling';
      return;
    }
    const isPulled = this.reaction.hits.pull.active;
    const isCalm = answer.planner.isSettled && !tactics.isActive && !isPulled;
    // a walker who has recovered may take steps back to its line for a while
    const returns = this.#recovered && answer.walks && !isPulled;
    if (!returns && answer.isStepping) this.status = 'stepping';
    else if (!returns && !isCalm) this.status = 'recovering';
    else {
      if (this.status !== 'balanced') events.push({ kind: 'recovered', time: this.time });
      this.#recovered = true;
      this.status = 'balanced';
      if (isCalm && isAtSource(this.reaction, this.#apart, this.#turn)) this.#sleep();
    }
  }

  save(): unknown {
    const numbers = new Float64Array(bodyStateSize(this.reaction));
    saveBody(numbers, this.reaction);
    const plan = new Float64Array(this.#answer.stateSize);
    this.#answer.save(plan, this.reaction.reference.time);
    return {
      time: this.time,
      status: this.status,
      active: this.#active,
      ...(this.#recovered && { recovered: true }),
      falling: this.#falling,
      sourceTime: this.#sourceTime,
      pending: this.#pending.map((push) => ({ ...push })),
      body: Array.from(numbers, finite),
      plan: Array.from(plan, finite),
      tactics: this.tactics.save(),
      ...(this.reaction.hits.pull.active && { pull: this.reaction.hits.pull.save() }),
    };
  }

  restore(saved: unknown): void {
    const state = checkedSave(saved, this.body, {
      body: { size: bodyStateSize(this.reaction), endless: endlessInBody(this.reaction) },
      plan: { size: this.#answer.stateSize, endless: this.#answer.endless },
    });
    this.time = state.time;
    this.status = state.status;
    this.#active = state.active;
    this.#recovered = state.recovered === true;
    this.#falling = state.falling;
    this.#sourceTime = state.sourceTime;
    this.#pending = state.pending.map((push) => ({ ...push }));
    restoreBody(this.reaction, Float64Array.from(state.body, infinite));
    if (state.pull) this.reaction.hits.pull.restore(state.pull);
    this.#answer.restore(Float64Array.from(state.plan, infinite), this.reaction.reference);
    this.tactics.restore(state.tactics);
    if (!this.#active) this.reaction.reference.begin(this.#sourceTime, this.reaction.reference.lastTick);
    this.q.set(this.#active ? this.reaction.q : this.reaction.reference.next);
    this.v.set(this.#active ? this.reaction.v : this.reaction.reference.v);
  }
}
