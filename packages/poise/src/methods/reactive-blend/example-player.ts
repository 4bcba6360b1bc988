/** Examples of a library as the method uses them. What plays them is handed in, so that pages without a library need not load it. */
import type { Workspace } from '../../dynamics/workspace.ts';
import type { StepWish } from '../../gait/standing-steps.ts';

/** A hit whose impact is over, and the body that took it. */
export interface ExampleQuery {
  readonly force: readonly [x: number, z: number]; // F_r [N·s] world
  readonly contacts: number; // 1 left, 2 right
  readonly ws: Workspace; // position and velocity level of the body
  readonly rate: number; // ω [1/s] of its pendulum
  readonly age: number; // [s] since the hit
  readonly steps: boolean; // a step will be taken
}

export interface FoundExample {
  readonly reason: string; // in words
  readonly caught: number; // [s] from now until its fall is caught
  readonly recovered: number; // [s] from there until it has recovered
  readonly steps: boolean; // it does step
  readonly wish: StepWish | undefined; // its steps, edited for the hit
}

export interface ExamplePlayer {
  /** An example is in play. */
  readonly isActive: boolean;
  /** Looks for the example that fits, and begins to blend it in. */
  find(query: ExampleQuery): FoundExample | undefined;
  /** out (3) = Iw₀ [kg·m²/s] world of what is in play, `ahead` [s] from now, as far as it is blended in. */
  writeSpin(out: Float64Array, ahead: number): void;
  /** Goes on by h [s] and adds the posture to q; false: nothing is in play (any more). */
  advance(q: Float64Array, h: number): boolean;
  /** Takes a pose as the one that examples are counted from; a save does not hold it. */
  standAs(q: Float64Array): void;
  reset(): void;
  save(): unknown;
  restore(saved: unknown): void;
}
