/** How the balancer answers hits, whatever the character is doing. */
import type { Ground } from '../../control/ground.ts';
import type { ReactionParameters } from '../../control/parameters.ts';
import type { StandingParameters } from '../../gait/standing-parameters.ts';
import type { ResponseLibrary } from '../push-response/response.ts';
import type { FootstepRule } from './footstep-rule.ts';
import type { GaitReaction } from './gait-reactions.ts';

export interface ReactiveBlendOptions {
  /** Examples to blend in; without one the body answers by momentum and steps alone. */
  readonly library: ResponseLibrary | undefined;
  /** Examples of gaits, from generateGaitReactions. */
  readonly gaits: readonly GaitReaction[] | undefined;
  /** The ground, where it is not the level floor of the clip. Standing characters only. */
  readonly ground: Ground | undefined;
  /** Whether a foot may be put at (x, z); without it everywhere. */
  readonly carries: ((x: number, z: number) => boolean) | undefined;
  readonly footsteps: FootstepRule; // how footprints are edited
  readonly hands: 'free' | 'tied'; // tied: arms stay as the motion has them
  readonly tidy: boolean; // put feet back that a recovery has left elsewhere
  /** Other values than the tables' for the body and for its steps. */
  readonly parameters: Partial<ReactionParameters>;
  readonly standing: Partial<StandingParameters>;
}

export const REACTIVE_BLEND_DEFAULTS: ReactiveBlendOptions = {
  library: undefined,
  gaits: undefined,
  ground: undefined,
  carries: undefined,
  footsteps: 'exact',
  hands: 'free',
  tidy: true,
  parameters: {},
  standing: {},
};
