/** Poses from what is asked of the feet. */
import type { Body } from '../../body/body.ts';
import { type LegCourse, solveLegCourse } from '../../ik/legs/leg-course.ts';
import { placeLegs, traceLegs } from '../../ik/legs/trace-legs.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import type { FootCourse } from './foot-course.ts';
import type { FootTrace } from './trace-feet.ts';

const UNMOVED = 1e-5; // [m, rad] less is nothing: the frame stays as it is, bit for bit

export interface Standing {
  readonly q: Float64Array; // frames × nq
  readonly course: LegCourse;
  readonly missed: number; // [m] most that a leg was too short by
  readonly missedFrame: number; // −1: never
}

export function standOn(
  body: Body,
  clip: Clip,
  feet: readonly FootTrace[],
  courses: readonly [FootCourse, FootCourse],
  rest: Float64Array,
): Standing {
  const traces = traceLegs(body, clip.q);
  const course = solveLegCourse(traces, courses, clip.frameTime, rest);
  const q = clip.q.slice();
  const largest = (values: Float64Array, frame: number): number =>
    Math.max(Math.abs(values[3 * frame]), Math.abs(values[3 * frame + 1]), Math.abs(values[3 * frame + 2]));
  const placed = placeLegs(body, q, {
    traces,
    course,
    rotations: feet.map(({ rotation }, side) => turned(rotation, courses[side].turn)),
    moves: (frame) =>
      [course.hips, ...course.ankles].some((shift) => largest(shift, frame) > UNMOVED) ||
      courses.some(({ turn }) => Math.abs(turn[frame]) > UNMOVED),
    stands: (frame, side) => courses[side].share[frame] >= 1,
  });
  return { q, course, ...placed };
}

/** Rotations turned about the vertical. */
function turned(rotation: Float64Array, about: Float64Array): Float64Array {
  const out = rotation.slice();
  const turn = new Float64Array(4);
  for (let frame = 0; frame < about.length; frame++) {
    quatFromAxisAngle(turn, 0, 0, 1, 0, about[frame]);
    multiplyQuat(out, 4 * frame, turn, 0, rotation, 4 * frame);
  }
  return out;
}
