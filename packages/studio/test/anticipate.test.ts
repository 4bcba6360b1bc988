/** Anticipate without a page and without an engine: settings, plans, the curve editor, the plot of a search. */
import {
  ANTICIPATION_PERSON,
  cmrtCurve,
  families,
  loadOf,
  printScenario,
  scenarioNamed,
  scenarios,
  solvedCmrts,
} from 'poise/anticipation';
import { createMannequin } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { bestSoFar, costY, frameFor, tryX } from '../src/modes/anticipate/convergence-scale.ts';
import {
  heightFor,
  knotByKey,
  knotWords,
  LEAST_GAP,
  MOST_OFFSET,
  offsetAt,
  timeAt,
  withKnot,
  xOf,
  yOf,
} from '../src/modes/anticipate/curve-geometry.ts';
import { fitted, planFor, scaledBy } from '../src/modes/anticipate/plan.ts';
import { ANTICIPATE_SETTINGS, acceptsSettings, type SearchView } from '../src/modes/anticipate/types.ts';
import { CURVE } from './support/anticipate.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);
const settings = (change: Partial<typeof ANTICIPATE_SETTINGS>) => ({ ...ANTICIPATE_SETTINGS, ...change });
const planOf = (change: Partial<typeof ANTICIPATE_SETTINGS>) => {
  const outcome = planFor(body, settings(change));
  if ('complaint' in outcome) throw new Error(outcome.complaint);
  return outcome.plan;
};

describe('settings', () => {
  it('accepts its own, with a curve too, and nothing else', () => {
    expect(acceptsSettings(ANTICIPATE_SETTINGS)).toBe(true);
    expect(acceptsSettings(settings({ own: CURVE, choice: 'own', expected: 7, actual: 0.3 }))).toBe(true);
    expect(acceptsSettings(settings({ actual: -1 }))).toBe(false);
    expect(acceptsSettings(settings({ choice: 'all' as never }))).toBe(false);
    expect(acceptsSettings(settings({ own: { ...CURVE, knots: [1, 'x'] } as never }))).toBe(false);
    expect(acceptsSettings(settings({ seed: 0.5 }))).toBe(false);
  });
});

describe('a plan', () => {
  it('keeps what is believed apart from what is true', () => {
    const plan = planOf({ scenario: 'catch', expected: 5, actual: 0.3 });
    expect([loadOf(plan.base), loadOf(plan.believed), loadOf(plan.actual)]).toEqual([7, 5, 0.3]);
    const same = planOf({ scenario: 'catch' });
    expect(same.actual).toBe(same.believed);
  });

  it('has nothing to expect wrongly where there is no load', () => {
    const plan = planOf({ scenario: 'bend-fast', expected: 5, actual: 1 });
    expect(plan.actual).toBe(plan.base);
  });

  it('takes the curve that was learned before, for another load in proportion or between', () => {
    for (const { scenario, cmrt, load } of solvedCmrts.filter((one) => one.load > 0)) {
      const own = planOf({ scenario, choice: 'solved' });
      expect(own.curve).toBeDefined();
      const least = Math.min(...solvedCmrts.filter((one) => one.scenario === scenario).map((one) => one.load));
      if (load !== least) continue;
      const lighter = planOf({ scenario, expected: load / 2, choice: 'solved' });
      expect(lighter.exact).toBe(false);
      expect(Math.abs(lighter.curve!.forward[1]!)).toBeLessThanOrEqual(Math.abs(cmrt.forward[1]!) + 1e-12);
    }
    expect(scaledBy(CURVE, 0.5).forward).toEqual([-0.01, -0.05, -0.015, 0.005]);
    expect(planOf({ choice: 'none' }).anticipated).toBeUndefined();
  });

  it('stretches a curve of one’s own to the scenario it is used in', () => {
    const plan = planOf({ scenario: 'bend-fast', choice: 'own', own: CURVE });
    const { duration } = plan.believed;
    expect(plan.curve?.duration).toBe(duration);
    expect(plan.curve?.knots[1]).toBeCloseTo(duration / 3, 9);
    expect(() => cmrtCurve(plan.curve!)).not.toThrow();
    expect(fitted(CURVE, { duration: 3, planar: false }).left).toEqual([0, 0, 0, 0]);
    expect(fitted({ ...CURVE, left: [1, 1, 1, 1] }, { duration: 3, planar: true })).not.toHaveProperty('left');
  });

  it('plans every scenario that comes with the app', () => {
    for (const { name } of scenarios) expect(planOf({ scenario: name, choice: 'none' }).base.name).toBe(name);
  });

  it('knows what to do at any load of a family', () => {
    for (const { scenario, range } of families) {
      const plan = planOf({ scenario: scenario.name, choice: 'solved', expected: (2 * range[0] + range[1]) / 3 });
      expect(plan.exact, scenario.name).toBe(true);
      expect(plan.curve?.forward, scenario.name).not.toEqual(
        planOf({ scenario: scenario.name, choice: 'solved' }).curve?.forward,
      );
    }
    const [first] = families;
    expect(planOf({ scenario: first!.scenario.name, choice: 'solved', expected: 1.5 * first!.range[1] }).exact).toBe(
      false,
    );
  });

  it('reads an edited scenario, and says in words what is wrong with one', () => {
    const text = printScenario({ ...scenarioNamed('catch'), threshold: 0.03 });
    expect(planOf({ text }).base.threshold).toBe(0.03);
    const broken = planFor(body, settings({ text: text.replace('"duration": 3', '"duration": -3') }));
    expect(broken).toEqual({ complaint: expect.stringMatching(/duration/) });
    expect(planFor(body, settings({ text: '{ "name"' }))).toHaveProperty('complaint');
    expect(planFor(body, settings({ scenario: 'juggle' }))).toEqual({ complaint: expect.stringMatching(/juggle/) });
  });
});

describe('the curve editor', () => {
  const frame = { width: 292, height: 156, duration: 3, most: 0.15 };

  it('finds the way back from pixels', () => {
    expect(timeAt(frame, xOf(frame, 1.3))).toBeCloseTo(1.3, 9);
    expect(offsetAt(frame, yOf(frame, -0.07))).toBeCloseTo(-0.07, 9);
    expect(yOf(frame, 0.1)).toBeLessThan(yOf(frame, -0.1));
  });

  it('keeps knots in order and within the limits, wherever they are dragged', () => {
    for (let index = 0; index < 4; index++) {
      for (const time of [-5, 0, 1.2, 9]) {
        const moved = withKnot(CURVE, 'forward', index, time, 3);
        expect(() => cmrtCurve(moved)).not.toThrow();
        const times = [0, ...moved.knots, 3];
        for (let i = 1; i < times.length; i++)
          expect(times[i]! - times[i - 1]!).toBeGreaterThanOrEqual(LEAST_GAP - 1e-3);
        expect(moved.forward[index]).toBe(MOST_OFFSET);
        expect(moved.forward.filter((_, i) => i !== index)).toEqual(CURVE.forward.filter((_, i) => i !== index));
      }
    }
  });

  it('moves knots by keys, with Shift farther, and leaves other keys alone', () => {
    expect(knotByKey(CURVE, 'forward', 1, 'ArrowUp', false)?.forward[1]).toBeCloseTo(-0.095, 9);
    expect(knotByKey(CURVE, 'forward', 1, 'ArrowDown', true)?.forward[1]).toBeCloseTo(-0.15, 9);
    expect(knotByKey(CURVE, 'forward', 1, 'ArrowRight', false)?.knots[1]).toBeCloseTo(1.02, 9);
    expect(knotByKey(CURVE, 'left', 0, 'ArrowUp', false)?.left).toEqual([0.005, 0, 0, 0]);
    expect(knotByKey(CURVE, 'forward', 1, 'Tab', false)).toBeUndefined();
  });

  it('says where a knot is', () => {
    expect(knotWords(CURVE, 'forward', 1)).toBe('1.00 s, 10.0 cm back');
    expect(knotWords({ ...CURVE, left: [0.02, 0, 0, 0] }, 'left', 0)).toBe('0.60 s, 2.0 cm to the left');
  });

  it('chooses a height that holds the curve', () => {
    expect(heightFor([0.01])).toBe(0.06);
    expect(heightFor([-0.098])).toBe(0.15);
    expect(heightFor([0.2])).toBe(0.22);
  });
});

describe('the convergence plot', () => {
  const view: SearchView = {
    status: 'running',
    evaluations: 4,
    maxEvaluations: 3000,
    samples: [0.6, 0.7, 0.05, 0.03].map((cost) => ({ cost, fell: cost > 0.3 })),
    threshold: 0.016,
    reason: undefined,
    seconds: 1,
  };

  it('holds all samples and the threshold, the newest to the right, the cheapest below', () => {
    const frame = frameFor(view, 292, 132);
    view.samples.forEach(({ cost }, i) => {
      expect(costY(frame, cost)).toBeGreaterThan(0);
      expect(costY(frame, cost)).toBeLessThan(132);
      if (i > 0) expect(tryX(frame, i)).toBeGreaterThan(tryX(frame, i - 1));
    });
    expect(costY(frame, 0.016)).toBeGreaterThan(costY(frame, 0.03));
    expect(tryX(frame, frame.evaluations - 1)).toBeLessThan(292);
  });

  it('knows where it became better', () => {
    expect(bestSoFar(view.samples)).toEqual([
      { index: 0, cost: 0.6 },
      { index: 2, cost: 0.05 },
      { index: 3, cost: 0.03 },
    ]);
    expect(bestSoFar([{ cost: Number.NaN, fell: true }])).toEqual([]);
  });
});
