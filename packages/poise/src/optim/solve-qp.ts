/**
 * Solves a dense, strictly convex QP by the dual active-set method of Goldfarb & Idnani (1983): from the minimum without
 * constraints, violated ones are taken in one by one, the most violated first, while multipliers stay non-negative. Every
 * step is exact, so there is nothing to tune, and an infeasible problem is noticed.
 */
import { UsageError } from '../errors.ts';
import {
  type ActiveSet,
  addRow,
  createActiveSet,
  dropRow,
  dualDirection,
  primalDirection,
  projectRow,
  resetActiveSet,
} from './active-set.ts';
import { factorCholesky, solveCholesky } from './cholesky.ts';
import { faultOf, measureKkt, type QpOutcome, type QpProblem, type QpStatus } from './qp.ts';

/** A row whose part outside the active rows is smaller than this, squared and relative, counts as dependent on them. */
const DEPENDENT = 1e-20;
/** Violations below this, relative to the terms of the row, count as met. */
const FEASIBLE = 1e-11;
/** The same for a row that active ones determine: their rounding errors add up in it. */
const CONSISTENT = 1e-8;

export interface QpScratch {
  readonly outcome: QpOutcome;
  readonly factor: Float64Array; // n×n
  readonly set: ActiveSet;
  readonly direction: Float64Array; // n  of x
  readonly giveWay: Float64Array; // n  of the multipliers
  readonly isActive: Uint8Array; // per inequality
  readonly stride: Float64Array; // 1  length of the step: as an argument it would be put on the heap
}

export function createQpScratch(problem: QpProblem): QpScratch {
  const { size, b, h } = problem;
  return {
    outcome: {
      status: 'stalled',
      reason: 'not solved yet',
      iterations: 0,
      x: new Float64Array(size),
      equalityMultipliers: new Float64Array(b.length),
      multipliers: new Float64Array(h.length),
      kktResidual: Infinity,
    },
    factor: new Float64Array(size * size),
    set: createActiveSet(size),
    direction: new Float64Array(size),
    giveWay: new Float64Array(size),
    isActive: new Uint8Array(h.length),
    stride: new Float64Array(1),
  };
}

/** Solves `problem`; the outcome is the scratch's own and is overwritten by the next solve. Numbers that make no sense (NaN,
 *  H that is not symmetric or not positive definite, a bound of −Infinity) end in a status with its reason, see QpStatus;
 *  more rows in use than there is room for throw UsageError.
 *
 * ```ts
 * const scratch = createQpScratch(problem);
 * const { status, x, kktResidual } = solveQp(problem, scratch);
 * ```
 */
export function solveQp(problem: QpProblem, scratch: QpScratch): QpOutcome {
  const { size: n, H, c } = problem;
  const { outcome, factor, set } = scratch;
  if (outcome.x.length !== n || scratch.isActive.length !== problem.h.length) {
    throw new UsageError(`scratch for ${outcome.x.length} unknowns given to a problem with ${n}`);
  }
  if (problem.equalities > problem.b.length || problem.inequalities > problem.h.length) {
    throw new UsageError(
      `room for ${problem.b.length} equalities and ${problem.h.length} inequalities, found ${problem.equalities} and ${problem.inequalities} in use`,
    );
  }
  outcome.iterations = 0;
  outcome.kktResidual = Infinity;
  outcome.equalityMultipliers.fill(0);
  outcome.multipliers.fill(0);
  scratch.isActive.fill(0);
  const fault = faultOf(problem);
  if (fault !== '') return finish(outcome, 'stalled', fault);
  for (let row = 0; row < problem.inequalities; row++) {
    if (problem.h[row] === -Infinity) return finish(outcome, 'infeasible', 'a bound is −Infinity');
  }
  factor.set(H);
  if (factorCholesky(factor, n) >= 0) return finish(outcome, 'stalled', 'H is not positive definite');
  for (let i = 0; i < n; i++) outcome.x[i] = -c[i];
  solveCholesky(factor, n, outcome.x);
  resetActiveSet(set, factor);
  for (let row = 0; row < problem.equalities; row++) {
    if (!meetEquality(problem, scratch, row)) return finish(outcome, 'infeasible', 'equalities contradict each other');
  }
  const most = 20 * (n + problem.inequalities) + 100;
  while (outcome.iterations < most) {
    const row = mostViolated(problem, scratch);
    if (row < 0) return report(problem, scratch);
    if (row === problem.inequalities) return finish(outcome, 'stalled', 'not a number');
    if (!meetInequality(problem, scratch, row)) return finish(outcome, 'infeasible', 'inequalities cannot be met');
  }
  return finish(outcome, 'stalled', 'too many changes of the active set');
}

function finish(outcome: QpOutcome, status: QpStatus, reason: string): QpOutcome {
  outcome.status = status;
  outcome.reason = reason;
  return outcome;
}

/** Copies the multipliers out of the set and measures the optimality conditions. */
function report(problem: QpProblem, { outcome, set }: QpScratch): QpOutcome {
  for (let k = 0; k < set.count; k++) {
    const id = set.ids[k];
    if (id < 0) outcome.equalityMultipliers[-1 - id] = -set.u[k];
    else outcome.multipliers[id] = set.u[k];
  }
  measureKkt(problem, outcome);
  if (!(outcome.kktResidual < Infinity)) return finish(outcome, 'stalled', 'not a number');
  return finish(outcome, 'solved', '');
}

/** Takes in equality `row`; false if it contradicts the ones before. Equalities are ids −1, −2, … of the set. */
function meetEquality({ size: n, A, b }: QpProblem, scratch: QpScratch, row: number): boolean {
  const { outcome, set, direction, giveWay, stride } = scratch;
  const { x } = outcome;
  let slack = -b[row];
  let scale = Math.abs(b[row]);
  for (let j = 0; j < n; j++) {
    slack += A[row * n + j] * x[j];
    scale += Math.abs(A[row * n + j] * x[j]);
  }
  projectRow(set, A, row * n, 1);
  if (!(set.outside[1] > DEPENDENT) || set.count === n) return Math.abs(slack) <= CONSISTENT * scale;
  primalDirection(direction, set);
  dualDirection(giveWay, set);
  set.u[set.count] = 0;
  stride[0] = -slack / set.outside[0];
  step(scratch);
  outcome.iterations++;
  addRow(set, -1 - row);
  return true;
}

/** x += t z, u −= t r, the new multiplier += t, with t = stride[0]. */
function step({ outcome, set, direction, giveWay, stride }: QpScratch): void {
  const { n, count, u } = set;
  const { x } = outcome;
  const t = stride[0];
  for (let i = 0; i < n; i++) x[i] += t * direction[i];
  for (let k = 0; k < count; k++) u[k] -= t * giveWay[k];
  u[count] += t;
}

/** The inequality with the largest violation relative to its terms: −1 if none, `inequalities` if x is not a number. */
function mostViolated({ size: n, G, h, inequalities }: QpProblem, { outcome, isActive }: QpScratch): number {
  const { x } = outcome;
  if (!(Math.abs(x[0]) < Infinity)) return inequalities;
  let worst = FEASIBLE;
  let found = -1;
  for (let row = 0; row < inequalities; row++) {
    if (isActive[row] || h[row] === Infinity) continue;
    let sum = -h[row];
    let scale = Math.abs(h[row]);
    for (let j = 0; j < n; j++) {
      const term = G[row * n + j] * x[j];
      sum += term;
      scale += Math.abs(term);
    }
    if (!(sum < Infinity)) return inequalities;
    if (sum > worst * scale) {
      worst = sum / scale;
      found = row;
    }
  }
  return found;
}

/** Takes in inequality `row`, dropping others whose multipliers would turn negative; false if it cannot be met. */
function meetInequality(problem: QpProblem, scratch: QpScratch, row: number): boolean {
  const { size: n, G, h } = problem;
  const { outcome, set, direction, giveWay, isActive, stride } = scratch;
  const { x } = outcome;
  set.u[set.count] = 0;
  for (;;) {
    outcome.iterations++;
    projectRow(set, G, row * n, -1);
    const dependent = !(set.outside[1] > DEPENDENT) || set.count === n;
    dualDirection(giveWay, set);
    const blocking = firstBlocking(set, giveWay);
    const partial = blocking < 0 ? Infinity : set.u[blocking] / giveWay[blocking];
    if (dependent) {
      if (blocking < 0) {
        // as good as met by the rows it depends on: never look at it again
        isActive[row] = 1;
        return isNearlyMet(problem, x, row);
      }
      direction.fill(0);
      stride[0] = partial;
      step(scratch);
    } else {
      let violation = -h[row];
      for (let j = 0; j < n; j++) violation += G[row * n + j] * x[j];
      primalDirection(direction, set);
      const full = Math.max(0, violation) / set.outside[0];
      stride[0] = Math.min(full, partial);
      step(scratch);
      if (full <= partial) {
        addRow(set, row);
        isActive[row] = 1;
        return true;
      }
    }
    isActive[set.ids[blocking]] = 0;
    dropRow(set, blocking);
  }
}

function isNearlyMet({ size: n, G, h }: QpProblem, x: Float64Array, row: number): boolean {
  let sum = -h[row];
  let scale = Math.abs(h[row]);
  for (let j = 0; j < n; j++) {
    sum += G[row * n + j] * x[j];
    scale += Math.abs(G[row * n + j] * x[j]);
  }
  return sum <= CONSISTENT * scale;
}

/** The active inequality whose multiplier reaches 0 first, or −1. */
function firstBlocking({ count, ids, u }: ActiveSet, giveWay: Float64Array): number {
  let found = -1;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    if (ids[k] >= 0 && giveWay[k] > 0 && u[k] < least * giveWay[k]) {
      least = u[k] / giveWay[k];
      found = k;
    }
  }
  return found;
}
