/** What a layer tells. */
import type { Vec3 } from '../math/types.ts';
import type { BalancerEvent } from '../methods/balancer.ts';

/** Those of the methods; a fall carries what a ragdoll starts from. `method`: who answered. */
export type ReactionEvent =
  | (Exclude<BalancerEvent, { kind: 'fall' }> & { readonly method: string })
  | (Extract<BalancerEvent, { kind: 'fall' }> & {
      readonly method: string;
      readonly q: Float64Array; // pose, as the rig's
      readonly v: Float64Array; // its velocity: root [m/s], joints [rad/s] in their own frames
    });

/** A hit: where, and how strong. Either a bone (name, role or index) or a point in the world, or both. */
export interface Hit {
  readonly impulse: Vec3; // [N·s] world axes; a hard punch has 20 to 40
  readonly bone?: string | number;
  readonly point?: Vec3; // [m] world
  readonly duration?: number; // [s] default 0.1
}

/** A pull that lasts until it is let go. */
export interface Pull {
  readonly force: Vec3; // [N] world axes
  readonly bone?: string | number;
  readonly point?: Vec3;
}
