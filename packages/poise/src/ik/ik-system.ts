/**
 * The small system behind docs/ik.md (E1), one row per task row: (J D⁻¹Jᵀ + W′⁻¹) λ = b − J x̄, x = x̄ + D⁻¹Jᵀλ. Rows are in
 * the order of ranks, so the first of them alone are a system too: that of the ranks that matter most. Holding a joint at a
 * limit is a rank-one change.
 */
import { createOrderedFactor, factorOrderedRow, type OrderedFactor, solveOrdered } from '../optim/ordered-cholesky.ts';
import {
  copyFreedomWeights,
  createFreedomWeights,
  type FreedomWeights,
  lookAlong,
  preferRate,
  stiffen,
} from './freedom-weights.ts';
import { writeNormalMatrix, writeResidual, writeSolution } from './normal-matrix.ts';
import { createIkOutcome, HARD_SOFTNESS, type IkOutcome } from './outcome.ts';
import type { IkProblem } from './problem.ts';
import { RANK } from './task.ts';

/** Hard rows count as met within this, in their own units. */
export const MET = 1e-6;
/** Relative pivot below which a row counts as a combination of earlier ones and is dropped. */
const DEPENDENT = 1e-8;
/** Relative pivot below which a row is softened, support feet excepted. */
const WEAK = 1e-4;

export interface IkScratch {
  readonly outcome: IkOutcome;
  readonly weights: FreedomWeights; // the problem's, with held directions taken out
  readonly b: Float64Array; // m    targets in use
  readonly whole: Float64Array; // m×m  J D⁻¹Jᵀ, lower triangle, no joint held
  readonly normal: Float64Array; // m×m  the same with held directions taken out
  readonly turned: Float64Array; // m×nv J D⁻¹
  readonly system: Float64Array; // m×m  J D⁻¹Jᵀ + W′⁻¹
  readonly scale: Float64Array; // m    diagonal of J D⁻¹Jᵀ before joints were held
  readonly softness: Float64Array; // m    W′⁻¹ in use
  readonly factor: OrderedFactor;
  readonly size: Float64Array; // m    what pivots are measured by
  readonly residual: Float64Array; // m    b − J x
  readonly lambda: Float64Array; // m
  readonly step: Float64Array; // m
  readonly pull: Float64Array; // nv   Jᵀλ
  readonly candidate: Float64Array; // nv   x of solveRows
  readonly isHeld: Uint8Array; // per limit row
  readonly rates: Float64Array; // per limit row: of x
  readonly candidateRates: Float64Array; // per limit row: of the candidate
  readonly share: Float64Array; // 1    of solveByRank
}

/** Memory for solving a problem; one per problem and worker. */
export function createIkScratch(problem: IkProblem): IkScratch {
  const { rowCount: m, freedoms: nv } = problem;
  return {
    outcome: createIkOutcome(problem),
    weights: createFreedomWeights(nv),
    b: new Float64Array(m),
    whole: new Float64Array(m * m),
    normal: new Float64Array(m * m),
    turned: new Float64Array(m * nv),
    system: new Float64Array(m * m),
    scale: new Float64Array(m),
    softness: new Float64Array(m),
    factor: createOrderedFactor(m, DEPENDENT),
    size: new Float64Array(m),
    residual: new Float64Array(m),
    lambda: new Float64Array(m),
    step: new Float64Array(m),
    pull: new Float64Array(nv),
    candidate: new Float64Array(nv),
    isHeld: new Uint8Array(problem.limitRows.joint.length),
    rates: new Float64Array(problem.limitRows.joint.length),
    candidateRates: new Float64Array(problem.limitRows.joint.length),
    share: new Float64Array(1),
  };
}

/** Reads what buildIk wrote. */
export function startSystem(problem: IkProblem, scratch: IkScratch): void {
  const { whole, turned, scale } = scratch;
  const m = problem.rowCount;
  writeNormalMatrix(whole, turned, problem, problem.weights);
  for (let row = 0; row < m; row++) scale[row] = whole[row * m + row];
  releaseJoints(problem, scratch);
}

/** Back to the start: no joint held, targets as asked. */
export function releaseJoints(problem: IkProblem, scratch: IkScratch): void {
  const { weights, whole, normal, isHeld, outcome, b } = scratch;
  copyFreedomWeights(weights, problem.weights);
  b.set(problem.b);
  normal.set(whole);
  isHeld.fill(0);
  outcome.relaxed.fill(0);
  outcome.frozenCount = 0;
}

/** scratch.candidate = x for the first `tasks` tasks alone, scratch.residual = b − J x of their rows. */
export function solveRows(problem: IkProblem, scratch: IkScratch, tasks: number): void {
  const { candidate, weights, residual, lambda, step, pull, factor, softness, b } = scratch;
  const rows = problem.firstRow[tasks];
  factorRows(problem, scratch, tasks);
  writeResidual(residual, problem, b, weights.preferred, tasks);
  lambda.set(residual);
  solveOrdered(factor, lambda, rows);
  writeSolution(candidate, pull, problem, weights, lambda, tasks);
  writeResidual(residual, problem, b, candidate, tasks);
  // once more for what rounding left: b − J x = W′⁻¹ λ on the rows that were kept
  let left = 0;
  for (let row = 0; row < rows; row++) {
    step[row] = factor.dropped[row] === 0 ? residual[row] - softness[row] * lambda[row] : 0;
    left = Math.max(left, Math.abs(step[row]));
  }
  if (left < ROUNDING) return;
  solveOrdered(factor, step, rows);
  for (let row = 0; row < rows; row++) lambda[row] += step[row];
  writeSolution(candidate, pull, problem, weights, lambda, tasks);
  writeResidual(residual, problem, b, candidate, tasks);
}

/** Whether the candidate meets the hard rows of the first `count` tasks. Needs scratch.residual. */
export function meetsHardRows({ firstRow, softness }: IkProblem, { residual }: IkScratch, count: number): boolean {
  for (let row = 0; row < firstRow[count]; row++) {
    if (softness[row] <= HARD_SOFTNESS && !(Math.abs(residual[row]) <= MET)) return false;
  }
  return true;
}

/** Rows met as closely as this, in their units, need no second look. */
const ROUNDING = 1e-11;

/** Factors J D⁻¹Jᵀ + W′⁻¹ row by row. Rows that earlier ones leave little room for are softened, those they leave none for are
 *  dropped: later ranks give way, so angular momentum yields before linear momentum, and support feet never.
 *  Deviates: the specification raises W′⁻¹ of momentum by tens once a pivot falls below 1e-8 of the largest. Here it is raised
 *  by what the pivot lacks, so that nothing jumps, and from 1e-4 of the row's own size on: below, one kg·m²/s of hard angular
 *  momentum costs more than 2 rad/s. Ordinary poses on two feet stay above 6e-4. */
function factorRows(problem: IkProblem, scratch: IkScratch, count: number): void {
  const { tasks, firstRow, rowCount: m, softness: asked } = problem;
  const { normal, system, scale, softness, size, factor, outcome } = scratch;
  // hard is hard: what the threshold lets pass is met as if it were 0
  for (let row = 0; row < m; row++) softness[row] = asked[row] > HARD_SOFTNESS ? asked[row] : 0;
  system.set(normal);
  for (let t = 0; t < count; t++) {
    const yields = tasks[t].rank > RANK.support;
    outcome.relaxed[t] = 0;
    for (let row = firstRow[t]; row < firstRow[t + 1]; row++) {
      size[row] = scale[row] + softness[row];
      system[row * m + row] = normal[row * m + row] + softness[row];
      const kept = factorOrderedRow(factor, system, row, size);
      if (!kept) outcome.relaxed[t] = 1;
      const lacking = (WEAK - factor.pivots[row]) * size[row];
      if (!kept || !yields || !(lacking > 0)) continue;
      outcome.relaxed[t] = 1;
      softness[row] += lacking;
      system[row * m + row] += lacking;
      factorOrderedRow(factor, system, row, size);
    }
  }
}

/** Holds the joint of a limit row at its bound, limitRows.lower or .upper: x̄ goes there, and the direction is taken out of
 *  D⁻¹ and of J D⁻¹Jᵀ. */
export function holdJoint(problem: IkProblem, scratch: IkScratch, row: number, bounds: Float64Array): void {
  const { outcome, weights, isHeld } = scratch;
  const { limitRows: rows } = problem;
  isHeld[row] = 1;
  outcome.frozen[outcome.frozenCount++] = row;
  if (!lookAlong(weights, rows, row)) return;
  preferRate(weights, rows, row, bounds);
  stiffen(weights, rows, row, 'take-out');
  takeOut(problem, scratch, 3 * (rows.joint[row] + 1));
}

/** normal −= u uᵀ/s with u = J D⁻¹g, for the direction in weights.along of the joint whose columns start at `column`. */
function takeOut({ J, freedoms: nv, rowCount: m }: IkProblem, scratch: IkScratch, column: number): void {
  const { normal, step: u } = scratch;
  const { along } = scratch.weights;
  const share = 1 / along[3];
  for (let row = 0; row < m; row++) {
    const o = row * nv + column;
    u[row] = J[o] * along[0] + J[o + 1] * along[1] + J[o + 2] * along[2];
    if (u[row] === 0) continue;
    for (let other = 0; other <= row; other++) normal[row * m + other] -= share * u[row] * u[other];
  }
}
