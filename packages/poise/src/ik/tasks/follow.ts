/** What tasks that follow a reference share: three rows, b from the error, its rate and what the reference does. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { FEEDBACK_DEFAULTS, type Feedback, limitLength } from '../feedback.ts';
import { createTask, RANK, type Task } from '../task.ts';

export interface FollowOptions extends Feedback {
  readonly name: string;
  readonly softness: number; // W′⁻¹ [row's unit squared at velocity level]
  readonly rank: number;
  readonly fastest: number; // [row's unit] most that the error's stiffness term asks for
}

/** Something of the body with a rate: what it is now, and what the plan wants of it. Three numbers each, world axes. */
export interface Followed<R> {
  readonly name: string;
  readonly softness: number; // unless the options say otherwise
  readonly fastest: number; // the same, at velocity level; no bound at acceleration level
  readonly groups?: Int32Array;
  readonly reference: R; // of which the next two are parts
  readonly plannedRate: Float64Array;
  readonly plannedChange: Float64Array; // acceleration level only
  jacobian(out: Float64Array, ws: Workspace): void;
  error(out: Float64Array, ws: Workspace): void; // plan − now
  rate(out: Float64Array, ws: Workspace): void; // now; acceleration level only, as `bias`
  bias(out: Float64Array, ws: Workspace): void; // J̇v
}

/** Velocity level: b = ẋ_plan + k e. Acceleration level: b = ẍ_plan + k e + d (ẋ_plan − ẋ) − J̇v. `fastest` bounds k e. */
export function follow<R>(what: Followed<R>, options: Partial<FollowOptions>): Task & { readonly reference: R } {
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const fastest = options.fastest ?? (level === 'velocity' ? what.fastest : Infinity);
  const { plannedRate, plannedChange, groups, reference } = what;
  const now = new Float64Array(3);
  return createTask({
    name: options.name ?? what.name,
    dim: 3,
    softness: options.softness ?? what.softness,
    rank: options.rank ?? RANK.ordinary,
    groups,
    reference,
    jacobian: (out, _, ws) => what.jacobian(out, ws),
    target(out, _, ws) {
      what.error(out, ws);
      for (let k = 0; k < 3; k++) out[k] *= stiffness;
      limitLength(out, fastest);
      const feedForward = level === 'velocity' ? plannedRate : plannedChange;
      for (let k = 0; k < 3; k++) out[k] += feedForward[k];
      if (level === 'velocity') return;
      what.rate(now, ws);
      for (let k = 0; k < 3; k++) out[k] += damping * (plannedRate[k] - now[k]);
      what.bias(now, ws);
      for (let k = 0; k < 3; k++) out[k] -= now[k];
    },
  });
}
