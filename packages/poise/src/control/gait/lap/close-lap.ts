/**
 * A lap whose end leads on to its start. It begins as the clip goes on after its last step, and what that differs from the lap's
 * own start by dies away over the whole lap: in a fraction of a second it would be a push. Feet that stand stay where they are.
 */

import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { movePose, type Placement, undone } from '../../../gait/placement.ts';
import { ease } from '../../../math/ease.ts';
import { power } from '../../../math/power.ts';
import { type Clip, createClip } from '../../../motion/clip.ts';
import { difference, integrate } from '../../../motion/coordinates.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionSpline,
  sampleMotion,
} from '../../../motion/motion-spline.ts';
import { coordinateCount, freedomCount, jointCount, velocityIndex } from '../../../motion/skeleton.ts';
import { createLapFeet, keepFeet } from './lap-feet.ts';
import { lapForces, type SmoothForces } from './lap-forces.ts';
import type { PlacedStep } from './place-steps.ts';

/** A lap as the clip has it: its end does not quite lead on to its start. */
export interface OpenLap {
  readonly placed: readonly PlacedStep[]; // its steps, an even number
  readonly lap: Readonly<Placement>; // from one lap to the next
  readonly lag: number; // [frames] before its first landing that a lap begins, when it follows another
  readonly contacts: BalanceReport; // the clip's report, with feet down for as long as they carry
}

/** One lap, in the world that the clip has come to when it is over for the first time. */
export interface ClosedLap {
  readonly motion: MotionSpline;
  readonly forces: SmoothForces | undefined; // per frame of the lap; undefined: those of the clip
  readonly start: number; // [s] of the lap in it: a few frames of the laps before and after are there for smoothness
}

const MARGIN = 4; // frames
const SMOOTH = 0.033; // [s] to both sides that velocities at the ends are taken over: captures are noisy
const BRISK = 0.35; // [s] in which a difference in velocity of limbs dies away
const MEETS = 0.03; // [m, rad] ends that are nearer to each other do not change the forces
const LIGHT = 0.2; // [s] in which hands, fingers and toes come to the lap's own

/** How a difference of one coordinate dies away. */
interface Dying {
  readonly offset: number; // [s] …
  readonly rate: number; // … [s]
}

export function closeLap(
  body: Body,
  clip: Clip,
  motion: MotionSpline,
  { placed, lap, lag, contacts }: OpenLap,
): ClosedLap {
  const { skeleton, frameTime } = clip;
  const nq = coordinateCount(skeleton);
  const first = placed[0]!.touchDown;
  const last = placed[placed.length - 1]!.next;
  const frames = last - first;
  // the lap's own poses, from a little before or after its landing on; then with what dies away
  const own = new Float64Array((frames + 1) * nq);
  const scratch = createMotionScratch(skeleton);
  for (let k = 0; k <= frames; k++) {
    const pose = own.subarray(k * nq, (k + 1) * nq);
    sampleMotion(motion, (last - (frames + lag) * (1 - k / frames)) * frameTime, pose, undefined, undefined, scratch);
    movePose(lap, pose);
  }
  const q = own.slice();
  const gap = addDying(body, clip, q, own, { last, frames, lag, turn: lap.yaw });
  keepFeet(createLapFeet(body, placed, frameTime), q, own);
  return {
    motion: interpolateMotion(withMargin(clip, q, lap, frames)),
    start: MARGIN * frameTime,
    forces: gap > MEETS ? lapForces(body, clip, q, lap, contacts) : undefined,
  };
}

/** q (frames + 1 poses) += what the clip at `last` has beyond the lap's own start, dying away. Returns the most of it. */
function addDying(
  body: Body,
  clip: Clip,
  q: Float64Array,
  own: Float64Array,
  { last, frames, lag, turn }: Record<'last' | 'frames' | 'lag' | 'turn', number>,
): number {
  const { skeleton, frameTime } = clip;
  const nq = coordinateCount(skeleton);
  const nv = freedomCount(skeleton);
  const [offset, rate, v] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
  difference(offset, skeleton, own, 0, clip.q, last * nq, 1);
  writeRate(rate, clip, Math.max(0, Math.round(last - frames - lag)), last, turn);
  const dying = dyingTimes(body, frames * frameTime);
  for (let k = 0; k <= frames; k++) {
    const t = k * frameTime;
    for (let i = 0; i < nv; i++) {
      const { offset: long, rate: short } = dying[i]!;
      const left = Math.max(0, 1 - t / short);
      v[i] = offset[i] * (1 - ease(t / long)) + rate[i] * t * power(left, 3);
    }
    const pose = q.subarray(k * nq, (k + 1) * nq);
    integrate(pose, skeleton, pose, v, 1);
  }
  return offset.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Velocities around frame `b` minus those around frame `a`, turned about up by `turn`. */
function writeRate(rate: Float64Array, clip: Clip, a: number, b: number, turn: number): void {
  const { skeleton, frameTime } = clip;
  const nq = coordinateCount(skeleton);
  const reach = Math.max(1, Math.round(SMOOTH / frameTime));
  const before = Math.min(reach, a);
  const after = Math.min(reach, clip.frameCount - 1 - b);
  if (before + after === 0) return;
  const time = (before + after) * frameTime;
  const start = new Float64Array(rate.length);
  difference(start, skeleton, clip.q, (a - before) * nq, clip.q, (a + after) * nq, time);
  difference(rate, skeleton, clip.q, (b - before) * nq, clip.q, (b + after) * nq, time);
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  rate[0] -= c * start[0] + s * start[2];
  rate[2] -= -s * start[0] + c * start[2];
  for (let i = 1; i < rate.length; i++) if (i !== 2) rate[i] -= start[i];
}

/** Per freedom: the body takes the whole lap, limbs change their speed soon, hands and toes are at home at once. */
function dyingTimes(body: Body, lap: number): readonly Dying[] {
  const { skeleton, roles } = body;
  const light = new Set<number>();
  for (const [role, joint] of Object.entries(roles)) {
    if (/Hand|Toes/.test(role)) light.add(joint);
  }
  for (let joint = 1; joint < jointCount(skeleton); joint++) {
    if (light.has(skeleton.parents[joint])) light.add(joint);
  }
  const times: Dying[] = [];
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const brisk = joint === 0 ? lap : Math.min(lap, light.has(joint) ? LIGHT : BRISK);
    const one = { offset: light.has(joint) ? Math.min(lap, LIGHT) : lap, rate: brisk };
    for (let k = 0; k < 3; k++) times[velocityIndex(joint) + k] = one;
  }
  for (let k = 0; k < 3; k++) times[k] = { offset: lap, rate: lap };
  return times;
}

/** The lap with a few frames of the one before and the one after. */
function withMargin(clip: Clip, q: Float64Array, lap: Readonly<Placement>, frames: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const margin = Math.min(MARGIN, frames);
  const out = new Float64Array(q.length + 2 * MARGIN * nq);
  out.set(q, MARGIN * nq);
  const back = undone(lap);
  for (let k = 1; k <= MARGIN; k++) {
    const by = Math.min(k, margin);
    const before = (MARGIN - k) * nq;
    out.set(q.subarray((frames - by) * nq, (frames - by + 1) * nq), before);
    movePose(back, out, before);
    const after = (MARGIN + frames + k) * nq;
    out.set(q.subarray(by * nq, (by + 1) * nq), after);
    movePose(lap, out, after);
  }
  return createClip({ ...clip, q: out, extraTracks: [] });
}
