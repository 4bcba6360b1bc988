/** Who is back in its gait is handed to the clip as it moves: nothing jumps there. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { createWalker, pushWalker, TICK, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { startStop } from '../../src/performer/motions/start-stop.ts';
import { turn } from '../../src/performer/motions/turn.ts';
import { walk } from '../../src/performer/motions/walk.ts';

/** Largest acceleration [m/s²] over the floor that the centre of mass is asked for beyond the clip's, in the tick in which the clip
 *  takes over and the one after it; NaN when it never does. `angle`: where the push of 18 N·s goes, from ahead. */
function jolt(clip: Clip, tick: number, angle: number): number {
  const body = fitBody(clip);
  const walker = createWalker(body, clip);
  const impulse = [18 * Math.sin(angle), 0, 18 * Math.cos(angle)] as const;
  const places: (readonly [number, number])[] = [];
  let over = -1;
  for (let k = 0; over < 0 && k < 900; k++) {
    if (k === tick) pushWalker(walker, { impulse, segment: body.roles.chest! });
    if (k > tick && walker.state.plan.status === 'recovered') over = k;
    tickWalker(walker);
    places.push([walker.state.place[0], walker.state.place[1]]);
  }
  const change = (k: number): number => {
    const [a, b, c] = places.slice(k - 2, k + 1);
    return Math.hypot(a![0] - 2 * b![0] + c![0], a![1] - 2 * b![1] + c![1]) / TICK ** 2;
  };
  return over < 0 ? Number.NaN : Math.max(change(over - 1), change(over));
}

describe('the clip takes over', () => {
  it.each([
    ['a walk', perform(walk, { values: { strides: 3 } })],
    ['a run', perform(run)],
  ] as const)('%s without a jolt', (_, clip) => {
    const jolts = Array.from({ length: 6 }, (_, n) => jolt(clip, 60 + 50 * n, 2.4 * n));
    // a velocity that were lost there would be 3 m/s²; one that just ends of itself may be stopped as hard
    expect(jolts.reduce((sum, one) => sum + one, 0) / jolts.length).toBeLessThan(1);
  });
});

describe('the gait takes over', () => {
  /** Largest change of a joint's speed [rad/s] in one of the first ticks after a push that is next to nothing. */
  function leap(clip: Clip, tick: number): number {
    const body = fitBody(clip);
    const walker = createWalker(body, clip);
    const { v } = walker.follower;
    const before = v.slice();
    let most = 0;
    for (let k = 0; k < tick + 12; k++) {
      if (k === tick) pushWalker(walker, { impulse: [0, 0, 0.05], segment: body.roles.chest! });
      before.set(v);
      tickWalker(walker);
      if (k >= tick) for (let i = 3; i < v.length; i++) most = Math.max(most, Math.abs(v[i]! - before[i]!));
    }
    return most;
  }

  it.each([
    ['stopped', startStop],
    ['turned', turn],
  ] as const)('from a clip that has %s meanwhile, without a leap', (_, motion) => {
    // in less than 0.4 s the difference would be 5 to 12
    for (const tick of [375, 390]) expect(leap(perform(motion), tick)).toBeLessThan(2.5);
  });
});
