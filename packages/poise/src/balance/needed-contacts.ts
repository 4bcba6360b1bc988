/**
 * Contacts that the motion needs: between two flights something must have thrown the body up again. Soles are known to a few centimetres only, so a
 * runner's foot may seem to pass above the floor; where the body is carried for the length of a step, the foot that is lowest then carries it.
 */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { FootContacts } from './contacts.ts';
import { touchesAt } from './phases.ts';
import { runsWhere } from './rules/rule.ts';

const CARRIED = 0.4; // of gravity: less, and the body flies
const LONGEST = 0.4; // [s] of a step between two flights
const SHORTEST = 0.05; // [s]
const HIGHEST = 0.05; // [m] that a sole may be wrong by
const SAME = 0.02; // [m] parts and frames this near to the lowest touch too
const FASTEST = 1.2; // [m/s] of a part that carries: feet of runners stay in their place, feet in flight go along with the body

/** Adds them, in place. `acceleration`: of the CoM, frames×3, in the level frame. */
export function addNeededContacts(
  contacts: readonly [FootContacts, FootContacts],
  acceleration: ReadonlyVector,
  frameTime: number,
): void {
  const frames = contacts[0].floor.length;
  const touches = (frame: number): boolean => touchesAt(contacts[0], frame) || touchesAt(contacts[1], frame);
  const load = (frame: number): number => 1 + acceleration[3 * frame + 1] / GRAVITY;
  for (const gap of runsWhere(frames, (frame) => !touches(frame))) {
    const isBurst = (frame: number): boolean => frame >= gap.start && frame <= gap.end && load(frame) > CARRIED;
    for (const burst of runsWhere(frames, isBurst)) {
      const seconds = (burst.end - burst.start + 1) * frameTime;
      // Flights on both sides; the ends of the clip may cut one off.
      const isBounded =
        (burst.start > gap.start || burst.start === 0) && (burst.end < gap.end || burst.end === frames - 1);
      if (isBounded && seconds >= SHORTEST && seconds <= LONGEST) touchDown(contacts, burst.start, burst.end);
    }
  }
}

function touchDown(contacts: readonly [FootContacts, FootContacts], start: number, end: number): void {
  const lowest = contacts.map(({ height }) => {
    let low = Number.POSITIVE_INFINITY;
    for (let i = 3 * start; i < 3 * (end + 1); i++) low = Math.min(low, height[i]);
    return low;
  });
  const foot = lowest[0] <= lowest[1] ? 0 : 1;
  if (lowest[foot] > HIGHEST) return;
  const { height, speed, touches } = contacts[foot];
  for (let i = 3 * start; i < 3 * (end + 1); i++) {
    if (height[i] < lowest[foot] + SAME && speed[i] < FASTEST) touches[i] = 1;
  }
}
