/** Writing with a file system that fails at every call: what was there stays, what is new is whole, nothing else is left. */
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileError } from '../../src/cli/exit-codes.ts';
import { streamLibrary } from '../../src/cli/library/stream-library.ts';
import { temporaryBeside } from '../../src/cli/writing/staged-file.ts';
import { writeTogether, writeWhole } from '../../src/cli/writing/write-files.ts';
import { failAt, plan } from '../support/failing-files.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const { failingFiles } = await import('../support/failing-files.ts');
  return failingFiles(importOriginal);
});

/** What the next temporary name is made of, where a test knows it beforehand. */
const guess = vi.hoisted(() => ({ bytes: undefined as Buffer | undefined }));
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  return { ...real, randomBytes: (size: number) => guess.bytes ?? real.randomBytes(size) };
});

let folder = '';
const at = (name: string): string => join(folder, name);
const content = (name: string): string => readFileSync(at(name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'poise-writing-'));
  failAt(() => false);
});
afterEach(() => {
  failAt(() => false);
  rmSync(folder, { recursive: true, force: true });
});

const OLD = 'the old content';
const NEW = 'the new content, which is longer';

/** How many calls `work` makes when nothing fails. */
async function callsOf(work: () => Promise<void>): Promise<number> {
  failAt(() => false);
  await work();
  return plan.count;
}

describe('a write that fails at any call', () => {
  const cases = [
    { what: 'one new file', before: [], files: ['a'] },
    { what: 'one file that is replaced', before: ['a'], files: ['a'] },
    { what: 'a new pair', before: [], files: ['a.asf', 'a.amc'] },
    { what: 'a pair that is replaced', before: ['a.asf', 'a.amc'], files: ['a.asf', 'a.amc'] },
    { what: 'a pair of which one half was there', before: ['a.asf'], files: ['a.asf', 'a.amc'] },
    { what: 'three files', before: ['x', 'y', 'z'], files: ['x', 'y', 'z'] },
  ];
  it.each(cases)('$what: all or nothing, no litter', async ({ before, files }) => {
    const write = (): Promise<void> => writeTogether(files.map((name) => ({ file: at(name), data: NEW })));
    const reset = (): void => {
      for (const name of readdirSync(folder)) rmSync(at(name));
      for (const name of before) writeFileSync(at(name), OLD);
    };
    reset();
    const calls = await callsOf(write);
    expect(calls).toBeGreaterThanOrEqual(5 * files.length);
    let refused = 0;
    for (let k = 0; k < calls; k++) {
      reset();
      failAt((call) => call === k);
      const failure = await write().then(
        () => undefined,
        (error: unknown) => error,
      );
      const log = plan.log.join(' ');
      failAt(() => false);
      if (failure !== undefined) {
        refused++;
        expect(failure, log).toBeInstanceOf(FileError);
        expect((failure as Error).message, log).toContain('the disk failed');
        expect(readdirSync(folder).sort(), log).toEqual([...before].sort());
        for (const name of before) expect(content(name), log).toBe(OLD);
      } else {
        // a folder that cannot be flushed, a second name that cannot be had: the files are there all the same
        expect(readdirSync(folder).sort(), log).toEqual([...files].sort());
        for (const name of files) expect(content(name), log).toBe(NEW);
      }
    }
    expect(refused).toBeGreaterThanOrEqual(5 * files.length); // open, write, flush, close, rename
  });

  it('keeps what was there, under a name that is told, where not even that can be put back', async () => {
    const write = (): Promise<void> => writeTogether(['a', 'b'].map((name) => ({ file: at(name), data: NEW })));
    for (const name of ['a', 'b']) writeFileSync(at(name), OLD);
    const calls = await callsOf(write);
    for (let k = 0; k < calls; k++) {
      for (const name of readdirSync(folder)) rmSync(at(name));
      for (const name of ['a', 'b']) writeFileSync(at(name), OLD);
      failAt((call) => call >= k); // from now on nothing works
      const failure = await write().catch((error: Error) => error);
      const log = plan.log.join(' ');
      if (failure === undefined) continue;
      expect(content('b'), log).toBe(OLD);
      if (content('a') === OLD) continue;
      const [, kept] = /is now (\S+):/.exec((failure as Error).message) ?? [];
      expect(readFileSync(kept!, 'utf8'), log).toBe(OLD);
    }
  });

  it('a library that grows response by response: whole or absent', async () => {
    const write = async (): Promise<void> => {
      const stream = await streamLibrary(at('lib.json'), 'test', 'nobody');
      try {
        await stream.close();
      } finally {
        await stream.discard();
      }
    };
    const calls = await callsOf(write);
    const whole = content('lib.json');
    for (let k = 0; k < calls; k++) {
      rmSync(at('lib.json'), { force: true });
      failAt((call) => call === k);
      const failed = await write().then(
        () => false,
        () => true,
      );
      failAt(() => false);
      expect(readdirSync(folder), plan.log.join(' ')).toEqual(failed ? [] : ['lib.json']);
      if (!failed) expect(content('lib.json')).toBe(whole);
    }
  });
});

describe('a written file', () => {
  it('flushes the bytes before the name, and the folder after it', async () => {
    failAt(() => false);
    await writeWhole(at('a'), NEW);
    expect(plan.log).toEqual(['open', 'writeFile', 'sync', 'close', 'rename', 'open', 'sync', 'close']);
  });

  it('keeps its mode, and a new one has that of new files', async () => {
    for (const mode of [0o640, 0o600, 0o755]) {
      writeFileSync(at('a'), OLD);
      chmodSync(at('a'), mode);
      await writeWhole(at('a'), NEW);
      expect(statSync(at('a')).mode & 0o777).toBe(mode);
    }
    await writeWhole(at('b'), NEW);
    expect(statSync(at('b')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('may have the longest name there is', async () => {
    const name = `${'n'.repeat(251)}.bvh`;
    await writeWhole(at(name), NEW);
    expect(readdirSync(folder)).toEqual([name]);
    await expect(writeWhole(at(`n${name}`), NEW)).rejects.toThrow('the name is too long');
  });

  it('is the one behind a link, also where that is not there yet', async () => {
    symlinkSync('target', at('link'));
    await writeWhole(at('link'), NEW);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect(content('target')).toBe(NEW);
    symlinkSync('round', at('round'));
    await expect(writeWhole(at('round'), NEW)).rejects.toThrow(FileError);
  });

  it('does not go through a link that lies where the temporary file is to be', async () => {
    writeFileSync(at('victim'), OLD);
    guess.bytes = Buffer.alloc(12, 7);
    symlinkSync('victim', at(`.poise-${guess.bytes.toString('base64url')}.tmp`));
    try {
      await expect(writeWhole(at('a'), NEW)).rejects.toThrow(FileError);
    } finally {
      guess.bytes = undefined;
    }
    expect(content('victim')).toBe(OLD);
    expect(readdirSync(folder)).not.toContain('a');
  });

  it('has another temporary name each time', () => {
    const names = new Set(Array.from({ length: 1000 }, () => temporaryBeside(at('a'))));
    expect(names.size).toBe(1000);
  });
});
