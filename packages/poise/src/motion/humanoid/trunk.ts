/**
 * The trunk, once limbs and head are known: hips where legs and spine meet, the spine up to where the arms leave, the neck.
 */
import type { RoleMap } from '../roles.ts';
import type { ReadName } from './name-table.ts';
import { ancestry, between, type RigTree, sharedAncestor } from './rig-tree.ts';

export type Roles = { -readonly [R in keyof RoleMap]: RoleMap[R] };

/** Adds hips, spine, chest, upperChest and neck to a map that has limbs and head. */
export function addTrunk(tree: RigTree, names: readonly ReadName[], limbs: Roles): Roles {
  const roles = { ...limbs };
  const { leftUpperLeg, rightUpperLeg, head } = limbs;
  const legsMeet = sharedAncestor(tree, [leftUpperLeg!, rightUpperLeg!, head!]);
  if (legsMeet < 0) return roles;
  roles.hips = hipsAt(tree, names, legsMeet);
  const arms = (['left', 'right'] as const).map((side) => limbs[`${side}Shoulder`] ?? limbs[`${side}UpperArm`]!);
  const armsMeet = sharedAncestor(tree, [...arms, head!]);
  const isNeck = (joint: number) => names[joint].fits.neck !== undefined;
  const column = between(tree, roles.hips, head!).filter((joint) => !names[joint].helper);
  // Up to where the arms leave it is trunk, beyond it neck; a rig may hang the arms on the neck itself (3ds Max).
  const aboveArms = new Set(armsMeet < 0 ? [] : between(tree, armsMeet, head!));
  const neck = column.find((joint) => aboveArms.has(joint) || isNeck(joint));
  const trunk = neck === undefined ? column : column.slice(0, column.indexOf(neck));
  if (neck !== undefined) roles.neck = neck;
  if (trunk.length > 0) roles.spine = trunk[0];
  if (trunk.length === 2) roles.chest = trunk[1];
  if (trunk.length > 2) {
    roles.chest = trunk[trunk.length - 2];
    roles.upperChest = trunk[trunk.length - 1];
  }
  return roles;
}

/** Where the legs meet, unless a joint above it is called hips and that one is not (3ds Max hangs the legs on the spine). */
function hipsAt(tree: RigTree, names: readonly ReadName[], legsMeet: number): number {
  const isHips = (joint: number) => names[joint].fits.hips !== undefined && names[joint].side === undefined;
  if (isHips(legsMeet)) return legsMeet;
  const above = ancestry(tree, legsMeet).find((joint) => isHips(joint) && !names[joint].helper);
  return above ?? legsMeet;
}
