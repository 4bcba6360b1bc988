/** Writes the numbers of an IK problem for one frame. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { diagonalAt, lookAlong, preferRate, stiffen } from './freedom-weights.ts';
import type { IkProblem } from './problem.ts';
import type { IkState } from './task.ts';

/** Fills `problem` for the pose and velocity in `state`. ws must hold the position level of state.q. */
export function buildIk(problem: IkProblem, body: Body, ws: Workspace, state: IkState): void {
  const { tasks, firstRow, softness, taskRows, taskTargets } = problem;
  for (let t = 0; t < tasks.length; t++) {
    const task = tasks[t];
    task.jacobian(taskRows[t], body, ws);
    task.target(taskTargets[t], body, ws);
    for (let row = firstRow[t]; row < firstRow[t + 1]; row++) softness[row] = task.softness;
  }
  weighFreedoms(problem, body, state);
  applyLimits(problem, body, state);
}

/** D = Σ W and x̄ = D⁻¹ Σ W target. */
function weighFreedoms(problem: IkProblem, body: Body, state: IkState): void {
  const { freedoms: nv, preferences, target } = problem;
  const { preferred, inverse, isFull, free } = problem.weights;
  preferred.fill(0);
  inverse.fill(0);
  isFull.fill(0);
  free.fill(0);
  for (let p = 0; p < preferences.length; p++) {
    const { weight } = preferences[p];
    preferences[p].target(target, body, state);
    for (let i = 0; i < nv; i++) {
      preferred[i] += weight[i] * target[i];
      inverse[diagonalAt(i)] += weight[i];
    }
  }
  for (let block = 0; block < nv / 3; block++) {
    for (let i = 3 * block; i < 3 * block + 3; i++) {
      const d = 1 / inverse[diagonalAt(i)];
      inverse[diagonalAt(i)] = d;
      preferred[i] *= d;
      free[block] += d;
    }
  }
}

/** Near limits the preferred rate is slowed down or turned round, and the weight along the direction grows. */
function applyLimits(problem: IkProblem, body: Body, state: IkState): void {
  const { limits, limitRows: rows, weights } = problem;
  rows.count = 0;
  for (let k = 0; k < limits.length; k++) limits[k].rows(rows, body, state);
  const { count, growth, preferLower, preferUpper } = rows;
  for (let row = 0; row < count; row++) {
    if (growth[row] === 0 && preferLower[row] === -Infinity && preferUpper[row] === Infinity) continue;
    if (!lookAlong(weights, rows, row)) continue;
    preferRate(weights, rows, row, preferLower, 'if-below');
    preferRate(weights, rows, row, preferUpper, 'if-above');
    if (growth[row] > 0) stiffen(weights, rows, row, 'by-growth');
  }
}
