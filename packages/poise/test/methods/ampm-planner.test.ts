/** The planner on made-up gaits: who is hit comes back. Numbers to compare with are those of [Komura04] as corrected. */
import { describe, expect, it } from 'vitest';
import { lawPosition, lawVelocity } from '../../src/gait/pendulum-law.ts';
import { createRng, type Rng, uniform } from '../../src/math/random.ts';
import { hitPlan } from '../../src/methods/reactive-locomotion/hit-plan.ts';
import { PLANNER_DEFAULTS, type PlannerOptions } from '../../src/methods/reactive-locomotion/options.ts';
import { advancePlan, startPlan } from '../../src/methods/reactive-locomotion/planner.ts';
import type { Gait, Hit, Plan } from '../../src/methods/reactive-locomotion/running-plan.ts';
import { modelRun, modelWalk } from './model-gaits.ts';

/** Goes on until recovered, fallen, or so many steps are over. */
function follow(plan: Plan, steps: number): Plan {
  let now = plan;
  while (now.count - plan.count < steps && now.status !== 'fall' && now.status !== 'recovered') {
    now = advancePlan(now, now.phase.start + now.phase.duration);
  }
  return now;
}

function hitAt(gait: Gait, share: number, hit: Hit, options: Partial<PlannerOptions> = {}): Plan {
  return hitPlan(startPlan(gait, { ...PLANNER_DEFAULTS, ...options }, 0, share, 0), 0, hit);
}

/** How many of 300 random hits are recovered from within 8 steps, and the median count. */
function sweep(
  gait: Gait,
  from: number,
  draw: (rng: Rng) => Hit,
  options: Partial<PlannerOptions> = {},
): { recovered: number; median: number } {
  const rng = createRng(3);
  const counts: number[] = [];
  for (let k = 0; k < 300; k++) {
    const share = uniform(rng, from, 2);
    const end = follow(hitAt(gait, share, draw(rng), options), 11);
    if (end.status === 'recovered') counts.push(end.count);
  }
  counts.sort((a, b) => a - b);
  return { recovered: counts.length, median: counts[counts.length >> 1] ?? Number.NaN };
}

describe('planner', () => {
  it('keeps to the clip without a hit, and after one of nothing', () => {
    for (const gait of [modelWalk(), modelRun()]) {
      let plan = startPlan(gait, PLANNER_DEFAULTS, 0, 0, 0);
      for (let k = 0; k < 20; k++) plan = advancePlan(plan, plan.phase.start + plan.phase.duration);
      expect(plan.status).toBe('undisturbed');
      expect(plan.records).toHaveLength(0);
      const still = follow(hitAt(gait, 1.4, { velocity: [0, 0], momentum: [0, 0] }), 3);
      expect(still.status).toBe('recovered');
    }
  });

  it('recovers from pushes from behind and from the front in a few steps', () => {
    const along = sweep(modelWalk(), 1, (rng) => ({
      velocity: [uniform(rng, -0.3, 0.7), 0],
      momentum: [uniform(rng, -12, 20), 0],
    }));
    expect(along.recovered).toBeGreaterThanOrEqual(297);
    expect(along.median).toBeLessThanOrEqual(6);
  });

  it('recovers from pushes from the side', () => {
    const draw = (rng: Rng): Hit => ({
      velocity: [0, uniform(rng, -0.45, 0.1)],
      momentum: [0, uniform(rng, -10, 4)],
    });
    const side = sweep(modelWalk(), 1, draw);
    expect(side.recovered).toBeGreaterThanOrEqual(285);
    expect(side.median).toBeLessThanOrEqual(5);
    // with the way back to the line, which takes steps too
    const back = sweep(modelWalk(), 1, draw, { lineReturn: 1 });
    expect(back.recovered).toBeGreaterThanOrEqual(285);
    expect(back.median).toBeLessThanOrEqual(6);
  });

  it('recovers from anything at any moment, running too', () => {
    const anything = (rng: Rng): Hit => ({
      velocity: [uniform(rng, -0.3, 0.5), uniform(rng, -0.3, 0.3)],
      momentum: [uniform(rng, -8, 8), uniform(rng, -5, 5)],
    });
    expect(sweep(modelWalk(), 0, anything).recovered).toBeGreaterThanOrEqual(285);
    expect(sweep(modelRun(), 0, anything).recovered).toBeGreaterThanOrEqual(285);
  });

  it('steps longer when pushed from behind, shorter from the front', () => {
    const gait = modelWalk();
    // steadying 0 as on the page: nothing but the next foot helps
    for (const steadying of [PLANNER_DEFAULTS.steadying, 0]) {
      for (const share of [1.05, 1.3, 1.6]) {
        const first = (v: number, h: number): number =>
          follow(hitAt(gait, share, { velocity: [v, 0], momentum: [h, 0] }, { steadying }), 1).records[0]!.foot[0];
        expect(first(0.2, 4)).toBeCloseTo(0.77, 1);
        expect(first(0.6, 20)).toBeGreaterThan(0.88);
        expect(first(-0.2, -4)).toBeLessThan(0.66);
        for (let v = -0.4; v < 0.55; v += 0.1) {
          // the clip itself, v = 0, is no step of the record
          if (Math.abs(v) < 0.05 || Math.abs(v + 0.1) < 0.05) continue;
          expect(first(v + 0.1, 0)).toBeGreaterThan(first(v, 0) + 0.01);
          expect(first(v + 0.1, 20 * (v + 0.1))).toBeGreaterThan(first(v, 20 * v) + 0.01);
        }
      }
    }
  });

  it('shrinks the posture error by 1 − β each step', () => {
    for (const beta of [0.3, 0.7]) {
      const end = follow(hitAt(modelRun(), 1.05, { velocity: [0, 0], momentum: [60, 0] }, { beta }), 6);
      const lean = end.records.map((record) => record.lean[0]);
      // once the first momentum is gone
      expect(lean[3]! / lean[2]!).toBeCloseTo(1 - beta, 1);
    }
  });

  it('is mirror symmetric', () => {
    const gait = modelWalk();
    const mirrored: Gait = { ...gait, steps: [gait.steps[1]!, gait.steps[0]!] };
    for (const share of [0.5, 1.2, 1.7]) {
      const one = follow(hitAt(gait, share, { velocity: [0.1, -0.3], momentum: [2, -3] }), 4);
      const other = follow(hitAt(mirrored, share, { velocity: [0.1, 0.3], momentum: [2, 3] }), 4);
      expect(other.records.length).toBe(one.records.length);
      one.records.forEach((record, k) => {
        expect(other.records[k]!.foot[0]).toBeCloseTo(record.foot[0], 9);
        expect(other.records[k]!.foot[1]).toBeCloseTo(-record.foot[1], 9);
      });
    }
  });

  it('is continuous from phase to phase', () => {
    let plan = hitAt(modelWalk(), 1.4, { velocity: [0.3, -0.2], momentum: [5, -3] });
    for (let k = 0; plan.status === 'recovering'; k++) {
      expect(k).toBeLessThan(40);
      const { phase, planned } = plan;
      const next = advancePlan(plan, phase.start + phase.duration);
      for (const axis of ['forward', 'left'] as const) {
        const ahead = phase.kind === 'double' ? planned![axis].foot : 0;
        // what a step hands on is the difference from its own model, so positions are compared within a step
        if (phase.kind !== 'double') continue;
        expect(lawPosition(next.phase[axis].law, 0)).toBeCloseTo(
          lawPosition(phase[axis].law, phase.duration) - ahead,
          6,
        );
        expect(lawVelocity(next.phase[axis].law, 0)).toBeCloseTo(lawVelocity(phase[axis].law, phase.duration), 6);
      }
      plan = next;
    }
  });

  it('comes back to the line that it was pushed from, and stays where it is without', () => {
    let farthest = 0;
    for (const gait of [modelWalk(), modelRun()]) {
      for (const share of [0.3, 1.1, 1.5]) {
        for (const side of [0.3, -0.3]) {
          const hit: Hit = { velocity: [0, side], momentum: [0, 5 * side] };
          const back = follow(hitAt(gait, share, hit, { lineReturn: 1 }), 16);
          const on = follow(hitAt(gait, share, hit), 16);
          expect([back.status, on.status]).toEqual(['recovered', 'recovered']);
          expect(Math.abs(back.offset[1])).toBeLessThan(Math.max(0.1, Math.abs(on.offset[1]) / 2));
          expect(on.offset[1] * side).toBeGreaterThan(0);
          farthest = Math.max(farthest, Math.abs(on.offset[1]));
          // it is no less steady for it
          expect(back.records.length).toBeLessThanOrEqual(11);
          expect(back.records.filter(({ crossed }) => crossed).length).toBeLessThanOrEqual(
            on.records.filter(({ crossed }) => crossed).length,
          );
        }
      }
    }
    expect(farthest).toBeGreaterThan(0.2);
  });

  it('says when a hit is too strong', () => {
    const fallen = follow(hitAt(modelWalk(), 1.2, { velocity: [0, 2.5], momentum: [0, 0] }), 8);
    expect(fallen.status).toBe('fall');
    expect(fallen.reason).not.toBe('');
  });
});
