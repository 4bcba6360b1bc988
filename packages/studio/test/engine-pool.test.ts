/** Workers with one engine each, played by promises: who works when, and what happens to those who wait. */
import { describe, expect, it } from 'vitest';
import { createEnginePool, poolSize } from '../src/modes/shared/engine-pool.ts';
import { Cancelled, type Lane } from '../src/worker/lane.ts';

/** A worker that is told when it is done. */
function fakeLanes() {
  const log: string[] = [];
  const finish: (() => void)[] = [];
  let made = 0;
  const lane = (): Lane<string> => {
    const name = `worker ${++made}`;
    const running = new Set<(error: Error) => void>();
    return {
      run: (task) =>
        new Promise((resolve, reject) => {
          running.add(reject);
          finish.push(() => task(name as never).then(resolve, reject));
        }),
      end: () => {
        for (const reject of running) reject(new Cancelled());
        log.push(`${name} ended`);
      },
      busy: () => running.size > 0,
    };
  };
  return { lane, finish, log };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('a pool of engines', () => {
  it('leaves one core to the page, and takes no more than four', () => {
    expect([undefined, 0, 1, 2, 4, 5, 16, Number.NaN].map(poolSize)).toEqual([1, 1, 1, 1, 3, 4, 4, 1]);
  });

  it('runs as many at once as there are workers, the rest in order, urgent ones first', async () => {
    const { lane, finish } = fakeLanes();
    const pool = createEnginePool(2, lane);
    const order: string[] = [];
    const task = (name: string, urgent = false) => pool.run(async () => order.push(name), urgent);
    const all = [task('a'), task('b'), task('c'), task('d'), task('replay', true)];
    expect(finish.length).toBe(2);
    for (let i = 0; i < all.length; i++) {
      finish[i]?.();
      await settle();
      expect(finish.length).toBe(Math.min(all.length, i + 3));
    }
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'replay', 'c', 'd']);
  });

  it('answers the same with one worker as with three', async () => {
    const answers = async (size: number): Promise<readonly number[]> => {
      const { lane, finish } = fakeLanes();
      const pool = createEnginePool(size, lane);
      const all = Promise.all([3, 1, 4, 1, 5].map((n) => pool.run(async () => n * n)));
      for (let done = 0; done < 5; done++) {
        finish[done]?.();
        await settle();
      }
      return await all;
    };
    expect(await answers(1)).toEqual([9, 1, 16, 1, 25]);
    expect(await answers(3)).toEqual(await answers(1));
  });

  it('drops what waits and lets finish what runs; a failure frees its worker', async () => {
    const { lane, finish } = fakeLanes();
    const pool = createEnginePool(1, lane);
    const first = pool.run(async () => {
      throw new Error('diverged');
    });
    const second = pool.run(async () => 2);
    pool.dropWaiting();
    await expect(second).rejects.toBeInstanceOf(Cancelled);
    finish[0]?.();
    await expect(first).rejects.toThrow('diverged');
    const third = pool.run(async () => 3);
    await settle();
    finish[1]?.();
    expect(await third).toBe(3);
  });

  it('ends all of them, and rejects what ran and waited', async () => {
    const { lane, log } = fakeLanes();
    const pool = createEnginePool(2, lane);
    const all = [1, 2, 3].map((n) => pool.run(async () => n));
    pool.end();
    for (const one of all) await expect(one).rejects.toBeInstanceOf(Cancelled);
    expect(log).toEqual(['worker 1 ended', 'worker 2 ended']);
  });
});
