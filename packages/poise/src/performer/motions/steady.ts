/** The maker of steady gaits: one stride, settled, repeated straight ahead as a seamless loop. */
import type { Actor } from '../actor.ts';
import { createCycle } from '../gait/cycle.ts';
import type { Gait } from '../gait/gait.ts';
import { sampleStrides, settleStride } from '../gait/stride.ts';
import { type Style, styleOf } from '../gait/style.ts';
import type { Parameter, ParameterValues, Performance, PerformerMotion } from '../motion.ts';

/** What one steady gait is, besides the maker's share. */
export interface SteadyGait {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly speed: readonly [least: number, usual: number, most: number]; // [m/s]
  readonly step: readonly [least: number, most: number]; // of the usual length
  readonly strides: number; // unless told
  readonly toeOut: number; // [rad] of the mean person
  readonly gaitOf: (
    actor: Actor,
    speed: number,
    step: number,
    style: Style,
    round: (strideTime: number) => number,
  ) => Gait;
}

const USUAL_RATE = 60; // [Hz]
const LOOP_GRID = 30; // [Hz] loops are whole frames at this rate, and so at its multiples

export function steadyMotion(steady: SteadyGait): PerformerMotion {
  const [least, usual, most] = steady.speed;
  const parameters: readonly Parameter[] = [
    { name: 'speed', unit: 'm/s', default: usual, min: least, max: most, text: 'how fast' },
    {
      name: 'step',
      unit: '×',
      default: 1,
      min: steady.step[0],
      max: steady.step[1],
      text: 'length of the steps against the usual one',
    },
    { name: 'seed', unit: '', default: 0, min: 0, max: 1e9, text: 'style; 0 is the mean person' },
    { name: 'strides', unit: '', default: steady.strides, min: 1, max: 200, text: 'how many pairs of steps' },
  ];
  return {
    id: steady.id,
    title: steady.title,
    text: steady.text,
    loops: true,
    balanced: true,
    parameters,
    perform: (actor, values, fps = USUAL_RATE) => performSteady(steady, actor, values, fps),
  };
}

/** The loop is a whole number of frames: the stride's time gives way by a fraction of a frame, the speed does not. */
function performSteady(
  { gaitOf, toeOut }: SteadyGait,
  actor: Actor,
  { speed, step, seed, strides }: ParameterValues,
  fps: number,
): Performance {
  const count = Math.round(strides);
  const grid = fps % LOOP_GRID === 0 ? LOOP_GRID : fps;
  const round = (strideTime: number): number => Math.round(count * strideTime * grid) / (count * grid);
  const cycle = createCycle(actor, gaitOf(actor, speed, step, styleOf(seed, toeOut), round));
  settleStride(cycle);
  return sampleStrides(cycle, count, Math.round(count * cycle.gait.strideTime * fps), 1 / fps);
}
