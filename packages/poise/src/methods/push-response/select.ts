/** The search of [Yin05] §5: the response, and in the middle of a recovery the frame of it, that answers a push best. */

import { align, TURN_LIMIT } from './aligned-radius.ts';
import { checkContacts } from './contact-check.ts';
import { createDirectionIndex, visitStrongest } from './direction-index.ts';
import type { Entry } from './entries.ts';
import { angleOf } from './estimate.ts';
import { checkLandings } from './landing-check.ts';
import { createPoseIndex } from './pose-index.ts';
import { type PolarImpulse, STRATEGIES } from './response.ts';
import { type Counts, describe, type Searcher, searchFirstFrames, searchFrames } from './search.ts';
import { type Candidate, type Query, REJECTIONS, type Selection, type SelectOptions } from './selection.ts';
import { Shortlist } from './shortlist.ts';
import type { SupportReach } from './support-reach.ts';

export type { Searcher } from './search.ts';

export function createSearcher(entries: readonly Entry[], reach: SupportReach, leg: number): Searcher {
  const directions = createDirectionIndex(entries, reach);
  return { entries, directions, poses: createPoseIndex(entries, leg), reach, leg };
}

/** From what looks best to what is possible at all. */
const STANDING_PASSES = [
  { limit: TURN_LIMIT.step, care: 'strict' },
  { limit: TURN_LIMIT.lastResort, care: 'strict' },
] as const;
const RECOVERING_PASSES = [...STANDING_PASSES, { limit: TURN_LIMIT.lastResort, care: 'any' }] as const;

/** Chooses. Same searcher, query and options: same answer. */
export function select(searcher: Searcher, query: Query, options: SelectOptions): Selection {
  const [x, z] = [query.carried[0] + query.push[0], query.carried[1] + query.push[1]];
  const target: PolarImpulse = { radius: Math.hypot(x, z), angle: angleOf(x, z) };
  const rejected = Object.fromEntries(REJECTIONS.map((reason) => [reason, 0])) as Counts;
  const answer = { carried: query.carried, push: query.push, target, rejected };
  const none = { ...answer, chosen: undefined, candidates: [] };
  if (!(target.radius >= options.flinch)) {
    return { ...none, status: 'sway', reason: `${said(target.radius)} is too little to answer` };
  }
  for (const { limit, care } of query.neutral ? STANDING_PASSES : RECOVERING_PASSES) {
    for (const reason of REJECTIONS) rejected[reason] = 0;
    const list = new Shortlist(options, query, searcher.entries);
    if (query.neutral) searchFirstFrames(searcher, query, options, target, limit, list, rejected);
    else searchFrames(searcher, query, options, target, limit, care, list, rejected);
    const chosen = list.best();
    if (!chosen) continue;
    const reason = `${chosen.strategy}: ${said(chosen.radius)} offered, ${said(target.radius)} asked`;
    return { ...answer, status: 'found', reason, chosen, candidates: list.ranked() };
  }
  return fallBack(searcher, query, options, target, none, rejected);
}

const said = (impulse: number): string => `${impulse.toFixed(1)} N·s`;

/** Nothing fits: too weak a push for all there is, one that the recovery under way covers, or too strong. */
function fallBack(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
  none: Omit<Selection, 'status' | 'reason'>,
  rejected: Counts,
): Selection {
  if (rejected.strong > 0 && query.neutral) {
    return { ...none, status: 'sway', reason: `${said(target.radius)} is less than any response here scales down to` };
  }
  const carried = Math.hypot(...query.carried);
  if (!query.neutral && target.radius <= carried) {
    return { ...none, status: 'sway', reason: `goes on: ${said(target.radius)} is left of ${said(carried)}` };
  }
  const strongest = searchWeaker(searcher, query, options, target) ?? searchStrongest(searcher, query, options, target);
  const share = strongest ? strongest.radius / target.radius : 0;
  const most = strongest ? `at most ${said(strongest.radius)} towards there` : 'nothing towards there';
  const why = `${said(target.radius)} asked, ${most} with ${options.allowed.join(', ')}`;
  const status = share >= options.overload ? 'overloaded' : 'beyond';
  return { ...none, status, reason: why, chosen: strongest, candidates: strongest ? [strongest] : [] };
}

/** In the middle of a recovery, when nothing is strong enough: a frame that goes on from here, for as much of the push as can be. */
function searchWeaker(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
): Candidate | undefined {
  if (query.neutral) return undefined;
  for (const share of WEAKER) {
    const list = new Shortlist(options, query, searcher.entries);
    const less = { ...target, radius: share * target.radius };
    const counts = Object.fromEntries(REJECTIONS.map((reason) => [reason, 0])) as Counts;
    searchFrames(searcher, query, options, less, TURN_LIMIT.lastResort, 'strict', list, counts);
    const found = list.best();
    if (found) return found;
  }
  return undefined;
}
const WEAKER = [0.9, 0.75, 0.6, 0.45, 0.3];

const ABOUT = 0.95; // of the most: as good where it needs less turning

/** The most there is towards the target, whether or not it is enough. */
function searchStrongest(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const strategy of STRATEGIES) {
    if (!options.allowed.includes(strategy)) continue;
    visitStrongest(searcher.directions, strategy, target.angle, (entry) => {
      const aligned = align(strategy, entry.radius, entry.angle, target.angle, searcher.reach, TURN_LIMIT.lastResort);
      const most = best?.radius ?? 0;
      const straighter = best !== undefined && Math.abs(aligned.psi) < Math.abs(best.psi);
      if (aligned.radius > (straighter ? ABOUT * most : most)) {
        const contact = query.neutral ? undefined : checkContacts(entry, entry.first, query, searcher.leg, 'any');
        const candidate = describe(entry, entry.start, aligned, 1, 0, 0, options.warp);
        const fits =
          !contact?.rejection && !checkLandings(entry, candidate, query, searcher.leg, contact?.shift ?? [0, 0]);
        if (fits) best = candidate;
      }
      return ABOUT * (best?.radius ?? 0);
    });
  }
  return best;
}
