/** Signals and a full standard output, in processes of their own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../support/write-for-ever.ts', import.meta.url));
const between = fileURLToPath(new URL('../support/signal-between.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const bin = fileURLToPath(new URL('../../bin/poise.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'poise-signals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a signal while a pair of files is written', () => {
  const cases = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).flatMap((signal) =>
    [0, 7, 19].map((wait) => ({ signal, wait })),
  );
  it.each(cases)(
    '$signal after $wait ms ends the process, leaves the pair whole and no litter',
    async ({ signal, wait }) => {
      const place = mkdtempSync(join(folder, 'pair-'));
      const child = spawn(process.execPath, ['--import', loader, script, place], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, wait));
      child.kill(signal);
      const [code, by] = await once(child, 'exit');
      expect([code, by]).toEqual([null, signal]);
      expect(readdirSync(place).sort()).toEqual(['pair.amc', 'pair.asf']);
      const [amc, asf] = ['pair.amc', 'pair.asf'].map((name) => readFileSync(join(place, name), 'utf8'));
      expect(amc).toBe(asf);
      expect(new Set(amc!.trimEnd().split('\n')).size).toBe(1);
      expect(amc!.trimEnd().split('\n')).toHaveLength(50_000);
    },
  );
});

describe('a signal between the two of a pair', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s waits for the second, then ends the process', (signal) => {
    const place = mkdtempSync(join(folder, 'between-'));
    for (const name of ['pair.asf', 'pair.amc']) writeFileSync(join(place, name), 'old');
    const ended = spawnSync(process.execPath, ['--import', loader, between, place, signal]);
    expect([ended.status, ended.signal]).toEqual([null, signal]);
    expect(readdirSync(place).sort()).toEqual(['pair.amc', 'pair.asf']);
    expect(['pair.asf', 'pair.amc'].map((name) => readFileSync(join(place, name), 'utf8'))).toEqual(['new', 'new']);
  });
});

describe.skipIf(!built || !existsSync('/dev/full'))('the standard output (needs `npm run build` and /dev/full)', () => {
  it('that is full is an error of its own', () => {
    const full = spawnSync('bash', ['-c', `"${process.execPath}" "${bin}" methods > /dev/full`], { encoding: 'utf8' });
    expect(full.stderr).toBe('poise: standard output: no space left on the disk\n');
    expect(full.status).toBe(3);
  });

  it('that is full after a part of the text is an error, too', () => {
    const file = join(folder, 'short.txt');
    // the shell's limit on the size of files stands for a disk with 1 kB left (its signal is ignored by Node)
    const line = `ulimit -f 1; "${process.execPath}" "${bin}" anticipate --list --json > "${file}"`;
    const short = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect(readFileSync(file).length).toBe(1024);
    expect(short.stderr).toBe('poise: standard output: larger than the file system allows\n');
    expect(short.status).toBe(3);
  });

  it('that is closed early is none', () => {
    const line = `"${process.execPath}" "${bin}" anticipate --list --json | true; echo "\${PIPESTATUS[0]}"`;
    const early = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect(early.stderr).toBe('');
    expect(early.stdout).toBe('0\n');
  });
});
