/**
 * What the step plan is asked and what it answers. Everything is in world axes, (x, z) pairs in Float64Array(2), SI. The caller owns
 * both objects, makes them once and overwrites the input before every call.
 *
 *   const plan = new StepPlan(legOverModel, options);      // once per character
 *   writeNominal(input.nominal, gait, k, placement);       // k: the step (landing) whose foot stands now
 *   plan.solve(output, input);                             // every 20–60 ms
 */
import type { GaitStep } from './gait-step.ts';

/** Landings that are planned ahead. */
export const LANDINGS = 3;

/** A landing of the clip, placed in the world where the character walks. */
export interface NominalLanding {
  step: GaitStep; // times, rate and courses; its places are those of the clip's world
  foot: 0 | 1;
  x: number; // [m] ū: where the clip's own foot lands, on the line that the walker had before any hit
  z: number;
  height: number; // [m]
  yaw: number; // [rad] facing
  footYaw: number; // [rad] where the sole points
  turn: number; // [rad] from the clip's world to this one: turns vectors of `step`
}

/** The foot that carried before, the one that stands now (or carried last, in flight), and the landings to come. */
export interface NominalSteps {
  readonly before: NominalLanding;
  readonly stance: NominalLanding;
  readonly ahead: readonly NominalLanding[]; // LANDINGS
  /** Of `ahead`: how many the clip itself makes. Where it stops, further landings tread on the spot: only a plan needs them. */
  known: number;
  planned: number; // of `ahead` that are written
}

/** The character now. */
export interface StepPlanInput {
  readonly nominal: NominalSteps;
  index: number; // k of the stance, as given to writeNominal: tells one landing from the next
  time: number; // t [s] since the stance foot touched down
  doubleSupport: number; // T_d [s] of this stance as planned: output.doubleSupport before the landing, then output.lift; or the clip's
  over: number; // 0 … 1: share of the weight that is over to the stance foot now
  readonly com: Float64Array; // c
  readonly velocity: Float64Array; // ċ
  readonly ownCom: Float64Array; // what the clip does at this moment of the step, placed in the world: from the source, or writeOwnState
  readonly ownVelocity: Float64Array;
  readonly lean: Float64Array; // λ = I/(m z) [m]: posture error against the clip, as a shift of the balance point
  readonly leanRate: Float64Array; // λ̇ [m/s] = h/(m z): angular momentum against the clip's own
  readonly stand: Float64Array; // u: middle of the sole that stands; in flight: that stood last
  readonly before: Float64Array; // u⁻: where the foot stood that carried before
  readonly swingOffset: Float64Array; // [m] of the foot in the air now, against the clip's own foot at this moment, both in the world
  readonly push: Float64Array; // [m/s²] force per mass of a push that is still going on; 0: none
  sinceHit: number; // [s] since the last hit began; Infinity: never hit
  shown: number; // [s] of the step that the source has shown: `time`, or more of one that was played faster; Infinity: it can be anywhere at once
  pace: number; // seconds of the source per second, now
  hipLimit: number; // [m] λ_max that torques allow now; Infinity: as the options say
}

/** What a character is like. Each has a default (steps/parameters.ts). */
export interface StepPlanOptions {
  readonly beta: number; // β: share of the posture error that is gone after a step
  readonly bracing: number; // w₀: how much the walker cares for the line
  readonly bracingError: number; // e₀ [m]: capture error at which the care has doubled; smaller is firmer
  readonly delay: number; // [s] before a hit is answered
  readonly hip: number; // λ_max [m]
  readonly strength: number; // of legs and hips against the model person: scales λ_max and the speed of the swinging foot
}

/** Why a gait is lost. */
export type LossReason =
  | 'capture point out of reach' // no landing within reach catches the body
  | 'body too far beside the foot'
  | 'gait ended'; // no landing is known: a standing planner must take over

/** The answer. Overwritten by every call. */
export interface StepPlanOutput {
  index: number; // of the input that it answers
  foot: 0 | 1; // that lands next
  /** False: the clip's own landing is kept, its foot carried along by the hip: nothing is to be answered, or not yet (`delay`). */
  reacts: boolean;
  readonly place: Float64Array; // 2 [m] middle of the sole at the landing, world
  yaw: number; // [rad] of that sole
  time: number; // T [s] from the touch-down of the stance foot to this landing
  lift: number; // T_d [s] of the present stance: when the other foot leaves, the weight being over; not before now
  hold: number; // [s] from the touch-down of the stance foot until which no more weight goes over to it; 0: it goes over as always
  doubleSupport: number; // T_d [s] after this landing
  readonly soleShift: Float64Array; // δ₀ 2 [m]: balance point against the clip's own under the standing sole, from now to the landing
  readonly hip: Float64Array; // λ₀ 2 [m]: lean to be made now by hip and trunk
  crosses: boolean; // the landing lies beyond the standing foot
  readonly landings: Float64Array; // LANDINGS×2 [m] this one and the next, as predicted
  readonly captures: Float64Array; // LANDINGS×2 [m] ξ − u − b at each: 0 is caught
  cost: number;
  captureError: number; // [m] across the line, predicted at the clip's own landing, or where a usual step would end: what bracing reads
  lost: LossReason | undefined;
}
