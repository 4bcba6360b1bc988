/** All damages that verdicts are held against. */
import type { Damage } from './damage.ts';
import { limbDamages } from './limb-damages.ts';
import { poseDamages } from './pose-damages.ts';
import { rootDamages } from './root-damages.ts';

export const damages: readonly Damage[] = [...rootDamages, ...poseDamages, ...limbDamages];
