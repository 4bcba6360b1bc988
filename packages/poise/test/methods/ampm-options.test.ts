/** What can be asked of the planner, and what is refused. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { answerHits, startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import {
  checkedPlanner,
  PLANNER_DEFAULTS,
  type PlannerOptions,
} from '../../src/methods/reactive-locomotion/options.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { body, role, still } from '../support/still.ts';

const refused = (options: object): string => {
  try {
    checkedPlanner(options as Partial<PlannerOptions>);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  throw new Error(`${JSON.stringify(options)} was taken`);
};

const numbers = Object.keys(PLANNER_DEFAULTS).filter((name) => name !== 'recovery');

describe('options of the planner', () => {
  it('are all there are to it', () => expect(numbers).toHaveLength(12));

  it.each(numbers)('%s is a number within its range', (name) => {
    for (const value of [Number.NaN, '0.5', null, Number.NEGATIVE_INFINITY, -11]) {
      expect(refused({ [name]: value })).toMatch(new RegExp(`^${name} must .* found "?${value}"?$`));
    }
  });

  it('refuses what lies at or beyond the ends, and what contradicts itself', () => {
    for (const beta of [0, 2]) expect(refused({ beta })).toBe(`beta must lie between 0 and 2, found ${beta}`);
    for (const name of ['strength', 'friction'])
      expect(refused({ [name]: 0 })).toBe(`${name} must be above 0, found 0`);
    for (const name of ['steadying', 'lineReturn', 'earliest']) refused({ [name]: 1.01 });
    expect(refused({ shortestStep: 2 })).toMatch(/shortestStep must be below longestStep \(1\.1\), found 2/);
    expect(refused({ leastGap: 0.8 })).toMatch(/leastGap must be below widestStep \(0\.75\), found 0\.8/);
    expect(refused({ recovery: 'foo' })).toBe("recovery is 'step' or 'paper', found foo");
  });

  it('takes the ends that have a sense, and undefined for what is usual', () => {
    const ends = {
      steadying: 0,
      lineReturn: 1,
      earliest: 1,
      crossing: 0,
      leastGap: 0,
      strength: Number.POSITIVE_INFINITY,
    };
    expect(checkedPlanner(ends)).toEqual({ ...PLANNER_DEFAULTS, ...ends });
    const unsaid = { beta: undefined, friction: 0.5 } as unknown as Partial<PlannerOptions>;
    expect(checkedPlanner(unsaid)).toEqual({ ...PLANNER_DEFAULTS, friction: 0.5 });
  });

  it.each([
    ['walks', perform(walk, { values: { strides: 2 } })],
    ['stands', still],
  ] as const)('are checked again for who %s already, and what is not given stays', (_, clip) => {
    const asked = (): unknown => (balancer.save() as { readonly asked: unknown }).asked;
    const balancer = startLocomotion({ body, clip }, { beta: 0.4 });
    expect(() => balancer.replan({ friction: Number.NaN })).toThrow(UsageError);
    expect(asked()).toEqual({ ...PLANNER_DEFAULTS, beta: 0.4 });
    balancer.replan({ beta: undefined, strength: 0.5 } as unknown as Partial<PlannerOptions>);
    expect(asked()).toEqual({ ...PLANNER_DEFAULTS, beta: 0.4, strength: 0.5 });
  });

  it('let who stands hold on for less when they say it is weaker', () => {
    const fallen = [1, 0.02].map((strength) => {
      const balancer = startLocomotion({ body, clip: still });
      balancer.replan({ strength });
      balancer.push({ impulse: [0, 0, 15], segment: role('hips') });
      for (let k = 0; k < 150; k++) balancer.step(1 / 60);
      return balancer.status;
    });
    expect(fallen).toEqual(['balanced', 'falling']);
  });

  it('gives as many seconds as were asked for, or says how many it could', () => {
    for (const seconds of [Number.NaN, -1, 3601]) {
      expect(() => answerHits({ body, clip: still }, { seconds })).toThrow(/seconds must lie between 0 and 3600/);
    }
  });
});
