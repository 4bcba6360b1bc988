/** What one generated response is asked for: a push and a way to answer it. */
import type { Strategy } from '../../methods/push-response/response.ts';

/** A push and the numbers that the timing search chose for it. Impulses are those of the reference body. */
export interface ResponseRequest {
  readonly name: string; // 'step2-45-50'
  readonly strategy: Strategy | 'ankle'; // ankle: hip strategy without a bend
  readonly direction: number; // [deg] 0 forward, 90 left, 180 backward
  readonly impulse: number; // [N·s] for the reference body
  readonly steps?: StepTiming; // strategy 'step'
  readonly turns?: number; // whole turns of the arms, strategy 'arm'
  readonly lean?: number; // [rad] of the trunk, in place; default by the impulse
  readonly seed: number; // style
}

/** Times after the onset of the push [s]. */
export interface StepTiming {
  readonly count: 1 | 2 | 3; // steps that catch the fall
  /** How it ends: the other foot comes along, or the one that stepped goes back. */
  readonly ending: 'close' | 'return';
  readonly lift: number; // the first foot leaves the ground
  readonly swing: number; // how long it is in the air
  readonly between: number; // double support before the next catching step
  readonly later: number; // swing of later catching steps
  readonly rest: number; // double support before the last step
  readonly close: number; // swing of the last step
  readonly transfer: number; // over which the weight goes to the landed foot
  readonly sink?: number; // times as deep as people's mean: 1
}

/** The body for which impulses are written down. */
export const REFERENCE = { mass: 68.9, omega: 3.145, foot: 0.266 } as const; // [kg], [1/s] √(g / CoM height), [m]
