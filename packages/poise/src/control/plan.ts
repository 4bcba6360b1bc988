/** What a method asks of the body for one tick, against what the source does. All zeros: follow the source. */
import { CONTACT_FADE } from './parameters.ts';
import type { ReactionBody } from './reaction-body.ts';

/** One foot against the source's foot. */
export interface FootPlan {
  /** 0 … 1: how much of the source's contact counts; 0 lifts the foot. */
  load: number;
  readonly offset: Float64Array; // 3 [m] of its pivot, at the start of the tick; read while the foot is in the air
  readonly rate: Float64Array; // 3 [m/s] during the tick
  readonly turn: Float64Array; // 3 [rad] rotation vector, world axes
  readonly turnRate: Float64Array; // 3 [rad/s]
  /** 0 … 1: how exactly a foot in the air is to follow; 1 just before it lands. */
  grip: number;
  /** [m] of the ground where the foot is to land, against that under the source's foot. */
  landing: number;
  /** [rad/s] at which the heel of a standing foot goes up at the least, as it does before the foot leaves. */
  heelUp: number;
}

export interface Plan {
  readonly feet: readonly [FootPlan, FootPlan];
  /** (x, z) [m]: where the balance point should be against the source's own; before it is held to the soles. */
  readonly copShift: Float64Array;
  /** (x, z) [m]: the same for a body that does not react yet: where the feet have moved to, weighed by their load. */
  readonly copRest: Float64Array;
  /** [m], [m/s], [m/s²]: of the centre of mass against the source's height. */
  height: number;
  heightRate: number;
  heightAcceleration: number;
  /** [kg·m²/s], [N·m]: angular momentum about the centre of mass that is wished for beyond the source's, and its change. */
  readonly spin: Float64Array; // 3
  readonly spinRate: Float64Array; // 3
  /** 0 … 1: how firmly the balance point is to be kept, at the least. */
  urgency: number;
  /** How heavily the source treads: vertical force of the ground over the weight. A runner's body answers its balance point so much faster. */
  tread: number;
  /** Whether the source takes steps: what its smoothed wrench does not show is how it treads, and is granted whatever the body does. */
  treads: boolean;
  /** How fast hips, trunk, head and arms come back to the source's posture, over what is usual. */
  postureRate: number;
  /** Balance is lost: whoever owns the body takes over. */
  falling: boolean;
}

/** Plans every tick. `update` is called when the body's position and velocity level and the reference are up to date. */
export interface Planner {
  update(plan: Plan, body: ReactionBody, h: number): void;
  /** Changes the posture to follow, in place: `q` holds the source's pose `t` seconds from the start. */
  posture?(q: Float64Array, t: number): boolean;
}

const createFootPlan = (): FootPlan => ({
  load: 1,
  offset: new Float64Array(3),
  rate: new Float64Array(3),
  turn: new Float64Array(3),
  turnRate: new Float64Array(3),
  grip: 0,
  landing: 0,
  heelUp: 0,
});

export const createPlan = (): Plan => ({
  feet: [createFootPlan(), createFootPlan()],
  copShift: new Float64Array(2),
  copRest: new Float64Array(2),
  height: 0,
  heightRate: 0,
  heightAcceleration: 0,
  spin: new Float64Array(3),
  spinRate: new Float64Array(3),
  urgency: 0,
  tread: 1,
  treads: false,
  postureRate: 1,
  falling: false,
});

/** Numbers of one foot's plan in a save. Rates are not among them: planners write them in every tick of a swing. */
export const PLAN_STATE = 9;

export function savePlan(out: Float64Array, o: number, plan: FootPlan): void {
  out[o] = plan.load;
  out[o + 1] = plan.landing;
  out.set(plan.offset, o + 2);
  out.set(plan.turn, o + 5);
  out[o + 8] = plan.grip;
}

export function restorePlan(plan: FootPlan, state: Float64Array, o: number): void {
  plan.load = state[o];
  plan.landing = state[o + 1];
  plan.offset.set(state.subarray(o + 2, o + 5));
  plan.turn.set(state.subarray(o + 5, o + 8));
  plan.grip = state[o + 8];
  plan.rate.fill(0);
  plan.turnRate.fill(0);
  plan.heelUp = 0;
}

export function resetPlan(plan: FootPlan): void {
  plan.load = 1;
  plan.grip = 0;
  plan.landing = 0;
  plan.heelUp = 0;
  for (const values of [plan.offset, plan.rate, plan.turn, plan.turnRate]) values.fill(0);
}

/** Feet on the ground, but the one that leaves, take their load within CONTACT_FADE. */
export function takeLoad(plan: Plan, leaves: number, h: number): void {
  for (let foot = 0; foot < 2; foot++) {
    const f = plan.feet[foot];
    if (foot !== leaves && f.load > 0) f.load = Math.min(1, f.load + h / CONTACT_FADE);
  }
}
