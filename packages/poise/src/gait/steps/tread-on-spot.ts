/** Steps of somebody who has stopped: each foot lands where it stands, the body over the middle. */
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';

/** Two steps after the last one of a gait; repeated for as long as they are needed. */
export function treadOnSpot(steps: readonly GaitStep[]): readonly GaitStep[] {
  const [before, last] = [steps.at(-2)!, steps.at(-1)!];
  return [before, last].map((stands, k): GaitStep => {
    const other = k === 0 ? last : before;
    const [stepX, stepZ] = [stands.x - other.x, stands.z - other.z];
    const course = new Float64Array(4 * COURSE_ROWS);
    for (let row = 0; row < COURSE_ROWS; row++) course.set([-stepX / 2, -stepZ / 2, 0, 0], 4 * row);
    return {
      ...stands,
      lift: Number.NEGATIVE_INFINITY,
      land: last.land + last.duration + k * before.duration,
      yaw: last.yaw,
      stepX,
      stepZ,
      duration: before.duration,
      doubleSupport: before.doubleSupport,
      flight: 0,
      course,
      pressure: undefined,
      sole: undefined,
      load: last.load.length > 0 ? new Float64Array(COURSE_ROWS).fill(1) : last.load,
    };
  });
}
