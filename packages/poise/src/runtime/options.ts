/** How a layer answers. */
import { shown, UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import { checkMap, type RecoverabilityMap } from '../methods/recoverability/types.ts';
import type { AnsweringMethod, Falls, ReactionLibrary } from './driver.ts';
import type { OnMove } from './events.ts';
import type { Mask } from './mix-pose.ts';
import type { LayerGround, Walkable } from './scene-ground.ts';
import { type Stiffness, stiffnessParameters } from './stiffness.ts';

/** 'auto': by situation. Standing: push-response where there is a library; in a gait that is known: reactive-locomotion; otherwise
 *  reactive-blend. */
export type LayerMethod = 'auto' | AnsweringMethod;

export interface ReactionLayerOptions {
  readonly method: LayerMethod;
  /** `reactionLibrary(unpackLibrary(text, name))`: responses of a standing character, and postures for all others. */
  readonly library: ReactionLibrary | undefined;
  /** `falls` of poise/falls: whoever loses balance goes down, lies and gets up. 'event': the event `fall` tells it, and the owner does the rest. */
  readonly falls: Falls | 'event';
  readonly tone: number; // of falls: 0 limp … 1 braced
  readonly liesFor: number; // [s] of falls, before who lies gets up; Infinity: until getUp()
  readonly weight: number; // 0: the animation alone … 1: the reaction
  /** Less for single joints, 0 … 1 by role. Hips and legs go together: the least of their shares counts. `rightHand: 'world'`: the hand
   *  stays in the world where the animation has it, so that it goes on aiming. */
  readonly mask: Mask;
  /** The ground: 'model' (level, where the model stands), a height [m], or (x, z) → { height, normal, velocity? } of the world; null
   *  where there is none. May be set later: `layer.ground`. */
  readonly ground: LayerGround;
  /** Where feet may be put: convex polygons of [x, z] [m], or (x, z) → boolean. May be set later: `layer.walkable`. */
  readonly walkable: Walkable;
  /** [m/s] the ground's own speed under a clip that walks on the spot, world axes (x, z). 'auto': told from the feet. */
  readonly groundVelocity: 'auto' | readonly [x: number, z: number];
  /** Moves the model with the character while it reacts: `(delta) => allowed`, [m] x and z. Nothing is left to absorb then. */
  readonly onMove: OnMove | undefined;
  /** Times the usual, by region: { head: 2, arms: 0.5 }. Standing reactions. */
  readonly stiffness: Stiffness;
  /** After a hit neck and head turn to where it came from, for a second or two. */
  readonly gaze: boolean;
  readonly hands: 'free' | 'tied';
  /** How hard the character can be pushed, as `poise map` writes it: `layer.canTake` asks it. */
  readonly map: RecoverabilityMap | undefined;
}

export const METHODS: readonly LayerMethod[] = ['auto', 'push-response', 'reactive-locomotion', 'reactive-blend'];

export const REACTION_LAYER_DEFAULTS: ReactionLayerOptions = {
  method: 'auto',
  library: undefined,
  falls: 'event',
  tone: 1,
  liesFor: Infinity,
  weight: 1,
  mask: {},
  ground: 'model',
  walkable: undefined,
  groundVelocity: 'auto',
  onMove: undefined,
  stiffness: {},
  gaze: false,
  hands: 'free',
  map: undefined,
};

export function checkedLayerOptions(options: Partial<ReactionLayerOptions>): ReactionLayerOptions {
  const all = withDefaults('ReactionLayer', REACTION_LAYER_DEFAULTS, options);
  if (typeof all.mask !== 'object' || all.mask === null) {
    throw new UsageError(`mask: expected shares by role, found ${shown(all.mask)}`);
  }
  stiffnessParameters(all.stiffness);
  if (all.library && !('createStanding' in all.library)) {
    throw new UsageError('library: expected reactionLibrary(unpackLibrary(text, name))');
  }
  if (all.falls !== 'event' && typeof all.falls?.create !== 'function') {
    throw new UsageError("falls: expected 'event' or falls of poise/falls");
  }
  if (!(all.tone >= 0 && all.tone <= 1)) throw new UsageError(`tone: expected 0 … 1, found ${all.tone}`);
  if (!(all.liesFor >= 0)) throw new UsageError(`liesFor: expected seconds from 0 on, found ${all.liesFor}`);
  checkedChoice('method', all.method, METHODS);
  checkedChoice('hands', all.hands, ['free', 'tied']);
  if (all.method === 'push-response' && !all.library) {
    throw new UsageError(
      'method push-response needs a library: options.library = reactionLibrary(unpackLibrary(text, name))',
    );
  }
  if (all.onMove !== undefined && typeof all.onMove !== 'function') {
    throw new UsageError(`onMove: expected a function, found ${shown(all.onMove)}`);
  }
  const { groundVelocity } = all;
  if (
    groundVelocity !== 'auto' &&
    !(Array.isArray(groundVelocity) && groundVelocity.length === 2 && groundVelocity.every(Number.isFinite))
  ) {
    throw new UsageError(`groundVelocity: expected 'auto' or [x, z] in m/s, found ${shown(groundVelocity)}`);
  }
  if (all.map) checkMap(all.map);
  return all;
}

export function checkedChoice<T extends string>(name: string, found: T, choices: readonly T[]): T {
  if (choices.includes(found)) return found;
  throw new UsageError(`${name}: expected ${choices.join(', ')}; found ${shown(found)}`);
}
