/** Where the steps of a clip are on the floor. */
import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { forwardKinematics } from '../../../dynamics/kinematics.ts';
import { createWorkspace } from '../../../dynamics/workspace.ts';
import { type Clip, frameAt } from '../../../motion/clip.ts';
import type { ClipStep, Stance } from './find-steps.ts';

/** A step of the clip in the world. */
export interface PlacedStep extends ClipStep {
  readonly yaw: number; // [rad] of the step's forward about up, from +Z towards +X
  readonly oldFoot: readonly [x: number, z: number]; // [m]
  readonly newFoot: readonly [x: number, z: number]; // [m]
}

/** Ankles over the floor, left and right: frames × (x, z) [m]. */
export type AnkleCourses = readonly [left: Float64Array, right: Float64Array];

const FLAT = [0.15, 0.5] as const; // part of a stance between landing on the heel and rolling over the toes

export function ankleCourses(body: Body, clip: Clip): AnkleCourses {
  const ws = createWorkspace(body);
  const courses = [new Float64Array(2 * clip.frameCount), new Float64Array(2 * clip.frameCount)] as const;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, frameAt(clip, frame));
    body.soles.forEach(({ foot }, side) => {
      courses[side]![2 * frame] = ws.segmentOrigin[3 * foot];
      courses[side]![2 * frame + 1] = ws.segmentOrigin[3 * foot + 2];
    });
  }
  return courses;
}

/** Usual length of a stance [frames]: that of the longest which the clip shows whole, or the longest at all. */
function usualLength(steps: readonly ClipStep[], frameCount: number): number {
  const stances = steps.flatMap(({ stance, before }) => [stance, before]);
  const whole = stances.filter(({ start, end }) => start > 0 && end < frameCount);
  return Math.max(...(whole.length > 0 ? whole : stances).map(({ start, end }) => end - start));
}

/** Where a foot stands: the ankle's middle over the part of the stance in which it hardly moves. `usual`: length of stances, by
 *  which those that are cut by the clip's ends are completed. */
function placeOf(course: Float64Array, { start, end }: Stance, usual: number): readonly [x: number, z: number] {
  const frames = course.length / 2;
  const begin = start === 0 ? Math.min(0, end - usual) : start;
  const length = (end === frames ? Math.max(end, begin + usual) : end) - begin;
  const from = Math.max(start, Math.min(end - 1, begin + Math.floor(FLAT[0] * length)));
  const to = Math.max(from + 1, Math.min(end, begin + Math.ceil(FLAT[1] * length)));
  const middle = (offset: number): number => {
    const values = Array.from({ length: to - from }, (_, k) => course[2 * (from + k) + offset]).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  };
  return [middle(0), middle(1)];
}

export function placeSteps(
  { com, frameCount }: BalanceReport,
  steps: readonly ClipStep[],
  ankles: AnkleCourses,
): PlacedStep[] {
  const usual = usualLength(steps, frameCount);
  return steps.map((step) => {
    const { touchDown: b, next } = step;
    const [own, other] = step.side === 'left' ? ankles : [ankles[1], ankles[0]];
    return {
      ...step,
      yaw: Math.atan2(com[3 * next] - com[3 * b], com[3 * next + 2] - com[3 * b + 2]),
      newFoot: placeOf(own, step.stance, usual),
      oldFoot: placeOf(other, step.before, usual),
    };
  });
}
