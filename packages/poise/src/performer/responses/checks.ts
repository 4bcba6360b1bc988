/** The acceptance checks of generated responses (docs/performer.md), measured on the finished clip. */

import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { wrapAngle } from '../../math/angle.ts';
import { LEVEL_GROUND } from '../../methods/push-response/measure.ts';
import type { Response } from '../../methods/push-response/response.ts';
import type { Actor } from '../actor.ts';
import { footDrift } from './foot-drift.ts';
import type { DraftResponse } from './generate.ts';
import { type JointChecks, jointChecks } from './joint-checks.ts';
import { FRAME_TIME, PUSH } from './push-force.ts';

export interface ResponseChecks extends JointChecks {
  readonly zmpOutside: number; // share of frames with the ZMP more than 1 cm outside, the push taken off
  readonly zmpFar: number; // [s] longest time more than 6 cm outside
  readonly drift: number; // [m] of feet that stand
  readonly penetration: number; // [m]
  readonly shortage: number; // [m] of leg length
  readonly quiet: number; // [s] after the push until momentum and pose stay near rest
  readonly friction: number; // |horizontal| / vertical force outside the push
  readonly leastLoad: number; // [of body weight]
  readonly labelled: boolean; // the classifier names the strategy that was asked for
  readonly earlyRatio: number; // `early` estimate over the true impulse
  readonly earlyAngle: number; // [rad] between them
}

/** What each check must not exceed. */
export const LIMITS = {
  zmpOutside: 0.02,
  zmpFar: 0.025,
  drift: 0.002,
  penetration: 0.003,
  shortage: 0.005,
  quiet: 3,
  friction: 0.8,
  leastLoad: 0.05,
  knee: [-1, 140],
  ankle: [-45, 36], // [deg] dorsiflexion +; the stance foot of people who are pushed goes 25 beyond its 10 at rest (push_summary)
  hip: [-30, 120],
  fastest: 15, // [rad/s]
  fastestShoulder: 17,
  jerk: 600, // [rad/s³] 95th percentile
  jump: 8, // [rad/s]; people who are pushed reach 8.5 (recordings of snumrl/ys2010, 60 Hz)
  ends: 0.02, // [rad/s] speed of any joint in the first and last frame
  earlyRatio: 0.12,
  earlyAngle: (8 * Math.PI) / 180,
} as const;

const QUIET_MOMENTUM = 1.5; // [N·s]
const QUIET_POSE = (2 * Math.PI) / 180; // [rad] RMS over the joints

/** Measures a draft and the response made of it. */
export function checkResponse(actor: Actor, draft: DraftResponse, response: Response): ResponseChecks {
  const { clip, push, performed, request } = draft;
  const report = analyse(actor.body, clip, {
    external: [push],
    ground: LEVEL_GROUND,
    cutoff: Number.POSITIVE_INFINITY,
  });
  const joints = jointChecks(actor, clip);
  const { truth, early } = response.estimates;
  const between = early.angle - (truth?.angle ?? 0);
  const wanted = request.strategy === 'ankle' ? 'hip' : request.strategy;
  return {
    ...joints.checks,
    ...zmpChecks(report),
    drift: footDrift(actor.body, clip, report),
    penetration: -Math.min(...report.feet.flatMap((foot) => [...foot.clearance])),
    shortage: performed.shortage,
    quiet: quietAfter(report, joints.awayFromEnd),
    ...forceChecks(report),
    labelled: response.strategy === wanted,
    earlyRatio: early.radius / (truth?.radius ?? 1),
    earlyAngle: Math.abs(wrapAngle(between)),
  };
}

function zmpChecks({ margin, frameCount }: BalanceReport) {
  let outside = 0;
  let run = 0;
  let longest = 0;
  for (const value of margin) {
    if (value < -0.01) outside++;
    run = value < -0.06 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { zmpOutside: outside / frameCount, zmpFar: longest * FRAME_TIME };
}

/** From when on [s after the push] the body is as good as at rest. `away`: per frame [rad] RMS from the last pose. */
function quietAfter({ linearMomentum, frameCount }: BalanceReport, away: Float64Array): number {
  let last = 0;
  for (let k = 0; k < frameCount; k++) {
    const momentum = Math.hypot(linearMomentum[3 * k], linearMomentum[3 * k + 2]);
    if (momentum > QUIET_MOMENTUM || away[k] > QUIET_POSE) last = k;
  }
  return last * FRAME_TIME - PUSH.start;
}

function forceChecks({ grf, friction, mass, frameCount }: BalanceReport) {
  const [from, to] = [PUSH.start / FRAME_TIME - 1, (PUSH.start + PUSH.duration) / FRAME_TIME + 1];
  let slip = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < frameCount; k++) {
    least = Math.min(least, grf[3 * k + 1] / (GRAVITY * mass));
    if (k < from || k > to) slip = Math.max(slip, Number.isNaN(friction[k]) ? 0 : friction[k]);
  }
  return { friction: slip, leastLoad: least };
}

/** Checks of the estimators rather than of the motion. */
export const ESTIMATE_CHECKS: readonly string[] = ['earlyRatio', 'earlyAngle'];

/** The checks that fail, by name. */
export function failedChecks(checks: ResponseChecks): string[] {
  const within = ([low, high]: readonly [number, number], [least, most]: readonly [number, number]): boolean =>
    low >= least && high <= most;
  const most = ['zmpOutside', 'zmpFar', 'drift', 'penetration', 'shortage', 'quiet', 'friction'] as const;
  const joints = ['fastest', 'fastestShoulder', 'jerk', 'jump', 'ends'] as const;
  return [
    ...[...most, ...joints].filter((name) => !(checks[name] <= LIMITS[name])),
    ...(['knee', 'ankle', 'hip'] as const).filter((name) => !within(checks[name], LIMITS[name])),
    ...(checks.leastLoad > LIMITS.leastLoad ? [] : ['leastLoad']),
    ...(checks.labelled ? [] : ['labelled']),
    ...(Math.abs(checks.earlyRatio - 1) <= LIMITS.earlyRatio ? [] : ['earlyRatio']),
    ...(checks.earlyAngle <= LIMITS.earlyAngle ? [] : ['earlyAngle']),
  ];
}
