/**
 * An IK problem as a dense QP with the limits as true inequalities, an oracle for solveIk, which holds joints in a few passes.
 * Hard tasks become equalities, soft ones part of the cost.
 */

import type { FreedomWeights } from '../../src/ik/freedom-weights.ts';
import type { LimitRows } from '../../src/ik/limit-rows.ts';
import { HARD_SOFTNESS } from '../../src/ik/outcome.ts';
import type { IkProblem } from '../../src/ik/problem.ts';
import { createQp, type QpOutcome, type QpProblem } from '../../src/optim/qp.ts';
import { createQpScratch, solveQp } from '../../src/optim/solve-qp.ts';

/** ½ xᵀHx + cᵀx, A x = b, G x ≤ h of what buildIk wrote, and its solution. */
export function solveDense(problem: IkProblem): { readonly qp: QpProblem; readonly outcome: QpOutcome } {
  const { freedoms, rowCount, limitRows } = problem;
  const qp = createQp(freedoms, rowCount, 2 * limitRows.joint.length);
  writeFreedoms(qp, problem.weights);
  qp.equalities = 0;
  for (let row = 0; row < rowCount; row++) {
    if (problem.softness[row] <= HARD_SOFTNESS) addEquality(qp, problem, row);
    else addCost(qp, problem, row);
  }
  writeLimits(qp, limitRows);
  return { qp, outcome: solveQp(qp, createQpScratch(qp)) };
}

/** H = D, c = −D x̄, block by block. */
function writeFreedoms({ H, c, size: n }: QpProblem, { inverse, preferred }: FreedomWeights): void {
  H.fill(0);
  for (let column = 0; column < n; column += 3) {
    const i = 3 * column;
    // inverse of a symmetric 3×3 matrix by cofactors
    const xx = inverse[i + 4] * inverse[i + 8] - inverse[i + 5] * inverse[i + 5];
    const xy = inverse[i + 2] * inverse[i + 5] - inverse[i + 1] * inverse[i + 8];
    const xz = inverse[i + 1] * inverse[i + 5] - inverse[i + 2] * inverse[i + 4];
    const yy = inverse[i] * inverse[i + 8] - inverse[i + 2] * inverse[i + 2];
    const yz = inverse[i + 1] * inverse[i + 2] - inverse[i] * inverse[i + 5];
    const zz = inverse[i] * inverse[i + 4] - inverse[i + 1] * inverse[i + 1];
    const s = 1 / (inverse[i] * xx + inverse[i + 1] * xy + inverse[i + 2] * xz);
    const o = column * n + column;
    H[o] = s * xx;
    H[o + 1] = s * xy;
    H[o + 2] = s * xz;
    H[o + n] = s * xy;
    H[o + n + 1] = s * yy;
    H[o + n + 2] = s * yz;
    H[o + 2 * n] = s * xz;
    H[o + 2 * n + 1] = s * yz;
    H[o + 2 * n + 2] = s * zz;
    for (let r = 0; r < 3; r++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += H[o + r * n + k] * preferred[column + k];
      c[column + r] = -sum;
    }
  }
}

function addEquality(qp: QpProblem, { J, b, freedoms: n }: IkProblem, row: number): void {
  const o = qp.equalities++;
  for (let j = 0; j < n; j++) qp.A[o * n + j] = J[row * n + j];
  qp.b[o] = b[row];
}

/** H += Jᵀ W′ J, c −= Jᵀ W′ b for one row. */
function addCost({ H, c }: QpProblem, { J, b, softness, freedoms: n }: IkProblem, row: number): void {
  const weight = 1 / softness[row];
  for (let i = 0; i < n; i++) {
    const scaled = weight * J[row * n + i];
    if (scaled === 0) continue;
    c[i] -= scaled * b[row];
    for (let j = 0; j < n; j++) H[i * n + j] += scaled * J[row * n + j];
  }
}

/** Every bound that exists as one row. */
function writeLimits(qp: QpProblem, rows: LimitRows): void {
  qp.inequalities = 0;
  for (let row = 0; row < rows.count; row++) {
    if (rows.upper[row] < Infinity) addBound(qp, rows, row, 1);
    if (rows.lower[row] > -Infinity) addBound(qp, rows, row, -1);
  }
}

function addBound(qp: QpProblem, { joint, direction, lower, upper }: LimitRows, row: number, sign: 1 | -1): void {
  const n = qp.size;
  const o = qp.inequalities++;
  qp.G.fill(0, o * n, (o + 1) * n);
  for (let k = 0; k < 3; k++) qp.G[o * n + 3 * (joint[row] + 1) + k] = sign * direction[3 * row + k];
  qp.h[o] = sign > 0 ? upper[row] : -lower[row];
}
