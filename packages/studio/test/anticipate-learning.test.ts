/** Anticipate learns and replays: searches on a pool of made-up workers. */
import { ANTICIPATION_PERSON, type Cmrt, flatCmrt, type Recording, scenarioNamed } from 'poise/anticipation';
import { createMannequin } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import type { AnticipateWorker } from '../src/modes/anticipate/api.ts';
import { type Learned, learn } from '../src/modes/anticipate/learn.ts';
import { createLatest, createReplays, wishKey } from '../src/modes/anticipate/replays.ts';
import { createEnginePool, type EnginePool } from '../src/modes/shared/engine-pool.ts';
import { Cancelled, type Lane } from '../src/worker/lane.ts';
import { CURVE, fakeRollout } from './support/anticipate.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);

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
