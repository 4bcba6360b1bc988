/**
 * Frame by frame: how far is the ZMP inside the support, how sure is that, and may it be held against the clip?
 */
import type { Body } from '../body/body.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { signedDistance } from '../math/polygon.ts';
import type { CentroidalMotion } from './centroidal.ts';
import { type FootContacts, carryingFloor as floorAt } from './contacts.ts';
import { shiftForBalance } from './imbalance.ts';
import type { PartContacts } from './parts.ts';
import { PARTS_AROUND } from './phases.ts';
import { SUPPORT_PHASES } from './report.ts';
import { type Support, supportPolygons } from './support.ts';
import type { BodyTrace } from './trace.ts';
import type { GroundReaction } from './zmp.ts';

/** Standard deviations of what the verdict rests on. `crouch`, `lever` and `spin` were fitted to force plates by likelihood, so that two deviations hold about 90 % of
 *  the frames (docs/validation.md, with one person left out at a time). */
const ERROR_MODEL = {
  com: 0.007, // of stature: where the mass really is (segment tables, clothes, joint centres)
  crouch: 0.12, // [m] times how much lower the CoM is than in standing: hips and trunk of somebody who squats are soft bodies that press on each other
  sole: 0.01, // [m] outline of the shoe
  part: 0.03, // [m] where hands, knees, seat and back meet the ground, where they carry
  lever: 0.15, // of what the horizontal force adds to ZMP − CoM in captures
  spin: 0.6, // of what the rate of angular momentum adds in captures: soft bodies are no chains of rigid segments (SOFT_BODY)
  rigid: 0.12, // of the distance ZMP–CoM in performed clips
  timing: 0.03, // [s] contact times
  noise: 0.005, // [m] of the ZMP after smoothing
};
const STANDING_COM = 0.56; // of stature

/** A violation counts only beyond this many standard deviations. */
export const CONFIDENCE = 1;

/** A foot this low [m] and slow [m/s] may carry where the balance point needs it: captures twist feet and lift soles by centimetres. */
const MAY_CARRY = { height: 0.08, speed: 0.3 };
/** So may one that is as still as feet in the air never are, if its toes could reach the floor: captures hold the feet of dancers flat that are stretched. Height over stature. */
const MAY_REACH = { height: 0.085, speed: 0.12 };
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
  readonly parts: PartContacts;
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
  const reach = { feet: Math.round(ERROR_MODEL.timing / dt), parts: Math.round(PARTS_AROUND / dt) };
  const filtered = Number.isFinite(motion.cutoff);
  const low = filtered ? [MAY_CARRY, { ...MAY_REACH, height: MAY_REACH.height * body.height }] : [MAY_CARRY];
  const open = supportPolygons(body, trace, input.contacts, { parts: input.parts, reach, low });
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
  const { near, points } = input.parts;
  const isNear = (frame: number): boolean =>
    near.subarray(frame * points.length, (frame + 1) * points.length).includes(1);
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
    const height = motion.com[i + 1] - floorAt(input.contacts, frame);
    const dynamic = filtered
      ? dynamicDoubt(motion, reaction, frame, height)
      : ERROR_MODEL.rigid * Math.hypot(x - motion.com[i], z - motion.com[i + 2]);
    const timing = openMargin - verdict.margin[frame] || 0;
    const crouch = ERROR_MODEL.crouch * Math.max(0, 1 - height / (STANDING_COM * body.height));
    const part = phase[frame] === other ? ERROR_MODEL.part : 0;
    const deviation = Math.sqrt(still + dynamic * dynamic + crouch * crouch + part * part);
    verdict.marginDeviation[frame] = Math.sqrt(deviation * deviation + timing * timing);
    const airborne = open.start[frame + 1] === open.start[frame];
    verdict.unsupported[frame] = airborne && phase[frame] !== other ? Math.max(0, load) : 0;
    // While hands and knees come down and leave again, nobody knows what they carry.
    if (phase[frame] === flight || (phase[frame] === other && !isNear(frame)) || !(load > JUDGED_LOAD)) continue;
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

/** One standard deviation [m] of what acceleration and spin of a captured body add to its ZMP; `height`: of the CoM over the ground. */
function dynamicDoubt(
  { angularMomentumRate: rate }: CentroidalMotion,
  { force }: GroundReaction,
  frame: number,
  height: number,
): number {
  const i = 3 * frame;
  const lever = (ERROR_MODEL.lever * height * Math.hypot(force[i], force[i + 2])) / force[i + 1];
  const spin = (ERROR_MODEL.spin * Math.hypot(rate[i], rate[i + 2])) / force[i + 1];
  return Math.hypot(lever, spin);
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
