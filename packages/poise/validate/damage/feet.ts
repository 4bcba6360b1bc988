/** Where the feet are in the pose of a frame, before anything of it is moved. */
import { SIDES } from '../../src/motion/roles.ts';
import { type Edit, place, positionOf, rotationOf } from './edit.ts';

export interface FootPlace {
  readonly target: [number, number, number]; // [m] of the ankle
  readonly rotation: Float64Array; // 4, world
}

export function feetOf(edit: Edit, frame: number): FootPlace[] {
  place(edit, frame);
  return SIDES.map((side) => {
    const foot = edit.body.roles[`${side}Foot`] ?? 0;
    return { target: positionOf(edit, foot), rotation: rotationOf(edit, foot) };
  });
}
