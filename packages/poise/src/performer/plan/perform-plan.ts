/**
 * From posture, feet and a planned centre of pressure to a body that can do it (docs/performer.md): pose the body, measure its
 * angular momentum and its height, solve for the CoM that puts the ZMP on the plan, pose again with the hips moved there.
 */
import { traceClip } from '../../balance/trace.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { firstDerivative, secondDerivative } from '../../math/derivative.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { createClip } from '../../motion/clip.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import { hipsHeightFor } from '../pose/knee-height.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { solveCom } from './solve-com.ts';

export interface BodyPlan {
  readonly frames: number;
  readonly frameTime: number; // [s]
  readonly ends: 'rest' | 'loop'; // rest: a hold that moves no faster than the posture and the centre of pressure
  /** Writes hipsRotation and turns of a frame, feet too unless they hang from the hips. */
  readonly pose: (request: PoseRequest, frame: number) => void;
  /** Feet that move with the hips (a kick): called again whenever request.hips has moved. */
  readonly follow?: (request: PoseRequest, frame: number) => void;
  readonly knee: (frame: number) => number; // [rad] least flexion of a bearing knee: says how high the hips are
  readonly bearing: (frame: number) => number; // 0.5 both legs bear, 1 only the left, 0 only the right
  readonly cop: (frame: number) => readonly [x: number, z: number]; // [m] where the ZMP shall be
}

export interface PlannedBody {
  readonly q: Float64Array; // frames × nq
  readonly shortage: number; // [m] worst lack of leg length
  readonly change: number; // [m] by which the last pass still moved the CoM
}

const PASSES = 12;
const SETTLED = 2e-6; // [m]
const COM_PASSES = 30;
const COM_TOLERANCE = 1e-8; // [m] at 60 Hz, 1e-7 m of CoM is 0.04 mm of ZMP
const PAD = 3; // frames added at both ends, so that derivatives are central everywhere

/** Carries out a plan.
 *
 * ```ts
 * const { q } = performPlan(actor, { frames: 240, frameTime: 1 / 60, ends: 'rest', pose, knee, bearing, cop });
 * ```
 */
export function performPlan(actor: Actor, plan: BodyPlan): PlannedBody {
  const { frames, frameTime, ends } = plan;
  const nq = coordinateCount(actor.skeleton);
  const q = new Float64Array(frames * nq);
  const zmp = new Float64Array(2 * frames);
  for (let frame = 0; frame < frames; frame++) zmp.set(plan.cop(frame), 2 * frame);
  const hips = new Float64Array(2 * frames).fill(Number.NaN); // where the last pass found them
  let com: Float64Array = zmp.slice();
  let shortage = poseAll(q, actor, plan, com, hips);
  let change = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES && change > SETTLED; pass++) {
    const measured = measure(actor, q, plan);
    const next = solveCom({ zmp, ...measured, mass: actor.body.totalMass, frameTime, ends });
    change = next.reduce((worst, value, k) => Math.max(worst, Math.abs(value - com[k])), 0);
    com = next;
    shortage = poseAll(q, actor, plan, com, hips);
  }
  return { q, shortage, change };
}

/** Poses every frame with its CoM over `com` (frames×2); returns the worst lack of leg length [m]. `hips` (frames×2) is where
 *  to look for them; NaN: where the frame before has them. */
function poseAll(q: Float64Array, actor: Actor, plan: BodyPlan, com: ReadonlyVector, hips: Float64Array): number {
  const nq = coordinateCount(actor.skeleton);
  const request = createRequest(actor);
  let shortage = 0;
  for (let frame = 0; frame < plan.frames; frame++) {
    plan.pose(request, frame);
    if (!Number.isNaN(hips[2 * frame])) {
      request.hips[0] = hips[2 * frame];
      request.hips[2] = hips[2 * frame + 1];
    }
    const target = [com[2 * frame], com[2 * frame + 1]] as const;
    shortage = Math.max(shortage, poseOverCom(q, frame * nq, actor, plan, request, frame, target));
    hips[2 * frame] = request.hips[0];
    hips[2 * frame + 1] = request.hips[2];
  }
  return shortage;
}

/** Moves the hips until the CoM is over `target` (x, z), as high as the knees say; they start where request.hips is. */
function poseOverCom(
  q: Float64Array,
  o: number,
  actor: Actor,
  plan: BodyPlan,
  request: PoseRequest,
  frame: number,
  target: readonly [x: number, z: number],
): number {
  let shortage = 0;
  for (let pass = 0; pass < COM_PASSES; pass++) {
    plan.follow?.(request, frame);
    request.hips[1] = hipsHeightFor(actor, request, plan.knee(frame), plan.bearing(frame));
    shortage = solvePose(q, o, actor, request).shortage;
    forwardKinematics(actor.body, actor.ws, q, o);
    const [x, z] = [target[0] - actor.ws.com[0], target[1] - actor.ws.com[2]];
    if (Math.max(Math.abs(x), Math.abs(z)) < COM_TOLERANCE) break;
    request.hips[0] += 1.1 * x;
    request.hips[2] += 1.1 * z;
  }
  return shortage;
}

/** Height, vertical acceleration and rate of angular momentum as the judge will measure them. */
function measure(actor: Actor, q: Float64Array, { frames, frameTime, ends }: BodyPlan) {
  const padded = ends === 'loop' ? roundAndRound(q, frames) : goingOn(actor, q, frames, frameTime);
  const clip = createClip({ skeleton: actor.skeleton, roles: humanoid(actor), frameTime, q: padded });
  const trace = traceClip(actor.body, clip, { inertia: 'full' });
  const rate = new Float64Array(trace.com.length);
  const lift = new Float64Array(trace.com.length);
  firstDerivative(rate, trace.angularMomentum, 3, frameTime);
  secondDerivative(lift, trace.com, 3, frameTime);
  const inside = { length: frames };
  return {
    comHeight: Float64Array.from(inside, (_, k) => trace.com[3 * (k + PAD) + 1]),
    comLift: Float64Array.from(inside, (_, k) => lift[3 * (k + PAD) + 1]),
    momentumRate: rate.slice(3 * PAD, 3 * (frames + PAD)),
  };
}

/** The frames of a loop with those of its other end at both ends. */
function roundAndRound(q: Float64Array, frames: number): Float64Array {
  const nq = q.length / frames;
  const padded = new Float64Array((frames + 2 * PAD) * nq);
  for (let k = 0; k < frames + 2 * PAD; k++) {
    const from = (k - PAD + frames) % frames;
    padded.set(q.subarray(from * nq, (from + 1) * nq), k * nq);
  }
  return padded;
}

/** The frames of a motion that comes from a hold and goes on to one: at the speeds of its ends. */
function goingOn({ skeleton }: Actor, q: Float64Array, frames: number, frameTime: number): Float64Array {
  const nq = q.length / frames;
  const padded = new Float64Array((frames + 2 * PAD) * nq);
  padded.set(q, PAD * nq);
  const v = new Float64Array(freedomCount(skeleton));
  for (const [end, next] of [
    [0, 1],
    [frames - 1, frames - 2],
  ]) {
    difference(v, skeleton, q, next * nq, q, end * nq, frameTime); // the way out
    for (let k = 1; k <= PAD; k++) {
      const o = (PAD + end + k * (end - next)) * nq;
      integrate(padded.subarray(o, o + nq), skeleton, q.subarray(end * nq, (end + 1) * nq), v, k * frameTime);
    }
  }
  return padded;
}

const humanoid = (actor: Actor) =>
  ({ status: 'humanoid', roles: actor.roles, by: 'map', rig: 'Poise mannequin' }) as const;
