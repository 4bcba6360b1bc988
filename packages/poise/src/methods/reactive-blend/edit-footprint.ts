/** The footprint of a chosen reaction, moved for a push that is stronger or weaker than the captured one. docs/methods/reactive-blend.md. */

import { footstepShift } from './footstep-rule.ts';
import { keepApart, type Surroundings } from './footsteps.ts';
import type { ReactionFootprint } from './reaction-player.ts';
import type { Scene } from './scene.ts';

export type Footprint = ReactionFootprint & {
  readonly along: readonly [x: number, z: number]; // of the push, unit
  readonly missing: number; // [m/s] that each step has to brake more than the captured one
};

const BESIDE = 0.12; // [m] between feet across the heading

/** Where the reaction in play steps to; undefined: nothing is in play, or it does not step. */
export function footprintOf({ state, player, body }: Scene): Footprint | undefined {
  const { reaction } = state;
  if (!reaction || !player) return undefined;
  const first = player.firstFootprint(reaction);
  if (!first) return undefined;
  const [x, z] = reaction.impulse;
  const strength = Math.hypot(x, z);
  return {
    ...first,
    along: [x / strength, z / strength],
    missing: (strength - first.strength) / (body.totalMass * first.steps),
  };
}

/** scene.to holds the place that catches the body; it becomes the edited footprint where that is farther along the push. */
export function editFootprint(scene: Scene, footprint: Footprint, rate: number, around: Surroundings): void {
  const { to, state, options, soles, zmp } = scene;
  const [ex, ez] = footprint.along;
  const o = 2 * footprint.side;
  const speed = state.beside.v[0] * ex + state.beside.v[1] * ez;
  const behind =
    (soles[o] - zmp[0]) * ex + (soles[o + 1] - zmp[1]) * ez + footprint.offset[0] * ex + footprint.offset[1] * ez;
  const support = { rate, duration: options.swing, behind, speed, exit: 0 };
  const shift = footstepShift(options.footsteps, footprint.missing, support);
  const edited = footprint.offset[0] * ex + footprint.offset[1] * ez + shift;
  const caught = to[0] * ex + to[1] * ez;
  const farther = Math.max(0, Math.min(edited - caught, MOST_FARTHER));
  to[0] += farther * ex;
  to[1] += farther * ez;
  keepApart(to, state.steps, footprint.side, around, BESIDE);
}

const MOST_FARTHER = 0.08; // [m] than what catches the body
