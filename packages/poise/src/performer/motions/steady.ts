/** The maker of steady gaits: a mean stride, settled, then strides that differ, straight ahead as a seamless loop. */
import type { Actor } from '../actor.ts';
import { createCycle } from '../gait/cycle.ts';
import type { Gait } from '../gait/gait.ts';
import { sampleStrides, settleStride } from '../gait/stride.ts';
import { type Style, styleOf } from '../gait/style.ts';
import { drawVariation, type VariationSize } from '../gait/variation.ts';
import { varyStrides } from '../gait/varied-stride.ts';
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
  readonly variation: VariationSize; // from stride to stride
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
    {
      name: 'variation',
      unit: '×',
      default: 1,
      min: 0,
      max: 1.5,
      text: 'how much strides differ; 1 as people, 0 all alike',
    },
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
  { gaitOf, toeOut, variation }: SteadyGait,
  actor: Actor,
  { speed, step, seed, strides, variation: gain }: ParameterValues,
  fps: number,
): Performance {
  const count = Math.round(strides);
  const grid = fps % LOOP_GRID === 0 ? LOOP_GRID : fps;
  const round = (strideTime: number): number => Math.round(count * strideTime * grid) / (count * grid);
  const cycle = createCycle(actor, gaitOf(actor, speed, step, styleOf(seed, toeOut), round));
  settleStride(cycle);
  const differs = drawVariation(seed, periodOf(count), variation, actor.scale, gain);
  const varied = gain === 0 ? cycle : varyStrides(cycle, differs);
  return sampleStrides(varied, count, Math.round(count * cycle.gait.strideTime * fps), 1 / fps);
}

const LONGEST_PERIOD = 12; // strides
const SHORTEST_PERIOD = 4;

/** After how many strides the differences repeat: all of a short loop, a part of a long one that divides it. */
function periodOf(strides: number): number {
  for (let period = Math.min(strides, LONGEST_PERIOD); period >= SHORTEST_PERIOD; period--) {
    if (strides % period === 0) return period;
  }
  return strides;
}
