/** Anticipate without a page and without an engine: settings, plans, the curve editor, searches on a fake pool, words. */
import {
  ANTICIPATION_PERSON,
  type BalanceReport,
  type Cmrt,
  cmrtCurve,
  createMannequin,
  createWorkspace,
  type ForceTrack,
  flatCmrt,
  forwardKinematics,
  loadOf,
  printScenario,
  type Recording,
  type Rollout,
  scenarioNamed,
  scenarios,
  solvedCmrts,
} from 'poise';
import { describe, expect, it } from 'vitest';
import type { AnticipateWorker } from '../src/modes/anticipate/api.ts';
import { boxReaction } from '../src/modes/anticipate/box-reaction.ts';
import { bestSoFar, costY, frameFor, tryX } from '../src/modes/anticipate/convergence-scale.ts';
import { copPoints, pathOf } from '../src/modes/anticipate/cop-chart.tsx';
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
import { heldWeight } from '../src/modes/anticipate/held-weight.ts';
import { type Learned, learn } from '../src/modes/anticipate/learn.ts';
import { fitted, planFor, scaledBy } from '../src/modes/anticipate/plan.ts';
import { createLatest, createReplays, wishKey } from '../src/modes/anticipate/replays.ts';
import { ANTICIPATE_SETTINGS, acceptsSettings, type SearchView } from '../src/modes/anticipate/types.ts';
import { mismatchWords, outcomeWords } from '../src/modes/anticipate/words.ts';
import { createEnginePool, type EnginePool } from '../src/modes/shared/engine-pool.ts';
import { Cancelled, type Lane } from '../src/worker/lane.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);
const CURVE: Cmrt = { duration: 3, knots: [0.6, 1, 1.4, 2.2], forward: [-0.02, -0.1, -0.03, 0.01] };
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

/** A rollout that is the better the closer the curve leans back to 8 cm at its second knot. */
function fakeRollout(cmrt: Cmrt | undefined, threshold: number): Rollout {
  const rms = Math.hypot(...(cmrt?.forward ?? [0, 0, 0, 0]).map((y, i) => y - [-0.02, -0.08, 0, 0][i]!));
  const fell = rms > 0.09;
  return {
    cost: rms * Math.sqrt(600) + (fell ? 6 : 0),
    rms,
    paperCost: rms,
    solved: !fell && rms < threshold,
    aborted: false,
    course: { samples: 600, valid: 600, squares: rms ** 2 * 600, duration: 3, posture: 0 },
    fall: fell ? { time: 1.6, reason: 'off the support', direction: 'forward' } : undefined,
    fault: undefined,
    caught: true,
    toppled: false,
    ending: { standing: !fell, complaints: [], slip: 0, tilt: 0, posture: 0, comSpeed: 0 },
  };
}

function fakePool(size = 2): EnginePool<AnticipateWorker> & { readonly recorded: () => number } {
  let recorded = 0;
  const worker: AnticipateWorker = {
    warm: async () => undefined,
    rollout: async (scenario, { anticipated }) => fakeRollout(anticipated as Cmrt, scenario.threshold),
    record: async (scenario, anticipated) => {
      recorded++;
      const rollout = fakeRollout(anticipated as Cmrt, scenario.threshold);
      return { recording: { rollout } as Recording, judgement: {} as never };
    },
  };
  const lane = (): Lane<AnticipateWorker> => ({
    run: (task) => task(worker as never),
    end: () => undefined,
    busy: () => false,
  });
  return { ...createEnginePool(size, lane), recorded: () => recorded };
}

describe('learning on a pool', () => {
  const scenario = { ...scenarioNamed('catch'), threshold: 0.01 };
  const options = { start: flatCmrt(scenario.duration), near: false, seed: 3, evaluations: 0 };
  const run = (pool: EnginePool<AnticipateWorker>, before?: Learned, stopAfter = Number.POSITIVE_INFINITY) => {
    const heard: Learned[] = [];
    const learning = learn(
      pool,
      { body, scenario },
      options,
      before,
      (now) => {
        heard.push(now);
        if (now.view.evaluations >= stopAfter) queueMicrotask(() => learning.stop());
      },
      () => heard.length,
    );
    return { heard, done: learning.done };
  };

  it('learns to lean back, tells how far it is, and the same on one worker as on three', async () => {
    const { heard, done } = run(fakePool(3));
    const { view, best } = await done;
    expect(view.status).toBe('done');
    expect(view.reason).toBe('threshold');
    expect(best!.forward[1]).toBeLessThan(-0.06);
    expect(view.samples.length).toBe(view.evaluations);
    expect(view.samples.some(({ fell }) => fell)).toBe(true);
    const counts = heard.map((now) => now.view.evaluations);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect((await run(fakePool(1)).done).best).toEqual(best);
  });

  it('stops at once with the best so far, and goes on to the same end as without a stop', async () => {
    const whole = await run(fakePool()).done;
    const half = await run(fakePool(), undefined, 60).done;
    expect(half.view.status).toBe('paused');
    expect(half.best).toBeDefined();
    expect(half.view.evaluations).toBeLessThan(whole.view.evaluations);
    const { view, best } = await run(fakePool(), half).done;
    expect(best).toEqual(whole.best);
    expect(view.evaluations).toBe(whole.view.evaluations);
    expect(view.samples).toEqual(whole.view.samples);
  });
});

describe('replays', () => {
  const scenario = scenarioNamed('catch');

  it('runs each wish once, and forgets one that failed', async () => {
    const pool = fakePool();
    const replays = createReplays(pool, body);
    const wish = { scenario, anticipated: CURVE };
    const [a, b] = await Promise.all([replays.show(wish), replays.show({ ...wish, anticipated: { ...CURVE } })]);
    expect(a).toBe(b);
    expect(a.judgement.body).toBe(body);
    expect(pool.recorded()).toBe(1);
    expect(wishKey(wish)).not.toBe(wishKey({ scenario, anticipated: undefined }));
    let calls = 0;
    const run = () => {
      calls++;
      return Promise.reject(new Cancelled());
    };
    const failing = createReplays({ run }, body);
    for (let i = 0; i < 2; i++) await expect(failing.show(wish)).rejects.toBeInstanceOf(Cancelled);
    expect(calls).toBe(2);
  });

  it('runs the newest of many wishes, one at a time', async () => {
    const done: number[] = [];
    const release: (() => void)[] = [];
    const wish = createLatest<number>(async (n) => {
      await new Promise<void>((resolve) => release.push(resolve));
      done.push(n);
    });
    for (const n of [1, 2, 3, 4]) wish(n);
    release[0]!();
    await new Promise((resolve) => setTimeout(resolve, 0));
    release[1]!();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(done).toEqual([1, 4]);
  });
});

describe('forces that the analysis cannot see', () => {
  const frames = 6;
  const pose = createMannequin(ANTICIPATION_PERSON).standing;
  const nq = pose.length;
  const q = Float64Array.from({ length: frames * nq }, (_, i) => pose[i % nq]!);
  const clip = { skeleton: body.skeleton, frameCount: frames, frameTime: 0.02, q } as Recording['clip'];
  const total = (tracks: readonly ForceTrack[], frame: number, k: number): number =>
    tracks.reduce((sum, { force }) => sum + force[3 * frame + k]!, 0);

  it('a ball at rest in the hands weighs what it weighs; one in free flight nothing', () => {
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, pose);
    const hand = body.roles.leftHand!;
    const held = new Float64Array(7 * frames);
    const free = new Float64Array(7 * frames);
    for (let frame = 0; frame < frames; frame++) {
      for (let k = 0; k < 3; k++) held[7 * frame + k] = free[7 * frame + k] = ws.segmentOrigin[3 * hand + k]!;
      free[7 * frame + 1]! -= (9.81 * (0.02 * frame) ** 2) / 2;
    }
    expect(total(heldWeight(body, clip, { mass: 7, poses: held }), 3, 1)).toBeCloseTo(-7 * 9.81, 6);
    expect(total(heldWeight(body, clip, { mass: 7, poses: free }), 3, 1)).toBeCloseTo(0, 6);
    const far = held.map((value) => value + 1);
    expect(total(heldWeight(body, clip, { mass: 7, poses: far }), 3, 1)).toBe(0);
  });

  it('a box pushes back where somebody leans on it', () => {
    const report = {
      grf: Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 1 ? 700 : 0)),
      zmp: Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 2 ? 0.15 : 0)), // the motion alone: ahead
    } as BalanceReport;
    const trace = {
      step: 0.005,
      length: 40,
      contact: new Uint8Array(40).fill(1),
      cop: Float64Array.from({ length: 80 }, (_, i) => (i % 2 === 1 ? 0.05 : 0)),
    } as Recording['trace'];
    const rollout = { fall: undefined } as Rollout;
    const tracks = boxReaction(body, { clip, trace, rollout, props: [] }, report);
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, pose);
    const height = ws.segmentOrigin[3 * body.roles.leftHand! + 1]!;
    expect(total(tracks, 2, 2)).toBeCloseTo((700 * (0.05 - 0.15)) / height, 6);
    const fallen = { fall: { time: 0.03, reason: 'sank', direction: 'forward' } } as Rollout;
    expect(total(boxReaction(body, { clip, trace, rollout: fallen, props: [] }, report), 4, 2)).toBe(0);
  });
});

describe('words and curves of what happened', () => {
  it('says what was expected and what came', () => {
    expect(mismatchWords(7, 0.3, 'kg')).toBe('expected 7 kg, got 0.3 kg');
    expect(mismatchWords(7, 7, 'kg')).toBeUndefined();
    expect(outcomeWords(fakeRollout(undefined, 0.01))).toBe('stands');
    expect(outcomeWords(fakeRollout({ ...CURVE, forward: [0.1, 0.1, 0.1, 0.1] }, 0.01))).toBe(
      'falls forward at 1.60 s',
    );
  });

  it('draws the pressure up to the fall, and not where nothing touches', () => {
    const trace = {
      step: 0.1,
      length: 20,
      cop: Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 1 ? 0.05 : 0)),
      support: new Float64Array(40),
      contact: Uint8Array.from({ length: 20 }, (_, row) => (row === 6 ? 0 : 1)),
    } as Recording['trace'];
    const rollout = { fall: { time: 1.45, reason: 'sank', direction: 'forward' } } as Rollout;
    const points = copPoints({ trace, rollout });
    expect(points.length).toBeGreaterThan(2);
    expect(points.every(({ time }) => time <= 1.45)).toBe(true);
    expect(points.filter(({ ahead }) => Number.isNaN(ahead)).map(({ time }) => time)).toEqual([0.7000000000000001]);
    const path = pathOf({ width: 292, height: 100, duration: 3, most: 0.2 }, points);
    expect(path.match(/M/g)?.length).toBe(2);
  });
});
