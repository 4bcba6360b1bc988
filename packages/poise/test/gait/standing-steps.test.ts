/** Claims of step-plan.md §5 on the choice of a step, at the level of a pendulum on two points. */
import { describe, expect, it } from 'vitest';
import { pendulumRate } from '../../src/gait/pendulum.ts';
import { STANDING_DEFAULTS } from '../../src/gait/standing-parameters.ts';
import { type StandingState, StandingSteps } from '../../src/gait/standing-steps.ts';
import { createStepChoice, type StepChoice } from '../../src/gait/step-choice.ts';
import { createStepMap, writeStepMap } from '../../src/gait/step-map.ts';
import { SwingCourse } from '../../src/gait/swing-course.ts';
import { createRng, uniform } from '../../src/math/random.ts';

const RATE = pendulumRate(1.09);

function standing(xi: readonly [number, number], more: Partial<StandingState> = {}): StandingState {
  return {
    rate: RATE,
    xi: Float64Array.from(xi),
    cop: new Float64Array(2),
    feet: Float64Array.of(0, 0.1, 0, -0.1),
    stance: Float64Array.of(0, 0.2),
    air: -1,
    airPlace: new Float64Array(2),
    airRate: new Float64Array(2),
    airFrom: new Float64Array(2),
    swung: 0,
    crosses: false,
    liftIn: Float64Array.of(0.12, 0.12),
    may: 3,
    slack: 0,
    ...more,
  };
}

function choose(state: StandingState, size = 1): StepChoice {
  const out = createStepChoice();
  const length = Math.hypot(state.xi[0], state.xi[1]) || 1;
  const direction = Float64Array.of(state.xi[0] / length, state.xi[1] / length);
  expect(new StandingSteps(size).choose(out, state, direction)).toBe(true);
  return out;
}

/** [m/s] Most, along either axis, of a foot on its way over (x, z) in `swing` seconds. */
function fastest(x: number, z: number, swing: number): number {
  const course = new SwingCourse();
  course.begin(0, 0, 0, swing);
  course.aim(x, 0, z, swing, 10, 10); // the other foot is far away
  let most = 0;
  while (course.time < swing - 1e-9) {
    course.advance(swing / 60);
    most = Math.max(most, Math.abs(course.rate[0]), Math.abs(course.rate[2]));
  }
  return most;
}

/** The same for somebody `size` times as large, who falls in times that go with the root of lengths. */
function larger(s: StandingState, size: number): StandingState {
  const root = Math.sqrt(size);
  const grown = (v: Float64Array): Float64Array => v.map((value) => size * value);
  return {
    ...s,
    rate: s.rate / root,
    xi: grown(s.xi),
    cop: grown(s.cop),
    feet: grown(s.feet),
    stance: grown(s.stance),
    airPlace: grown(s.airPlace),
    airRate: s.airRate.map((rate) => root * rate),
    airFrom: grown(s.airFrom),
    swung: root * s.swung,
    liftIn: s.liftIn.map((time) => root * time),
    slack: size * s.slack,
  };
}

/** Left and right exchanged. */
function mirrored(s: StandingState): StandingState {
  const flip = (v: Float64Array): Float64Array => Float64Array.of(v[0], -v[1]);
  return {
    ...s,
    xi: flip(s.xi),
    cop: flip(s.cop),
    feet: Float64Array.of(s.feet[2], -s.feet[3], s.feet[0], -s.feet[1]),
    // from the right foot to the left: the mirrored left foot is the old right one
    stance: Float64Array.of(-s.stance[0], s.stance[1]),
    air: s.air < 0 ? -1 : 1 - s.air,
    airPlace: flip(s.airPlace),
    airRate: flip(s.airRate),
    airFrom: flip(s.airFrom),
    liftIn: Float64Array.of(s.liftIn[1], s.liftIn[0]),
    may: ((s.may & 1) << 1) | ((s.may & 2) >> 1),
  };
}

const randomStates = (count: number, seed: number): StandingState[] => {
  const rng = createRng(seed);
  return Array.from({ length: count }, (_, k) => {
    const split = uniform(rng, -0.15, 0.15);
    const width = uniform(rng, 0.15, 0.5);
    const feet = Float64Array.of(split / 2, width / 2, -split / 2, -width / 2);
    const angle = uniform(rng, 0, 2 * Math.PI);
    const size = uniform(rng, 0.05, 0.5);
    const air = k % 3 === 0 ? Math.floor(uniform(rng, 0, 2)) : -1;
    const place = Float64Array.of(uniform(rng, -0.1, 0.2), (air === 0 ? 1 : -1) * uniform(rng, 0.1, 0.3));
    return standing([size * Math.sin(angle), size * Math.cos(angle)], {
      feet,
      stance: Float64Array.of(split, width),
      cop: Float64Array.of(uniform(rng, -0.03, 0.03), uniform(rng, -0.05, 0.05)),
      liftIn: Float64Array.of(uniform(rng, 0.05, 0.2), uniform(rng, 0.05, 0.2)),
      air,
      airPlace: place,
      airRate: air < 0 ? new Float64Array(2) : Float64Array.of(uniform(rng, -1, 4), uniform(rng, -1, 1)),
      airFrom: air < 0 ? new Float64Array(2) : feet.slice(2 * air, 2 * air + 2),
      swung: air < 0 ? 0 : uniform(rng, 0, 0.2),
    });
  });
};

describe('the step of somebody who stands', () => {
  it('steps alike whatever the size: lengths go with it, times with its root (30 states, seed 12)', () => {
    for (const state of randomStates(30, 12)) {
      const one = choose(state);
      for (const size of [0.4, 2.3]) {
        const other = choose(larger(state, size), size);
        expect([other.foot, other.steps, other.crosses]).toEqual([one.foot, one.steps, one.crosses]);
        for (let k = 0; k < 2; k++) expect(other.place[k] / size).toBeCloseTo(one.place[k], 6);
        expect(other.land / Math.sqrt(size)).toBeCloseTo(one.land, 6);
      }
    }
  });

  it('is mirrored with the state (60 states, seed 21)', () => {
    for (const state of randomStates(60, 21)) {
      const one = choose(state);
      const other = choose(mirrored(state));
      expect(other.foot).toBe(1 - one.foot);
      expect([other.steps, other.crosses, other.caught]).toEqual([one.steps, one.crosses, one.caught]);
      for (const key of ['lift', 'land', 'swing', 'short', 'cost'] as const) {
        expect(Math.abs(other[key] - one[key]), key).toBeLessThan(1e-9);
      }
      expect(Math.abs(other.place[0] - one.place[0])).toBeLessThan(1e-9);
      expect(Math.abs(other.place[1] + one.place[1])).toBeLessThan(1e-9);
      expect(Math.abs(other.shift[1] + one.shift[1])).toBeLessThan(1e-9);
      expect(Math.abs(other.loading[1] + one.loading[1])).toBeLessThan(1e-9);
    }
  });

  it('says truly how far the capture point will lie short of the foot that it calls caught in one step', () => {
    const map = createStepMap();
    let count = 0;
    for (const state of randomStates(60, 22)) {
      const c = choose(state);
      if (c.steps !== 1) continue;
      count++;
      const other = 1 - c.foot;
      const length = Math.hypot(state.xi[0], state.xi[1]);
      const over = state.air >= 0 ? 0 : c.lift;
      writeStepMap(map, state.rate, 0, c.land, over, Math.max(0, over - new StandingSteps(1).shiftTime));
      let ahead = 0;
      let reached = 0;
      let stood = 0;
      for (let k = 0; k < 2; k++) {
        const d = state.xi[k] / length;
        const stand = state.feet[2 * other + k];
        ahead += d * (map.tau * state.xi[k] - map.A * c.loading[k] - map.B * stand - map.C * c.shift[k]);
        reached += d * c.place[k];
        stood += d * stand;
      }
      expect(Math.abs(Math.max(reached, stood) - ahead - c.short)).toBeLessThan(1e-9);
      expect(c.caught).toBe(c.short >= STANDING_DEFAULTS.caught - 1e-9);
    }
    expect(count).toBeGreaterThan(10);
  });

  it('loads the foot that steps first, and so lands it straight ahead: captured people within 4 cm', () => {
    for (const [ahead, width] of [
      [0.15, 0.18],
      [0.2, 0.25],
      [-0.15, 0.18],
    ]) {
      const feet = Float64Array.of(0, width / 2, 0, -width / 2);
      const { foot, place, loading } = choose(standing([ahead, 0], { feet, stance: Float64Array.of(0, width) }));
      const own = feet[2 * foot + 1];
      expect(loading[1] / own).toBeGreaterThan(0.5);
      expect(loading[1] / own).toBeLessThanOrEqual(1);
      expect(Math.abs(place[1] - own)).toBeLessThan(0.04);
    }
  });

  it('catches forward falls in one step up to a point, in more beyond it, and not at all when nobody could', () => {
    const of = (ahead: number): StepChoice => choose(standing([ahead, 0]));
    expect(of(0.12)).toMatchObject({ steps: 1, caught: true, crosses: false });
    const needed = [0.12, 0.2, 0.3, 0.4, 0.5].map((x) => of(x)).map((c) => (c.caught ? c.steps : 9));
    expect([...needed].sort((a, b) => a - b)).toEqual(needed); // never fewer for a stronger fall
    expect(needed[needed.length - 1]).toBeGreaterThan(1);
    expect(of(1.5).caught).toBe(false);
    expect(choose(standing([0, 1.5])).caught).toBe(false);
    expect(choose(standing([-1.2, 0])).caught).toBe(false);
  });

  it('goes towards the fall, longer for a stronger one, and never beyond what legs reach', () => {
    const p = STANDING_DEFAULTS;
    let last = 0;
    for (const ahead of [0.12, 0.16, 0.2, 0.24]) {
      const c = choose(standing([ahead, 0]));
      expect(c.place[0]).toBeGreaterThan(last);
      last = c.place[0];
    }
    for (const state of randomStates(60, 23)) {
      const c = choose(state);
      const other = 1 - c.foot;
      const ahead = c.place[0] - state.feet[2 * other];
      const aside = (c.place[1] - state.feet[2 * other + 1]) * (c.foot === 0 ? 1 : -1);
      expect(ahead).toBeLessThanOrEqual(p.longest + 1e-9);
      expect(ahead).toBeGreaterThanOrEqual(-p.longestBack - 1e-9);
      expect(aside).toBeGreaterThanOrEqual((c.crosses ? -p.crossing : p.narrowest) - 1e-9);
      expect(c.swing).toBeGreaterThanOrEqual(p.leastSwing - 1e-9);
      // no foot is faster than a foot can be
      const from = state.air >= 0 ? state.airPlace : state.feet.subarray(2 * c.foot, 2 * c.foot + 2);
      if (state.air < 0)
        expect(fastest(c.place[0] - from[0], c.place[1] - from[1], c.swing)).toBeLessThan(1.01 * p.swingSpeed);
      else expect(c.land).toBeGreaterThanOrEqual(Math.hypot(state.airRate[0], state.airRate[1]) / p.swingBraking);
      if (state.air >= 0) expect(c.foot).toBe(state.air);
    }
  });

  it('keeps to the feet that may step', () => {
    for (const may of [1, 2]) expect(choose(standing([0.2, 0.05], { may })).foot).toBe(may - 1);
    const out = createStepChoice();
    expect(new StandingSteps(1).choose(out, standing([0.2, 0], { may: 0 }), Float64Array.of(1, 0))).toBe(false);
  });

  it('keeps to ground that feet may be put on', () => {
    const edge = 0.25;
    const steps = new StandingSteps(1, {}, (ahead) => ahead < edge);
    const out = createStepChoice();
    if (steps.choose(out, standing([0.2, 0]), Float64Array.of(1, 0))) expect(out.place[0]).toBeLessThan(edge);
    const nowhere = new StandingSteps(1, {}, () => false);
    expect(nowhere.choose(out, standing([0.2, 0]), Float64Array.of(1, 0))).toBe(false);
  });

  it('is the same for a child in a child’s measures: lengths as legs, times as their root', () => {
    const size = 0.55;
    for (const state of randomStates(30, 24)) {
      const pace = Math.sqrt(size);
      const scaled = (v: Float64Array): Float64Array => v.map((x) => size * x);
      const small: StandingState = {
        ...state,
        rate: state.rate / pace,
        xi: scaled(state.xi),
        cop: scaled(state.cop),
        feet: scaled(state.feet),
        stance: scaled(state.stance),
        airPlace: scaled(state.airPlace),
        airRate: state.airRate.map((speed) => pace * speed),
        airFrom: scaled(state.airFrom),
        swung: pace * state.swung,
        liftIn: state.liftIn.map((t) => pace * t),
      };
      const big = choose(state);
      const child = choose(small, size);
      expect([child.foot, child.caught]).toEqual([big.foot, big.caught]);
      for (let k = 0; k < 2; k++) expect(Math.abs(child.place[k] / size - big.place[k])).toBeLessThan(1e-9);
      expect(Math.abs(child.land / pace - big.land)).toBeLessThan(1e-9);
    }
  });
});
