/** How the hips follow the feet: down where a leg would be too short, and along where a whole stretch floats or sinks. */
import { smoothCourse, type Wanted } from './course.ts';
import type { FootCourse } from './foot-course.ts';
import { neededDrop } from './reach.ts';
import type { FootTrace } from './trace-feet.ts';

const BY_LEGS = 0.015; // [m] up or down that the legs take alone
const SLOW = 1.2; // [Hz] the hips follow no faster

export interface HipsRise {
  readonly rise: Float64Array; // frames [m]
  readonly lowered: number; // [m] most that a leg asked for
}

export function hipsRise(feet: readonly FootTrace[], courses: readonly FootCourse[], frameTime: number): HipsRise {
  const frames = feet[0].ankle.length / 3;
  const rise = smoothCourse(liftsOf(courses, frames), frames, 1, frameTime, SLOW);
  const drop = neededDrop(
    feet,
    courses.map(({ ankle }) => ankle),
    rise,
    frameTime,
  );
  for (let frame = 0; frame < frames; frame++) rise[frame] -= drop[frame];
  return { rise, lowered: drop.reduce((most, size) => Math.max(most, size), 0) };
}

/** What both feet ask for together beyond what legs take alone, in stretches. */
function liftsOf(courses: readonly FootCourse[], frames: number): Wanted[] {
  const sum = new Float64Array(frames);
  const count = new Uint8Array(frames);
  for (const { lifts } of courses) {
    for (const { start, values } of lifts) {
      for (let k = 0; k < values.length; k++) {
        sum[start + k] += values[k];
        count[start + k]++;
      }
    }
  }
  const wanted: Wanted[] = [];
  for (let start = 0; start < frames; start++) {
    if (count[start] === 0) continue;
    let end = start;
    while (end < frames && count[end] > 0) end++;
    const values = Float64Array.from({ length: end - start }, (_, k) => {
      const mean = sum[start + k] / count[start + k];
      return Math.sign(mean) * Math.max(0, Math.abs(mean) - BY_LEGS);
    });
    wanted.push({ start, values });
    start = end;
  }
  return wanted.some(({ values }) => values.some((value) => value !== 0)) ? wanted : [];
}
