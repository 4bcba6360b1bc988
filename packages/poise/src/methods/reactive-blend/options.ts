/** How the balancer answers hits, whatever the character is doing. */
import { UsageError } from '../../errors.ts';
import type { ResponseLibrary } from '../push-response/response.ts';
import type { FootstepRule } from './footstep-rule.ts';
import type { GaitReaction } from './gait-reactions.ts';

export interface ReactiveBlendOptions {
  /** Reactions to take postures from; without one the body answers by momentum and steps alone. */
  readonly library: ResponseLibrary | undefined;
  /** Reactions of gaits, from generateGaitReactions. */
  readonly gaits: readonly GaitReaction[] | undefined;
  readonly tick: number; // [s] of the inner step, at most 0.05
  readonly ground: number; // [m] height of the floor
  readonly footsteps: FootstepRule;
  readonly hands: 'free' | 'tied'; // tied: arms stay as the motion has them
  readonly swing: number; // [s] a recovery step is in the air
  readonly onset: number; // [s] before a foot leaves the ground
}

export const REACTIVE_BLEND_DEFAULTS: ReactiveBlendOptions = {
  library: undefined,
  gaits: undefined,
  tick: 1 / 60,
  ground: 0,
  footsteps: 'exact',
  hands: 'free',
  swing: 0.27,
  onset: 0.08,
};

/** Longest step of whole-body IK [s]. */
const LONGEST_TICK = 0.05;

export function checkedOptions(options: Partial<ReactiveBlendOptions>): ReactiveBlendOptions {
  const all = { ...REACTIVE_BLEND_DEFAULTS, ...options };
  if (!(all.tick > 0 && all.tick <= LONGEST_TICK)) {
    throw new UsageError(`tick: expected up to ${LONGEST_TICK} s, found ${all.tick}`);
  }
  for (const name of ['swing', 'onset'] as const) {
    if (!(all[name] >= 0 && all[name] < 2)) throw new UsageError(`${name}: expected 0 to 2 s, found ${all[name]}`);
  }
  if (!Number.isFinite(all.ground)) throw new UsageError(`ground: expected a height in metres, found ${all.ground}`);
  return all;
}
