/** `npm run soak`: batches of many thousand clips, killed, starved and compared. Writes its result as JSON and prints it as the table of
 *  docs/batch.md. The clips are performed anew; nothing is measured but Poise. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findRedis } from '../redis.js';
import { faultsOf, hashOf, manifestOf } from './check-run.ts';
import { fillDisk } from './full-disk.ts';
import { killLocalRun, killWorkers } from './kill-loops.ts';
import { mergeMany } from './many-rows.ts';
import { performClips } from './perform-clips.ts';
import { type Ended, runPoise, startRedis } from './processes.ts';

const { values } = parseArgs({
  options: {
    clips: { type: 'string', default: '10000' },
    mended: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    out: { type: 'string', default: 'out/soak' },
  },
});
const out = resolve(values.out);
const [clips, mended, kills, manyRows, seed] = [
  values.clips,
  values.mended,
  values.kills,
  values.rows,
  values.seed,
].map(Number) as [number, number, number, number, number];

const inputs = join(out, 'clips');
const few = join(out, 'clips/000');
const results: Record<string, unknown> = { clips, mended, cores: cpus().length, node: process.version };

function told(name: string, value: unknown): void {
  results[name] = value;
  console.log(`${name}: ${JSON.stringify(value)}`);
  writeFileSync(join(out, 'soak.json'), `${JSON.stringify(results, undefined, 2)}\n`);
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** A run in a folder of its own, complete and checked. */
async function fresh(name: string, argv: readonly string[], folder: string): Promise<{ run: string; end: Ended }> {
  const run = join(out, name);
  rmSync(run, { recursive: true, force: true });
  const end = await runPoise('batch', ...argv, '-o', run);
  if (end.code !== 0) throw new Error(`${name}: exit code ${end.code}: ${end.stderr}`);
  const faults = faultsOf(run, filesOf(folder));
  if (faults.length > 0) throw new Error(`${name}: ${faults.join('; ')}`);
  return { run, end };
}

const rate = (count: number, { seconds, peak }: Ended) => ({
  seconds: Math.round(seconds),
  perSecond: Number((count / seconds).toFixed(1)),
  peakMB: Math.round(peak),
});

/** The same work by one and by four threads. */
async function compare(command: string, folder: string): Promise<void> {
  const count = filesOf(folder).length;
  const one = await fresh(`${command}-1`, [command, folder, '--workers', '1'], folder);
  const four = await fresh(`${command}-4`, [command, folder, '--workers', '4'], folder);
  const same = manifestOf(one.run) === manifestOf(four.run);
  told(command, {
    count,
    same,
    sha256: hashOf(manifestOf(one.run)).slice(0, 16),
    one: rate(count, one.end),
    four: rate(count, four.end),
  });
  if (!same) throw new Error(`${command}: manifests of one and four workers differ`);
}

async function killed(): Promise<void> {
  const plan = { seed, wait: [1, 4] as const, kills };
  const calm = await fresh('calm', ['mend', few], few);
  const local = join(out, 'killed-local');
  rmSync(local, { recursive: true, force: true });
  const localKills = await killLocalRun(['mend', few, '-o', local, '--workers', '2'], plan);
  told('killed locally', {
    kills: localKills,
    faults: faultsOf(local, filesOf(few)),
    same: manifestOf(local) === manifestOf(calm.run),
  });
  const server = findRedis();
  if (!server) return told('killed with Redis', 'skipped: no redis-server (Debian: apt-get install redis-server)');
  const run = join(out, 'killed-many');
  rmSync(run, { recursive: true, force: true });
  const memory = join(out, 'redis');
  rmSync(memory, { recursive: true, force: true });
  mkdirSync(memory, { recursive: true });
  const redis = await startRedis(server, memory);
  try {
    await runPoise('batch', 'submit', 'mend', few, '-o', run, '--redis', redis.url);
    const found = await killWorkers(run, redis, 2, plan);
    told('killed with Redis', {
      ...found,
      faults: faultsOf(run, filesOf(few)),
      same: manifestOf(run) === manifestOf(calm.run),
    });
  } finally {
    await redis.kill();
  }
}

mkdirSync(out, { recursive: true });
if (!existsSync(inputs) || filesOf(inputs).length !== clips) {
  rmSync(inputs, { recursive: true, force: true });
  told('performances', await performClips(inputs, clips, seed));
}
const some = join(out, 'clips-to-mend');
if (!existsSync(some) || filesOf(some).length !== mended) {
  rmSync(some, { recursive: true, force: true });
  await performClips(some, mended, seed + 1);
}
await killed();
told('full disk', await fillDisk(out, few));
told('rows in memory', await mergeMany(out, manyRows));
await compare('mend', some);
await compare('lint', inputs);
