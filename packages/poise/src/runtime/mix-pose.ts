/** The animation's pose and the reaction's, by weight and joint. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { slerpQuat } from '../math/quat.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { jointCount, quatIndex } from '../motion/skeleton.ts';

/** How much of the reaction is shown: whole, and a further share per joint. */
export interface Shares {
  weight: number; // 0 … 1
  readonly mask: Float64Array; // n
}

export function createShares(body: Body, weight: number, mask: Readonly<Partial<Record<Role, number>>>): Shares {
  const shares = { weight: checkedShare('weight', weight), mask: new Float64Array(jointCount(body.skeleton)).fill(1) };
  for (const [role, share] of Object.entries(mask)) setShare(shares, body, role as Role, share);
  return shares;
}

/** Roles that this body does not have are passed over. */
export function setShare({ mask }: Shares, { roles }: Body, role: Role, share: number): void {
  if (!ROLES.includes(role))
    throw new UsageError(`there is no role "${role}": a mask has ${ROLES.slice(0, 6).join(', ')} …`);
  const joint = roles[role];
  const checked = checkedShare(role, share);
  if (joint !== undefined) mask[joint] = checked;
}

export function checkedShare(name: string, share: number): number {
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`${name}: expected a weight of 0 to 1, found ${share}`);
}

/** out = from `own` (weight 0) to `shown` (1); out may be `shown`. */
export function mixPose(
  out: Float64Array,
  own: Float64Array,
  shown: Float64Array,
  { weight, mask }: Readonly<Shares>,
): void {
  for (let c = 0; c < 3; c++) out[c] = own[c] + weight * (shown[c] - own[c]);
  for (let joint = 0; joint < mask.length; joint++) {
    const i = quatIndex(joint);
    const share = weight * mask[joint];
    if (share === 1) for (let c = 0; c < 4; c++) out[i + c] = shown[i + c];
    else if (share === 0) for (let c = 0; c < 4; c++) out[i + c] = own[i + c];
    else slerpQuat(out, i, own, i, shown, i, share);
  }
}
