/**
 * What to do when limits leave no room for all tasks: start from the preferred x, kept within the limits, and go towards the
 * solution for the first rank as far as the limits allow, then towards that for the first two, and so on. Going part of
 * the way keeps whatever both ends have in common, so what an earlier rank has been given is never taken back: feet stay
 * planted, and angular momentum is what suffers first. A rank that could not go all the way keeps what it got as its target.
 */
import { writeRates } from './freedom-weights.ts';
import { holdJoint, type IkScratch, meetsHardRows, releaseJoints, solveRows } from './ik-system.ts';
import { writeResidual } from './normal-matrix.ts';
import type { IkProblem } from './problem.ts';

/** Times that a rank may meet limits and go on along them. */
const MOST_TURNS = 6;

/** Writes outcome.x and scratch.residual. */
export function solveByRank(problem: IkProblem, scratch: IkScratch): void {
  const { tasks } = problem;
  const { outcome, weights, residual, b } = scratch;
  const { x } = outcome;
  releaseJoints(problem, scratch);
  for (let turn = 0; turn < MOST_TURNS && holdPreferred(problem, scratch); turn++);
  x.set(weights.preferred);
  writeRates(scratch.rates, problem.limitRows, x);
  for (let first = 0; first < tasks.length; ) {
    let end = first + 1;
    while (end < tasks.length && tasks[end].rank === tasks[first].rank) end++;
    if (!approach(problem, scratch, first, end)) settle(problem, scratch, first, end);
    first = end;
  }
  b.set(problem.b);
  writeResidual(residual, problem, b, x, tasks.length);
}

/** Moves x towards the solution for the first `end` tasks, along limits where it meets them; whether it got there. */
function approach(problem: IkProblem, scratch: IkScratch, first: number, end: number): boolean {
  const { outcome, candidate, rates, candidateRates } = scratch;
  const { x } = outcome;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    outcome.passes++;
    solveRows(problem, scratch, end);
    if (!meetsHardRows(problem, scratch, first)) return false;
    writeShare(problem, scratch);
    const share = scratch.share[0];
    for (let i = 0; i < x.length; i++) x[i] += share * (candidate[i] - x[i]);
    for (let row = 0; row < rates.length; row++) rates[row] += share * (candidateRates[row] - rates[row]);
    if (share === 1) return meetsHardRows(problem, scratch, end);
    holdArrived(problem, scratch);
  }
  return false;
}

/** Targets of the tasks become what x gives them. */
function settle(problem: IkProblem, { outcome, residual, b }: IkScratch, first: number, end: number): void {
  const { firstRow } = problem;
  writeResidual(residual, problem, b, outcome.x, end);
  for (let row = firstRow[first]; row < firstRow[end]; row++) b[row] -= residual[row];
}

/** Largest share, up to 1, of the way from x to the candidate that passes no limit further than x does. */
function writeShare({ limitRows: rows }: IkProblem, scratch: IkScratch): void {
  const { candidate, isHeld, share, rates, candidateRates } = scratch;
  writeRates(candidateRates, rows, candidate);
  share[0] = 1;
  for (let row = 0; row < rows.count; row++) {
    if (isHeld[row] !== 0) continue;
    const from = rates[row];
    const to = candidateRates[row];
    const bound = to > rows.upper[row] ? rows.upper[row] : to < rows.lower[row] ? rows.lower[row] : to;
    if (bound !== to) share[0] = Math.min(share[0], Math.max(0, (bound - from) / (to - from)));
  }
}

/** Holds the joints that the preferred x takes past a limit; whether there were any. */
function holdPreferred(problem: IkProblem, scratch: IkScratch): boolean {
  const { limitRows: rows } = problem;
  const { rates, isHeld, weights } = scratch;
  let found = false;
  writeRates(rates, rows, weights.preferred);
  for (let row = 0; row < rows.count; row++) {
    if (isHeld[row] !== 0 || (rates[row] <= rows.upper[row] && rates[row] >= rows.lower[row])) continue;
    holdJoint(problem, scratch, row, rates[row] > rows.upper[row] ? rows.upper : rows.lower);
    found = true;
  }
  return found;
}

/** Holds the joints that have arrived at a limit past which the candidate lies. */
function holdArrived(problem: IkProblem, scratch: IkScratch): void {
  const { limitRows: rows } = problem;
  const { rates, candidateRates, isHeld } = scratch;
  for (let row = 0; row < rows.count; row++) {
    const rate = candidateRates[row];
    if (isHeld[row] !== 0 || (rate <= rows.upper[row] && rate >= rows.lower[row])) continue;
    const bounds = rate > rows.upper[row] ? rows.upper : rows.lower;
    if (Math.abs(rates[row] - bounds[row]) > 1e-9 * (1 + Math.abs(bounds[row]))) continue;
    holdJoint(problem, scratch, row, bounds);
  }
}
