/** An IK problem and its outcome in words, for people who look for what went wrong. */
import type { Body } from '../body/body.ts';
import type { IkOutcome } from './outcome.ts';
import { frozenJoints, HARD_SOFTNESS } from './outcome.ts';
import type { IkProblem } from './problem.ts';

const short = (x: number): string => Number(x.toPrecision(3)).toString();

/** One line per task (in the order in which they win), then limits that stiffen or hold joints.
 *
 * ```ts
 * const text = describeIk(body, problem, outcome);
 * // leftFoot position    hard   b = 0.01 0 0   off by 3e-12
 * ```
 */
export function describeIk(body: Body, problem: IkProblem, outcome?: IkOutcome): string {
  const { tasks, firstRow, b, limitRows } = problem;
  const { names } = body.skeleton;
  const width = Math.max(0, ...tasks.map(({ name }) => name.length));
  const lines = tasks.map((task, t) => {
    const kind = task.softness <= HARD_SOFTNESS ? 'hard' : `soft ${short(task.softness)}`;
    const wanted = Array.from(b.subarray(firstRow[t], firstRow[t + 1]), short).join(' ');
    const found = outcome ? `  off by ${short(outcome.residuals[t])}${outcome.relaxed[t] ? ', relaxed' : ''}` : '';
    return `${task.name.padEnd(width)}  ${kind.padEnd(9)}  b = ${wanted}${found}`;
  });
  const stiff = new Set<string>();
  for (let row = 0; row < limitRows.count; row++) if (limitRows.growth[row] > 0) stiff.add(names[limitRows.joint[row]]);
  if (stiff.size > 0) lines.push(`near a limit: ${[...stiff].join(', ')}`);
  if (!outcome) return lines.join('\n');
  if (outcome.frozenCount > 0) lines.push(`held by a limit: ${frozenJoints(problem, outcome, names).join(', ')}`);
  const worst = outcome.worstTask === '' ? '' : `, worst ${outcome.worstTask} (${short(outcome.residual)})`;
  lines.push(`${outcome.status}${outcome.reason ? `: ${outcome.reason}` : ''}${worst}`);
  return lines.join('\n');
}
