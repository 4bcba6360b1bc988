/** Joints by their role, for code that cannot do without one. */
import { RigError } from '../errors.ts';
import type { Role, RoleMap, Side } from './roles.ts';

/** Joint of a role; without it there is no body. */
export function jointOf(roles: RoleMap, role: Role): number {
  const joint = roles[role];
  if (joint === undefined) throw new RigError(`no joint plays "${role}", which a body needs`);
  return joint;
}

export const sideRole = (
  side: Side,
  part: 'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes' | 'UpperArm' | 'LowerArm' | 'Hand',
) => `${side}${part}` as Role;
