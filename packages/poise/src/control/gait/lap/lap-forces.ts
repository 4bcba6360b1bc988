/** What the ground does to a body that goes round and round over a closed lap: not quite what it does in the clip. */
import { analyse } from '../../../balance/analyse.ts';
import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { movePose, type Placement, undone } from '../../../gait/placement.ts';
import { type Clip, createClip } from '../../../motion/clip.ts';
import { coordinateCount } from '../../../motion/skeleton.ts';

/** How a motion moves without its noise, frame by frame. */
export type SmoothForces = Pick<BalanceReport, 'frameCount' | 'comAcceleration' | 'angularMomentumRate'>;

/** Of the lap `q` (frames + 1 poses of the clip's skeleton): the middle one of three rounds, so that its ends are smooth too. */
export function lapForces(
  body: Body,
  clip: Clip,
  q: Float64Array,
  lap: Readonly<Placement>,
  { cutoff, ground }: Pick<BalanceReport, 'cutoff' | 'ground'>,
): SmoothForces {
  const nq = coordinateCount(clip.skeleton);
  const frames = q.length / nq - 1;
  const rounds = new Float64Array((3 * frames + 1) * nq);
  const back = undone(lap);
  for (let k = 0; k <= 3 * frames; k++) {
    const frame = k === 3 * frames ? frames : k % frames;
    rounds.set(q.subarray(frame * nq, (frame + 1) * nq), k * nq);
    if (k < frames) movePose(back, rounds, k * nq);
    if (k >= 2 * frames) movePose(lap, rounds, k * nq);
  }
  // as smooth as the clip's own are
  const played = createClip({ ...clip, q: rounds, extraTracks: [] });
  const { comAcceleration, angularMomentumRate } = analyse(body, played, { cutoff, ground });
  const middle = [3 * frames, 3 * (2 * frames + 1)] as const;
  return {
    frameCount: frames + 1,
    comAcceleration: comAcceleration.slice(...middle),
    angularMomentumRate: angularMomentumRate.slice(...middle),
  };
}
