/** The simulated one of React without a page and without an engine: frames on their way, how somebody is doing, going back. */
import { describe, expect, it } from 'vitest';
import type { FrameBatch } from '../src/modes/react/api.ts';
import { createStatusWatch, type Measured } from '../src/modes/react/simulated/status.ts';
import { cutRun, type Run, turnAt } from '../src/modes/react/types.ts';
import { towards } from '../src/modes/shared/heading.ts';
import { createStream } from '../src/modes/shared/stream.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('frames on their way', () => {
  const source = (last: number) => {
    let made = 0;
    const asked: number[] = [];
    const ask = async (count: number): Promise<FrameBatch> => {
      asked.push(count);
      const frames = Math.min(count, last - made);
      const q = Float64Array.from({ length: 2 * frames }, (_, i) => made + 1 + Math.floor(i / 2));
      const first = made + 1;
      made += frames;
      return { first, q, turns: [], over: made >= last };
    };
    return { ask, asked };
  };

  it('come in order, a few ahead, and end', async () => {
    const { ask, asked } = source(10);
    const stream = createStream(
      ask,
      () => undefined,
      () => undefined,
    );
    const q = new Float64Array(2);
    const seen: number[] = [];
    expect(stream.step(q)).toBe('wait');
    for (let i = 0; i < 20; i++) {
      await settle();
      const answer = stream.step(q);
      if (answer === 'over') break;
      if (answer === 'more') seen.push(q[0]!);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(stream.step(q)).toBe('over');
    expect(asked.length).toBe(4);
  });

  it('never run far ahead of the picture', async () => {
    const { ask, asked } = source(1000);
    const stream = createStream(
      ask,
      () => undefined,
      () => undefined,
    );
    stream.step(new Float64Array(2));
    for (let i = 0; i < 10; i++) await settle();
    expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8);
  });

  it('tell a failure once, and nothing after they are closed', async () => {
    const failures: string[] = [];
    const failing = createStream(
      async () => {
        throw new Error('gone');
      },
      () => undefined,
      ({ message }) => failures.push(message),
    );
    const q = new Float64Array(2);
    failing.step(q);
    await settle();
    expect(failing.step(q)).toBe('over');
    await settle();
    expect(failures).toEqual(['gone']);
    let batches = 0;
    const { ask } = source(10);
    const closed = createStream(
      ask,
      () => batches++,
      () => undefined,
    );
    closed.step(q);
    closed.close();
    await settle();
    expect(batches).toBe(0);
  });
});

describe('how somebody is doing', () => {
  const calm: Measured = {
    com: Float64Array.of(0, 1, 0),
    comVelocity: new Float64Array(3),
    footContact: Uint8Array.of(1, 1),
    touchesGround: false,
    fault: undefined,
  };
  const over = (change: Partial<Measured>, seconds: number, watch = createStatusWatch()) => {
    let now = watch.look({ ...calm, ...change }, 1, 0, 0.01);
    for (let t = 0.01; t < seconds; t += 0.01) now = watch.look({ ...calm, ...change }, 1, 0, 0.01);
    return now;
  };

  it('tells standing, swaying, one foot, the air, a fall and a fault apart', () => {
    expect(over({}, 1).status).toBe('ready');
    expect(over({ comVelocity: Float64Array.of(0, 0, 0.4) }, 0.2).status).toBe('recovering');
    expect(over({ footContact: Uint8Array.of(1, 0) }, 0.3).status).toBe('one-foot');
    expect(over({ footContact: Uint8Array.of(0, 0) }, 0.05).status).toBe('recovering');
    expect(over({ footContact: Uint8Array.of(0, 0) }, 0.3).status).toBe('air');
    expect(over({ touchesGround: true }, 0.01)).toEqual({ status: 'fallen', words: expect.stringMatching(/ground/) });
    expect(over({ com: Float64Array.of(0, 0.5, 0) }, 0.01).words).toBe('sank down');
    expect(over({ com: Float64Array.of(0, 0.9, 0.5) }, 1).status).toBe('ready');
    expect(over({ fault: { time: 1, reason: 'speeds make no sense' } }, 0.01)).toEqual({
      status: 'fault',
      words: 'speeds make no sense',
    });
  });

  it('does not call somebody who moves as asked unsteady, nor somebody fallen up again', () => {
    const watch = createStatusWatch();
    for (let i = 0; i < 60; i++) watch.look({ ...calm, comVelocity: Float64Array.of(0, -0.5, 0) }, 1, 0.5, 0.01);
    expect(watch.look(calm, 1, 0.5, 0.01).status).toBe('ready');
    expect(over({ com: Float64Array.of(0, 0.3, 0) }, 0.01, watch).status).toBe('fallen');
    expect(over({}, 2, watch).status).toBe('fallen');
    const copy = createStatusWatch();
    copy.restore(watch.save());
    expect(over({}, 1, copy).status).toBe('fallen');
  });
});

describe('a recording that goes on from an earlier frame', () => {
  const hit = (time: number, impulse: number) => ({ time, impulse, from: 'from behind', answer: undefined });
  const run: Run = {
    id: 'react:1',
    frameTime: 1 / 60,
    engine: 'simulated',
    clip: undefined,
    replay: [
      [20, 0, 0, 5, 1],
      [58, 0, 0, 40, 1],
    ],
    hits: [hit(20 / 60, 5), hit(59 / 60, 40)],
    turns: [
      { time: 0, status: 'ready', reason: '' },
      { time: 1, status: 'recovering', reason: '' },
      { time: 1.5, status: 'fallen', reason: 'sank down' },
    ],
    steps: [{ time: 1.2, foot: 'left', record: undefined }],
    balls: [],
    prints: [],
    over: true,
    carriedAt: undefined,
  };

  it('forgets what came after', () => {
    const cut = cutRun(run, 58 / 60);
    expect(cut.over).toBe(false);
    expect(cut.hits.map(({ impulse }) => impulse)).toEqual([5]);
    expect(cut.replay).toEqual([[20, 0, 0, 5, 1]]);
    expect(cut.steps).toEqual([]);
    expect(cut.turns.map(({ status }) => status)).toEqual(['ready']);
    expect(turnAt(run, 1.49)?.status).toBe('recovering');
    expect(turnAt(run, 1.5)?.status).toBe('fallen');
  });
});

describe('where somebody faces', () => {
  it('pushes are seen from the person', () => {
    const [x, y, z] = towards(0, 10, 90);
    expect([x, y]).toEqual([10, 0]);
    expect(z).toBeCloseTo(0, 9);
    // who faces +x has +z to the right
    expect(towards(Math.PI / 2, 10, 0)[0]).toBeCloseTo(10, 9);
  });
});
