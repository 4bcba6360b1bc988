/** A method as the layer runs it: on poses as they come, one per frame, instead of on a clip. */

import type { Body } from '../body/body.ts';
import type { Placement } from '../gait/placement.ts';
import type { Push } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';
import type { BalancerEvent, BalancerStatus } from '../methods/balancer.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { ReactionPlayer } from '../methods/reactive-blend/reaction-player.ts';
import type { Clip } from '../motion/clip.ts';
import type { InnerDetail } from './options.ts';
import type { Situation } from './situation.ts';

export interface Driver {
  readonly id: 'push-response' | 'reactive-blend' | 'reactive-locomotion';
  readonly q: Float64Array; // nq, the pose now
  readonly v: Float64Array; // nv
  readonly status: BalancerStatus;
  /** Nothing is left of what happened but where it has led. */
  readonly isOver: boolean;
  /** Nothing happens any more, but feet that stepped stay where they are: the character stands otherwise than its animation has it. */
  readonly isHolding: boolean;
  /** It only leads back to the animation: whatever comes next begins anew. */
  readonly isReturning: boolean;
  /** Begins with the pose that is shown. */
  begin(time: number, situation: Situation): void;
  push(push: Push): void;
  pull(force: Vec3 | undefined, segment: number, pointInSegment?: Vec3): void;
  /** Goes on to the time of the stream. */
  step(dt: number): readonly BalancerEvent[];
  /** Where the motion has been moved to since begin(). Only when it is over, holding or returning. */
  placement(): Placement;
  useDetail(detail: InnerDetail): void;
  save(): unknown;
  restore(saved: unknown): void;
}

/** A driver that must know a gait before it can answer hits in it. */
export interface GaitDriver extends Driver {
  readonly memory: {
    /** The pose that the animation has made, dt after the one before. */
    watch(pose: Float64Array, dt: number): void;
    forget(): void;
    save(): unknown;
    restore(saved: unknown): void;
  };
  /** Is the character in a gait that is known? */
  suits(): boolean;
  /** A round of a gait, handed over. */
  learn(cycle: Clip): void;
  /** Makes ready what the first hit would have to. */
  prepare(): void;
}

/** A library of responses with what plays them; see reactionLibrary. */
export interface ReactionLibrary {
  createStanding(body: Body, stream: StreamPrimary): Driver;
  createPlayer(body: Body): ReactionPlayer;
}

export interface GaitReactions {
  create(
    body: Body,
    stream: StreamPrimary,
    options: { readonly hands: 'free' | 'tied'; readonly ground: number },
  ): GaitDriver;
}
