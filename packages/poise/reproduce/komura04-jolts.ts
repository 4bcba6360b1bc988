/** How suddenly joints change their speed after hits from all sides: what an eye sees as a jolt. */
import { fitBody } from '../src/balance/fit-body.ts';
import type { Body } from '../src/body/body.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { pushWalker, TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { difference } from '../src/motion/coordinates.ts';
import { freedomCount } from '../src/motion/skeleton.ts';
import { perform } from '../src/performer/motion.ts';
import { run } from '../src/performer/motions/run.ts';
import { walk } from '../src/performer/motions/walk.ts';
import type { Subject } from './komura04-clips.ts';
import { limbsOf } from './komura04-hit.ts';
import { PARTS, walkerOf } from './komura04-sweep.ts';
import { table } from './paper.ts';

const GAITS = [
  [walk, 0.8],
  [walk, 1.3],
  [walk, 1.8],
  [run, 2.6],
  [run, 3.4],
] as const; // [m/s]
const IMPULSES = [20, 40]; // [N·s]
const SIDES = 8;
const MOMENTS = 8; // of a stride
const SECONDS = 2.5; // after the hit
/** What people's joints change their speed by within 1/60 s at most, when they are pushed [rad/s] (SNU recordings). */
export const PEOPLE = 8.5;
const SEEN = 12; // [rad/s] that is seen as a jolt

/** Watches a walker picture by picture, 60 of them a second. */
export function joltWatch(walker: Walker): (tick: number) => number {
  const { body, follower } = walker;
  const limbs = limbsOf(body);
  let [before, now] = [new Float64Array(freedomCount(body.skeleton)), new Float64Array(freedomCount(body.skeleton))];
  const last = follower.q.slice();
  let pictures = 0;
  /** Largest change of a joint's speed from the last picture to this one [rad/s]; 0 between pictures. */
  return (tick) => {
    if (tick % 2 === 0) return 0;
    [before, now] = [now, before];
    difference(now, body.skeleton, last, 0, follower.q, 0, 2 * TICK);
    last.set(follower.q);
    if (pictures++ === 0) return 0;
    let most = 0;
    for (const joint of limbs) {
      const o = 3 + 3 * joint;
      most = Math.max(most, Math.hypot(now[o] - before[o], now[o + 1] - before[o + 1], now[o + 2] - before[o + 2]));
    }
    return most;
  };
}

/** Largest change of a joint's speed after one hit [rad/s]; the walker is put back. */
function joltOf(walker: Walker, segment: number, angle: number, size: number): number {
  const start = saveWalker(walker);
  const watch = joltWatch(walker);
  pushWalker(walker, { impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)], segment });
  let most = 0;
  for (let k = 0; k < SECONDS / TICK && walker.state.plan.status !== 'fall'; k++) {
    tickWalker(walker);
    most = Math.max(most, watch(k));
  }
  restoreWalker(walker, start);
  return most;
}

function joltsOf(subject: Subject, size: number): readonly number[] {
  const walker = walkerOf(subject);
  const stride = walker.gait.steps
    .slice(0, 2)
    .reduce((sum, { measures }) => sum + measures.support + measures.after, 0);
  const jolts: number[] = [];
  for (let moment = 0; moment < MOMENTS; moment++) {
    for (let k = 0; k < Math.round(stride / MOMENTS / TICK); k++) tickWalker(walker);
    for (const part of PARTS) {
      for (let side = 0; side < SIDES; side++) {
        jolts.push(joltOf(walker, roleOf(subject.body, part), (2 * Math.PI * side) / SIDES, size));
      }
    }
  }
  return jolts;
}

const roleOf = (body: Body, part: (typeof PARTS)[number]): number => body.roles[part] ?? 0;

/** Hits of 20 and 40 N·s from eight sides at head, chest and hips at eight moments of a stride. */
export function jolts(say: (what: string) => void): string {
  const rows = GAITS.flatMap(([motion, speed]) => {
    const clip = perform(motion, { values: { speed } });
    const subject = { name: `${motion.id} at ${speed.toFixed(1)} m/s`, body: fitBody(clip), clip };
    return IMPULSES.map((size) => {
      say(`jolts of a ${subject.name}, ${size} N·s`);
      const all = joltsOf(subject, size);
      const share = (most: number): string =>
        `${((100 * all.filter((jolt) => jolt <= most).length) / all.length).toFixed(0)} %`;
      return [subject.name, size, all.length, share(PEOPLE), share(SEEN), Math.max(...all).toFixed(0)];
    });
  });
  return table(
    ['clip', 'hit [N·s]', 'hits', `at most ${PEOPLE} rad/s`, `at most ${SEEN} rad/s`, 'largest [rad/s]'],
    rows,
  );
}
