/**
 * Frame by frame: how far is the ZMP inside the support, how sure is that, and may it be held against the clip?
 */
import type { Body } from '../body/body.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { signedDistance } from '../math/polygon.ts';
import type { CentroidalMotion } from './centroidal.ts';
import type { FootContacts } from './contacts.ts';
import { shiftForBalance } from './imbalance.ts';
import { SUPPORT_PHASES } from './report.ts';
import { type Support, supportPolygons } from './support.ts';
import type { BodyTrace } from './trace.ts';
import type { GroundReaction } from './zmp.ts';

/** Standard deviations of what the verdict rests on: estimates, held against force plates in docs/validation.md (there, 82 to
 *  100 % of the frames of walks lie within two of them, fewer of squats, runs and landings). */
export const ERROR_MODEL = {
  com: 0.008, // of stature: where the mass really is (segment tables, clothes, joint centres)
  sole: 0.01, // [m] outline of the shoe
  dynamic: 0.15, // of the distance ZMP–CoM: soft tissue, rigid segments, filtering
  timing: 0.03, // [s] contact times
  noise: 0.005, // [m] of the ZMP after smoothing
};

/** A violation counts only beyond this many standard deviations. */
export const CONFIDENCE = 1;

const FARTHEST = 0.5; // [m] a ZMP farther out is a number, not a place
const DIFFERENCE_ENDS = 2; // frames: twice-taken differences are one-sided at the ends
const JUDGED_LOAD = 0.3; // of body weight: below it, contact times decide the ZMP more than the motion does

export interface FrameVerdict {
  readonly margin: Float64Array; // frames [m]
  readonly marginDeviation: Float64Array; // frames [m]
  readonly judged: Uint8Array; // frames
  readonly imbalance: Float64Array; // frames×3 [m]
  readonly unsupported: Float64Array; // frames [body weights]
  readonly friction: Float64Array; // frames
}

interface FrameInput {
  readonly body: Body;
  readonly trace: BodyTrace;
  readonly contacts: readonly [FootContacts, FootContacts];
  readonly support: Support;
  readonly phase: Uint8Array;
  readonly motion: CentroidalMotion;
  readonly reaction: GroundReaction;
}

export function judgeFrames(input: FrameInput): FrameVerdict {
  const { body, trace, phase, motion, reaction } = input;
  const frames = trace.frameCount;
  const dt = trace.frameTime;
  const weight = body.totalMass * GRAVITY;
  const open = supportPolygons(body, trace, input.contacts, Math.round(ERROR_MODEL.timing / dt));
  const filtered = Number.isFinite(motion.cutoff);
  const noise = filtered ? ERROR_MODEL.noise : 0;
  const still = noise ** 2 + (ERROR_MODEL.com * body.height) ** 2 + ERROR_MODEL.sole ** 2;
  const endFrames = filtered ? Math.round(1 / (motion.cutoff * dt)) : DIFFERENCE_ENDS;
  const [flight, other] = [SUPPORT_PHASES.indexOf('flight'), SUPPORT_PHASES.indexOf('other')];
  const verdict: FrameVerdict = {
    margin: new Float64Array(frames),
    marginDeviation: new Float64Array(frames),
    judged: new Uint8Array(frames),
    imbalance: new Float64Array(3 * frames),
    unsupported: new Float64Array(frames),
    friction: new Float64Array(frames),
  };
  const violation = new Float64Array(3 * frames);
  const nearest = new Float64Array(2);
  for (let frame = 0; frame < frames; frame++) {
    const i = 3 * frame;
    const load = reaction.force[i + 1] / weight;
    const x = reaction.zmp[i];
    const z = reaction.zmp[i + 2];
    verdict.friction[frame] =
      load > 0.05 ? Math.hypot(reaction.force[i], reaction.force[i + 2]) / reaction.force[i + 1] : Number.NaN;
    verdict.margin[frame] = distanceIn(nearest, input.support, frame, x, z);
    // What uncertain contact times leave open is part of the error, and violations are measured from the open hull.
    const openMargin = distanceIn(nearest, open, frame, x, z);
    const dynamic = ERROR_MODEL.dynamic * Math.hypot(x - motion.com[i], z - motion.com[i + 2]);
    const timing = openMargin - verdict.margin[frame] || 0;
    const deviation = Math.sqrt(still + dynamic * dynamic);
    verdict.marginDeviation[frame] = Math.sqrt(deviation * deviation + timing * timing);
    const airborne = open.start[frame + 1] === open.start[frame];
    verdict.unsupported[frame] = airborne && phase[frame] !== other ? Math.max(0, load) : 0;
    if (phase[frame] === flight || phase[frame] === other || !(load > JUDGED_LOAD)) continue;
    if (frame < endFrames || frame >= frames - endFrames) continue;
    verdict.judged[frame] = 1;
    const beyond = -openMargin - CONFIDENCE * deviation;
    if (!(beyond > 0)) continue;
    const share = (Math.min(load, 1.5) * Math.min(beyond, FARTHEST)) / -openMargin;
    violation[i] = share * (x - nearest[0]);
    violation[i + 2] = share * (z - nearest[1]);
  }
  shiftForBalance(verdict.imbalance, violation, motionHeight(motion), dt);
  return verdict;
}

function distanceIn(nearest: Float64Array, support: Support, frame: number, x: number, z: number): number {
  const start = support.start[frame];
  const count = support.start[frame + 1] - start;
  return Number.isNaN(x) ? Number.NaN : signedDistance(nearest, support.points, 2 * start, count, x, z);
}

/** Mean height of the CoM [m]. */
function motionHeight(motion: CentroidalMotion): number {
  let sum = 0;
  for (let i = 1; i < motion.com.length; i += 3) sum += motion.com[i];
  return sum / Math.max(1, motion.com.length / 3);
}
