/** Stages of getting up with their poses in the world. */
import { movePose, type Placement } from '../../gait/placement.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import type { Figure } from './figure.ts';
import { poseKey } from './key-pose.ts';
import type { Spots } from './way-keys.ts';
import type { Grip, Stage, StageName } from './way-up.ts';

/** A stage with its pose in the world. */
export interface PlacedStage {
  readonly name: StageName;
  readonly duration: number; // [s]
  readonly q: Float64Array; // nq
  readonly height: number; // [m] of the ground for which q is made
  readonly grips: readonly Grip[];
  readonly lets: readonly Grip[]; // what holds on until the limb is about to be lifted
  readonly letsUntil: number; // share of the stage
  readonly later: readonly Grip[]; // of the grips: what comes down in this stage
  readonly steps: readonly Side[]; // legs whose feet follow courses over the ground
  readonly reaches: readonly Side[]; // arms whose hands do
}

/** `spots`: hands that are not known there come down in this stage. */
export function placeStage(
  figure: Figure,
  { name, duration, key, grips, lets = [], letsUntil = 0, steps = [], reaches = [] }: Stage,
  frame: Placement,
  ground: Ground,
  spots: Spots,
): PlacedStage {
  const q = figure.upright.slice();
  poseKey(q, figure, key);
  movePose(frame, q);
  const { height } = ground(frame.x, frame.z);
  q[1] += height;
  const comesDown = (side: Side): boolean => reaches.includes(side) && !spots.hands[side];
  const later: Grip[] = SIDES.filter(comesDown).map((side): Grip => `${side}Hand`);
  if (name === 'step') later.push(...steps.map((side): Grip => `${side}Foot`));
  return { name, duration, q, height, grips, lets, letsUntil, later, steps, reaches };
}
