/** Walking straight ahead at a steady speed. */
import { walkGait } from '../gait/walk-gait.ts';
import { DEGREE } from './standing.ts';
import { steadyMotion } from './steady.ts';

export const walk = steadyMotion({
  id: 'walk',
  title: 'Walk',
  text: 'Walks straight ahead at a steady speed; one stride after the other, a seamless loop.',
  speed: [0.6, 1.3, 1.9],
  step: [0.85, 1.05],
  strides: 4,
  toeOut: 7 * DEGREE,
  gaitOf: walkGait,
});
