/** Poses that people come to lie in: joints of the mannequin (axes x left, y up, z forward, arms spread at rest). Limbs lie in the
 *  body's plane, so that all of it rests on the floor. */
import { type Body, multiplyQuat, quatFromAxisAngle, quatIndex, type Role } from 'poise';

type Turns = readonly (readonly [axis: 'x' | 'y' | 'z', degrees: number])[];
type Lying = Readonly<Partial<Record<Role, Turns>>>;

/** On the front: one arm beside the head, one beside the body, one leg drawn up, face turned aside. */
const FRONT: Lying = {
  neck: [['y', 22]],
  head: [['y', 30]],
  leftUpperArm: [['z', 16]],
  leftLowerArm: [['z', 62]],
  rightUpperArm: [['z', 42]],
  rightLowerArm: [['z', 18]],
  leftUpperLeg: [
    ['y', 66],
    ['z', 30],
  ],
  leftLowerLeg: [['x', 52]],
  rightUpperLeg: [['z', -6]],
  leftFoot: [['x', 40]],
  rightFoot: [['x', 58]],
};

/** On the back: arms away from the body, legs apart, feet fallen outwards. */
const BACK: Lying = {
  neck: [['y', -8]],
  head: [['y', -20]],
  leftUpperArm: [['z', -48]],
  leftLowerArm: [['z', -14]],
  rightUpperArm: [['z', 22]],
  rightLowerArm: [['z', -46]],
  leftUpperLeg: [
    ['y', 30],
    ['z', 11],
  ],
  rightUpperLeg: [
    ['y', -58],
    ['z', -24],
  ],
  rightLowerLeg: [['x', 44]],
  leftFoot: [['x', 30]],
  rightFoot: [['x', 26]],
};

const POSES = { front: FRONT, back: BACK } as const;
export type Side = keyof typeof POSES;

/** Which side somebody comes to lie on who falls this way [rad], seen from where they face: 0 ahead, + to the left. Those who
 *  fall aside turn while they do. */
export const sideOf = (angle: number): Side => (Math.cos(angle) >= 0 ? 'front' : 'back');

/** Joint coordinates (all of q; the root stands upright). */
export function lyingPose({ roles, skeleton }: Body, side: Side): Float64Array {
  const q = new Float64Array(quatIndex(skeleton.names.length));
  for (let j = 0; j < skeleton.names.length; j++) q[quatIndex(j) + 3] = 1;
  const turn = new Float64Array(4);
  for (const [role, turns] of Object.entries(POSES[side])) {
    const joint = roles[role as Role];
    if (joint === undefined) continue;
    for (const [axis, degrees] of turns) {
      const angle = (degrees * Math.PI) / 180;
      quatFromAxisAngle(turn, 0, axis === 'x' ? 1 : 0, axis === 'y' ? 1 : 0, axis === 'z' ? 1 : 0, angle);
      multiplyQuat(q, quatIndex(joint), turn, 0, q, quatIndex(joint));
    }
  }
  return q;
}
