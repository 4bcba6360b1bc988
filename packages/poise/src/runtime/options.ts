/** How a layer answers. */
import { UsageError } from '../errors.ts';
import type { JointDetail } from '../methods/reactive-blend/detail.ts';
import type { Role } from '../motion/roles.ts';
import type { Driver, GaitReactions, ReactionLibrary } from './driver.ts';

/** 'auto': by situation. Standing: push-response where there is a library; in a gait that is known: reactive-locomotion where
 *  options.gait is given; otherwise reactive-blend. */
export type LayerMethod = 'auto' | Driver['id'];

export interface ReactionLayerOptions {
  readonly method: LayerMethod;
  /** `reactionLibrary(unpackLibrary(text, name))`: responses of a standing character, and postures for all others. */
  readonly library: ReactionLibrary | undefined;
  /** `gaitReactions`: hits while walking and running are answered by reactive locomotion. */
  readonly gait: GaitReactions | undefined;
  readonly weight: number; // 0: the animation alone … 1: the reaction
  /** Less for single joints, 0 … 1 by role; a gun arm that must go on aiming has 0. */
  readonly mask: Readonly<Partial<Record<Role, number>>>;
  readonly ground: number; // [m] height of the floor
  /** [m/s] the ground's own speed under a clip that walks on the spot, world axes (x, z). 'auto': told from the feet. */
  readonly groundVelocity: 'auto' | readonly [x: number, z: number];
  readonly hands: 'free' | 'tied';
  /** Milliseconds that one update may take; needs `now`. More, and coarser steps are taken. Infinity: always full detail. */
  readonly maxMsPerFrame: number;
  /** The clock [ms], such as () => performance.now(). The library has none of its own. */
  readonly now: (() => number) | undefined;
  readonly detail: Detail; // to begin with
}

/** 0: 60 inner steps per second, all joints; 1: 30, head, girdle, hands and toes rest; 2: 20, trunk and legs alone. */
export type Detail = 0 | 1 | 2;
export const DETAILS: readonly [InnerDetail, InnerDetail, InnerDetail] = [
  { tick: 1 / 60, joints: 'all' },
  { tick: 1 / 30, joints: 'main' },
  { tick: 1 / 20, joints: 'few' },
];

export interface InnerDetail {
  readonly tick: number; // [s]
  readonly joints: JointDetail;
}

const METHODS: readonly LayerMethod[] = ['auto', 'push-response', 'reactive-locomotion', 'reactive-blend'];

export const REACTION_LAYER_DEFAULTS: ReactionLayerOptions = {
  method: 'auto',
  library: undefined,
  gait: undefined,
  weight: 1,
  mask: {},
  ground: 0,
  groundVelocity: 'auto',
  hands: 'free',
  maxMsPerFrame: Infinity,
  now: undefined,
  detail: 0,
};

export function checkedLayerOptions(options: Partial<ReactionLayerOptions>): ReactionLayerOptions {
  const all = { ...REACTION_LAYER_DEFAULTS, ...options };
  if (all.library && !('createStanding' in all.library)) {
    throw new UsageError('library: expected reactionLibrary(unpackLibrary(text, name))');
  }
  checkChoice('method', all.method, METHODS);
  checkChoice('hands', all.hands, ['free', 'tied']);
  if (all.method === 'push-response' && !all.library) {
    throw new UsageError(
      'method push-response needs a library: options.library = reactionLibrary(unpackLibrary(text, name))',
    );
  }
  if (all.method === 'reactive-locomotion' && !all.gait) {
    throw new UsageError('method reactive-locomotion needs options.gait = gaitReactions');
  }
  if (all.maxMsPerFrame !== Infinity && !all.now) {
    throw new UsageError('maxMsPerFrame needs a clock: options.now, a function that tells milliseconds');
  }
  if (!(all.maxMsPerFrame > 0)) throw new UsageError(`maxMsPerFrame: expected more than 0, found ${all.maxMsPerFrame}`);
  const { groundVelocity } = all;
  if (!Number.isFinite(all.ground)) throw new UsageError(`ground: expected a height in metres, found ${all.ground}`);
  if (groundVelocity !== 'auto' && !(groundVelocity.length === 2 && groundVelocity.every(Number.isFinite))) {
    throw new UsageError(`groundVelocity: expected 'auto' or [x, z] in m/s, found ${groundVelocity}`);
  }
  if (!(all.detail in DETAILS)) throw new UsageError(`detail: expected 0, 1 or 2, found ${all.detail}`);
  return all;
}

function checkChoice(name: string, found: string, choices: readonly string[]): void {
  if (!choices.includes(found)) throw new UsageError(`${name}: expected ${choices.join(', ')}; found ${found}`);
}
