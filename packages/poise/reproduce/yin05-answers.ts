/** Answers of the body, and what the judge measures on them. */
import { analyse } from '../src/balance/analyse.ts';
import type { BalanceReport } from '../src/balance/report.ts';
import { pushTrack, type TimedPush } from '../src/gait/push.ts';
import { type AnswerOptions, answerPushes, type PushResponseResult } from '../src/methods/push-response/as-method.ts';
import { LEVEL_GROUND } from '../src/methods/push-response/measure.ts';
import { indexImpulse, type Response, type ResponseLibrary } from '../src/methods/push-response/response.ts';
import type { Clip } from '../src/motion/clip.ts';
import { body, centralPush, stillOf } from '../test/methods/push-cases.ts';
import { jointVelocities } from '../test/performer/checks.ts';
import type { Curve } from './yin05-figures.ts';

export interface Judged extends PushResponseResult {
  readonly report: BalanceReport; // pushes included
  readonly fell: number; // [s]; Infinity: it did not
}

/** Pushes answered, and the answer judged with the pushes known. */
export function answer(
  clip: Clip,
  pushes: readonly TimedPush[],
  library: ResponseLibrary,
  options: Partial<AnswerOptions> = {},
): Judged {
  const result = answerPushes({ body, clip, pushes }, { library, ...options });
  const external = pushes.map((push) => pushTrack(push, body));
  const report = analyse(body, result.clip, { external, ground: LEVEL_GROUND, cutoff: Infinity });
  return { ...result, report, fell: result.events.find(({ kind }) => kind === 'fall')?.time ?? Infinity };
}

/** One response from its own neutral pose, for α of its impulse turned by `turn` [rad]. */
export function played(response: Response, library: ResponseLibrary, alpha: number, turn = 0): Judged {
  const still = stillOf(response);
  const { radius, angle } = indexImpulse(response);
  const push = centralPush(still, 0, alpha * radius * (1 - 1e-9), angle + turn);
  const allowed = [response.strategy];
  return answer(still, [push], { ...library, responses: [response] }, { allowed });
}

export const momentumCurve = (report: BalanceReport, axis: 0 | 2, label: string): Curve => ({
  label,
  time: report.time,
  values: report.time.map((_, f) => report.linearMomentum[3 * f + axis]!),
});

/** Largest change of any joint's angular velocity from one frame to the next: a pop would show here. */
export function largestJump(clip: Clip, end = Infinity): number {
  const velocities = jointVelocities(clip);
  let most = 0;
  for (let k = 1; k < velocities.length && k * clip.frameTime < end; k++) {
    for (let i = 3; i < velocities[k]!.length; i++) {
      most = Math.max(most, Math.abs(velocities[k]![i]! - velocities[k - 1]![i]!));
    }
  }
  return most;
}

/** A share of sorted values: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))]!;
}
