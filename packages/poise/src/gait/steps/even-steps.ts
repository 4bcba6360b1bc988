/** Is it a gait? Strides of a walk or run are like each other; those of a dance or a fight are not. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { wrapAngle } from '../../math/angle.ts';
import type { GaitStep } from './gait-step.ts';

/** What may differ from a step to the next one of the same foot. In captured walks and runs with starts, turns and limps three steps of
 *  four or more have one like them by this measure, in dances and fights two of three or fewer. */
const LIKE = { time: 0.4, way: 0.5, turn: Math.PI / 4 } as const; // of the mean; of the larger of step and leg; [rad] of facing per step

/** A foot that lands this far behind the other one, over the height of the centre of mass, when the next lands as far ahead: whoever walks goes
 *  past the standing foot or up to it, whoever kicks or lunges goes to and fro. */
const TO_AND_FRO = 0.3;

/** The step vector as the walker sees it: ahead, and towards the side of the foot that lands. */
function seen({ stepX, stepZ, yaw, foot }: GaitStep): readonly [ahead: number, out: number] {
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return [s * stepX + c * stepZ, (foot === 0 ? 1 : -1) * (c * stepX - s * stepZ)];
}

/** Steps a and b of a gait; the length of its last step is not known. */
function alike(steps: readonly GaitStep[], a: number, b: number): boolean {
  const [one, two] = [steps[a]!, steps[b]!];
  const [from, to] = [seen(one), seen(two)];
  const height = GRAVITY / (two.rate * two.rate); // of the centre of mass: about a leg
  const scale = Math.max(height, Math.hypot(...from), Math.hypot(...to));
  const timed = Math.max(a, b) < steps.length - 1;
  return (
    (!timed || Math.abs(two.duration - one.duration) < (LIKE.time * (one.duration + two.duration)) / 2) &&
    Math.hypot(to[0] - from[0], to[1] - from[1]) < LIKE.way * scale &&
    Math.abs(wrapAngle(two.yaw - one.yaw)) < LIKE.turn * Math.abs(b - a)
  );
}

/** Whether a step and the one beside it lead to and fro. */
function rocks(steps: readonly GaitStep[], k: number): boolean {
  const least = (TO_AND_FRO * GRAVITY) / steps[k]!.rate ** 2;
  const [ahead] = seen(steps[k]!);
  return [k - 1, k + 1].some((i) => {
    const [other] = steps[i] ? seen(steps[i]) : [0];
    return ahead * other < 0 && Math.min(Math.abs(ahead), Math.abs(other)) > least;
  });
}

/** How many steps resemble the one before or after of the same foot; where the clip is too short for that, of the other foot. Of a long
 *  chain the last step is not asked: it closes the feet. */
export function countEven(steps: readonly GaitStep[]): { readonly even: number; readonly asked: number } {
  const away = steps.length > 3 ? 2 : 1;
  const asked = steps.length > 5 ? steps.length - 1 : steps.length;
  let even = 0;
  for (let k = 0; k < asked; k++) {
    if (rocks(steps, k)) continue;
    if ((k >= away && alike(steps, k - away, k)) || (k + away < steps.length && alike(steps, k, k + away))) even++;
  }
  return { even, asked };
}
