/** Learning in simulation: pools, threads, progress, cancel, resume; small budgets, nothing here is about how good it gets. */
import loadMujoco from '@mujoco/mujoco';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadPool } from '../../src/cli/anticipate/thread-pool.ts';
import { FormatError } from '../../src/errors.ts';
import { cmrtCurve, flatCmrt } from '../../src/methods/anticipation/cmrt.ts';
import { LOG_STEP } from '../../src/methods/anticipation/objective.ts';
import { type OptimiseProgress, startAnticipation } from '../../src/methods/anticipation/optimise.ts';
import { localPool, type OpenPool } from '../../src/methods/anticipation/pool.ts';
import { recordRollout } from '../../src/methods/anticipation/recording.ts';
import { readScenario } from '../../src/methods/anticipation/scenario-file.ts';
import { scenarioNamed, scenarios } from '../../src/methods/anticipation/scenarios/index.ts';
import { scaleMass } from '../../src/methods/anticipation/scene.ts';
import {
  ANTICIPATION_PERSON,
  anticipationKey,
  checkCmrtFits,
  parseCmrt,
  printCmrt,
} from '../../src/methods/anticipation/solved.ts';
import { createStage, type Stage } from '../../src/methods/anticipation/stage.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import type { MujocoModule } from '../../src/sim/engine.ts';

const SLOW = 60_000; // [ms] the machine may be busy; nothing here is a test of speed
const { body } = createMannequin(ANTICIPATION_PERSON);
/** Short, so that the tests are. */
const scenario = readScenario(
  {
    name: 'nod',
    duration: 1,
    preparation: 0.4,
    task: 0.2,
    threshold: 0.001,
    pose: 'stand',
    moves: [{ start: 0.4, duration: 0.2, to: { as: 'stand', waist: 25 } }],
  },
  'nod.json',
);
const options = { seed: 3, population: 4, maxEvaluations: 12 };
let mujoco: MujocoModule;
let stage: Stage;

beforeAll(async () => {
  mujoco = (await loadMujoco()) as unknown as MujocoModule;
  stage = createStage(mujoco, body, scenario);
}, SLOW);
afterAll(() => stage.delete());

describe('a rollout', () => {
  it('is the same every time, whatever ran before', () => {
    const first = stage.rollout(undefined);
    stage.rollout(cmrtCurve({ ...flatCmrt(1), forward: [0.05, 0.1, -0.05, 0] }));
    expect(stage.rollout(undefined)).toEqual(first);
    expect(first.ending.standing).toBe(true);
    expect(first.course.samples).toBe(Math.round(1 / LOG_STEP));
  });

  it('without a CMRT is one with a flat CMRT', () => {
    expect(stage.rollout(cmrtCurve(flatCmrt(1)))).toEqual(stage.rollout(undefined));
  });

  it('moves the centre of mass where it is asked to be', () => {
    const lean = cmrtCurve({ duration: 1, knots: [0.2, 0.35, 0.5, 0.75], forward: [-0.02, -0.04, -0.04, -0.02] });
    const { trace } = recordRollout(stage, lean, { after: 0 });
    const plain = recordRollout(stage, undefined, { after: 0 }).trace;
    const at = 2 * Math.round(0.4 / LOG_STEP) + 1;
    expect(trace.comReference[at] - trace.support[at]).toBeLessThan(-0.03);
    expect(trace.com[at]).toBeLessThan(plain.com[at] - 0.02);
  });

  it('is given up once it is certainly too dear, not before', () => {
    const whole = stage.rollout(undefined);
    expect(stage.rollout(undefined, { bound: whole.cost })).toEqual(whole);
    const early = stage.rollout(undefined, { bound: 0.5 * whole.paperCost });
    expect(early.aborted).toBe(true);
    expect(early.solved).toBe(false);
    expect(early.cost).toBeGreaterThan(0.5 * whole.paperCost);
    expect(early.cost).toBeLessThanOrEqual(whole.cost);
  });

  it('is recorded as it was judged, and goes on after the end', () => {
    const { clip, rollout, trace, props } = recordRollout(stage, undefined, { frameRate: 50, after: 0.2 });
    expect(rollout).toEqual(stage.rollout(undefined));
    expect(clip.frameCount).toBe(61);
    expect(clip.frameTime).toBeCloseTo(0.02, 12);
    expect(trace.length).toBe(240);
    expect(props).toEqual([]);
    expect(clip.q.every(Number.isFinite)).toBe(true);
  });

  it('ends at a fall', () => {
    const push = { time: 0.1, duration: 0.1, at: 'chest', impulse: [0, 0, 90] } as const;
    const pushed = createStage(mujoco, body, { ...scenario, pushes: [push] });
    const { fall, ending, course } = pushed.rollout(undefined);
    pushed.delete();
    expect(fall?.direction).toBe('forward');
    expect(ending.standing).toBe(false);
    expect(ending.complaints[0]).toMatch(/^falls forward at \d/);
    expect(course.valid).toBeLessThan(course.samples);
  });
});

describe('learning', () => {
  it(
    'gives the same on two threads as on none, and again',
    async () => {
      const setup = { body, scenario };
      const here = await startAnticipation(setup, localPool(mujoco), options).done;
      const again = await startAnticipation(setup, localPool(mujoco), options).done;
      const threads = await startAnticipation(setup, threadPool(2), options).done;
      expect(again).toEqual(here);
      expect(threads).toEqual(here);
      expect(here.evaluations).toBe(12);
      expect(here.reason).toBe('evaluations');
      const other = await startAnticipation(setup, localPool(mujoco), { ...options, seed: 4 }).done;
      expect(other.state.cmaes.mean).not.toEqual(here.state.cmaes.mean);
    },
    SLOW,
  );

  it(
    'tells why a scenario cannot be set up, from a thread as from here',
    async () => {
      const caught = scenarioNamed('catch');
      const setup = { body, scenario: { ...caught, ball: { ...caught.ball!, mass: -1 } } };
      expect(() => createStage(mujoco, body, setup.scenario)).toThrow('prop "ball": ');
      await expect(startAnticipation(setup, threadPool(2), options).done).rejects.toThrow('prop "ball": ');
    },
    SLOW,
  );

  it(
    'tells how far it is, shows the best, and goes on from where it was',
    async () => {
      const told: OptimiseProgress[] = [];
      const job = startAnticipation({ body, scenario }, localPool(mujoco), {
        ...options,
        recordBest: true,
        onProgress: (progress) => told.push(progress),
      });
      const whole = await job.done;
      expect(told.map(({ evaluations }) => evaluations)).toEqual([4, 8, 12]);
      expect(told[0]!.improved).toBe(true);
      expect(told[0]!.recording!.clip.frameCount).toBeGreaterThan(10);
      expect(told[0]!.candidates).toHaveLength(4);
      const resumed = await startAnticipation({ body, scenario }, localPool(mujoco), { resume: told[0]!.state }).done;
      expect(resumed.cmrt).toEqual(whole.cmrt);
      expect(resumed.evaluations).toBe(12);
    },
    SLOW,
  );

  it('has a new best when one stands at last, even where it costs more than one that does not', async () => {
    const outcome = stage.rollout(undefined);
    let asked = 0;
    const scripted: OpenPool = () => ({
      workers: 1,
      // one without anticipation, then a generation of four that fall short, then four that cost more and are good enough
      rollouts: async (requests) =>
        requests.map(() =>
          asked++ < 5 ? { ...outcome, cost: 1, solved: false } : { ...outcome, cost: 2, solved: true },
        ),
      record: async () => recordRollout(stage, undefined, { after: 0 }),
      close: async () => {},
    });
    const told: OptimiseProgress[] = [];
    const onProgress = (progress: OptimiseProgress) => told.push(progress);
    const job = startAnticipation({ body, scenario }, scripted, { ...options, recordBest: true, onProgress });
    expect((await job.done).reason).toBe('threshold');
    expect(told.map(({ bestCost, improved }) => [bestCost, improved])).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(told[1]!.recording).toBeDefined();
  });

  it(
    'can be cancelled, with the best so far',
    async () => {
      const job = startAnticipation({ body, scenario }, localPool(mujoco), {
        ...options,
        onProgress: () => job.cancel(),
      });
      const { reason, evaluations, rollout } = await job.done;
      expect([reason, evaluations]).toEqual(['cancelled', 4]);
      expect(rollout.cost).toBeGreaterThan(0);
    },
    SLOW,
  );

  it(
    'starts from a CMRT that is good enough with nothing left to do',
    async () => {
      const easy = { ...scenario, threshold: 0.2 };
      const { reason, evaluations } = await startAnticipation({ body, scenario: easy }, localPool(mujoco), {
        start: flatCmrt(1),
      }).done;
      expect([reason, evaluations]).toEqual(['threshold', 10]);
    },
    SLOW,
  );
});

describe('what a CMRT was learned for', () => {
  it('has a name that changes with scenario and person, not with titles', () => {
    const key = anticipationKey(body, scenario);
    expect(anticipationKey(body, { ...scenario, title: 'x', text: 'y' })).toBe(key);
    expect(anticipationKey(body, { ...scenario, task: 0.3 })).not.toBe(key);
    expect(anticipationKey(scaleMass(body, 1.02), scenario)).not.toBe(key);
  });

  it('is read from a file, or refused', () => {
    const cmrt = { duration: 3, knots: [0.5, 1, 1.5, 2], forward: [0, -0.1, 0, 0] };
    expect(parseCmrt(JSON.stringify(cmrt), 'lean.json')).toEqual(cmrt);
    expect(parseCmrt(printCmrt(cmrt), 'lean.json')).toEqual(cmrt);
    const refused: readonly (readonly [string, RegExp])[] = [
      ['{', /lean\.json:1:2: expected a CMRT as JSON, found the end/],
      ['[]', /lean\.json: the file: expected an object/],
      ['null', /lean\.json: the file: expected an object/],
      ['{"duration":3}', /lean\.json: \/knots: expected a list/],
      [JSON.stringify({ ...cmrt, knots: [1, 1, 1, 1] }), /lean\.json: \/knots: the knots of a CMRT ascend/],
      [JSON.stringify({ ...cmrt, forward: [0, 1e308, 0, 0] }), /lean\.json: \/forward\/1: expected a number from -10/],
      [JSON.stringify({ ...cmrt, version: 2 }), /lean\.json: \/version: expected 1, found 2/],
      ['{"__proto__":{"duration":3}}', /lean\.json: \/__proto__: unknown field/],
    ];
    for (const [text, message] of refused) {
      expect(() => parseCmrt(text, 'lean.json')).toThrow(FormatError);
      expect(() => parseCmrt(text, 'lean.json')).toThrow(message);
    }
  });

  it('fits what it was made for: as long, and in the plane or in space', () => {
    const cmrt = { duration: 1, knots: [0.2, 0.4, 0.6, 0.8], forward: [0, -0.1, 0, 0] };
    checkCmrtFits(cmrt, scenario);
    checkCmrtFits(cmrt, { ...scenario, planar: false });
    expect(() => checkCmrtFits({ ...cmrt, duration: 1.5 }, scenario)).toThrow(/1\.5 s does not fit .*"nod" of 1 s/);
    const sideways = { ...cmrt, left: [0, 0.1, 0, 0] };
    checkCmrtFits(sideways, { ...scenario, planar: false });
    expect(() => checkCmrtFits(sideways, scenario)).toThrow(/does not fit planar scenario "nod"/);
  });
});

describe('built-in scenarios', () => {
  it.each(scenarios.map((each) => [each.name, each] as const))(
    '%s can be set up, and the person stands in it at first',
    (_, each) => {
      const built = createStage(mujoco, body, each);
      const watch = built.begin(undefined);
      for (let tick = 0; tick < 4; tick++) {
        expect(built.tick()).toBe(true);
        expect(watch.look(built.simulation, built.wanted)).toBe(true);
      }
      expect(built.simulation.time).toBeCloseTo(4 * LOG_STEP, 12);
      built.delete();
    },
    SLOW,
  );
});
