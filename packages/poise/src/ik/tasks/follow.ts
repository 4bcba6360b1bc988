/** What tasks that follow a reference share: three rows, b from the error and what the reference does. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { limitLength } from '../feedback.ts';
import { createTask, RANK, type Task } from '../task.ts';

export interface FollowOptions {
  readonly name: string;
  readonly stiffness: number; // [1/s] share of the error that is taken back per second
  readonly softness: number; // W′⁻¹ [row's unit squared]
  readonly rank: number;
  readonly fastest: number; // [row's unit] most that the error's stiffness term asks for
}

/** Something of the body with a rate: what it is now, and what the plan wants of it. Three numbers each, world axes. */
export interface Followed<R> {
  readonly name: string;
  readonly softness: number; // unless the options say otherwise
  readonly fastest: number; // the same
  readonly groups?: Int32Array;
  readonly reference: R; // of which the next is a part
  readonly plannedRate: Float64Array;
  jacobian(out: Float64Array, ws: Workspace): void;
  error(out: Float64Array, ws: Workspace): void; // plan − now
}

/** b = ẋ_plan + k e. `fastest` bounds k e. */
export function follow<R>(what: Followed<R>, options: Partial<FollowOptions>): Task & { readonly reference: R } {
  const { stiffness = 0, fastest = what.fastest } = options;
  const { plannedRate, groups, reference } = what;
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
      for (let k = 0; k < 3; k++) out[k] += plannedRate[k];
    },
  });
}
