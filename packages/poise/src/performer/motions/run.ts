/** Running straight ahead at a steady speed, with flight between the steps. */
import type { Actor } from '../actor.ts';
import { createCycle } from '../gait/jog-cycle.ts';
import { repeatStride, settleStride } from '../gait/jog-stride.ts';
import { runGait } from '../gait/run-gait.ts';
import { styleOf } from '../gait/style.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';

const FRAME_TIME = 1 / 60; // [s]
const TOE_OUT = (6 * Math.PI) / 180;

export const run: PerformerMotion = {
  id: 'run',
  title: 'Run',
  text: 'Runs straight ahead at a steady speed, in the air between the steps; a seamless loop.',
  loops: true,
  balanced: true,
  parameters: [
    { name: 'speed', unit: 'm/s', default: 3.2, min: 2.4, max: 4.5, text: 'how fast' },
    { name: 'step', unit: '×', default: 1, min: 0.9, max: 1.1, text: 'length of the steps against the usual one' },
    { name: 'seed', unit: '', default: 0, min: 0, max: 1e9, text: 'style; 0 is the mean person' },
    { name: 'strides', unit: '', default: 6, min: 1, max: 200, text: 'how many pairs of steps' },
  ],
  perform: performRun,
};

function performRun(actor: Actor, { speed, step, seed, strides }: ParameterValues): Performance {
  const cycle = createCycle(actor, runGait(actor, speed, step, styleOf(seed, TOE_OUT), FRAME_TIME));
  return repeatStride(settleStride(cycle, FRAME_TIME), cycle, Math.round(strides), FRAME_TIME);
}
