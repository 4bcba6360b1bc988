/** People, poses and problems that the IK tests share. */
import type { Body } from '../../src/body/body.ts';
import { createBody } from '../../src/body/create-body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../src/dynamics/workspace.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { normal, type Rng } from '../../src/math/random.ts';
import type { Role } from '../../src/motion/roles.ts';
import { freedomCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { HIP_JOINT_HEIGHT, makePerson, type PersonOptions } from '../body/person.ts';

export const DT = 1 / 60;

export interface Person {
  readonly body: Body;
  readonly ws: Workspace;
  readonly nv: number;
  readonly joint: (role: Role) => number;
}

export function person(options: PersonOptions = {}): Person {
  const { skeleton, roles } = makePerson(options);
  const body = createBody(skeleton, roles);
  return { body, ws: createWorkspace(body), nv: freedomCount(skeleton), joint: (role) => roles[role] as number };
}

/** Turns a joint about the local axis x, y or z by an angle [rad], on top of what it is. */
export function bend(q: Float64Array, joint: number, axis: 'x' | 'y' | 'z', angle: number): void {
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, axis === 'x' ? 1 : 0, axis === 'y' ? 1 : 0, axis === 'z' ? 1 : 0, angle);
  multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), turn, 0);
}

/** Standing upright on y = 0 with straight legs. */
export function standing({ body }: Person): Float64Array {
  const q = restPose(body.skeleton);
  q[1] = HIP_JOINT_HEIGHT + 0.05;
  return q;
}

/** Standing with knees, hips, ankles and elbows bent, feet flat. */
export function crouching(who: Person, knee = 0.8): Float64Array {
  const q = standing(who);
  q[1] -= 0.86 * (1 - Math.cos(knee / 2));
  for (const side of ['left', 'right'] as const) {
    bend(q, who.joint(`${side}UpperLeg`), 'x', -knee / 2);
    bend(q, who.joint(`${side}LowerLeg`), 'x', knee);
    bend(q, who.joint(`${side}Foot`), 'x', -knee / 2);
    bend(q, who.joint(`${side}LowerArm`), 'x', -0.6);
  }
  return q;
}

/** A pose near another: every joint turned by about `size` [rad]. */
export function shaken({ body }: Person, rng: Rng, q: Float64Array, size = 0.1): Float64Array {
  const out = q.slice();
  for (let joint = 0; joint < body.mass.length; joint++) {
    for (const axis of ['x', 'y', 'z'] as const) bend(out, joint, axis, size * normal(rng));
  }
  return out;
}

/** Position and velocity level of (q, v). */
export function place({ body, ws }: Person, q: Float64Array, v?: Float64Array): void {
  forwardKinematics(body, ws, q);
  if (v) forwardVelocity(body, ws, v);
}

export const largest = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < values.length; i++)
    most = Math.max(most, Number.isFinite(values[i]) ? Math.abs(values[i]) : Infinity);
  return most;
};
