/** Everything that changes while a character reacts, as plain data. */
import type { Push } from '../../gait/push.ts';
import { createWatchedFeet, type WatchedFeet } from '../../gait/streaming-contacts.ts';
import type { BalancerStatus } from '../balancer.ts';
import type { JointDetail } from './detail.ts';
import { createFootsteps, type Footsteps } from './footsteps.ts';
import type { Beside } from './pendulum.ts';
import type { PlayedReaction } from './reaction-player.ts';

/** A hit on its way: `done` of its duration is over. */
export interface Delivery {
  readonly push: Push;
  readonly done: number;
}

export interface BlendState {
  mode: 'still' | 'reacting' | 'fading'; // still: the motion itself
  status: BalancerStatus;
  time: number; // [s] since the start
  tick: number; // [s] of an inner step
  joints: JointDetail;
  tickTime: number; // [s] of the last tick, at or after `time`
  readonly q: Float64Array; // nq at the last tick
  readonly v: Float64Array; // nv
  readonly before: Float64Array; // nq one tick earlier
  readonly placed: Float64Array; // 2 [m] where the motion has been moved to
  readonly beside: Beside;
  readonly watched: WatchedFeet;
  readonly steps: Footsteps;
  readonly spin: Float64Array; // 3 [kg·m²/s] angular momentum that hits gave
  spinAt: number; // [s] when
  spinLanding: number; // [s] after which it is taken back
  readonly tilt: Float64Array; // 3 [rad] that it turns the trunk by, about; world rotation vector
  readonly com: Float64Array; // 3 [m] where the plan has it, at the last tick
  readonly lag: Float64Array; // 3 [m] of the hips behind where the plan has them
  sink: number; // [m] the body is lower
  sinkSpeed: number; // [m/s]
  lastHit: number; // [s]
  pending: Delivery[];
  pull: Push | undefined; // impulse: a force [N]
  reaction: PlayedReaction | undefined; // whose postures are shown
  readonly fade: { readonly offset: Float64Array; readonly rate: Float64Array };
  fadeAt: number; // [s]
  readonly fadeFeet: Float64Array; // 2×2 [m] offsets of feet that go with it
  fallenAt: number; // [s] since when it is beyond recovery; −1: it is not
}

export const createBlendState = (nq: number, nv: number, tick: number, joints: JointDetail = 'all'): BlendState => ({
  mode: 'still',
  status: 'balanced',
  time: 0,
  tick,
  joints,
  tickTime: 0,
  q: new Float64Array(nq),
  v: new Float64Array(nv),
  before: new Float64Array(nq),
  placed: new Float64Array(2),
  beside: { x: new Float64Array(2), v: new Float64Array(2), p: new Float64Array(2), air: 0, lean: new Float64Array(2) },
  watched: createWatchedFeet(),
  steps: createFootsteps(),
  spin: new Float64Array(3),
  spinAt: -100,
  spinLanding: 0.5,
  tilt: new Float64Array(3),
  com: new Float64Array(3),
  lag: new Float64Array(3),
  sink: 0,
  sinkSpeed: 0,
  lastHit: 0,
  pending: [],
  pull: undefined,
  reaction: undefined,
  fade: { offset: new Float64Array(nv), rate: new Float64Array(nv) },
  fadeAt: 0,
  fadeFeet: new Float64Array(4),
  fallenAt: -1,
});
