/** What can be asked of the planner. SI units. */
import { UsageError } from '../../errors.ts';

export interface PlannerOptions {
  /** step: the posture error shrinks by 1 − β each step. paper: h* = β I/T as [Komura04] has it; rings for large β in walking. */
  readonly recovery: 'step' | 'paper';
  readonly beta: number; // β, 0 … 1: how fast the posture comes back
  readonly steadying: number; // 0 … 1: how much ankle and hip do while one foot stands. 0: nothing, as in [Komura04]
  /** 0 … 1: share of the way back to its line that a pushed-aside walker takes with each pair of steps. 0: goes on where it is, as
   *  in [Komura04]. */
  readonly lineReturn: number;
  readonly strength: number; // of joints, times a strong adult's; Infinity: nobody asks whether they could
  readonly friction: number; // μ
  readonly longestStep: number; // [m] forward
  readonly shortestStep: number; // [m] forward; negative: steps back are allowed
  readonly widestStep: number; // [m] sideways
  readonly leastGap: number; // [m] between the feet, sideways; a clip that walks narrower keeps its own
  readonly crossing: number; // [m] a foot may land this far across the other when nothing else helps
  readonly earliest: number; // share of a single support after which a foot may land early …
  readonly leastSingle: number; // … and the least time it needs [s]
}

export const PLANNER_DEFAULTS: PlannerOptions = {
  recovery: 'step',
  beta: 0.7,
  steadying: 1,
  lineReturn: 0,
  strength: 1,
  friction: 0.8,
  longestStep: 1.1,
  shortestStep: -0.6,
  widestStep: 0.75,
  leastGap: 0.08,
  crossing: 0.4,
  earliest: 0.4,
  leastSingle: 0.12,
};

const LENGTHS = [
  'longestStep',
  'shortestStep',
  'widestStep',
  'leastGap',
  'crossing',
  'earliest',
  'leastSingle',
] as const;

export function checkedPlanner(options: Partial<PlannerOptions>): PlannerOptions {
  const settings = { ...PLANNER_DEFAULTS, ...options };
  if (!(settings.beta > 0 && settings.beta < 2)) {
    throw new UsageError(`beta must lie between 0 and 2, found ${settings.beta}`);
  }
  if (!(settings.steadying >= 0 && settings.steadying <= 1)) {
    throw new UsageError(`steadying must lie between 0 and 1, found ${settings.steadying}`);
  }
  if (!(settings.lineReturn >= 0 && settings.lineReturn <= 1)) {
    throw new UsageError(`lineReturn must lie between 0 and 1, found ${settings.lineReturn}`);
  }
  if (settings.recovery !== 'step' && settings.recovery !== 'paper') {
    throw new UsageError(`recovery is 'step' or 'paper', found ${settings.recovery}`);
  }
  for (const name of LENGTHS) {
    if (!Number.isFinite(settings[name])) throw new UsageError(`${name} must be a number, found ${settings[name]}`);
  }
  if (!(settings.strength > 0)) throw new UsageError(`strength must be above 0, found ${settings.strength}`);
  if (!(settings.friction > 0)) throw new UsageError(`friction must be above 0, found ${settings.friction}`);
  return settings;
}
