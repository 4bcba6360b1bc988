/** Every recovery comes to an end: recovered, or a fall with its reason, within a bounded number of steps. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import type { PlannerOptions } from '../../src/methods/reactive-locomotion/options.ts';
import { statusAfter } from '../../src/methods/reactive-locomotion/settled.ts';
import { createWalker, pushWalker, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const MOST = 24; // steps

/** Events of a gait that is hit aside and from behind at 1 s and every `again` seconds. */
function play(clip: Clip, options: Partial<PlannerOptions>, seconds: number, again = Number.POSITIVE_INFINITY) {
  const body = fitBody(clip);
  const balancer = startLocomotion({ body, clip }, options);
  const events: BalancerEvent[] = [];
  let next = 1;
  for (let k = 0; k < 60 * seconds; k++) {
    if (k / 60 >= next) {
      balancer.push({ impulse: [18, 0, 18], segment: body.roles.chest! });
      next += again;
    }
    events.push(...balancer.step(1 / 60));
  }
  return { events, status: balancer.status };
}

const count = (events: readonly BalancerEvent[], kind: BalancerEvent['kind']): number =>
  events.filter((event) => event.kind === kind).length;

describe('a leg that no longer reaches the ground', () => {
  const LOST = 0.15; // [m] that hips are held back by it
  const clip = perform(walk, { values: { strides: 3 } });
  const body = fitBody(clip);

  /** The walker after a hit in a direction, and the most that its hips were held back while it had not fallen. */
  function hit(impulse: number, angle: number): { readonly reason: string; readonly held: number } {
    const walker = createWalker(body, clip);
    const { state, follower } = walker;
    const stands = (): boolean => state.plan.status !== 'fall';
    let held = 0;
    for (let tick = 0; tick < 400 && stands(); tick++) {
      const [x, z] = [impulse * Math.sin(angle), impulse * Math.cos(angle)];
      if (tick === 130) pushWalker(walker, { impulse: [x, 0, z], segment: body.roles.chest! });
      tickWalker(walker);
      if (stands()) held = Math.max(held, Math.hypot(...follower.yielded));
    }
    return { reason: state.plan.reason, held };
  }

  it('is a fall, and nobody stands on it before', () => {
    const hits = [70, 100].flatMap((impulse) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => hit(impulse, (k * Math.PI) / 4)));
    for (const { held } of hits) expect(held).toBeLessThanOrEqual(LOST);
    expect(hits.some(({ reason }) => reason.includes('no longer reaches the ground'))).toBe(true);
  });
});

describe('a recovery ends', () => {
  it.each([
    ['on ice that the walk itself would slip on', walk, { friction: 0.05 }],
    ['when nothing is done about the posture', run, { beta: 0.001 }],
    ['when the posture is put right far too fast', walk, { recovery: 'paper', beta: 1.9 }],
  ] as const)('%s', (_, motion, options) => {
    const { events, status } = play(perform(motion), options, 14);
    expect(count(events, 'step')).toBeLessThanOrEqual(MOST);
    expect(count(events, 'recovered') + count(events, 'fall')).toBe(1);
    expect(['balanced', 'falling']).toContain(status);
  });

  it('counts from the last hit: who is hit again and again has not taken too long', () => {
    const { events } = play(perform(run), { beta: 0.001 }, 13, 1.5);
    expect(count(events, 'step')).toBeGreaterThan(MOST);
    expect(count(events, 'fall')).toBe(0);
  });

  it('is a stumble after two steps that could not do it all, a fall after five that did not help or too many', () => {
    expect(statusAfter(1, 1, 1)).toEqual({ status: 'recovering', reason: '' });
    expect(statusAfter(3, 2, 1)).toMatchObject({ status: 'stumble', reason: expect.stringMatching(/^2 steps/) });
    expect(statusAfter(6, 6, 5)).toMatchObject({ status: 'fall', reason: expect.stringMatching(/^6 steps/) });
    expect(statusAfter(MOST, 0, 0).status).toBe('recovering');
    expect(statusAfter(MOST + 1, 0, 0)).toMatchObject({ status: 'fall', reason: expect.stringContaining('24 steps') });
  });
});
