/** Reactions of a library as the method uses them. What plays them is handed in, so that pages without a library need not load it. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';

/** A reaction in play, plain data. */
export interface PlayedReaction {
  readonly entry: number;
  readonly start: number; // frame that was matched
  readonly since: number; // [s]
  readonly amplitude: number;
  readonly psi: number; // [rad] turned to the push
  readonly yaw: number; // [rad] heading at the hit
  readonly impulse: readonly [x: number, z: number]; // [N·s] world
  readonly neutral: number[]; // nq, the pose at the hit
  rate: number; // frames per second
  readonly gait?: boolean; // of a gait, not of someone who stands
}

/** What was found for a push. */
export interface ChosenReaction {
  readonly played: PlayedReaction;
  readonly name: string;
  readonly cost: number; // J
}

/** The moment of a push. contacts: 1 left, 2 right. */
export interface PushNow {
  readonly time: number; // [s]
  readonly contacts: number;
  readonly impulse: readonly [x: number, z: number]; // [N·s] world
}

/** Where a reaction sets its first foot down. */
export interface ReactionFootprint {
  readonly side: number;
  readonly offset: readonly [x: number, z: number]; // [m] world, turned to the push
  readonly steps: number; // that it makes
  readonly strength: number; // [N·s] of the push that it answered
}

export interface ReactionPlayer {
  readonly joints: readonly number[]; // that take part: the legs follow the steps
  /** Searches for a reaction to a push. ws, q: the pose now. */
  choose(body: Body, ws: Workspace, q: Float64Array, now: PushNow): ChosenReaction | undefined;
  /** How much of it is shown, 0 … 1; 0 once it is over. */
  shareOf(played: PlayedReaction, time: number): number;
  /** Turns the joints of `pose` (the motion underneath, nq) as the reaction has them. */
  add(played: PlayedReaction, pose: Float64Array, time: number): void;
  /** undefined: it does not step. */
  firstFootprint(played: PlayedReaction): ReactionFootprint | undefined;
}
