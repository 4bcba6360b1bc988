/** A running method: a character that can be pushed at any moment. Owned and stepped by one caller. */
import type { Push } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';

/** balanced: goes on with its motion. recovering: answers without a step. stumbling: more than the plan could take at once.
 *  falling: beyond recovery; the owner hands pose and velocity to a FallingBody or DownAndUp, or to a ragdoll. */
export type BalancerStatus = 'balanced' | 'recovering' | 'stepping' | 'stumbling' | 'falling';

/** What happened during a step, in order. `time` [s] since the start. */
export type BalancerEvent =
  | { readonly kind: 'impact'; readonly time: number; readonly push: Push }
  | { readonly kind: 'strategy'; readonly time: number; readonly name: string; readonly reason: string }
  | { readonly kind: 'step'; readonly time: number; readonly foot: 'left' | 'right'; readonly position: Vec3 }
  | { readonly kind: 'recovered'; readonly time: number }
  | { readonly kind: 'fall'; readonly time: number; readonly reason: string }
  /** A fall has come to rest. */
  | { readonly kind: 'down'; readonly time: number }
  /** The character that lay stands again. */
  | { readonly kind: 'up'; readonly time: number };

export interface Balancer {
  readonly q: Float64Array; // nq; the pose now. Overwritten by step
  readonly v: Float64Array; // nv; its velocity
  readonly time: number; // [s] since the start
  readonly status: BalancerStatus;
  /** Delivered from the next step on. */
  push(push: Push): void;
  /** Goes on by dt [s]; returns what happened, empty most of the time. Does not allocate while nothing happens. */
  step(dt: number): readonly BalancerEvent[];
  /** Everything needed to go on from here, as plain data; restore gives the same future to the byte. */
  save(): unknown;
  restore(saved: unknown): void;
}
