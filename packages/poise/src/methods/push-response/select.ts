/** The search of [Yin05] §5: the response, and in the middle of a recovery the frame of it, that answers a push best. */

import { epsilonFor, type TimeWarp } from './adapt.ts';
import { align, alignedRadius, TURN_LIMIT, wrapAngle } from './aligned-radius.ts';
import { channelsOf } from './channels.ts';
import { type ContactCare, checkContacts } from './contact-check.ts';
import { createDirectionIndex, type DirectionIndex, visitStrongEnough, visitStrongest } from './direction-index.ts';
import { type Entry, recoverableAt } from './entries.ts';
import { angleOf } from './estimate.ts';
import { checkLandings } from './landing-check.ts';
import { FEATURES, frameFeatures, squaredDistance } from './pose-features.ts';
import { boxDistance, createPoseIndex, frameDistance, type PoseIndex, STRIDE } from './pose-index.ts';
import { type PolarImpulse, STRATEGIES } from './response.ts';
import {
  type Candidate,
  type Query,
  REJECTIONS,
  type Rejection,
  type Selection,
  type SelectOptions,
} from './selection.ts';
import { Shortlist } from './shortlist.ts';
import type { SupportReach } from './support-reach.ts';

/** A library ready to be searched for one body. */
export interface Searcher {
  readonly entries: readonly Entry[];
  readonly directions: DirectionIndex;
  readonly poses: PoseIndex;
  readonly reach: SupportReach;
  readonly leg: number; // [m] leg length
}

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

type Counts = Record<Rejection, number>;

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
    const list = new Shortlist(options, query.recent, searcher.entries);
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

/** Nothing fits: too weak a push for all there is, or too strong. */
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
  const strongest = searchWeaker(searcher, query, options, target) ?? searchStrongest(searcher, query, options, target);
  const share = strongest ? strongest.radius / target.radius : 0;
  const most = strongest ? `at most ${said(strongest.radius)} towards there` : 'nothing towards there';
  const why = `${said(target.radius)} asked, ${most} with ${options.allowed.join(', ')}`;
  const status = share >= options.overload ? 'overloaded' : 'beyond';
  return { ...none, status, reason: why, chosen: strongest, candidates: strongest ? [strongest] : [] };
}

/** d_m of [Yin05] eq. 5. */
function momentumDistance(searcher: Searcher, options: SelectOptions, excess: number, gap: number): number {
  return (excess / searcher.directions.largest) ** 2 + options.angleWeight * (gap / Math.PI) ** 2;
}

/** A push while standing: whole responses from their first frame. */
function searchFirstFrames(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
  limit: number,
  list: Shortlist,
  rejected: Counts,
): void {
  const { directions, reach } = searcher;
  let seen = 0;
  for (const strategy of STRATEGIES) {
    if (!options.allowed.includes(strategy)) {
      rejected.strategy += searcher.entries.filter((entry) => entry.strategy === strategy).length;
      continue;
    }
    const { weak, visited } = visitStrongEnough(directions, strategy, target.angle, target.radius, (entry) => {
      const aligned = align(strategy, entry.radius, entry.angle, target.angle, reach, limit);
      if (aligned.radius === 0) rejected.direction++;
      else if (aligned.radius < target.radius) rejected.weak++;
      else if (target.radius < options.leastShare * aligned.radius) rejected.strong++;
      else {
        const gap = Math.abs(wrapAngle(target.angle - entry.angle));
        const momentumCost = momentumDistance(searcher, options, aligned.radius - target.radius, gap);
        if (list.mayAdd(momentumCost)) {
          const alpha = target.radius / aligned.radius;
          const candidate = describe(entry, entry.start, aligned, alpha, 0, momentumCost, options.warp);
          const problem = checkLandings(entry, candidate, query, searcher.leg, [0, 0]);
          if (problem) rejected[problem]++;
          else list.add(candidate);
        }
      }
      return directions.largest * Math.sqrt(list.ceiling());
    });
    rejected.weak += weak;
    seen += weak + visited;
  }
  rejected.direction += Math.max(0, searcher.entries.length - rejected.strategy - seen);
}

function describe(
  entry: Entry,
  frame: number,
  aligned: { readonly radius: number; readonly lambda: number; readonly psi: number },
  alpha: number,
  poseCost: number,
  momentumCost: number,
  warp: TimeWarp,
): Candidate {
  return {
    entry: entry.id,
    name: entry.response.name,
    strategy: entry.strategy,
    mirrored: entry.mirrored,
    angle: entry.angle,
    frame,
    radius: aligned.radius,
    alpha,
    epsilon: epsilonFor(alpha),
    amplitude: warp === 'whole' ? 1 - epsilonFor(alpha) : alpha,
    lambda: aligned.lambda,
    psi: aligned.psi,
    poseCost,
    momentumCost,
    cost: poseCost + momentumCost,
  };
}

interface Waiting {
  readonly entry: Entry;
  readonly share: number; // of its momentum that it offers towards the target
  readonly angular: number; // d_m without excess
  readonly bound: number; // no frame of it costs less
}

/** A push in the middle of a recovery: any frame that can still take the momentum. Entries in order of what they cost at least. */
function searchFrames(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
  limit: number,
  care: ContactCare,
  list: Shortlist,
  rejected: Counts,
): void {
  const { directions, reach, poses } = searcher;
  const features = query.features ?? new Float64Array(FEATURES);
  const waiting: Waiting[] = [];
  for (const strategy of STRATEGIES) {
    if (!options.allowed.includes(strategy)) continue;
    const { weak } = visitStrongEnough(directions, strategy, target.angle, target.radius, (entry) => {
      const share = alignedRadius(strategy, 1, entry.angle, target.angle, reach, limit);
      if (share === 0) rejected.direction++;
      else {
        const angular = momentumDistance(searcher, options, 0, Math.abs(wrapAngle(target.angle - entry.angle)));
        const runs = poses.runsOf(entry);
        const near = boxDistance(runs.wholeLow, runs.wholeHigh, 0, poses.picked, features);
        waiting.push({ entry, share, angular, bound: angular + options.poseWeight * near });
      }
      return Infinity;
    });
    rejected.weak += weak;
  }
  waiting.sort((a, b) => a.bound - b.bound || a.entry.id - b.entry.id);
  for (const one of waiting) {
    if (!list.mayAdd(one.bound)) break;
    searchEntry(searcher, query, options, target, one, features, care, list, rejected);
  }
}

const there = new Float64Array(FEATURES);

function searchEntry(
  searcher: Searcher,
  query: Query,
  options: SelectOptions,
  target: PolarImpulse,
  { entry, share, angular }: Waiting,
  features: Float64Array,
  care: ContactCare,
  list: Shortlist,
  rejected: Counts,
): void {
  const { poses, leg } = searcher;
  const channels = channelsOf(entry.response);
  const runs = poses.runsOf(entry);
  let best: Candidate | undefined;
  const tryFrame = (frame: number): void => {
    const radius = share * recoverableAt(entry, frame);
    if (radius < target.radius || target.radius < options.leastShare * radius) return;
    const gap = Math.abs(wrapAngle(target.angle - entry.angle));
    const momentumCost = momentumDistance(searcher, options, radius - target.radius, gap);
    const ceiling = best ? Math.min(best.cost, list.ceiling()) : list.ceiling();
    if (momentumCost > ceiling) return;
    const row = (frame - entry.first) / STRIDE;
    let apart: number;
    if (runs.features.length > 0 && Number.isInteger(row)) {
      apart = frameDistance(runs, row, features, (ceiling - momentumCost) / options.poseWeight);
    } else {
      frameFeatures(there, channels, frame, entry.mirrored, leg);
      apart = squaredDistance(there, features);
    }
    const poseCost = options.poseWeight * apart;
    if (momentumCost + poseCost > ceiling) return;
    const contact = checkContacts(entry, frame, query, leg, care);
    if (contact.rejection) {
      rejected[contact.rejection]++;
      return;
    }
    const aligned = { ...align(entry.strategy, 1, entry.angle, target.angle, searcher.reach), radius };
    const alpha = target.radius / radius;
    const candidate = describe(entry, frame, aligned, alpha, poseCost + contact.cost, momentumCost, options.warp);
    if (best && candidate.cost >= best.cost) return;
    const problem = checkLandings(entry, candidate, query, leg, contact.shift);
    if (problem) rejected[problem]++;
    else best = candidate;
  };
  for (let run = 0; run < runs.start.length; run++) {
    if (share * runs.most[run] < target.radius) continue;
    const near = boxDistance(runs.low, runs.high, run * (runs.low.length / runs.start.length), poses.picked, features);
    const bound = angular + options.poseWeight * near;
    if (best ? bound >= best.cost : !list.mayAdd(bound)) continue;
    for (let frame = runs.start[run]; frame < runs.end[run]; frame += STRIDE) tryFrame(frame);
  }
  const found = best;
  if (!found) return;
  for (const step of [-2, -1, 1, 2]) {
    const frame = found.frame + step;
    if (frame >= entry.first && frame < channels.frames) tryFrame(frame);
  }
  list.add(best ?? found);
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
    const list = new Shortlist(options, query.recent, searcher.entries);
    const less = { ...target, radius: share * target.radius };
    const counts = Object.fromEntries(REJECTIONS.map((reason) => [reason, 0])) as Counts;
    searchFrames(searcher, query, options, less, TURN_LIMIT.lastResort, 'strict', list, counts);
    const found = list.best();
    if (found) return found;
  }
  return undefined;
}
const WEAKER = [0.9, 0.75, 0.6, 0.45, 0.3];

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
      if (aligned.radius > (best?.radius ?? 0)) {
        const contact = query.neutral ? undefined : checkContacts(entry, entry.first, query, searcher.leg, 'any');
        const candidate = describe(entry, entry.start, aligned, 1, 0, 0, options.warp);
        const fits =
          !contact?.rejection && !checkLandings(entry, candidate, query, searcher.leg, contact?.shift ?? [0, 0]);
        if (fits) best = candidate;
      }
      return best?.radius ?? 0;
    });
  }
  return best;
}
