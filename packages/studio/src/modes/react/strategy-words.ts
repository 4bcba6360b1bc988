/** Responses of the library, in words. */
import type { Rejection, Strategy } from 'poise/react';

export const STRATEGY_TITLES: Readonly<Record<Strategy, string>> = { hip: 'Hip', arm: 'Arm', step: 'Step' };

export const STRATEGY_HINTS: Readonly<Record<Strategy, string>> = {
  hip: 'Bends at ankles and hips; the feet stay',
  arm: 'Swings the arms round; the feet stay',
  step: 'Takes one step or more',
};

/** How a push is taken up. */
export const STRATEGY_MEANS: Readonly<Record<Strategy, string>> = {
  hip: 'with ankles and hips',
  arm: 'with the arms',
  step: 'with steps',
};

export const REJECTION_WORDS: Readonly<Record<Rejection, string>> = {
  strategy: 'not allowed',
  direction: 'go elsewhere',
  weak: 'too weak',
  strong: 'too strong to scale down',
  contact: 'other foot in the air',
  stance: 'feet stand elsewhere',
  ground: 'would step off the ground',
  crossing: 'legs would cross',
};
