/** Batches whose processes, Redis and disk fail, in processes of their own; `npm run soak` does the same at length. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, manifestOf } from '../../../../scripts/batch/check-run.ts';
import { killLocalRun, killWorkers } from '../../../../scripts/batch/kill-loops.ts';
import { type RedisServer, runPoise, startPoise, startRedis } from '../../../../scripts/batch/processes.ts';
import { findRedis } from '../../../../scripts/redis.js';
import { writeShortClips } from '../support/short-clips.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const bin = fileURLToPath(new URL('../../bin/poise.js', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'poise-killed-'));
const clips = join(place, 'clips');
const calm = join(place, 'calm');
let names: readonly string[] = [];

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.skipIf(!built)('a batch (needs `npm run build`)', () => {
  beforeAll(async () => {
    names = await writeShortClips(clips, 150);
    expect((await runPoise('batch', 'convert', clips, '-o', calm, '--format', 'glb')).code).toBe(0);
    expect(faultsOf(calm, names)).toEqual([]);
  });

  it('that is killed at random moments loses nothing, does nothing twice and leaves no half file', async () => {
    const run = join(place, 'local');
    const words = ['convert', clips, '-o', run, '--format', 'glb', '--workers', '2'];
    await killLocalRun(words, { seed: 3, wait: [0.4, 1.2], kills: 3 });
    expect(faultsOf(run, names)).toEqual([]);
    expect(manifestOf(run)).toBe(manifestOf(calm));
  });

  it('stops on SIGTERM when the clips at hand are done, and goes on from there', async () => {
    const run = join(place, 'stopped');
    const words = ['batch', 'convert', clips, '-o', run, '--format', 'glb', '--workers', '1', '--resume'];
    const { child, ended } = startPoise(...words);
    await expect.poll(() => existsSync(join(run, 'clips/a')), { timeout: 60_000 }).toBe(true);
    child.kill('SIGTERM');
    const { stderr } = await ended;
    expect(child.signalCode).toBe('SIGTERM');
    expect(stderr).toMatch(/\d+ of 150 files; --resume goes on/);
    expect(readdirSync(run, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
    expect((await runPoise(...words)).stdout).toMatch(/150 files: 150 done, \d+ kept from before/);
    expect(manifestOf(run)).toBe(manifestOf(calm));
  });

  it('that may write no more says so, and is completed by --resume', async () => {
    const run = join(place, 'full');
    const words = `"${process.execPath}" "${bin}" batch lint "${clips}" -o "${run}" --workers 1`;
    const full = spawnSync('bash', ['-c', `ulimit -f 16; ${words}`], { encoding: 'utf8' });
    expect(full.status).toBe(3);
    expect(full.stderr).toMatch(/journal.*: larger than the file system allows/);
    expect((await runPoise('batch', 'lint', clips, '-o', run, '--workers', '1', '--resume')).stdout).toMatch(
      /kept from before/,
    );
    expect(faultsOf(run, names)).toEqual([]);
  });
});

const server = findRedis();
describe.skipIf(!built || !server)('a batch on many machines (needs `npm run build` and redis-server)', () => {
  let redis: RedisServer;
  const run = join(place, 'many');
  beforeAll(async () => {
    const memory = join(place, 'redis');
    mkdirSync(memory);
    redis = await startRedis(server!, memory);
    await writeShortClips(clips, 150);
  });
  afterAll(() => redis.kill());

  const words = ['convert', clips, '-o', run, '--format', 'glb'];

  it('takes each shard once, however often it is submitted', async () => {
    const first = await runPoise('batch', 'submit', ...words, '--redis', redis.url);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/150 files in 2 shards, 2 to be done/);
    await runPoise('batch', 'submit', ...words, '--redis', redis.url);
    const { stdout } = await runPoise('batch', 'status', run, '--redis', redis.url, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ queue: { waiting: 2, active: 0, failed: 0 }, left: 150 });
  });

  it('survives the death of workers and of Redis: the same manifest, nothing lost, nothing twice', async () => {
    const killed = await killWorkers(run, redis, 2, { seed: 5, wait: [0.5, 1.5], kills: 4 });
    expect(killed.workers + killed.redis).toBeGreaterThan(0);
    expect(faultsOf(run, names)).toEqual([]);
    expect(manifestOf(run)).toBe(manifestOf(calm));
  });

  it('is cancelled, retried and completed', async () => {
    rmSync(join(run, 'rows'), { recursive: true });
    expect((await runPoise('batch', 'cancel', run, '--redis', redis.url)).code).toBe(0);
    expect((await runPoise('batch', 'work', run, '--redis', redis.url)).stderr).toContain('cancelled');
    expect((await runPoise('batch', 'retry', run, '--redis', redis.url)).stdout).toMatch(
      /0 shards again, 2 without rows/,
    );
    const { code, stderr } = await runPoise('batch', 'work', run, '--redis', redis.url);
    expect([code, stderr]).toEqual([0, '']);
    expect(manifestOf(run)).toBe(manifestOf(calm));
  });
});
