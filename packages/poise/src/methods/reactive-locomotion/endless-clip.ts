/**
 * The clip as a motion without an end: after the last step of its lap it goes on with the first, turned and moved to where it has come.
 * Time is counted in steps and shares of them (see PlanPhase), so that each phase can be played slower or faster.
 */
import type { Body } from '../../body/body.ts';
import { movePlace, movePose, moveVelocity, type Placement, undone } from '../../gait/placement.ts';
import { movedTimes, type RepeatedMove, repeatedMove } from '../../gait/repeated-move.ts';
import type { Clip } from '../../motion/clip.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  type MotionSpline,
  sampleMotion,
} from '../../motion/motion-spline.ts';
import { type ClosedLap, closeLap } from './close-lap.ts';
import type { ImportedGait } from './import-gait.ts';
import type { PlacedStep } from './place-steps.ts';

export interface EndlessClip {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: MotionSpline; // the clip itself
  readonly steps: readonly PlacedStep[]; // an even number: one lap
  readonly chain: readonly PlacedStep[]; // all steps of the clip; the lap begins at step …
  readonly from: number; // … of these
  readonly lap: Readonly<Placement>; // from one lap to the next
  readonly closed: ClosedLap; // the second lap and those after it
  readonly scratch: MotionScratch;
  readonly laps: RepeatedMove; // the same after so many of them
}

export function createEndlessClip(body: Body, clip: Clip, gait: ImportedGait): EndlessClip {
  const { placed, chain, from, lap } = gait;
  const motion = interpolateMotion(clip);
  return {
    body,
    clip,
    motion,
    steps: placed,
    chain,
    from,
    lap,
    closed: closeLap(body, clip, motion, gait),
    scratch: createMotionScratch(clip.skeleton),
    laps: repeatedMove(lap),
  };
}

/** Step of the lap, and how the clip's world has moved when step `count` is on. Negative counts are before the clip's first. */
export function lapOf(
  endless: EndlessClip,
  count: number,
): { readonly step: PlacedStep; readonly move: Readonly<Placement> } {
  const n = endless.steps.length;
  const lap = Math.floor(count / n);
  return { step: endless.steps[count - lap * n]!, move: movedTimes(endless.laps, lap) };
}

/** How the clip's world has moved when step `count` is on. */
export const moveOf = (endless: EndlessClip, count: number): Readonly<Placement> =>
  movedTimes(endless.laps, Math.floor(count / endless.steps.length));

/** Where the foot that lands in step `count` stands [m]: in the clip, in laps before it, in laps after it. */
export function landingOf(endless: EndlessClip, count: number): readonly [x: number, z: number] {
  const { steps, chain, from, lap } = endless;
  const known = count < 0 ? chain[count + from] : undefined;
  if (known) return known.newFoot;
  const { step, move } = lapOf(endless, count);
  let [x, z] = movePlace(move, step.newFoot[0], step.newFoot[1]);
  const back = undone(lap);
  for (let laps = Math.floor(count / steps.length); laps < 0; laps++) [x, z] = movePlace(back, x, z);
  return [x, z];
}

/** Time in the clip [s] of a share of a step. Steps before the lap are the clip's own, as far as it has them. */
export function clipTime({ steps, chain, from, clip }: EndlessClip, count: number, share: number): number {
  const n = steps.length;
  const known = count < 0 ? chain[count + from] : undefined;
  const { touchDown: b, leave: c, next } = known ?? steps[((count % n) + n) % n]!;
  let frame = share < 1 ? b + share * (c - b) : c + (share - 1) * (next - c);
  // before its first step the clip is read backwards from there, in laps
  if (count < -from) {
    frame += chain[0]!.touchDown - b;
    for (let k = count; k < -from; k++) frame -= framesOf(steps[((k % n) + n) % n]!);
  }
  return frame * clip.frameTime;
}

const framesOf = ({ touchDown, next }: PlacedStep): number => next - touchDown;

/** Pose and velocity (per second of the clip) at a share of a step, moved by `move` as lapOf gives it. */
export function sampleEndless(
  endless: EndlessClip,
  count: number,
  share: number,
  move: Readonly<Placement>,
  q: Float64Array,
  v: Float64Array,
): void {
  const { motion, scratch, steps, clip, closed } = endless;
  const t = clipTime(endless, count, share);
  const own = count < steps.length;
  // the closed lap is where the first one ended
  if (own) sampleMotion(motion, t, q, v, undefined, scratch);
  else sampleMotion(closed.motion, closed.start + t - steps[0]!.touchDown * clip.frameTime, q, v, undefined, scratch);
  const to = own ? move : moveOf(endless, count - steps.length);
  movePose(to, q);
  moveVelocity(to, v);
}

/** Which step and share of it the clip is in at a frame (any number). Before its first step and after its last it is counted on in
 *  laps. Never below `least`. */
export function whereAt(
  endless: EndlessClip,
  frame: number,
  least: number,
): { readonly count: number; readonly share: number } {
  const { steps, chain, from } = endless;
  const n = steps.length;
  const stepAt = (count: number): PlacedStep => chain[count + from] ?? steps[((count % n) + n) % n]!;
  let count = -from;
  let start = chain[0]!.touchDown;
  while (start > frame && count > least) {
    count--;
    start -= framesOf(stepAt(count));
  }
  while (frame >= start + framesOf(stepAt(count))) {
    start += framesOf(stepAt(count));
    count++;
  }
  const { touchDown: b, leave: c, next } = stepAt(count);
  const inside = Math.max(0, frame - start);
  return { count, share: inside < c - b ? inside / (c - b) : Math.min(2, 1 + (inside - (c - b)) / (next - c)) };
}
