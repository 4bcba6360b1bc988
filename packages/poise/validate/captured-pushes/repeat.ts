/** A captured push given to a performed person of the same size: as strong as moves the CoM as fast. */

import type { Subject } from '../pushes/bodies.ts';
import { impulseAt, placeOn } from '../pushes/cases.ts';
import { courseOf } from '../pushes/course.ts';
import { RATE, record } from '../pushes/record.ts';
import type { Starter } from '../pushes/starter.ts';
import { stepsIn, tracksOf } from '../pushes/steps.ts';
import type { PushEvent, Quantities } from './events.ts';

const TIME = 1; // [s]
const DURATION = 0.37; // [s]: hands that push do so for this long (a triangle there, a half-sine here)
const WATCHED = 4; // [s]
const TRIES = 8;
const SPEED_TOLERANCE = 0.012; // [m/s]
const AHEAD = 0.05; // [m] along the push that a step must go to be one that goes out

export interface Repeated extends Quantities {
  readonly strength: number; // [m/s] impulse over mass
  readonly speed: number; // [m/s] peak of the CoM, as near to people's as it came
  readonly fell: boolean;
}

export function repeatPush(start: Starter, subject: Subject, event: PushEvent): Repeated {
  let [low, high] = [0.3 * event.speed, 2 * event.speed];
  let best: Repeated | undefined;
  for (let k = 0; k < TRIES; k++) {
    const strength = k === 0 ? 0.95 * event.speed : (low + high) / 2;
    const one = pushOnce(start, subject, event, strength);
    const off = one.speed - event.speed;
    if (!best || Math.abs(off) < Math.abs(best.speed - event.speed)) best = one;
    if (Math.abs(off) < SPEED_TOLERANCE) break;
    if (off > 0) high = strength;
    else low = strength;
  }
  return best!;
}

function pushOnce(start: Starter, subject: Subject, event: PushEvent, strength: number): Repeated {
  const { body } = subject;
  const angle = event.direction === 'forward' ? 0 : Math.PI;
  const impulse = impulseAt(subject, strength * body.totalMass, angle);
  const push = { time: TIME, impulse, duration: DURATION, ...placeOn(body, 'chest') };
  const { clip, fall } = record(start, subject, [push], { most: WATCHED, settled: WATCHED, afterFall: WATCHED });
  const size = Math.hypot(impulse[0], impulse[2]);
  const [x, z] = [impulse[0] / size, impulse[2] / size];
  const tracks = tracksOf(body, clip);
  const course = courseOf(tracks, [x, z], TIME, RATE);
  const steps = stepsIn(body, tracks, clip.frameTime).filter(({ lift }) => lift >= course.onset - 3);
  const along = steps.map(({ move }) => move[0] * x + move[1] * z);
  const out = along.findIndex((length) => length < -AHEAD);
  const count = along.slice(0, out < 0 ? undefined : out).filter((length) => length > AHEAD).length;
  const first = steps.find((_, k) => along[k]! > AHEAD);
  const since = (frame: number): number => (frame - course.onset) / RATE;
  return {
    strength,
    speed: course.fastest,
    fell: fall !== undefined,
    step_length: first ? first.move[0] * x + first.move[1] * z : 0,
    n_steps_out: count,
    t_lift: first ? since(first.lift) : Number.NaN,
    swing: first ? (first.land - first.lift) / RATE : Number.NaN,
    t_peak_velocity: since(course.peak),
    peak_com_displacement: course.travel,
    t_com_stop: since(course.stop),
  };
}
