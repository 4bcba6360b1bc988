/** A walker as plain data, and back. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Follower } from './follow-body.ts';
import type { Plan } from './running-plan.ts';
import type { Walker, WalkerState } from './walker-state.ts';

/** Everything that a walker needs to go on; of its clip and gait it holds nothing. */
export interface SavedWalker {
  readonly state: Omit<WalkerState, 'plan'> & { readonly plan: Omit<Plan, 'gait'> };
  readonly follower: readonly Float64Array[];
  readonly legs: readonly (readonly [rise: number, missing: number, mayRise: boolean])[];
  readonly reference: Float64Array;
}

const arraysOf = ({ q, v, off, arms, slope, guard }: Follower): readonly Float64Array[] => [
  q,
  v,
  off,
  arms,
  slope,
  guard.history,
];

export function saveWalker({ state, follower, reference }: Walker): SavedWalker {
  const { gait: _, ...plan } = state.plan;
  return structuredClone({
    state: { ...state, plan },
    follower: arraysOf(follower),
    legs: follower.legs.map(({ rise, missing }, side) => [rise, missing, follower.feet[side]!.mayRise] as const),
    reference: reference.q,
  });
}

export function restoreWalker(walker: Walker, from: SavedWalker): void {
  const { follower, reference, body, gait } = walker;
  const saved = structuredClone(from);
  walker.state = { ...saved.state, plan: { ...saved.state.plan, gait } };
  for (const [k, array] of arraysOf(follower).entries()) array.set(saved.follower[k]!);
  saved.legs.forEach(([rise, missing, mayRise], side) => {
    follower.legs[side]!.rise = rise;
    follower.legs[side]!.missing = missing;
    follower.feet[side]!.mayRise = mayRise;
  });
  reference.q.set(saved.reference);
  forwardKinematics(body, reference.ws, reference.q);
  forwardKinematics(body, follower.ws, follower.q);
}
