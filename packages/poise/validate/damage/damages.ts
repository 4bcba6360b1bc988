/** All damages that verdicts are held against. */
import { cutDamages } from './cut-damages.ts';
import type { Damage } from './damage.ts';
import { fitDamages } from './fit-damages.ts';
import { jointDamages } from './joint-damages.ts';
import { limbDamages } from './limb-damages.ts';
import { otherDamages } from './other-damages.ts';
import { pathDamages } from './path-damages.ts';
import { poseDamages } from './pose-damages.ts';
import { rootDamages } from './root-damages.ts';
import { trackDamages } from './track-damages.ts';
import { turnDamages } from './turn-damages.ts';
import { wanderDamages } from './wander-damages.ts';

export const damages: readonly Damage[] = [
  ...rootDamages,
  ...poseDamages,
  ...limbDamages,
  ...wanderDamages,
  ...cutDamages,
  ...fitDamages,
  ...trackDamages,
  ...turnDamages,
  ...otherDamages,
  ...pathDamages,
  ...jointDamages,
];
