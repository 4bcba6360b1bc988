/** One answer in numbers, measured the same way for every method. */
import { checkMotion } from '../src/balance/motion-check.ts';
import type { Body } from '../src/body/body.ts';
import { headingAt } from '../src/gait/heading.ts';
import type { Clip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { trim } from '../src/motion/trim.ts';
import { courseOf } from '../validate/pushes/course.ts';
import { sceneOf } from '../validate/pushes/grounds.ts';
import { stepsIn, tracksOf } from '../validate/pushes/steps.ts';
import { zmpOutside } from '../validate/pushes/zmp.ts';
import type { Answer } from './answers.ts';
import type { Case } from './cases.ts';

export interface Row {
  readonly case: string;
  readonly method: string;
  readonly situation: string;
  readonly captured: boolean;
  readonly strength: number; // [m/s]
  readonly direction: number;
  readonly made: boolean; // false: the method is not made for this, or refused it
  readonly up?: boolean;
  readonly steps?: number; // more than the clip's own
  readonly outside?: number; // share of frames after the push with the balance point more than 1 cm outside
  readonly jolt?: number; // [rad/s per 1/60 s] largest sudden change of a joint's speed beyond the clip's own
  readonly slide?: number; // [m] largest of a standing foot
  readonly detour?: number; // [m] most sideways of the way, of the hips
  readonly coast?: number; // [s] standing: way of the CoM along the push over its greatest speed
  readonly message?: string;
}

const OUTSIDE = 0.01; // [m]

export function measured(situation: Case, { clip, up, fell }: Answer): Partial<Row> {
  const { person, push } = situation;
  const { body } = person;
  const first = Math.round(push.time / clip.frameTime);
  const end = Math.min(
    clip.frameCount,
    fell === undefined ? Number.POSITIVE_INFINITY : Math.ceil(fell / clip.frameTime) + 1,
  );
  const shown = trim(clip, 0, Math.max(end, first + 4));
  const check = checkMotion(body, shown, { source: person.clip });
  return {
    up,
    steps:
      stepsAfter(body, shown, first) -
      stepsAfter(body, trim(person.clip, 0, Math.min(shown.frameCount, person.clip.frameCount)), first),
    outside: outsideShare(situation, shown, first),
    jolt: check.worst['joint-jolt'].value,
    slide: check.slide.subarray(2 * first).reduce((most, value) => Math.max(most, value), 0),
    detour: detourOf(body, person.clip, shown, first),
    ...(person.situation === 'stands' && { coast: coastOf(body, shown, push) }),
  };
}

const stepsAfter = (body: Body, clip: Clip, first: number): number =>
  stepsIn(body, tracksOf(body, clip), clip.frameTime).filter(({ lift }) => lift >= first).length;

/** Of the frames after the push began; the kindest of the assumed times of delivery. */
function outsideShare({ person, push }: Case, clip: Clip, first: number): number {
  const scene = sceneOf('flat', person, 0);
  const shares = zmpOutside(person.body, clip, [push], scene).map((series) => {
    const told = series.subarray(first).filter((value) => !Number.isNaN(value));
    return told.length === 0 ? 0 : told.filter((value) => value > OUTSIDE).length / told.length;
  });
  return Math.min(...shares);
}

function coastOf(body: Body, clip: Clip, { time, impulse: [x, , z] }: Case['push']): number {
  const size = Math.hypot(x, z);
  const { travel, fastest } = courseOf(tracksOf(body, clip), [x / size, z / size], time, 1 / clip.frameTime);
  return travel / fastest;
}

/** Sideways of where the person faced when it was pushed, from where the clip would have been. */
function detourOf(body: Body, source: Clip, clip: Clip, first: number): number {
  const nq = coordinateCount(clip.skeleton);
  const { left } = headingAt(body, source, first);
  let most = 0;
  for (let frame = first; frame < Math.min(clip.frameCount, source.frameCount); frame++) {
    const i = frame * nq;
    const aside = (clip.q[i] - source.q[i]) * left[0] + (clip.q[i + 2] - source.q[i + 2]) * left[1];
    most = Math.max(most, Math.abs(aside));
  }
  return most;
}
