/** Every recovery comes to an end: recovered, or a fall with its reason, within a bounded number of steps. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { hitPlan } from '../../src/methods/reactive-locomotion/hit-plan.ts';
import { checkedPlanner, type PlannerOptions } from '../../src/methods/reactive-locomotion/options.ts';
import { advancePlan, startPlan } from '../../src/methods/reactive-locomotion/planner.ts';
import { isSettled, statusAfter } from '../../src/methods/reactive-locomotion/settled.ts';
import { createWalker, pushWalker, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { modelRun, modelWalk } from './model-gaits.ts';

const MOST = 24; // steps

/** Events of a gait that is hit aside and from behind at 1 s and every `again` seconds. */
function play(clip: Clip, options: Partial<PlannerOptions>, seconds: number, again = Number.POSITIVE_INFINITY) {
  const body = fitBody(clip);
  const balancer = startLocomotion({ body, clip }, options);
  const events: BalancerEvent[] = [];
  const statuses = new Set<string>();
  let next = 1;
  for (let k = 0; k < 60 * seconds; k++) {
    if (k / 60 >= next) {
      balancer.push({ impulse: [18, 0, 18], segment: body.roles.chest! });
      next += again;
    }
    events.push(...balancer.step(1 / 60));
    statuses.add(balancer.status);
  }
  return { events, status: balancer.status, statuses, lean: Math.hypot(...balancer.view().lean) };
}

const count = (events: readonly BalancerEvent[], kind: BalancerEvent['kind']): number =>
  events.filter((event) => event.kind === kind).length;

/** Friction, recovery, β, then Δv [m/s] and Δh [kg·m²/s] of a hit. */
function* asked() {
  for (const friction of [0.05, 0.2, 0.8]) {
    for (const recovery of ['step', 'paper'] as const) {
      for (const beta of [0.7, 1.9]) {
        for (const speed of [0.1, 0.6, 2.5]) {
          for (const momentum of [0, 15]) yield [friction, recovery, beta, speed, momentum] as const;
        }
      }
    }
  }
}

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
    ['when nothing is done about the posture of a run', run, { beta: 0.001 }],
    ['when nothing is done about that of a walk', walk, { beta: 0.01 }],
    ['when the posture is put right far too fast', walk, { recovery: 'paper', beta: 1.9 }],
  ] as const)('%s', (_, motion, options) => {
    const { events, status, statuses, lean } = play(perform(motion), options, 14);
    expect(count(events, 'step')).toBeLessThanOrEqual(MOST);
    expect(count(events, 'recovered') + count(events, 'fall')).toBe(1);
    expect(['balanced', 'falling']).toContain(status);
    if (status === 'balanced') expect(lean).toBeLessThan(0.02); // [rad]: upright, however slowly
    // who slips says so meanwhile
    if ('friction' in options) expect(statuses).toContain('stumbling');
  });

  it('in every plan: recovered, or a fall that says which of three reasons it has', () => {
    const reasons = new Set<string>();
    for (const gait of [modelWalk(), modelRun()]) {
      for (const [friction, recovery, beta, speed, momentum] of asked()) {
        const options = checkedPlanner({ friction, recovery, beta });
        for (const [ahead, aside] of [
          [1, 0],
          [0, 1],
        ] as const) {
          const hit = {
            velocity: [speed * ahead, speed * aside],
            momentum: [momentum * ahead, momentum * aside],
          } as const;
          let plan = hitPlan(startPlan(gait, options, 0, 1.3, 0), 0, hit);
          while (plan.status !== 'fall' && plan.status !== 'recovered') {
            plan = advancePlan(plan, plan.phase.start + plan.phase.duration);
            expect(plan.records.length).toBeLessThanOrEqual(MOST + 1);
          }
          reasons.add(plan.reason.replace(/\d+/, 'so many'));
          expect(plan.reason === '').toBe(plan.status === 'recovered');
        }
      }
    }
    expect([...reasons].sort()).toEqual([
      '',
      'its gait has not come back in so many steps',
      'no foot reaches where the body falls',
      'so many steps in a row could not do all that was needed',
    ]);
  });

  it('when body and step are within a few percent of the clip, a quarter more with each step after the eighth', () => {
    const step = modelWalk().steps[0]!;
    const { forward: f, left: l } = step;
    const at = (x: number, v: number, h: number, lean: number) => ({ x, v, h, lean, extra: 0 });
    const left = at(l.xB, l.vB, 0, 0);
    const settles = (off: number, h: number, lean: number, steps: number): boolean =>
      isSettled(step, at(f.xB + off * f.foot, f.vB * (1 - off), h, lean), left, undefined, steps);
    for (const [off, h, lean] of [
      [0.035, 0, 0],
      [0, 2.4, 0],
      [0, 0, 1.2],
    ] as const) {
      expect(settles(off, h, lean, 8)).toBe(false);
      expect(settles(off, h, lean, 9)).toBe(true);
    }
    expect(settles(0.025, 1.9, 0.9, 0)).toBe(true);
    expect(settles(0.14, 0, 0, 24)).toBe(true);
    expect(settles(0.16, 0, 0, 24)).toBe(false);
  });

  it('counts from the last hit: who is hit again and again has not taken too long', () => {
    const { events } = play(perform(run), { beta: 0.001 }, 16, 1.5);
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
