/**
 * Notices tasks that ask for what the body cannot do. Near the end of its reach a limb moves less and less for what its joints
 * turn; a task that insists makes them whirl, one way and then the other. The sign of it: what the task gained in a step is
 * not what the solve promised. Such a task is softened until promise and gain agree, and hardened again by and by: a hand that
 * cannot get there settles as near as it can. Support feet are never softened.
 */
import type { IkScratch } from './ik-system.ts';
import { isHardTask } from './outcome.ts';
import type { IkProblem } from './problem.ts';
import { RANK } from './task.ts';

/** Difference of gain and promise, relative to the promise, from which a task is softened. */
const TOO_MUCH = 0.3;
/** Share of a row's size that is added to its softness at first, and at most; and how it grows with every further step. */
const FIRST = 1e-3;
const MOST = 10;
const GROWTH = 4;
/** Per step, what is left of it: while the task gets a fair share of what it asks for, and while it is out of reach. */
const DECAY = 0.9;
const SLOW_DECAY = 0.999;
const FAIR_SHARE = 0.35;
const FORGOTTEN = 1e-6;
/** Promises below this, in units of x [rad/s], are too small to judge by. */
const SLOW = 0.01;

/** promised = J x of the solve just made. */
export function writePromise(promised: Float64Array, { b, rowCount }: IkProblem, { residual }: IkScratch): void {
  for (let row = 0; row < rowCount; row++) promised[row] = b[row] - residual[row];
}

/** Compares promises with what the same movement v gives at the pose it led to, whose rows buildIk has written. */
export function updateStrain(
  problem: IkProblem,
  { scale, residual }: IkScratch,
  promised: Float64Array,
  v: Float64Array,
): void {
  const { tasks, firstRow, strain, J, freedoms: nv, spans } = problem;
  for (let t = 0; t < tasks.length; t++) {
    if (tasks[t].rank === RANK.support) continue;
    const span = spans[t];
    let off = 0;
    let size = 0;
    let unmet = 0; // of the last solve
    for (let row = firstRow[t]; row < firstRow[t + 1]; row++) {
      let gain = 0;
      for (let k = 0; k < span.length; k += 2) {
        for (let c = span[k]; c < span[k + 1]; c++) gain += J[row * nv + c] * v[c];
      }
      off += (gain - promised[row]) * (gain - promised[row]);
      size += promised[row] * promised[row] + SLOW * SLOW * scale[row];
      unmet += residual[row] * residual[row];
    }
    if (off > TOO_MUCH * TOO_MUCH * size) {
      strain[t] = Math.min(MOST, Math.max(FIRST, GROWTH * strain[t]));
    } else {
      strain[t] *= FAIR_SHARE * FAIR_SHARE * unmet < size ? DECAY : SLOW_DECAY;
      if (strain[t] < FORGOTTEN) strain[t] = 0;
    }
  }
}

/** Whether a hard task has been softened because it is out of reach. */
export function isStrained(problem: IkProblem): boolean {
  for (let t = 0; t < problem.tasks.length; t++) if (problem.strain[t] > 0 && isHardTask(problem, t)) return true;
  return false;
}
