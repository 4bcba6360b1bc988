/** The motions that Poise can perform by itself. */
import { UsageError } from '../errors.ts';
import type { PerformerMotion } from './motion.ts';

export const motions: readonly PerformerMotion[] = [];

/** A motion by its id. Throws UsageError naming the known ones. */
export function motionNamed(id: string): PerformerMotion {
  const found = motions.find((motion) => motion.id === id);
  if (found) return found;
  throw new UsageError(`there is no motion "${id}"; Poise performs: ${motions.map((motion) => motion.id).join(', ')}`);
}
