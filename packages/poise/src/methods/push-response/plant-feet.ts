/** Feet that stand, stand still: captures skate by millimetres, and what is corrected in a stance is handed on over the swing. */

import { smoothstep } from '../../math/ease.ts';
import { median } from '../../math/order-statistics.ts';
import { FOOT, FOOT_TURN, ROW } from './channel-layout.ts';
import { TOUCH } from './response.ts';

const SLOW = 0.12; // [leg lengths/s] a ball that moves faster is not standing yet, or no longer
const ON_HEEL = 0.0035; // [leg lengths] of the ball over where it stands
const SHORTEST = 0.06; // [s] of standing

/** Corrects ball and yaw of both feet in place; returns when they stand. */
export function plantFeet(
  values: Float64Array,
  contacts: readonly [Uint8Array, Uint8Array],
  frameTime: number,
): readonly [Uint8Array, Uint8Array] {
  return [0, 1].map((side) => {
    const planted = findPlanted(values, contacts[side], FOOT[side as 0 | 1], frameTime);
    // not its height: a foot that lands on its heel has its ball in the air
    for (const channel of [0, 2, FOOT_TURN + 1]) settle(values, FOOT[side as 0 | 1] + channel, planted);
    return planted;
  }) as unknown as readonly [Uint8Array, Uint8Array];
}

function findPlanted(values: Float64Array, contacts: Uint8Array, at: number, frameTime: number): Uint8Array {
  const frames = contacts.length;
  const planted = new Uint8Array(frames);
  for (let f = 0; f < frames; f++) {
    const [a, b] = [Math.max(0, f - 1), Math.min(frames - 1, f + 1)];
    let travel = 0;
    for (let c = 0; c < 3; c++) travel += (values[b * ROW + at + c] - values[a * ROW + at + c]) ** 2;
    const slow = Math.sqrt(travel) < SLOW * Math.max(1, b - a) * frameTime;
    planted[f] = slow && (contacts[f] & (TOUCH.ball | TOUCH.toe)) > 0 ? 1 : 0;
  }
  dropShort(planted, Math.round(SHORTEST / frameTime), 0);
  dropShort(planted, Math.round(SHORTEST / frameTime), 1);
  for (const [start, end] of runsOf(planted, 1)) if (start > 0) trimLanding(planted, start, end, values, at);
  return planted;
}

/** A foot that lands on its heel stands when its ball is as low as it gets: until then the heel is the point that does not move. */
function trimLanding(planted: Uint8Array, start: number, end: number, values: Float64Array, at: number): void {
  const height = (f: number): number => values[f * ROW + at + 1];
  const low = median(Array.from({ length: end - start }, (_, i) => height(start + i)));
  for (let f = start; f < end - 1 && height(f) > low + ON_HEEL; f++) planted[f] = 0;
}

const THERE = 0.012; // [leg lengths] a ball this near to where it will stand has arrived

/** Adds to the frames in which a foot stands those just before, in which it is down with its heel and rolls. `at`: of its channels. */
export function touchesOf(values: Float64Array, planted: Uint8Array, contacts: Uint8Array, at: number): Uint8Array {
  const touches = planted.slice();
  for (const [start] of runsOf(planted, 1)) {
    const away = (f: number, c: number): number => values[f * ROW + at + c] - values[start * ROW + at + c];
    for (let f = start - 1; f > 0 && contacts[f] > 0 && !planted[f]; f--) {
      if (Math.hypot(away(f, 0), away(f, 2)) > THERE) break;
      touches[f] = 1;
    }
  }
  // a foot that is only just leaving has not landed
  for (const [start, end] of runsOf(planted, 0)) if (touches[start]) touches.fill(0, start, end);
  return touches;
}

/** Flips inner runs of `value` shorter than `least` frames. */
function dropShort(flags: Uint8Array, least: number, value: 0 | 1): void {
  for (const [start, end] of runsOf(flags, value)) {
    if (start > 0 && end < flags.length && end - start < least) flags.fill(1 - value, start, end);
  }
}

/** Runs [start, end) of a value. */
export function runsOf(flags: Uint8Array, value: 0 | 1): (readonly [start: number, end: number])[] {
  const runs: (readonly [number, number])[] = [];
  let start = -1;
  for (let f = 0; f <= flags.length; f++) {
    if (f < flags.length && flags[f] === value) start = start < 0 ? f : start;
    else if (start >= 0) {
      runs.push([start, f]);
      start = -1;
    }
  }
  return runs;
}

/** Replaces one channel in every stance by its median; the first stance is the neutral one: 0. In between the
 *  correction goes smoothly from that of the stance before to that of the stance after. */
function settle(values: Float64Array, at: number, planted: Uint8Array): void {
  const stances = runsOf(planted, 1);
  let from = 0;
  let fromFrame = 0;
  for (const [k, [start, end]] of stances.entries()) {
    const rows = Array.from({ length: end - start }, (_, i) => values[(start + i) * ROW + at]);
    const target = k === 0 && start === 0 ? 0 : median(rows);
    const arriving = target - rows[0];
    blend(values, at, fromFrame, start, from, arriving);
    for (let f = start; f < end; f++) values[f * ROW + at] = target;
    from = target - rows[rows.length - 1];
    fromFrame = end;
  }
  blend(values, at, fromFrame, planted.length, from, from);
}

function blend(values: Float64Array, at: number, start: number, end: number, a: number, b: number): void {
  for (let f = start; f < end; f++) {
    const u = (f - start + 1) / (end - start + 1);
    values[f * ROW + at] += a + (b - a) * smoothstep(u);
  }
}
