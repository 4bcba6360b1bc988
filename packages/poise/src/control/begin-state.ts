/** What a body may be given to begin with or to go on from: from there on nothing would notice numbers that are none. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { BOUNDS } from '../motion/bounds.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';

const [SHORTEST, LONGEST] = [0.5, 2]; // of a quaternion: rigs have them off 1, never zero

/** Throws UsageError where a body can have no such pose (nq) or velocity (nv). */
export function checkState({ skeleton }: Body, q: ReadonlyVector, v: ReadonlyVector): void {
  checkNumbers('a pose', q, coordinateCount(skeleton));
  checkNumbers('a velocity', v, freedomCount(skeleton), Number.MAX_VALUE);
  checkRotations(q, 3, 4, skeleton.names.length);
}

/** `count` quaternions of a list, the first at `start`, one every `stride` numbers. */
export function checkRotations(list: ReadonlyVector, start: number, stride: number, count: number): void {
  for (let k = 0; k < count; k++) {
    const i = start + stride * k;
    const length = Math.hypot(list[i], list[i + 1], list[i + 2], list[i + 3]);
    if (length >= SHORTEST && length <= LONGEST) continue;
    throw new UsageError(`rotation ${k}: expected a unit quaternion, found one of length ${length}`);
  }
}

export function checkNumbers(what: string, values: ReadonlyVector, count: number, most: number = BOUNDS.number): void {
  if (values?.length !== count) throw new UsageError(`${what}: expected ${count} numbers, found ${values?.length}`);
  for (let i = 0; i < count; i++) {
    if (Math.abs(values[i]) <= most) continue;
    throw new UsageError(`${what}: expected numbers of at most ${most}, found ${values[i]} at ${i}`);
  }
}

const SHORTEST_STEP = 1e-6; // [s] less is rounding of a clock, and speeds are shares of it

/** The time [s] to go on by: at most `longest`, and none for less than a microsecond. Throws UsageError where it is no time. */
export function stepTime(dt: number, longest: number, what = 'a step'): number {
  if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`${what} needs a time from 0 s on, found ${dt}`);
  return dt < SHORTEST_STEP ? 0 : Math.min(dt, longest);
}
