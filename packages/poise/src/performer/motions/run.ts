/** Running straight ahead at a steady speed, with flight between the steps. */

import { runGait } from '../gait/run-gait.ts';
import { RUN_VARIATION } from '../gait/variation.ts';
import { DEGREE } from './stance.ts';
import { steadyMotion } from './steady.ts';

export const run = steadyMotion({
  id: 'run',
  title: 'Run',
  text: 'Runs straight ahead at a steady speed, in the air between the steps; a seamless loop.',
  speed: [2.4, 3.2, 4.5],
  step: [0.9, 1.05],
  strides: 8,
  toeOut: 6 * DEGREE,
  variation: RUN_VARIATION,
  gaitOf: runGait,
});
