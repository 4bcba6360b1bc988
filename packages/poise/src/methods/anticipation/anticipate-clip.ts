/**
 * A clip, followed in simulation by somebody who knows the pushes that come: the lean before them is learned as in [Rabbani14] §4,
 * by trying, and the best try is the result. Goes beyond the paper, whose moves are made of two poses.
 */

import type { ForceTrack } from '../../balance/force-track.ts';
import type { Heading } from '../../balance/heading.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { headingAt } from '../../gait/heading.ts';
import { filledWith } from '../../math/options.ts';
import type { Clip } from '../../motion/clip.ts';
import { type FollowOptions, type FollowResult, followClip, followedSeconds } from '../../sim/follow-clip.ts';
import type { MujocoModule } from '../../sim/index.ts';
import { type Cmrt, cmrtCurve, flatCmrt } from './cmrt.ts';
import { cmrtFromVector, vectorFromCmrt } from './cmrt-vector.ts';
import { costOf, rmsOf } from './objective.ts';
import { priorFor } from './prior.ts';
import { askSearch, createSearch, type Judged, type StopReason, tellSearch } from './search.ts';

export interface AnticipateClipOptions extends FollowOptions {
  readonly seed: number;
  readonly maxEvaluations: number;
  readonly goodEnough: number; // [m] RMS of the CoP error at which the search stops, where nobody fell or stepped
}

const DEFAULTS = { seed: 1, maxEvaluations: 200, goodEnough: 0.07 }; // half of a sole is 12 cm
const SIGMA = 0.4;

export interface AnticipatedClip {
  readonly cmrt: Cmrt;
  readonly result: FollowResult;
  readonly evaluations: number; // simulations
  readonly reason: StopReason;
}

/** Follows a clip with pushes that are known before they come. Deterministic for a seed.
 *
 * ```ts
 * const { result, cmrt } = anticipateClip(mujoco, body, clip, { forces: [push], stepping: false });
 * ```
 */
export function anticipateClip(
  mujoco: MujocoModule,
  body: Body,
  clip: Clip,
  options: Partial<AnticipateClipOptions> = {},
): AnticipatedClip {
  const { forces = [], onProgress } = options;
  const { seed, maxEvaluations, goodEnough } = filledWith(DEFAULTS, options);
  if (forces.length === 0) throw new UsageError('there is no push to prepare for');
  const duration = followedSeconds(clip, options);
  const start = vectorFromCmrt(guess(body, clip, forces, duration));
  const search = createSearch(start, { seed, sigma: SIGMA, maxEvaluations, runs: 1 });
  let best: Tried | undefined;
  let count = 0;
  while (search.stopped === undefined) {
    const vectors = askSearch(search);
    const judged = vectors.map((vector) => {
      const cmrt = cmrtFromVector(vector, duration);
      const curve = cmrtCurve(cmrt);
      const result = followClip(mujoco, body, clip, { ...options, comOffset: curve.sample, onProgress: undefined });
      const cost = costOfFollowing(result, duration);
      const solved = result.status === 'stands' && result.steps === 0 && rmsOf(result.cop) <= goodEnough;
      const tried: Tried = { cmrt, result, cost, solved };
      if (!best || isBetter(tried, best)) best = tried;
      onProgress?.(Math.min(1, ++count / maxEvaluations));
      return tried;
    });
    tellSearch(search, vectors, judged);
  }
  if (!best) throw new Error('a search without a try');
  return { cmrt: best.cmrt, result: best.result, evaluations: search.evaluations, reason: search.stopped };
}

interface Tried extends Judged {
  readonly cmrt: Cmrt;
  readonly result: FollowResult;
}

/** Good enough comes first, as in the search. */
const isBetter = (a: Tried, b: Tried): boolean => (a.solved === b.solved ? a.cost < b.cost : a.solved);

const STEP_COST = 0.1; // [m] of CoP error: who is prepared need not step

/** What of a result decides about its cost. */
type Judgeable = Pick<FollowResult, 'cop' | 'fellAt' | 'trackingError' | 'steps' | 'status'>;

/** What a try costs [m·√samples]: who falls later, it costs less. */
export function costOfFollowing(result: Judgeable, duration: number): number {
  const { cop, fellAt, trackingError, steps, status } = result;
  const fallTime = status === 'stands' || status === 'strayed' ? undefined : (fellAt ?? 0);
  const unsteady = status === 'strayed';
  const course = { ...cop, duration, posture: trackingError, unsteady, ...(fallTime !== undefined && { fallTime }) };
  return costOf(course) + Math.sqrt(cop.samples) * STEP_COST * Math.min(1, steps);
}

/** The lean against all pushes together, before the first of them. */
function guess(body: Body, clip: Clip, forces: readonly ForceTrack[], duration: number): Cmrt {
  const at = Math.min(...forces.map(({ time }) => time[0] ?? 0));
  const heading = headingAt(body, clip, Math.min(clip.frameCount - 1, Math.round(at / clip.frameTime)));
  const impulse = impulseOf(forces, heading);
  return priorFor(body, flatCmrt(duration, false), { impulse, held: [0, 0], at, lean: 1 });
}

/** Impulse of all pushes to the left and forward [N·s], by the trapezium rule: forces are linear between samples. */
function impulseOf(forces: readonly ForceTrack[], { left, forward }: Heading): [number, number] {
  const sum: [number, number] = [0, 0];
  for (const { time, force } of forces) {
    for (let i = 1; i < time.length; i++) {
      const half = (time[i] - time[i - 1]) / 2;
      const [x, z] = [0, 2].map((k) => half * (force[3 * i - 3 + k] + force[3 * i + k])) as [number, number];
      sum[0] += x * left[0] + z * left[1];
      sum[1] += x * forward[0] + z * forward[1];
    }
  }
  return sum;
}
