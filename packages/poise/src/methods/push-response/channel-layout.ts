/** How a row of a response's channels is laid out. */
import { ROLES, type Role } from '../../motion/roles.ts';

/** Joints whose turns are played, in order; feet and toes are told by their own channels. */
export const TURN_ROLES: readonly Role[] = ROLES.filter((role) => !/Foot|Toes/.test(role));

/** Index of the other side's joint, itself in the middle. */
export const TURN_PARTNER: readonly number[] = TURN_ROLES.map((role) => TURN_ROLES.indexOf(swapSide(role)));

function swapSide(role: Role): Role {
  if (role.startsWith('left')) return role.replace('left', 'right') as Role;
  return role.startsWith('right') ? (role.replace('right', 'left') as Role) : role;
}

/** A row of `values`: turns, way of the hips (3), per foot ball (3), foot turn (3), toe turn (3), then the spin of each upper arm (3):
 *  the part of its turn that goes round and round about one axis. */
export const HIPS = 3 * TURN_ROLES.length;
export const FOOT = [HIPS + 3, HIPS + 12] as const;
export const FOOT_TURN = 3; // from the start of a foot's channels
export const TOE_TURN = 6;
export const SPIN = [HIPS + 21, HIPS + 24] as const;
export const ROW = HIPS + 27;

/** Places of the upper arms in TURN_ROLES. */
export const UPPER_ARMS = [TURN_ROLES.indexOf('leftUpperArm'), TURN_ROLES.indexOf('rightUpperArm')] as const;
