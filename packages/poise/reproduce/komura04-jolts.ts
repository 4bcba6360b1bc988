/** How suddenly joints change their speed: what an eye sees as a jolt. */
import { difference } from '../src/motion/coordinates.ts';
import { freedomCount } from '../src/motion/skeleton.ts';
import { limbsOf } from './komura04-hit.ts';
import { TICK, type Walker } from './komura04-walker.ts';

/** What people's joints change their speed by within 1/60 s at most, when they are pushed [rad/s] (SNU recordings). */
export const PEOPLE = 8.5;

/** Watches a walker picture by picture, 60 of them a second. */
export function joltWatch(walker: Walker): (tick: number) => number {
  const { body, locomotion } = walker;
  const limbs = limbsOf(body);
  let [before, now] = [new Float64Array(freedomCount(body.skeleton)), new Float64Array(freedomCount(body.skeleton))];
  const last = locomotion.q.slice();
  let pictures = 0;
  /** Largest change of a joint's speed from the last picture to this one [rad/s]; 0 between pictures. */
  return (tick) => {
    if (tick % 2 === 0) return 0;
    [before, now] = [now, before];
    difference(now, body.skeleton, last, 0, locomotion.q, 0, 2 * TICK);
    last.set(locomotion.q);
    if (pictures++ === 0) return 0;
    let most = 0;
    for (const joint of limbs) {
      const o = 3 + 3 * joint;
      most = Math.max(most, Math.hypot(now[o] - before[o], now[o + 1] - before[o + 1], now[o + 2] - before[o + 2]));
    }
    return most;
  };
}
