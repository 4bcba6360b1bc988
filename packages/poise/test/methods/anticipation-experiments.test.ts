/** The experiments of [Rabbani14] with the CMRTs that come with Poise, shortened; `npm run reproduce -- rabbani14` has them whole. */
import loadMujoco from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { INTERPOLATION_SLACK, interpolateFamily } from '../../src/methods/anticipation/combine.ts';
import { LOG_STEP } from '../../src/methods/anticipation/objective.ts';
import { type Anticipated, curveOf } from '../../src/methods/anticipation/pool.ts';
import { recordRollout } from '../../src/methods/anticipation/recording.ts';
import { loadOf, type Scenario, withLoad, withTask } from '../../src/methods/anticipation/scenario.ts';
import { scenarioNamed, scenarios } from '../../src/methods/anticipation/scenarios/index.ts';
import { scaleMass } from '../../src/methods/anticipation/scene.ts';
import {
  ANTICIPATION_PERSON,
  anticipateParts,
  anticipationKey,
  solvedCmrts,
  solvedFor,
} from '../../src/methods/anticipation/solved.ts';
import { createStage, type Rollout } from '../../src/methods/anticipation/stage.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import type { MujocoModule } from '../../src/sim/engine.ts';

const SLOW = 120_000; // [ms] the machine may be busy; nothing here is a test of speed
const { body } = createMannequin(ANTICIPATION_PERSON);
let mujoco: MujocoModule;
beforeAll(async () => {
  mujoco = (await loadMujoco()) as unknown as MujocoModule;
}, SLOW);

function rollout(scenario: Scenario, anticipated: Anticipated, mass = 1, delay = 0): Rollout {
  const stage = createStage(mujoco, scaleMass(body, mass), scenario);
  const outcome = stage.rollout(curveOf(anticipated), { delay });
  stage.delete();
  return outcome;
}

const learned = (name: string) => solvedFor(body, scenarioNamed(name))!.cmrt;

/** CoM ahead of the middle of the feet [m] at a time. */
function comAhead(name: string, t: number): number {
  const stage = createStage(mujoco, body, scenarioNamed(name));
  const { trace } = recordRollout(stage, curveOf(learned(name)), { after: 0 });
  stage.delete();
  const row = 2 * Math.round(t / LOG_STEP) + 1;
  return trace.com[row] - trace.support[row];
}

describe('what was learned', () => {
  it('fits the scenarios and the person as they are', () => {
    for (const scenario of scenarios.filter(({ parts }) => parts.length === 0)) {
      expect.soft(solvedFor(body, scenario)?.scenario, scenario.name).toBe(scenario.name);
    }
    const keys = solvedCmrts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(anticipationKey(scaleMass(body, 1.02), scenarioNamed('catch'))).not.toBe(
      anticipationKey(body, scenarioNamed('catch')),
    );
  });
});

/** Who falls without, which way, and how much of the CoP error is left with. The specification asks for half; docs/methods/anticipation.md
 *  says where that cannot be had: the CoP is at an edge of the soles while it happens, whatever was prepared. Who falls at once
 *  (dominoes-paper) has little error until then. */
const FALLS = [
  ['bend-fast', 'forward', 0.65],
  ['bend-fast-paper', 'forward', 0.83],
  ['kick', 'forward', 0.5],
  ['kick-paper', 'forward', 0.9],
  ['kick-back', 'backward', 0.65],
  ['punch', 'backward', 0.62],
  ['punch-paper', 'backward', 0.58],
  ['catch', 'forward', 0.5],
  ['catch-paper', 'forward', 0.58],
  ['dominoes', 'backward', 0.76],
  ['dominoes-paper', 'backward', 0.95],
] as const;

describe('without and with anticipation', () => {
  it.each(FALLS)(
    '%s: falls %s without, stands with, and %s of the CoP error or less is left',
    (name, direction, left) => {
      const scenario = scenarioNamed(name);
      const without = rollout(scenario, undefined);
      expect(without.fall?.direction).toBe(direction);
      const found = rollout(scenario, learned(name));
      expect(found.ending.complaints).toEqual([]);
      expect(found.rms).toBeLessThanOrEqual(left * without.rms);
    },
    SLOW,
  );

  it.each([
    ['bend-slow', 0.52],
    ['bend-slow-paper', 0.5],
  ])(
    '%s: nobody falls, and %s of the CoP error or less is left',
    (name, left) => {
      const [without, found] = [undefined, learned(name)].map((cmrt) => rollout(scenarioNamed(name), cmrt));
      expect(without!.ending.complaints).toEqual([]);
      expect(found!.ending.complaints).toEqual([]);
      expect(found!.rms).toBeLessThanOrEqual(left * without!.rms);
    },
    SLOW,
  );

  it.each([
    ['bend-side', 'left'],
    ['catch-shoulder', 'forward'],
    ['push-side', 'forward'],
  ])(
    '%s, in 3D: falls %s without, stands with',
    (name, direction) => {
      expect(rollout(scenarioNamed(name), undefined).fall?.direction).toBe(direction);
      expect(rollout(scenarioNamed(name), learned(name)).ending.complaints).toEqual([]);
    },
    SLOW,
  );

  it(
    'leans back before a ball comes, and forward before a box is pushed',
    () => {
      expect(comAhead('catch', 0.98)).toBeLessThan(-0.03);
      expect(comAhead('dominoes', 0.98)).toBeGreaterThan(0.02);
    },
    SLOW,
  );

  it(
    'stands on two legs of noise: body and load 2 % off, 20 ms early or late',
    () => {
      for (const name of ['catch', 'kick']) {
        const scenario = scenarioNamed(name);
        const load = loadOf(scenario);
        for (const [mass, delay] of [
          [0.98, 0.02],
          [1.02, -0.02],
        ] as const) {
          const other = load > 0 ? withLoad(scenario, load * (2 - mass)) : scenario;
          expect.soft(rollout(other, learned(name), mass, delay).ending.complaints, name).toEqual([]);
        }
      }
    },
    SLOW,
  );
});

describe('muscles at their limit', () => {
  it(
    'let somebody fall over, not burst: legs that carry are held by what they do to the whole body',
    () => {
      const stage = createStage(mujoco, body, scenarioNamed('kick'));
      const watch = stage.begin(undefined);
      let fastest = 0;
      while (stage.tick() && watch.look(stage.simulation, stage.wanted)) {
        for (const rate of stage.simulation.v.subarray(3)) fastest = Math.max(fastest, Math.abs(rate));
      }
      stage.delete();
      expect(watch.fall?.time).toBeGreaterThan(1.5);
      expect(fastest).toBeGreaterThan(5);
      expect(fastest).toBeLessThan(15); // 31 rad/s within one tick, where a row asked the foot at rest to accelerate
    },
    SLOW,
  );
});

describe('belief and truth', () => {
  it(
    'who expects a heavy ball and gets a light one falls backwards',
    () => {
      const light = withLoad(scenarioNamed('catch'), 0.3);
      expect(rollout(light, learned('catch')).fall?.direction).toBe('backward');
      expect(rollout(light, undefined).ending.standing).toBe(true);
    },
    SLOW,
  );

  it(
    'who expects a heavy box and meets a light one falls forwards',
    () => {
      const light = withLoad(scenarioNamed('dominoes'), 3);
      expect(rollout(light, learned('dominoes')).fall?.direction).toBe('forward');
    },
    SLOW,
  );
});

describe('CMRTs from CMRTs', () => {
  it(
    'between two speeds are nearly as good as learned ones',
    () => {
      const scenario = scenarioNamed('bend-fast');
      const member = (task: number) => solvedFor(body, withTask(scenario, task))!;
      const [fast, held, slow] = [member(0.6), member(0.8), member(1.0)];
      const family = [fast, slow].map(({ task, cmrt, rms }) => ({ parameter: task, cmrt, rms }));
      const { cmrt } = interpolateFamily(family, 0.8);
      const tried = rollout(withTask(scenario, 0.8), cmrt);
      expect(tried.ending.complaints).toEqual([]);
      expect(tried.rms).toBeLessThanOrEqual(INTERPOLATION_SLACK * held.rms);
    },
    SLOW,
  );

  it('start later the slower the motion is, and ask for less ([Rabbani14] fig. 5)', () => {
    const members = [0.6, 0.8, 1.0, 1.2].map(
      (task) => solvedFor(body, withTask(scenarioNamed('bend-fast'), task))!.cmrt,
    );
    const first = members.map(({ knots }) => knots[0]!);
    expect([...first].sort((a, b) => a - b)).toEqual(first);
    const peaks = members.map(({ forward }) => Math.max(...forward.map(Math.abs)));
    for (const slower of peaks.slice(1)) expect(slower).toBeLessThan(0.6 * peaks[0]!);
  });

  it(
    'add up: four changes of pose one after the other',
    () => {
      const chain = scenarioNamed('chain');
      expect(rollout(chain, undefined).fall).toBeDefined();
      const { fall, ending } = rollout(chain, anticipateParts(body, chain));
      expect(fall).toBeUndefined();
      expect(ending.complaints).toEqual([]);
    },
    SLOW,
  );
});
