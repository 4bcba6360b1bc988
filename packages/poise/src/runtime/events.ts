/** What a layer is told, and what it tells. */
import type { Placement } from '../gait/placement.ts';
import type { BalancerEvent } from '../methods/balancer.ts';
import type { Role } from '../motion/roles.ts';
import type { Footfall, Landing } from './feet-watch.ts';
import type { HitPreset } from './presets.ts';
import type { VectorLike } from './vector-like.ts';

/** Those of the methods; a fall carries what a ragdoll starts from. `method`: who answered; 'animation': nobody had to. */
export type ReactionEvent =
  | (Exclude<BalancerEvent, { kind: 'fall' }> & { readonly method: string })
  | (Extract<BalancerEvent, { kind: 'fall' }> & {
      readonly method: string;
      readonly q: Float64Array; // pose, as the rig's
      readonly v: Float64Array; // its velocity: root [m/s], joints [rad/s] in their own frames
    })
  /** A reaction is over, `active` is undefined: only where the character stands is left of it. */
  | { readonly kind: 'settled'; readonly time: number; readonly method: string; readonly displacement: Placement }
  /** The animation's own feet come down, while nothing is answered. */
  | (Footfall & { readonly time: number; readonly method: string })
  /** After a jump of the animation, or a fall that has come to lie. */
  | (Landing & { readonly time: number; readonly method: string })
  /** Something that the owner ought to change; told once. */
  | { readonly kind: 'warning'; readonly time: number; readonly method: string; readonly message: string };

/** A part of a character: a role, the name of a bone, its index, or an object of the scene. Fingers, weapons and whatever else hangs on a
 *  bone stand for the bone that carries them. */
export type BoneOf = Role | (string & {}) | number | { readonly name: string };

/** A hit: where, and how strong. Either a bone or a point in the world, or both; either an impulse, or a preset with a direction. */
export interface Hit {
  readonly impulse?: VectorLike; // [N·s] world axes; a hard punch has 20
  readonly preset?: HitPreset;
  readonly direction?: VectorLike; // where the preset pushes to, world axes, any length
  readonly strength?: number; // times the preset's impulse, default 1
  readonly bone?: BoneOf; // default of presets: their own
  readonly point?: VectorLike; // [m] world
  readonly duration?: number; // [s] default 0.1, or the preset's
}

/** A hit that is known before it comes, and when. */
export interface Expectation extends Omit<Hit, 'duration'> {
  readonly in: number; // [s] from now, 0.1 or more; a second is enough for all of the preparation
}

export const EXPECTATION_OPTIONS = ['impulse', 'preset', 'direction', 'strength', 'bone', 'point', 'in'] as const;

/** A pull that lasts until it is let go. */
export interface Pull {
  readonly force: VectorLike; // [N] world axes
  readonly bone?: BoneOf;
  readonly point?: VectorLike;
}

/** A step of the model over the floor [m], world axes. */
export interface Move {
  readonly x: number;
  readonly z: number;
}

/** Moves the model by `delta` and returns how far it may really go: a vector, true or nothing for all of it, false for none. */
export type OnMove = (delta: Move) => Move | boolean | undefined;
