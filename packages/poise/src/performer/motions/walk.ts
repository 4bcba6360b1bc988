/** Walking straight ahead at a steady speed. */
import type { Actor } from '../actor.ts';
import { createCycle } from '../gait/cycle.ts';
import { repeatStride, settleStride } from '../gait/stride.ts';
import { styleOf } from '../gait/style.ts';
import { walkGait } from '../gait/walk-gait.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';

const FRAME_TIME = 1 / 60; // [s]
const TOE_OUT = (7 * Math.PI) / 180;

export const walk: PerformerMotion = {
  id: 'walk',
  title: 'Walk',
  text: 'Walks straight ahead at a steady speed; one stride after the other, a seamless loop.',
  loops: true,
  balanced: true,
  parameters: [
    { name: 'speed', unit: 'm/s', default: 1.3, min: 0.6, max: 1.9, text: 'how fast' },
    { name: 'step', unit: '', default: 1, min: 0.85, max: 1.1, text: 'length of the steps against the usual one' },
    { name: 'seed', unit: '', default: 0, min: 0, max: 1e9, text: 'style; 0 is the mean person' },
    { name: 'strides', unit: '', default: 4, min: 1, max: 200, text: 'how many pairs of steps' },
  ],
  perform: performWalk,
};

function performWalk(actor: Actor, { speed, step, seed, strides }: ParameterValues): Performance {
  const cycle = createCycle(actor, walkGait(actor, speed, step, styleOf(seed, TOE_OUT), FRAME_TIME));
  return repeatStride(settleStride(cycle, FRAME_TIME), cycle, Math.round(strides), FRAME_TIME);
}
