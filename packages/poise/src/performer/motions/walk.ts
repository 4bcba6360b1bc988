/** Walking straight ahead at a steady speed. */
import { WALK_VARIATION } from '../gait/variation.ts';
import { walkGait } from '../gait/walk-gait.ts';
import { DEGREE } from './stance.ts';
import { steadyMotion } from './steady.ts';

export const walk = steadyMotion({
  id: 'walk',
  title: 'Walk',
  text: 'Walks straight ahead at a steady speed; one stride after the other, a seamless loop.',
  speed: [0.6, 1.3, 1.9],
  step: [0.85, 1.05],
  strides: 6,
  toeOut: 7 * DEGREE,
  variation: WALK_VARIATION,
  gaitOf: walkGait,
});
