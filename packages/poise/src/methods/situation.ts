/** The situation in which a method is asked for: that of its first push, or of the whole clip where nobody pushes. */
import { measureSituation, type Situation } from '../gait/situation.ts';
import type { MethodInput } from './method.ts';
import { gaitErrorOf } from './reactive-locomotion/find-gait.ts';

/** Measured once; every method's `fits` takes it.
 *
 * ```ts
 * const situation = situationOf({ body, clip, pushes });
 * const best = methods.reduce((a, b) => (b.fits(situation).fit > a.fits(situation).fit ? b : a));
 * ```
 */
export function situationOf({ body, clip, pushes = [] }: MethodInput): Situation {
  const first = pushes[0];
  const found = measureSituation(body, clip, { pushes: pushes.length, ...(first && { time: first.time }) });
  const moves = found.kind === 'walks' || found.kind === 'runs';
  return moves ? { ...found, gaitError: gaitErrorOf(body, clip) } : found;
}
