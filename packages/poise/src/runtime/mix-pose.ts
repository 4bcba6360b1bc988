/** How much of a reaction is shown: whole, by joint, and for hands that stay where the animation has them. */
import type { Body } from '../body/body.ts';
import { shown, UsageError } from '../errors.ts';
import { nearestName } from '../math/options.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { jointCount } from '../motion/skeleton.ts';

/** 0 … 1 of the reaction; 'world', for hands: the hand stays in the world where the animation has it. */
export type MaskValue = number | 'world';
export type Mask = Readonly<Partial<Record<Role, MaskValue>>>;

export interface Shares {
  weight: number; // 0 … 1
  readonly mask: Float64Array; // n
  /** Left, right: 1 a hand stays in the world. */
  readonly held: Float64Array; // 2
}

const BASE: readonly Role[] = ROLES.filter((role) => role === 'hips' || /Leg$|Foot$|Toes$/.test(role));
const HANDS: readonly Role[] = ['leftHand', 'rightHand'];

export function createShares(body: Body, weight: number, mask: Mask): Shares {
  const shares = {
    weight: checkedShare('weight', weight),
    mask: new Float64Array(jointCount(body.skeleton)).fill(1),
    held: new Float64Array(2),
  };
  for (const [role, share] of Object.entries(mask)) setShare(shares, body, role as Role, share);
  return shares;
}

/** Roles that this body does not have are passed over. */
export function setShare({ mask, held }: Shares, { roles }: Body, role: Role, share: MaskValue): void {
  if (!ROLES.includes(role)) {
    throw new UsageError(
      `there is no role ${shown(role)}${nearestName(role, ROLES)}: a mask is by role, such as head or leftHand`,
    );
  }
  const hand = HANDS.indexOf(role);
  if (share === 'world' && hand < 0) {
    throw new UsageError(`${role}: only leftHand and rightHand can stay in the world; give a weight of 0 to 1`);
  }
  const joint = roles[role];
  const checked = share === 'world' ? 1 : checkedShare(role, share);
  if (joint === undefined) return;
  mask[joint] = checked;
  if (hand >= 0) held[hand] = share === 'world' ? 1 : 0;
}

/** Hips and legs carry the body, so they go together: the least of their shares counts for all, and for the way that the character goes. */
export function baseShare({ weight, mask }: Shares, { roles }: Body): number {
  let least = 1;
  for (const role of BASE) {
    const joint = roles[role];
    if (joint !== undefined) least = Math.min(least, mask[joint]);
  }
  return weight * least;
}

/** Joints of hips and legs. */
export const baseJoints = ({ roles }: Body): readonly number[] => BASE.flatMap((role) => roles[role] ?? []);

export function checkedShare(name: string, share: number): number {
  if (typeof share === 'number' && share >= 0 && share <= 1) return share;
  throw new UsageError(`${name}: expected a weight of 0 to 1, found ${shown(share)}`);
}
