/**
 * What somebody expects of a load: a value and a spread, that follow what came. People who catch prepare by what they caught last, and
 * need four to six catches after a change [Kaewmanee21]; of four loads that they cannot tell apart they prepare for about the second
 * heaviest [Eckerle12].
 */
import { UsageError } from '../../errors.ts';

/** Plain data. */
export interface Belief {
  readonly mean: number; // [kg] or [N·s]
  readonly spread: number; // standard deviation
}

/** Share of a surprise that the next expectation takes over. One half: 6 % are left after four catches, 2 % after six [Kaewmanee21]; one
 *  quarter would need twice as many, 1 would forget everything but the last. */
const LEARNS = 0.5;
/** Standard deviations above the mean that are prepared for: too little is dearer than too much. Of 0.5, 1.33, 2.17 and 3 kg that is 2.17 [Eckerle12]. */
const CAUTION = 0.45;
/** No load is known better than to this share: what hands can tell of weights. */
const LEAST_SPREAD = 0.04;

const bounded = (mean: number, variance: number): Belief => ({
  mean,
  spread: Math.max(LEAST_SPREAD * mean, Math.sqrt(variance)),
});

function checkLoad(load: number): void {
  if (!(load > 0 && Number.isFinite(load))) throw new UsageError(`expected a load above 0, found ${load}`);
}

/** What is believed where each of some loads is as likely as the others; one load: it is known. */
export function beliefIn(loads: readonly number[]): Belief {
  if (loads.length === 0) throw new UsageError('a belief needs one load or more, found none');
  for (const load of loads) checkLoad(load);
  const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
  return bounded(mean, loads.reduce((sum, load) => sum + (load - mean) ** 2, 0) / loads.length);
}

/** The load that is prepared for. A load that is as good as known is prepared for as it is. */
export function preparedFor({ mean, spread }: Belief): number {
  return mean + CAUTION * Math.max(0, spread - LEAST_SPREAD * mean);
}

/** What is believed after a load came: mean and variance of all that came, the last one counting half.
 *
 * ```ts
 * let belief = beliefIn([7]);
 * for (const load of [7, 7, 1, 1]) belief = afterCatch(belief, load);
 * ```
 */
export function afterCatch({ mean, spread }: Belief, load: number): Belief {
  checkLoad(load);
  const surprise = load - mean;
  return bounded(mean + LEARNS * surprise, (1 - LEARNS) * (spread ** 2 + LEARNS * surprise ** 2));
}
