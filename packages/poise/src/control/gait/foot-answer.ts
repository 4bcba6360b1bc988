/**
 * Chooses how feet answer a push: a character that takes steps is answered as a walker, one that stands as one who stands. Nothing changes
 * over in the middle of a step.
 */
import type { ReactionBody } from '../reaction-body.ts';
import type { Reference } from '../reference.ts';
import type { Source } from '../source.ts';
import type { StandingPlannerOptions } from '../standing/options.ts';
import { StandingPlanner } from '../standing/planner.ts';
import { STANDING_STATE } from '../standing/planner-state.ts';
import type { GaitPlanner } from './gait-planner.ts';
import { GAIT_STATE } from './gait-state.ts';

/** [s] in which a source that waits comes to rest … */
const STOPS_IN = 0.15;
/** … and goes on again. */
const STARTS_IN = 0.4;

/** Makes the planner of gaits; those who only stand need none. */
export type PlanGait = (source: Source) => GaitPlanner;

export class FootAnswer {
  readonly standing: StandingPlanner;
  readonly gait: GaitPlanner | undefined;
  /** Whether the source takes steps, and the planner of gaits is at work. */
  walks = false;

  constructor(source: Source, standing: Partial<StandingPlannerOptions> | undefined, gait: PlanGait | undefined) {
    this.standing = new StandingPlanner(source.body, standing);
    this.gait = gait?.(source);
  }

  get planner(): StandingPlanner | GaitPlanner {
    return this.walks && this.gait ? this.gait : this.standing;
  }

  /** Numbers of the planners in a save, and which of them is at work. */
  get stateSize(): number {
    return STANDING_STATE + (this.gait ? GAIT_STATE : 0) + 1;
  }

  /** Forgets everything. */
  reset(): void {
    this.standing.reset();
    this.walks = false;
  }

  /** Begins where the source is, at t [s]. */
  begin(t: number, { reference: { v } }: ReactionBody): void {
    this.standing.reset();
    this.gait?.reset(t);
    this.walks = this.#isStepping(t, v);
  }

  /** A push begins. */
  push(): void {
    this.standing.sincePush = 0;
    if (!this.gait) return;
    this.gait.sincePush = 0;
    this.gait.stepsTaken = 0;
  }

  /** A step is under way that the source does not take. */
  get isStepping(): boolean {
    const { gait, walks } = this;
    return walks && gait ? gait.output.reacts && !gait.isSettled : this.standing.mode !== 'stand';
  }

  #isStepping(t: number, v: Float64Array): boolean {
    const { gait } = this;
    if (!gait) return false;
    // whoever takes steps has stopped once they stand for long: slow moments of theirs do not count
    return gait.isStepping(t, this.walks && !gait.keepsTime ? Number.POSITIVE_INFINITY : Math.hypot(v[0], v[2]));
  }

  /** Somebody who stands is not calm yet: pushed, or out of balance. */
  get #recovers(): boolean {
    return this.standing.takesSteps || this.standing.sincePush < Number.POSITIVE_INFINITY;
  }

  /** Before a tick of h [s]. */
  choose({ reference, plan, feet }: ReactionBody, h: number): void {
    const { standing, gait } = this;
    if (plan.falling || !gait) return;
    if (!this.walks && !gait.keepsTime) this.#wait(reference, h);
    const steps = this.#isStepping(reference.time, reference.v);
    if (steps === this.walks) return;
    if (steps) {
      // a source that cannot wait leaves time to put down a foot
      if (gait.keepsTime ? standing.mode === 'swing' : this.#recovers) return;
      const { sincePush } = standing;
      gait.reset(reference.time);
      gait.sincePush = sincePush;
    } else {
      if (!feet[0].stands || !feet[1].stands) return;
      standing.reset();
      standing.sincePush = gait.sincePush;
      reference.rate = 1;
      plan.tread = 1;
      plan.treads = false;
      plan.postureRate = 1;
    }
    this.walks = steps;
  }

  /** Whoever was pushed gets back their balance first: the source waits, where steps were taken or it is about to take some. */
  #wait(reference: Reference, h: number): void {
    const { standing, gait } = this;
    const waits = this.#recovers && (standing.takesSteps || gait?.isStepping(reference.time, Number.POSITIVE_INFINITY));
    reference.rate = waits ? Math.max(0, reference.rate - h / STOPS_IN) : Math.min(1, reference.rate + h / STARTS_IN);
  }

  /** Where a save has numbers that may be endless: the times since the last push. */
  readonly endless: readonly number[] = [1, STANDING_STATE];

  /** `t` [s]: where the source is. */
  save(out: Float64Array, t: number): void {
    this.standing.save(out);
    if (this.walks) this.gait?.save(out.subarray(STANDING_STATE), t); // begins anew with the first step
    out[this.stateSize - 1] = this.walks ? 1 : 0;
  }

  /** The source must be where it was when it was saved. */
  restore(saved: Float64Array, reference: Reference): void {
    this.standing.restore(saved);
    this.walks = saved[this.stateSize - 1] === 1;
    if (this.walks) this.gait?.restore(saved.subarray(STANDING_STATE), reference);
    else this.gait?.reset(reference.time);
  }
}
