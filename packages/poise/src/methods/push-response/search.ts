/** The two searches of [Yin05] §5: whole responses for a push while standing, any frame of any response in the middle of a recovery. */
import { wrapAngle } from '../../math/angle.ts';
import { epsilonFor, type TimeWarp } from './adapt.ts';
import { align, alignedRadius } from './aligned-radius.ts';
import { channelsOf } from './channels.ts';
import { type ContactCare, checkContacts } from './contact-check.ts';
import { type DirectionIndex, visitStrongEnough } from './direction-index.ts';
import { type Entry, recoverableAt } from './entries.ts';
import { checkLandings } from './landing-check.ts';
import { FEATURES, frameFeatures, squaredDistance } from './pose-features.ts';
import { boxDistance, frameDistance, type PoseIndex, STRIDE } from './pose-index.ts';
import { type PolarImpulse, STRATEGIES } from './response.ts';
import type { Candidate, Query, Rejection, SelectOptions } from './selection.ts';
import type { Shortlist } from './shortlist.ts';
import type { SupportReach } from './support-reach.ts';

/** A library ready to be searched for one body. */
export interface Searcher {
  readonly entries: readonly Entry[];
  readonly directions: DirectionIndex;
  readonly poses: PoseIndex;
  readonly reach: SupportReach;
  readonly leg: number; // [m] leg length
}

export type Counts = Record<Rejection, number>;

/** d_m of [Yin05] eq. 5. */
function momentumDistance(searcher: Searcher, options: SelectOptions, excess: number, gap: number): number {
  return (excess / searcher.directions.largest) ** 2 + options.angleWeight * (gap / Math.PI) ** 2;
}

/** A push while standing: whole responses from their first frame. */
export function searchFirstFrames(
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

export function describe(
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
export function searchFrames(
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
