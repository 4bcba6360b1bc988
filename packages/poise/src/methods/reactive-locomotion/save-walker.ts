/** Who walks or stands, as plain data, and back. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Follower } from './follow-body.ts';
import { type LegPast, pastOf, restorePast } from './leg-past.ts';
import type { FootTarget } from './reach-feet.ts';
import type { Reference } from './reference.ts';
import type { Plan } from './running-plan.ts';
import type { Stander, StanderState } from './stander.ts';
import type { Walker, WalkerState } from './walker-state.ts';

type SavedLeg = LegPast & Pick<FootTarget, 'mayRise' | 'stands' | 'carries' | 'firm' | 'hold'>;

/** What a body goes on from that follows a reference. */
interface SavedFollower {
  readonly arrays: readonly Float64Array[];
  readonly legs: readonly SavedLeg[];
  readonly reference: Float64Array;
  readonly pace: readonly [now: number, before: number];
}

/** Everything that a walker needs to go on; of its clip and gait it holds nothing. */
export interface SavedWalker {
  readonly state: Omit<WalkerState, 'plan'> & { readonly plan: Omit<Plan, 'gait'> };
  readonly follower: SavedFollower;
}

export interface SavedStander {
  readonly state: StanderState;
  readonly follower: SavedFollower;
}

const arraysOf = ({
  q,
  v,
  off,
  arms,
  yielded,
  inertia,
  guard,
  startled,
  kneesOut,
}: Follower): readonly Float64Array[] => [q, v, off, arms, yielded, inertia, guard.history, startled, kneesOut];

const followerOf = ({ follower, reference }: Walker | Stander): SavedFollower => ({
  arrays: arraysOf(follower),
  legs: follower.legs.map((leg, side) => {
    const { mayRise, stands, carries, firm, hold } = follower.feet[side]!;
    return { ...pastOf(leg), mayRise, stands, carries, firm, hold };
  }),
  reference: reference.q,
  pace: [reference.pace, follower.guard.paceBefore],
});

function restoreFollower(body: Body, follower: Follower, reference: Reference, saved: SavedFollower): void {
  for (const [k, array] of arraysOf(follower).entries()) array.set(saved.arrays[k]!);
  saved.legs.forEach((leg, side) => {
    restorePast(follower.legs[side]!, leg);
    const { mayRise, stands, carries, firm, hold } = leg;
    Object.assign(follower.feet[side]!, { mayRise, stands, carries, firm, hold });
  });
  reference.q.set(saved.reference);
  reference.pace = saved.pace[0];
  follower.guard.paceBefore = saved.pace[1];
  forwardKinematics(body, reference.ws, reference.q);
  forwardKinematics(body, follower.ws, follower.q);
}

export function saveWalker(walker: Walker): SavedWalker {
  const { gait: _, ...plan } = walker.state.plan;
  return structuredClone({ state: { ...walker.state, plan }, follower: followerOf(walker) });
}

export function restoreWalker(walker: Walker, from: SavedWalker): void {
  const { follower, reference, body, gait, state } = walker;
  const { plan, feet, feetOf, deliveries, ...rest } = structuredClone(from.state);
  for (const key of ARRAYS) state[key].set(rest[key]);
  const { ticks, calm, untouched, entry, strain, rest: remainder } = rest;
  Object.assign(state, { plan: { ...plan, gait }, ticks, calm, untouched, entry, strain, rest: remainder });
  Object.assign(state.feetOf, feetOf);
  state.deliveries.splice(0, Infinity, ...deliveries);
  for (const [side, { x, z }] of feet.entries()) {
    Object.assign(state.feet[side]!.x, x);
    Object.assign(state.feet[side]!.z, z);
  }
  restoreFollower(body, follower, reference, from.follower);
}

const ARRAYS = ['offset', 'moved', 'sunk', 'bob', 'rise', 'place'] as const;

export const saveStander = (stander: Stander): SavedStander =>
  structuredClone({ state: stander.state, follower: followerOf(stander) });

export function restoreStander(stander: Stander, from: SavedStander): void {
  const { follower, reference, body, state } = stander;
  const { sway, deliveries, ...rest } = structuredClone(from.state);
  Object.assign(state, rest);
  for (const part of ['place', 'lean', 'sunk'] as const) state.sway[part].set(sway[part]);
  state.deliveries.splice(0, Infinity, ...deliveries);
  restoreFollower(body, follower, reference, from.follower);
}
