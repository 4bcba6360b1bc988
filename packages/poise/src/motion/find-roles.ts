import type { ImportNote } from './clip.ts';
import type { RawMotion } from './raw-motion.ts';
import type { RoleOutcome } from './roles.ts';
import type { Skeleton } from './skeleton.ts';

/** Finds the person in a skeleton by joint names, then by topology. */
export function findRoles(_skeleton: Skeleton): RoleOutcome {
  return { status: 'refused', reason: 'not written yet' };
}

export function rolesInRaw(
  _raw: RawMotion,
  _from: number,
  _map: Readonly<Record<string, string>> | undefined,
): { outcome: RoleOutcome; notes: readonly ImportNote[] } {
  return { outcome: { status: 'refused', reason: 'not written yet' }, notes: [] };
}
