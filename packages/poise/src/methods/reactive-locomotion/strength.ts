/** What weaker legs cannot do: steps stay nearer to the clip's own, feet come down no sooner, ankle and hip do less. */
import type { PlannerOptions } from './options.ts';
import type { Gait } from './running-plan.ts';

/** The options as a person of their strength has them: all of it from a strong adult's on, hardly more than the gait itself for who has
 *  hardly any. */
export function withStrength(options: PlannerOptions, { steps }: Gait): PlannerOptions {
  const { longestStep, shortestStep, widestStep, crossing, earliest, steadying } = options;
  const share = Math.min(1, options.strength);
  if (share === 1) return options;
  const ahead = steps.map(({ forward }) => forward.foot);
  const beside = steps.map(({ left }) => Math.abs(left.foot));
  const towards = (own: number, limit: number): number => own + share * (limit - own);
  return {
    ...options,
    longestStep: towards(Math.min(longestStep, Math.max(...ahead)), longestStep),
    shortestStep: towards(Math.max(shortestStep, Math.min(...ahead)), shortestStep),
    widestStep: towards(Math.min(widestStep, Math.max(...beside)), widestStep),
    crossing: share * crossing,
    earliest: towards(1, earliest),
    steadying: share * steadying,
  };
}
