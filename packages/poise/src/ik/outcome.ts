/** What solving an IK problem found. */
import type { IkProblem } from './problem.ts';

/** 'solved': all hard rows are met and no limit is passed. 'infeasible': hard rows contradict each other, or limits stand
 *  in their way; x meets the earlier ranks. 'stalled': limits are passed all the same, or numbers are not finite; `reason`
 *  says which. x is the best that was found unless numbers are not finite, and then all 0. */
export type IkStatus = 'solved' | 'infeasible' | 'stalled';

/** The scratch's own: overwritten by its next solve, so that a frame allocates nothing. */
export interface IkOutcome {
  status: IkStatus;
  reason: string; // '' when solved
  readonly x: Float64Array; // nv
  worstTask: string; // of the hard tasks, or of all when none is hard; '' without tasks
  residual: number; // of that task: largest |b − J x| of its rows, in their units
  readonly residuals: Float64Array; // per task of problem.tasks, in the same way
  readonly relaxed: Uint8Array; // per task: 1 where rows were softened or dropped because they depend on others
  readonly frozen: Int32Array; // rows of problem.limitRows that hold a joint, `frozenCount` of them
  frozenCount: number;
  passes: number; // solves after the first
}

/** Rows at most this soft are hard: they are met as if it were 0, or the outcome says so. */
export const HARD_SOFTNESS = 1e-6;

export function createIkOutcome({ freedoms, tasks, limitRows }: IkProblem): IkOutcome {
  return {
    status: 'stalled',
    reason: 'not solved yet',
    x: new Float64Array(freedoms),
    worstTask: '',
    residual: Infinity,
    residuals: new Float64Array(tasks.length),
    relaxed: new Uint8Array(tasks.length),
    frozen: new Int32Array(limitRows.joint.length),
    frozenCount: 0,
    passes: 0,
  };
}

/** Residuals by task and the worst one, from b − J x of every row. */
export function rateTasks(outcome: IkOutcome, problem: IkProblem, rows: Float64Array): void {
  const { tasks, firstRow } = problem;
  const { residuals } = outcome;
  let worst = -1;
  for (let t = 0; t < tasks.length; t++) {
    let most = 0;
    for (let row = firstRow[t]; row < firstRow[t + 1]; row++) most = Math.max(most, Math.abs(rows[row]));
    residuals[t] = most;
    if (worst < 0 || isWorse(problem, residuals, t, worst)) worst = t;
  }
  outcome.worstTask = worst < 0 ? '' : tasks[worst].name;
  outcome.residual = worst < 0 ? 0 : residuals[worst];
}

function isWorse(problem: IkProblem, residuals: Float64Array, t: number, other: number): boolean {
  const hard = isHardTask(problem, t);
  return hard === isHardTask(problem, other) ? residuals[t] > residuals[other] : hard;
}

/** Whether a task is hard. Looks at what buildIk wrote: numbers of tasks of many shapes would be put on the heap. */
const isHardTask = ({ softness, firstRow }: IkProblem, t: number): boolean => softness[firstRow[t]] <= HARD_SOFTNESS;

/** Whether some task is hard: then outcome.residual belongs to a hard one. */
export function hasHardTask(problem: IkProblem): boolean {
  for (let t = 0; t < problem.tasks.length; t++) if (isHardTask(problem, t)) return true;
  return false;
}
