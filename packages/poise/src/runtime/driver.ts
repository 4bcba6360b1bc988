/** A method as the layer runs it: on poses as they come, one per frame, instead of on a clip. */

import type { Body } from '../body/body.ts';
import type { Ground } from '../control/ground.ts';
import type { ReactionParameters } from '../control/parameters.ts';
import type { Placement } from '../gait/placement.ts';
import type { Push } from '../gait/push.ts';
import type { Vec3 } from '../math/types.ts';
import type { BalancerEvent, BalancerStatus } from '../methods/balancer.ts';
import type { ExamplePlayer } from '../methods/reactive-blend/example-player.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Clip } from '../motion/clip.ts';
import type { Looking } from './gait/gait-memory.ts';
import type { Situation } from './situation.ts';

/** Methods that answer, by their ids. */
export type AnsweringMethod = 'push-response' | 'reactive-blend' | 'reactive-locomotion';

export interface StartPose {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
}

export interface Driver {
  readonly id: AnsweringMethod | 'fall';
  readonly q: Float64Array; // nq, the pose now
  readonly v: Float64Array; // nv
  readonly status: BalancerStatus;
  /** Nothing is left of what happened but where it has led. */
  readonly isOver: boolean;
  /** Nothing happens any more, but feet that stepped stay where they are: the character stands otherwise than its animation has it. */
  readonly isHolding: boolean;
  /** It answers as somebody who walks, runs or otherwise moves on. */
  readonly isMoving: boolean;
  /** Begins with the pose of the animation; `leant`: with that of somebody who braces for the hit that comes now. */
  begin(time: number, leant?: StartPose): void;
  push(push: Push): void;
  pull(force: Vec3 | undefined, segment: number, pointInSegment?: Vec3): void;
  /** Goes on to the time of the stream. */
  step(dt: number): readonly BalancerEvent[];
  /** Where the motion has been moved to since begin(). Only when it is over or holding, or when the animation has to take over. */
  placement(): Placement;
  save(): unknown;
  restore(saved: unknown): void;
}

/** Takes over where balance is lost. */
export interface FallDriver extends Driver {
  /** Begins with a pose and a velocity. */
  take(q: Float64Array, v: Float64Array): void;
  /** False: it stands or gets up already. */
  getUp(how: GetUp): boolean;
  stayDown(): void;
}

/** How somebody gets up. */
export interface GetUp {
  readonly after?: number; // [s] of lying from now on, or from coming to rest on; default 0
  readonly heading?: number; // [rad] to face, 0 along +Z, as far as it can be reached on the way up; default: as it lies
}

export interface FallSettings {
  readonly tone: number; // 0 limp … 1 braced
  readonly liesFor: number; // [s] before somebody gets up
}

/** See `falls` of poise/falls. */
export interface Falls {
  create(
    body: Body,
    stream: StreamPrimary,
    surroundings: Pick<Surroundings, 'below'>,
    settings: FallSettings,
  ): FallDriver;
}

/** A driver that must know a gait before it can answer hits in it. */
export interface GaitDriver extends Driver {
  readonly memory: {
    /** The pose that the animation has made, dt after the one before. */
    watch(pose: Float64Array, dt: number): void;
    forget(): void;
    /** Changes with whatever `save` gives: while a gait is looked for, with every frame. */
    readonly version: number;
    /** What changes in every frame: part of every save of the layer. */
    readonly looking: Looking;
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

/** What a driver is told of the world, in the coordinates of reactions: the animation stands on y = 0, the ground rests. */
export interface Surroundings {
  /** Whether `below` says more than that the ground is level. May change while nothing is answered. */
  readonly isUneven: boolean;
  readonly below: Ground;
  /** Whether a foot may be put at (x, z). */
  readonly carries: (x: number, z: number) => boolean;
  /** What the animation does with its feet: whoever answers goes on watching it. */
  readonly situation: Situation;
  /** Other values than the table's for the one body. */
  readonly parameters: Partial<ReactionParameters>;
}

/** A library of responses with what plays them; see reactionLibrary. */
export interface ReactionLibrary {
  createStanding(body: Body, stream: StreamPrimary, surroundings: Surroundings): Driver;
  createExamples(body: Body, hands: 'free' | 'tied'): ExamplePlayer;
}
