/** Responses with steps: which numbers make a plan of them. */
import { ease } from '../../math/ease.ts';
import type { Actor } from '../actor.ts';
import { DEGREE } from '../motions/stance.ts';
import { track } from '../plan/keys.ts';
import { sampleCop } from './cop-keys.ts';
import type { Neutral } from './neutral.ts';
import type { ResponsePlan } from './perform-response.ts';
import { FRAME_TIME, PUSH } from './push-force.ts';
import { REFERENCE, type ResponseRequest, type StepTiming } from './request.ts';
import { stepCop } from './step-cop.ts';
import { stepFeet } from './step-feet.ts';
import { planSteps } from './step-plan.ts';
import { stepPosture } from './step-posture.ts';
import type { ResponseStyle } from './style.ts';

const QUIET = 1.25; // [s] after the last landing
/** Of thigh + shank: the longest that a leg gets while someone steps, a knee of 22°; of 27° in a hurry. */
const BENT = { slow: 0.982, fast: 0.972 };
const SWING = [0.21, 0.28] as const; // [s] fast, slow
const PEAK_SPEED = 1.55; // of the CoM over that of the push alone: gravity adds while the body falls onto the foot

/** Times of another body: short people fall, and step, faster. */
function paced(timing: StepTiming, pace: number): StepTiming {
  const { lift, swing, between, later, rest, close, transfer } = timing;
  return {
    ...timing,
    lift: pace * lift,
    swing: pace * swing,
    between: pace * between,
    later: pace * later,
    rest: pace * rest,
    close: pace * close,
    transfer: pace * transfer,
  };
}

export function planStepping(
  actor: Actor,
  neutral: Neutral,
  request: ResponseRequest,
  asked: StepTiming,
  style: ResponseStyle,
): ResponsePlan {
  const timing = paced(asked, REFERENCE.omega / neutral.omega);
  const direction = request.direction * DEGREE;
  const lead = Math.sin(direction) > 0.2 ? 0 : 1; // straight pushes are answered with the right foot, as in the statistics
  const steps = planSteps(direction, lead, timing);
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const frames = Math.round((last.land + QUIET) / FRAME_TIME) + 1;
  const speed = (PEAK_SPEED * request.impulse) / REFERENCE.mass;
  const leg = actor.legs[0].thigh + actor.legs[0].shank;
  const stride = Math.max(...steps.map(({ share }, k) => Math.abs(share - (steps[k - 1]?.share ?? 0))));
  const sink = (timing.sink ?? 1) * (0.75 - 0.25 * Math.max(0, -Math.cos(direction))); // people sink less when they step back
  const hurry = Math.max(0, Math.min(1, (SWING[1] - timing.swing) / (SWING[1] - SWING[0])));
  const bent = BENT.slow + (BENT.fast - BENT.slow) * hurry;
  const rise = last.lift - (timing.ending === 'close' ? 0.02 : 0.2);
  const dip = track(
    0,
    [PUSH.start + 0.01, 0.2, 0.2],
    [first.lift, first.land - first.lift + 0.08, 1],
    [rise, last.land - last.lift + 0.25, 0],
  );
  return {
    frames,
    ...sampleCop(stepCop(actor, neutral, direction, request.impulse, steps, timing), frames),
    endGain: last.share === 0 ? 0 : 1,
    posture: stepPosture(neutral, direction, lead, steps, speed, style),
    feet: (moved) => stepFeet(neutral, steps, moved),
    dip,
    depth: (moved) => {
      const half = 0.5 * stride * Math.hypot(...moved);
      return 0.025 + sink * (leg - Math.sqrt(Math.max(0.1, leg * leg - half * half)));
    },
    settle: 1,
    reach: (t) => 1 - (1 - bent) * ease(4 * dip(t)),
  };
}
