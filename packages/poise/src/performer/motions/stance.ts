/** The relaxed stance of people: feet and posture. */
import type { Actor } from '../actor.ts';
import type { Footprint } from '../pose/plant-foot.ts';
import type { Posture } from '../pose/posture.ts';

export const DEGREE = Math.PI / 180;

/** Relaxed standing: medians of 7 people (statistics, idle_summary.json), stance between theirs and that of force-plate
 *  studies. Angles [deg], the rest over leg length L. */
export const STANCE = { width: 0.25, toeOut: 11, comAhead: 0.05, knee: 5 } as const;

export const RELAXED: Posture = {
  pelvisTilt: 2,
  pelvisList: 0,
  pelvisTurn: 0,
  trunkFlexion: 1,
  trunkList: 0,
  trunkTurn: 0,
  headPitch: 0,
  headList: 0,
  headTurn: 0,
  leftFlexion: 3,
  leftAbduction: 9,
  leftRotation: 18,
  leftElbow: 22,
  leftWrist: 6,
  leftLift: 0,
  leftReach: 3,
  rightFlexion: 3,
  rightAbduction: 9,
  rightRotation: 18,
  rightElbow: 22,
  rightWrist: 6,
  rightLift: 0,
  rightReach: 3,
};

/** Both footprints of the relaxed stance; the ankles are level with z = 0. */
export function stancePrints(actor: Actor, width: number = STANCE.width, toeOut: number = STANCE.toeOut) {
  const print = (sign: 1 | -1): Footprint => ({
    x: (sign * width * actor.scale) / 2,
    z: 0,
    turn: sign * toeOut * DEGREE,
  });
  return [print(1), print(-1)] as const;
}
