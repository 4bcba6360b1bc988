/** Runs that are killed at random moments until they are complete. */
import { setTimeout as pause } from 'node:timers/promises';
import { createRng, uniform } from '../../packages/poise/src/math/random.ts';
import { type Ended, type RedisServer, type Running, startPoise } from './processes.ts';

export interface KillPlan {
  readonly seed: number;
  readonly wait: readonly [least: number, most: number]; // [s] between kills
  readonly kills: number; // then the run may end in peace
}

/** One process with a folder of its own: killed, resumed, killed … Returns how often it was killed. */
export async function killLocalRun(argv: readonly string[], { seed, wait, kills }: KillPlan): Promise<number> {
  const rng = createRng(seed);
  let killed = 0;
  for (;;) {
    const { child, ended } = startPoise('batch', ...argv, '--resume');
    const end = killed < kills ? await Promise.race([ended, pause(1000 * uniform(rng, ...wait))]) : await ended;
    if (end) {
      if (end.code !== 0) throw new Error(`poise batch: exit code ${end.code}: ${end.stderr}`);
      return killed;
    }
    child.kill('SIGKILL');
    await ended;
    killed++;
  }
}

/** Several workers on one queue; workers and Redis are killed at random and started again. Returns how often which was killed. */
export async function killWorkers(
  run: string,
  redis: RedisServer,
  workers: number,
  { seed, wait, kills }: KillPlan,
): Promise<{ readonly workers: number; readonly redis: number }> {
  const rng = createRng(seed);
  const start = (): Worker => watched(run, redis);
  const crew = Array.from({ length: workers }, start);
  const killed = { workers: 0, redis: 0 };
  while (!crew.some(({ end }) => end()?.code === 0)) {
    const calm = killed.workers + killed.redis >= kills;
    await pause(calm ? 200 : 1000 * uniform(rng, ...wait));
    for (const [i, { end }] of crew.entries()) if (hadNoRedis(end())) crew[i] = start();
    if (calm) continue;
    if (rng.next() < 0.3) {
      await redis.kill();
      await pause(200);
      await redis.restart();
      killed.redis++;
    } else {
      const victim = Math.floor(rng.next() * workers);
      crew[victim]!.running.child.kill('SIGKILL');
      await crew[victim]!.running.ended;
      if (crew.some(({ end }) => end()?.code === 0)) break;
      crew[victim] = start();
      killed.workers++;
    }
  }
  for (const { running } of crew) await running.ended;
  return killed;
}

interface Worker {
  readonly running: Running;
  readonly end: () => Ended | undefined;
}

function watched(run: string, redis: RedisServer): Worker {
  const running = startPoise('batch', 'work', run, '--redis', redis.url, '--workers', '1', '--stalled', '3');
  let end: Ended | undefined;
  void running.ended.then((ended) => {
    end = ended;
  });
  return { running, end: () => end };
}

/** A worker that is started while Redis is away says so and ends; any other end with an error is a failure. */
function hadNoRedis(end: Ended | undefined): boolean {
  if (end === undefined || end.code === 0 || end.code === null) return false;
  if (end.stderr.includes('no Redis answers')) return true;
  throw new Error(`poise batch work: exit code ${end.code}: ${end.stderr}`);
}
