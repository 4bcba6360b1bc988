/** A walker as plain data, and back. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Follower } from './follow-body.ts';
import type { Plan } from './running-plan.ts';
import type { Walker, WalkerState } from './walker-state.ts';

/** Everything that a walker needs to go on; of its clip and gait it holds nothing. */
export interface SavedWalker {
  readonly state: Omit<WalkerState, 'plan'> & { readonly plan: Omit<Plan, 'gait'> };
  readonly follower: readonly Float64Array[];
  readonly legs: readonly (readonly [rise: number, missing: number, mayRise: boolean, stands: boolean])[];
  readonly reference: Float64Array;
  readonly pace: readonly [now: number, before: number];
}

const arraysOf = ({ q, v, off, arms, inertia, guard }: Follower): readonly Float64Array[] => [
  q,
  v,
  off,
  arms,
  inertia,
  guard.history,
];

export function saveWalker({ state, follower, reference }: Walker): SavedWalker {
  const { gait: _, ...plan } = state.plan;
  return structuredClone({
    state: { ...state, plan },
    follower: arraysOf(follower),
    legs: follower.legs.map(({ rise, missing }, side) => {
      const { mayRise, stands } = follower.feet[side]!;
      return [rise, missing, mayRise, stands] as const;
    }),
    reference: reference.q,
    pace: [reference.pace, follower.guard.paceBefore] as const,
  });
}

export function restoreWalker(walker: Walker, from: SavedWalker): void {
  const { follower, reference, body, gait } = walker;
  const saved = structuredClone(from);
  walker.state = { ...saved.state, plan: { ...saved.state.plan, gait } };
  for (const [k, array] of arraysOf(follower).entries()) array.set(saved.follower[k]!);
  saved.legs.forEach(([rise, missing, mayRise, stands], side) => {
    follower.legs[side]!.rise = rise;
    follower.legs[side]!.missing = missing;
    follower.feet[side]!.mayRise = mayRise;
    follower.feet[side]!.stands = stands;
  });
  reference.q.set(saved.reference);
  reference.pace = saved.pace[0];
  follower.guard.paceBefore = saved.pace[1];
  forwardKinematics(body, reference.ws, reference.q);
  forwardKinematics(body, follower.ws, follower.q);
}
