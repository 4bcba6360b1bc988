/**
 * Solves a whole-body IK problem by docs/ik.md (E1). Joints that would pass a limit are held there and the system is solved
 * again, at most three times; where limits and tasks then still stand against each other, it is solved rank by rank.
 */
import { writeRates } from './freedom-weights.ts';
import { holdJoint, type IkScratch, MET, meetsHardRows, solveRows, startSystem } from './ik-system.ts';
import { hasHardTask, type IkOutcome, rateTasks } from './outcome.ts';
import type { IkProblem } from './problem.ts';
import { solveByRank } from './solve-by-rank.ts';

/** Most solves after joints were held at limits. */
const MOST_PASSES = 3;

/** Solves what buildIk wrote. The outcome is the scratch's own and is overwritten by the next solve. */
export function solveIk(problem: IkProblem, scratch: IkScratch): IkOutcome {
  const { outcome, candidate } = scratch;
  const { tasks } = problem;
  outcome.passes = 0;
  startSystem(problem, scratch);
  solveRows(problem, scratch, tasks.length);
  while (holdJoints(problem, scratch, candidate) && outcome.passes < MOST_PASSES) {
    outcome.passes++;
    solveRows(problem, scratch, tasks.length);
    if (!meetsHardRows(problem, scratch, tasks.length)) break; // holding more would not help
  }
  outcome.x.set(candidate);
  judge(problem, scratch);
  if (outcome.frozenCount > 0 && outcome.status !== 'solved' && outcome.reason !== NOT_FINITE) {
    solveByRank(problem, scratch);
    judge(problem, scratch);
  }
  return outcome;
}

const NOT_FINITE = 'not finite';

/** Holds all joints that x takes past a limit; returns whether there were any. */
function holdJoints(problem: IkProblem, scratch: IkScratch, x: Float64Array): boolean {
  const { limitRows: rows } = problem;
  const { rates, isHeld } = scratch;
  let found = false;
  writeRates(rates, rows, x);
  for (let row = 0; row < rows.count; row++) {
    if (isHeld[row] !== 0) continue;
    const rate = rates[row];
    if (rate > rows.upper[row] + SLACK) holdJoint(problem, scratch, row, rows.upper);
    else if (rate < rows.lower[row] - SLACK) holdJoint(problem, scratch, row, rows.lower);
    else continue;
    found = true;
  }
  return found;
}

/** A limit passed by this little [rad/s or rad/s²] counts as kept. */
const SLACK = 1e-9;

function judge(problem: IkProblem, scratch: IkScratch): void {
  const { outcome, residual } = scratch;
  rateTasks(outcome, problem, residual);
  outcome.status = 'solved';
  outcome.reason = '';
  let size = outcome.residual;
  for (let i = 0; i < outcome.x.length; i++) size += Math.abs(outcome.x[i]);
  if (!(size < Infinity)) {
    outcome.status = 'stalled';
    outcome.reason = NOT_FINITE;
    outcome.x.fill(0);
  } else if (passesLimit(problem, scratch)) {
    outcome.status = 'stalled';
    outcome.reason = 'limits are passed';
  } else if (hasHardTask(problem) && outcome.residual > MET) {
    outcome.status = 'infeasible';
    outcome.reason = outcome.frozenCount > 0 ? 'limits stand in the way' : 'hard rows contradict each other';
  }
}

function passesLimit({ limitRows: rows }: IkProblem, { outcome, rates }: IkScratch): boolean {
  writeRates(rates, rows, outcome.x);
  for (let row = 0; row < rows.count; row++) {
    const rate = rates[row];
    const slack = SLACK + 1e-6 * Math.abs(rate);
    if (rate > rows.upper[row] + slack || rate < rows.lower[row] - slack) return true;
  }
  return false;
}
