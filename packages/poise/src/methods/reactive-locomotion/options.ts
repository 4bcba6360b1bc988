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

type Numbers = Exclude<keyof PlannerOptions, 'recovery'>;

/** What each number may be: from least to most; `open`: neither end itself. */
const RANGES: Readonly<Record<Numbers, readonly [least: number, most: number, ends?: 'open' | 'above least']>> = {
  beta: [0, 2, 'open'],
  steadying: [0, 1],
  lineReturn: [0, 1],
  strength: [0, Number.POSITIVE_INFINITY, 'above least'],
  friction: [0, Number.POSITIVE_INFINITY, 'above least'],
  longestStep: [0, 10, 'above least'],
  shortestStep: [-10, 10],
  widestStep: [0, 10, 'above least'],
  leastGap: [0, 10],
  crossing: [0, 10],
  earliest: [0, 1],
  leastSingle: [0, 10],
};

/** The options; what is not given, or undefined, as it `stays`: by default. Throws UsageError for what no planner can work with. */
export function checkedPlanner(options: Partial<PlannerOptions>, stays = PLANNER_DEFAULTS): PlannerOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings: PlannerOptions = { ...stays, ...given };
  for (const name of Object.keys(RANGES) as Numbers[]) checkRange(name, settings[name]);
  const { recovery, longestStep, shortestStep, widestStep, leastGap } = settings;
  if (recovery !== 'step' && recovery !== 'paper') {
    throw new UsageError(`recovery is 'step' or 'paper', found ${recovery}`);
  }
  if (!(shortestStep < longestStep)) {
    throw new UsageError(`shortestStep must be below longestStep (${longestStep}), found ${shortestStep}`);
  }
  if (!(leastGap < widestStep))
    throw new UsageError(`leastGap must be below widestStep (${widestStep}), found ${leastGap}`);
  return settings;
}

function checkRange(name: Numbers, value: unknown): void {
  const [least, most, ends] = RANGES[name];
  const inside = typeof value === 'number' && value >= least && value <= most;
  const atEnd = (ends !== undefined && value === least) || (ends === 'open' && value === most);
  if (inside && !atEnd) return;
  const found = typeof value === 'string' ? `"${value}"` : String(value);
  const range = most === Number.POSITIVE_INFINITY ? `be above ${least}` : `lie between ${least} and ${most}`;
  throw new UsageError(`${name} must ${range}, found ${found}`);
}
