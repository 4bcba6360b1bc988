/**
 * A whole-body IK problem as a value: which tasks, preferences and limits, and the numbers that buildIk wrote for the
 * frame at hand. docs/ik.md (E1), with x for q̇:
 *
 *     minimise (x − x̄)ᵀ D (x − x̄) + (b − J x)ᵀ W′ (b − J x)    subject to the limits' rows
 *
 * D is diagonal but for the joints that limits stiffen, whose three freedoms then share a 3×3 block; D⁻¹ is kept.
 */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { createFreedomWeights, type FreedomWeights } from './freedom-weights.ts';
import { createLimitRows, type Limit, type LimitRows } from './limit-rows.ts';
import type { Preference, Task } from './task.ts';

export interface IkParts {
  readonly tasks: readonly Task[];
  readonly preferences: readonly Preference[];
  readonly limits?: readonly Limit[];
}

export interface IkProblem {
  readonly freedoms: number; // nv
  readonly tasks: readonly Task[]; // by rank, then as given: earlier ones win
  readonly preferences: readonly Preference[];
  readonly limits: readonly Limit[];
  readonly firstRow: Int32Array; // tasks + 1: rows of task t are firstRow[t] … firstRow[t + 1] − 1
  readonly rowCount: number; // m
  // written by buildIk
  readonly J: Float64Array; // m×nv
  readonly b: Float64Array; // m
  readonly softness: Float64Array; // m   W′⁻¹
  readonly weights: FreedomWeights; // x̄ and D⁻¹
  readonly limitRows: LimitRows;
  // memory of buildIk, and where anything but 0 can stand
  readonly taskRows: readonly Float64Array[]; // views: rows of J of each task
  readonly taskTargets: readonly Float64Array[]; // views: rows of b of each task
  readonly target: Float64Array; // nv
  readonly spans: readonly Int32Array[]; // per task: columns [from, to), from, to, …
  readonly commonSpans: readonly Int32Array[]; // per pair of tasks (t, s ≤ t), at t(t+1)/2 + s
}

/** Memory for a body and its parts.
 *
 * ```ts
 * const problem = createIk(body, { tasks: [...left.tasks, ...right.tasks, momentum], preferences: [pose], limits });
 * const scratch = createIkScratch(problem);
 * buildIk(problem, body, ws, { q, v }); // every frame, after forwardKinematics(body, ws, q)
 * const { status, x } = solveIk(problem, scratch);
 * ```
 */
export function createIk(body: Body, parts: IkParts): IkProblem {
  const nv = freedomCount(body.skeleton);
  const tasks = [...parts.tasks].sort((a, b) => a.rank - b.rank);
  const limits = parts.limits ?? [];
  checkWeights(parts.preferences, nv);
  const firstRow = new Int32Array(tasks.length + 1);
  tasks.forEach((task, t) => {
    firstRow[t + 1] = firstRow[t] + task.dim;
  });
  const rowCount = firstRow[tasks.length];
  const J = new Float64Array(rowCount * nv);
  const b = new Float64Array(rowCount);
  const groups = tasks.map((task) => task.groups ?? Int32Array.from({ length: nv / 3 }, (_, k) => 3 * k));
  return {
    freedoms: nv,
    tasks,
    preferences: [...parts.preferences],
    limits: [...limits],
    firstRow,
    rowCount,
    J,
    b,
    softness: new Float64Array(rowCount),
    weights: createFreedomWeights(nv),
    limitRows: createLimitRows(limits.reduce((sum, limit) => sum + limit.dim, 0)),
    taskRows: tasks.map((_, t) => J.subarray(firstRow[t] * nv, firstRow[t + 1] * nv)),
    taskTargets: tasks.map((_, t) => b.subarray(firstRow[t], firstRow[t + 1])),
    target: new Float64Array(nv),
    spans: groups.map(spansOf),
    commonSpans: groups.flatMap((mine, t) => groups.slice(0, t + 1).map((theirs) => spansOf(common(mine, theirs)))),
  };
}

function checkWeights(preferences: readonly Preference[], nv: number): void {
  for (let i = 0; i < nv; i++) {
    const sum = preferences.reduce((total, { weight }) => total + weight[i], 0);
    if (!(sum > 0)) throw new UsageError(`freedom ${i} needs a positive weight in some preference, found ${sum}`);
  }
}

function common(a: Int32Array, b: Int32Array): Int32Array {
  const inB = new Set(b);
  return a.filter((column) => inB.has(column));
}

/** Groups of three columns that lie side by side, joined. */
function spansOf(groups: Int32Array): Int32Array {
  const spans: number[] = [];
  for (const column of groups) {
    if (spans.at(-1) === column) spans[spans.length - 1] = column + 3;
    else spans.push(column, column + 3);
  }
  return Int32Array.from(spans);
}
