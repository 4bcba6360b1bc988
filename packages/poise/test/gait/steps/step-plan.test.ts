import { describe, expect, it } from 'vitest';
import { movePlace, type Placement, STAY } from '../../../src/gait/placement.ts';
import type { Gait } from '../../../src/gait/steps/gait-step.ts';
import { writeOwnState } from '../../../src/gait/steps/own-course.ts';
import { StepPlan } from '../../../src/gait/steps/step-plan.ts';
import { createStepPlanInput, createStepPlanOutput, writeNominal } from '../../../src/gait/steps/step-plan-memory.ts';
import type { StepPlanInput, StepPlanOutput } from '../../../src/gait/steps/step-plan-types.ts';
import { createRng, uniform } from '../../../src/math/random.ts';
import { type Landed, type PendulumPush, walkPendulum } from '../../../validate/step-plan/pendulum-walker.ts';
import { steadyRun, steadyWalk } from '../../../validate/step-plan/steady-gait.ts';

const walk = steadyWalk({ duration: 0.54, doubleSupport: 0.15, length: 0.6, width: 0.1, rate: 2.95 });
const run = steadyRun({ stance: 0.26, flight: 0.115, length: 1.2, width: 0.08, rate: 3.1 });
const gaits: readonly (readonly [string, Gait])[] = [
  ['walk', walk],
  ['run', run],
];

/** The gait as it goes by itself, t after step k has landed. */
function ownInput(gait: Gait, k: number, t: number, placement: Readonly<Placement> = STAY): StepPlanInput {
  const input = createStepPlanInput();
  writeNominal(input.nominal, gait, k, placement);
  const { stance, before } = input.nominal;
  input.index = k;
  input.time = t;
  input.doubleSupport = stance.step.doubleSupport;
  writeOwnState(input, new Float64Array(4));
  input.com.set(input.ownCom);
  input.velocity.set(input.ownVelocity);
  input.stand.set([stance.x, stance.z]);
  input.before.set([before.x, before.z]);
  return input;
}

const solve = (plan: StepPlan, input: StepPlanInput): StepPlanOutput => {
  const out = createStepPlanOutput();
  plan.solve(out, input);
  return out;
};

describe.each(gaits)('step plan of a %s', (_, gait) => {
  it('is the gait itself where nothing has happened', () => {
    const plan = new StepPlan(1);
    for (let k = 1; k < 9; k++) {
      for (const share of [0, 0.1, 0.4, 0.8]) {
        const input = ownInput(gait, k, share * gait.steps[0]!.duration, { yaw: 0.3 * k, x: k, z: -2 });
        const out = solve(plan, input);
        const { ahead, stance } = input.nominal;
        expect(out.time).toBe(stance.step.duration);
        expect(out.doubleSupport).toBe(ahead[0]!.step.doubleSupport);
        expect(out.lift).toBe(stance.step.doubleSupport);
        for (let i = 0; i < 3; i++) {
          expect(out.landings[2 * i]).toBeCloseTo(ahead[i]!.x, 9);
          expect(out.landings[2 * i + 1]).toBeCloseTo(ahead[i]!.z, 9);
        }
        expect(Math.hypot(...out.soleShift, ...out.hip)).toBeLessThan(1e-9);
        expect(out.cost).toBeLessThan(1e-12);
        expect(out.reacts || out.lost !== undefined).toBe(false);
      }
    }
  });

  it('turns and moves with the world', () => {
    const plan = new StepPlan(1);
    const rng = createRng(3);
    for (let trial = 0; trial < 20; trial++) {
      const place: Placement = { yaw: uniform(rng, -3, 3), x: uniform(rng, -5, 5), z: uniform(rng, -5, 5) };
      const t = uniform(rng, 0, 0.3);
      const kick = [uniform(rng, -0.4, 0.4), uniform(rng, -0.4, 0.4)] as const;
      const offset = [uniform(rng, -0.1, 0.1), uniform(rng, -0.1, 0.1)] as const;
      const [here, there] = [STAY, place].map((placement) => {
        const input = ownInput(gait, 2, t, placement);
        const turn = { ...placement, x: 0, z: 0 };
        const [vx, vz] = movePlace(turn, ...kick);
        const [ox, oz] = movePlace(turn, ...offset);
        input.velocity[0] += vx;
        input.velocity[1] += vz;
        for (const foot of [input.stand, input.before, input.swingOffset]) {
          foot[0] += ox;
          foot[1] += oz;
        }
        return solve(plan, input);
      }) as [StepPlanOutput, StepPlanOutput];
      const [x, z] = movePlace(place, here.place[0]!, here.place[1]!);
      expect(there.place[0]).toBeCloseTo(x, 8);
      expect(there.place[1]).toBeCloseTo(z, 8);
      expect(there.time).toBeCloseTo(here.time, 9);
      expect(there.cost).toBeCloseTo(here.cost, 8);
    }
  });

  it('mirrors with the world', () => {
    const plan = new StepPlan(1);
    for (const [vx, vz] of [
      [0.3, 0.1],
      [-0.5, 0],
      [0.1, -0.4],
    ] as const) {
      // steps 2 and 3 are each other's mirror image
      const [left, right] = [2, 3].map((k) => {
        const input = ownInput(gait, k, 0.1);
        input.velocity[0] += k === 2 ? vx : -vx;
        input.velocity[1] += vz;
        const out = solve(plan, input);
        const { x, z } = input.nominal.ahead[0]!;
        return { out, x: out.place[0]! - x, z: out.place[1]! - z };
      }) as [{ out: StepPlanOutput; x: number; z: number }, { out: StepPlanOutput; x: number; z: number }];
      expect(right.x).toBeCloseTo(-left.x, 8);
      expect(right.z).toBeCloseTo(left.z, 8);
      expect(right.out.time).toBeCloseTo(left.out.time, 9);
      expect(right.out.crosses).toBe(left.out.crosses);
    }
  });

  it('foretells what the pendulum then does', () => {
    // hips that do nothing: their lean is a body's matter
    const plan = new StepPlan(1, { hip: 0 });
    const rng = createRng(5);
    for (let trial = 0; trial < 10; trial++) {
      const push: PendulumPush = { start: 0.2, duration: 0.05, x: uniform(rng, -0.3, 0.3), z: uniform(rng, -0.3, 0.3) };
      const foretold = new Map<number, readonly number[]>();
      const watched = new StepPlan(1, { hip: 0 });
      watched.solve = (out, input) => {
        plan.solve(out, input);
        foretold.set(input.index + 1, [...out.captures.subarray(0, 2)]);
      };
      // planned at landings only
      const { landed } = walkPendulum(watched, gait, [push], { tick: 0.001, every: 1e9, to: 4 });
      for (const { index, capture } of landed.filter((landing) => landing.index > 1)) {
        const [x, z] = foretold.get(index)!;
        expect(capture[0]).toBeCloseTo(x!, 2);
        expect(capture[1]).toBeCloseTo(z!, 2);
      }
    }
  });

  it('answers nothing before the delay, but the hip carries the foot along', () => {
    const plan = new StepPlan(1);
    const input = ownInput(gait, 2, 0.25);
    input.velocity[0] += 0.4;
    input.sinceHit = 0.1;
    const out = solve(plan, input);
    expect(out.reacts).toBe(false);
    expect(out.time).toBe(gait.steps[0]!.duration);
    const left = gait.steps[0]!.duration - 0.25;
    expect(out.place[0]! - input.nominal.ahead[0]!.x).toBeCloseTo(0.4 * left, 9);
    input.sinceHit = 0.2;
    expect(solve(plan, input).reacts).toBe(true);
  });

  it('asks no more of the hip than torques allow', () => {
    const plan = new StepPlan(1);
    const input = ownInput(gait, 2, 0.1);
    input.velocity[0] += 0.6;
    const free = solve(plan, input);
    expect(Math.abs(free.hip[0]!)).toBeGreaterThan(0.01);
    input.hipLimit = 0.005;
    expect(Math.abs(solve(plan, input).hip[0]!)).toBeLessThanOrEqual(0.005 + 1e-12);
  });

  it('gives up what no step catches', () => {
    const plan = new StepPlan(1);
    const input = ownInput(gait, 2, 0.1);
    input.velocity[0] += 4;
    expect(solve(plan, input).lost).toBe('capture point out of reach');
  });

  it('is as large for a child as for a giant, in its legs', () => {
    const [one, half] = [1, 0.5].map((size) => {
      const scaled = scaledGait(gait, size);
      const input = ownInput(scaled, 2, 0.1 * Math.sqrt(size));
      input.velocity[0] += 0.4 * Math.sqrt(size);
      const out = solve(new StepPlan(size), input);
      return (out.place[0]! - input.nominal.ahead[0]!.x) / size;
    }) as [number, number];
    expect(half).toBeCloseTo(one, 6);
  });
});

/** The same gait of somebody with longer or shorter legs: times go with the root of lengths. */
function scaledGait(gait: Gait, size: number): Gait {
  const pace = Math.sqrt(size);
  const steps = gait.steps.map((step) => ({
    ...step,
    x: size * step.x,
    z: size * step.z,
    stepX: size * step.stepX,
    stepZ: size * step.stepZ,
    land: pace * step.land,
    duration: pace * step.duration,
    doubleSupport: pace * step.doubleSupport,
    flight: pace * step.flight,
    rate: step.rate / pace,
    course: step.course.map((value, i) => value * (i % 4 < 2 ? size : pace)),
  }));
  const { move, time, ...round } = gait.round!;
  return {
    ...gait,
    steps,
    round: { ...round, time: pace * time, move: { ...move, x: size * move.x, z: size * move.z } },
  };
}

describe('pushed walkers and runners', () => {
  const last = (landed: readonly Landed[]): Landed => landed.at(-1)!;

  it.each(gaits)(
    'keep on their feet up to 0.4 m/s from everywhere at every moment and come back to the line: %s',
    (_, gait) => {
      const plan = new StepPlan(1);
      for (let moment = 0; moment < 5; moment++) {
        for (let k = 0; k < 8; k++) {
          const [x, z] = [0.4 * Math.sin((k * Math.PI) / 4), 0.4 * Math.cos((k * Math.PI) / 4)];
          const start = (moment / 5) * gait.steps[0]!.duration;
          const { fell, landed } = walkPendulum(plan, gait, [{ start, duration: 0.1, x, z }], { to: 10 });
          expect([fell, k, moment]).toEqual([undefined, k, moment]);
          expect(Math.abs(last(landed).offset[0])).toBeLessThan(0.15);
          expect(Math.hypot(...last(landed).capture)).toBeLessThan(0.02);
        }
      }
    },
  );

  it('step out where they are pushed away from the standing leg, and cross where pushed towards it', () => {
    const plan = new StepPlan(1);
    // the left foot (+x) stands
    for (const [x, crosses] of [
      [-0.5, false],
      [0.5, true],
    ] as const) {
      const { landed } = walkPendulum(plan, walk, [{ start: 0.1, duration: 0.1, x, z: 0 }]);
      const first = landed.find(({ index }) => index === 1)!;
      expect(first.crosses).toBe(crosses);
      expect(Math.sign(first.offset[0])).toBe(Math.sign(x));
    }
  });

  it('lean for longer with a smaller β', () => {
    // hit at the height of the shoulders, hips doing nothing else
    const leans = [0.3, 0.7].map((beta) => {
      const plan = new StepPlan(1, { beta, hip: 0 });
      const { landed } = walkPendulum(plan, walk, [{ start: 0.1, duration: 0.1, x: 0.3, z: 0, above: 0.3 }], { to: 5 });
      return landed.filter(({ index }) => index > 0).map(({ lean }) => lean[0]);
    }) as [number[], number[]];
    for (let k = 0; k < 4; k++) expect(leans[0][k]).toBeGreaterThan(1.3 * leans[1][k]!);
    // what is left is 1 − β from step to step, once the kick is over
    expect(leans[1][3]! / leans[1][2]!).toBeLessThan(0.35);
    expect(leans[0][3]! / leans[0][2]!).toBeGreaterThan(0.4);
  });
});

describe('the line', () => {
  it('is the way that the walker goes, wherever it looks: who is late is not beside it', () => {
    const plan = new StepPlan(1);
    const looksAside: Gait = { ...walk, steps: walk.steps.map((step) => ({ ...step, yaw: 0.4 })) };
    const [onTime, late] = [0, -1].map((behind) => {
      const input = ownInput(looksAside, 4, 0.3);
      input.velocity[0] += 0.1;
      for (const place of [input.com, input.stand, input.before, input.swingOffset]) place[1] += behind;
      input.sinceHit = 1;
      return solve(plan, input);
    }) as [StepPlanOutput, StepPlanOutput];
    for (let k = 0; k < 3; k++) {
      expect(late.landings[2 * k]).toBeCloseTo(onTime.landings[2 * k], 2);
      expect(late.landings[2 * k + 1] + 1).toBeCloseTo(onTime.landings[2 * k + 1], 2);
    }
  });

  it('matters no more to a slow walker than to one of usual steps: the error that it braces for is that of a usual step', () => {
    const plan = new StepPlan(1);
    const errors = [0.54, 0.9, 1.4].map((duration) => {
      const slow = steadyWalk({ duration, doubleSupport: 0.15, length: 0.4, width: 0.16, rate: 2.95 });
      const input = ownInput(slow, 4, 0.16);
      input.velocity[0] += 0.3;
      input.sinceHit = 1;
      return solve(plan, input).captureError;
    });
    expect(errors[0]).toBeGreaterThan(0.1);
    for (const error of errors) expect(error).toBeCloseTo(errors[0]!, 1);
  });
});

describe('the line', () => {
  it('is let go just after a hit, and minded again a while later', () => {
    const plan = new StepPlan(1);
    const gait = steadyWalk({ duration: 0.54, doubleSupport: 0.15, length: 0.6, width: 0.16, rate: 2.95 });
    const [early, late] = [0.2, 5].map((sinceHit) => {
      // both feet and the body half a metre aside, moving as they should
      const input = ownInput(gait, 4, 0.16);
      for (const values of [input.com, input.stand, input.before, input.swingOffset]) values[0] += 0.5;
      input.sinceHit = sinceHit;
      const { landings } = solve(plan, input);
      return landings[0]! - input.nominal.ahead[0]!.x;
    });
    expect(late).toBeLessThan(0.5);
    expect(early).toBeLessThan(0.5);
    expect(early).toBeGreaterThan(late! + 0.01);
  });
});

describe('a source that can be played only so fast', () => {
  it('lands no sooner than it can be played', () => {
    const plan = new StepPlan(1);
    const { fastest, rush } = plan.parameters;
    const slow = steadyWalk({ duration: 1.1, doubleSupport: 0.15, length: 0.5, width: 0.1, rate: 2.95 });
    const { duration, doubleSupport } = slow.steps[0]!;
    const input = ownInput(slow, 4, doubleSupport);
    input.velocity[0] += 1.2;
    input.sinceHit = 1;
    const free = solve(plan, input).time;
    input.shown = doubleSupport;
    const bound = solve(plan, input).time;
    expect(bound).toBeGreaterThan(free);
    // nobody plays the rest of the swing faster than by rising to the fastest pace at once
    const [takes, left] = [bound - doubleSupport, duration - doubleSupport];
    expect(takes).toBeGreaterThan(left / fastest);
    expect(takes * (1 + (rush * takes) / 2)).toBeGreaterThan(left - 1e-9);
  });
});
