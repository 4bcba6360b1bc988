/**
 * A planned response becomes a motion (docs/performer.md): pose the body, measure its angular momentum, solve for the CoM that
 * puts the ZMP on the plan while the push acts, set the feet where the CoM ends up, pose again.
 */
import { traceClip } from '../../balance/trace.ts';
import { firstDerivative } from '../../math/derivative.ts';
import { rotate3 } from '../../math/quat.ts';
import { createClip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import { type Posture, writePosture } from '../pose/posture.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { solvePose, solvePoseForCom } from '../pose/solve-pose.ts';
import { type BoundedCom, solveBounded } from './bounded-com.ts';
import { type FootCourse, footAt } from './foot-course.ts';
import { lowerFor } from './lower.ts';
import type { Neutral } from './neutral.ts';
import { FRAME_TIME, PUSH } from './push-force.ts';

export interface ResponsePlan {
  readonly frames: number;
  readonly posture: (t: number) => Posture;
  readonly adjust?: (request: PoseRequest, t: number) => void; // after the posture: arms that circle
  readonly feet: (moved: readonly [x: number, z: number]) => readonly [left: FootCourse, right: FootCourse];
  readonly base: Float64Array; // frames×2 [m] CoP that does not depend on how far the body goes
  readonly gain: Float64Array; // frames×2 and that which does
  readonly endGain: 0 | 1;
  readonly dip: (t: number) => number; // 0…1
  readonly depth: (moved: readonly [x: number, z: number]) => number; // [m] by which the CoM sinks
  readonly settle: number; // [s]
  /** How long a leg gets, of thigh + shank. Where a leg that is nearly straight turns round, its knee snaps. */
  readonly reach?: (t: number) => number;
}

export interface PerformedResponse {
  readonly q: Float64Array; // frames × nq
  readonly hips: Float64Array; // frames×3 [m] midpoint of the hip joints: with the plan, all that a pose needs
  readonly moved: readonly [x: number, z: number]; // steps: displacement [m]; in place: amplitude of the CoP [m]
  readonly feet: readonly [left: FootCourse, right: FootCourse];
  readonly zmp: Float64Array; // frames×2 [m] planned
  readonly shift: readonly [x: number, z: number]; // [m] of the CoP near the end
  readonly shortage: number; // [m] worst lack of leg length
  readonly change: number; // [m] by which the last pass still moved the CoM
}

const PUSHED = Math.ceil(PUSH.start / FRAME_TIME); // first frame in which anything may move
const PASSES = 14;
const SETTLED = 5e-6; // [m]
/** [m] The hips are rounded to this, so that a stored response is the performed one to the last bit. */
export const HIPS_STEP = 2 ** -20;
const LOWERED = 9; // passes in which the CoM may still be lowered

/** Carries out a plan. `push`: frames×2 [N]. */
export function performResponse(
  actor: Actor,
  neutral: Neutral,
  plan: ResponsePlan,
  push: Float64Array,
): PerformedResponse {
  const { frames } = plan;
  const q = new Float64Array(frames * coordinateCount(actor.skeleton));
  const hips = new Float64Array(3 * frames);
  for (let k = 0; k < frames; k++) hips.set(neutral.hips, 3 * k);
  const momentumRate = new Float64Array(3 * frames);
  const lower = new Float64Array(frames); // [m] for legs that would be too short
  const short = new Float64Array(frames);
  const stretched = new Float64Array(frames);
  let before: BoundedCom | undefined;
  let change = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass++) {
    const deep = before ? plan.depth(before.unknown) : 0.02;
    const comHeight = Float64Array.from(
      { length: frames },
      (_, k) => neutral.com[1] - deep * plan.dip(k * FRAME_TIME) - lower[k],
    );
    const solved = solveBounded({
      ...plan,
      start: [neutral.com[0], neutral.com[2]],
      comHeight,
      momentumRate,
      push,
      mass: actor.body.totalMass,
      frameTime: FRAME_TIME,
    });
    if (before) change = largestChange(before.com, solved.com);
    const feet = plan.feet(solved.unknown);
    const last = pass >= PASSES || change < SETTLED;
    poseAll(q, hips, short, stretched, actor, plan, feet, solved.com, comHeight, before?.com, last ? 1e-8 : 1e-6);
    if (last) {
      for (let k = 0; k < hips.length; k++) hips[k] = HIPS_STEP * Math.round(hips[k] / HIPS_STEP) + 0; // + 0: no negative zeros
      poseFrames(q, actor, plan, feet, hips);
      return {
        q,
        hips,
        moved: solved.unknown,
        feet,
        zmp: solved.zmp,
        shift: solved.shift,
        shortage: Math.max(...short),
        change,
      };
    }
    if (pass > 0 && pass < LOWERED) lowerFor(lower, stretched, PUSHED);
    before = solved;
    measureRate(momentumRate, actor, q, frames);
  }
}

const largestChange = (a: Float64Array, b: Float64Array): number =>
  a.reduce((worst, value, k) => Math.max(worst, Math.abs(value - b[k])), 0);

/** Writes what the plan says of a frame: all but where the hips are. */
function writeFrame(
  request: PoseRequest,
  actor: Actor,
  plan: ResponsePlan,
  feet: readonly [FootCourse, FootCourse],
  t: number,
): void {
  writePosture(request, actor, plan.posture(t));
  plan.adjust?.(request, t);
  feet.forEach((course, k) => {
    footAt(request.feet[k], actor, course, t);
  });
}

/** Coordinates of all frames from the plan and the hips (frames×3). */
export function poseFrames(
  q: Float64Array,
  actor: Actor,
  plan: ResponsePlan,
  feet: readonly [FootCourse, FootCourse],
  hips: Float64Array,
): void {
  const nq = coordinateCount(actor.skeleton);
  const request = createRequest(actor);
  for (let frame = 0; frame < plan.frames; frame++) {
    writeFrame(request, actor, plan, feet, frame * FRAME_TIME);
    request.hips.set(hips.subarray(3 * frame, 3 * frame + 3));
    solvePose(q, frame * nq, actor, request);
  }
}

/** Poses every frame with its CoM where planned; `short` (frames): lack of leg length [m]; `stretched` (frames): the same against
 *  the length that the plan allows. `hips` (frames×3): where they
 *  were found last, moved along with the change of the CoM. */
function poseAll(
  q: Float64Array,
  hips: Float64Array,
  short: Float64Array,
  stretched: Float64Array,
  actor: Actor,
  plan: ResponsePlan,
  feet: readonly [FootCourse, FootCourse],
  com: Float64Array,
  comHeight: Float64Array,
  before: Float64Array | undefined,
  tolerance: number,
): void {
  const nq = coordinateCount(actor.skeleton);
  const request = createRequest(actor);
  const target = new Float64Array(3);
  for (let frame = 0; frame < plan.frames; frame++) {
    writeFrame(request, actor, plan, feet, frame * FRAME_TIME);
    target.set([com[2 * frame], comHeight[frame], com[2 * frame + 1]]);
    const x = before ? com[2 * frame] - before[2 * frame] : 0;
    const z = before ? com[2 * frame + 1] - before[2 * frame + 1] : 0;
    request.hips.set([hips[3 * frame] + x, hips[3 * frame + 1], hips[3 * frame + 2] + z]);
    short[frame] = solvePoseForCom(q, frame * nq, actor, request, target, tolerance).shortage;
    hips.set(request.hips, 3 * frame);
    const most = plan.reach?.(frame * FRAME_TIME) ?? 1;
    stretched[frame] = Math.max(short[frame], overreach(actor, request, most));
  }
}

const hip = new Float64Array(3);

/** By how much [m] the longer leg is longer than `most` of thigh + shank. */
function overreach(actor: Actor, { hips, hipsRotation, feet }: PoseRequest, most: number): number {
  let over = 0;
  actor.legs.forEach(({ upper, thigh, shank }, side) => {
    for (let c = 0; c < 3; c++) hip[c] = actor.skeleton.offsets[3 * upper + c] - actor.hipsInRoot[c];
    rotate3(hip, 0, hipsRotation, 0, hip, 0);
    const { ankle } = feet[side];
    const far = Math.hypot(hips[0] + hip[0] - ankle[0], hips[1] + hip[1] - ankle[1], hips[2] + hip[2] - ankle[2]);
    over = Math.max(over, far - most * (thigh + shank));
  });
  return over;
}

/** Rate of angular momentum as the judge will measure it, frames×3 [N·m]. */
function measureRate(out: Float64Array, actor: Actor, q: Float64Array, frames: number): void {
  const clip = createClip({
    skeleton: actor.skeleton,
    roles: { status: 'humanoid', roles: actor.roles, by: 'map', rig: '' },
    frameTime: FRAME_TIME,
    q: q.subarray(0, frames * coordinateCount(actor.skeleton)),
  });
  firstDerivative(out, traceClip(actor.body, clip, { inertia: 'full' }).angularMomentum, 3, FRAME_TIME);
}
