/** Batches on one machine: rows, resuming, settings. Killed processes are in batch-killed.test.ts. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, manifestOf } from '../../../../scripts/batch/check-run.ts';
import { runPoise } from '../../../../scripts/batch/processes.ts';
import type { BatchRow } from '../../src/cli/batch/row.ts';
import { batchPage } from '../../src/report/batch/page.ts';
import { BatchSummary, FIGURE_SCALES } from '../../src/report/batch/summary.ts';
import { writeShortClips } from '../support/short-clips.ts';
import { poise } from './support.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const place = mkdtempSync(join(tmpdir(), 'poise-batch-'));
const clips = join(place, 'clips');
const at = (name: string): string => join(place, name);
let names: readonly string[] = [];

const rowsOf = (run: string): readonly BatchRow[] =>
  manifestOf(run)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchRow);
const rowOf = (run: string, file: string): BatchRow => rowsOf(run).find((row) => row.file === file)!;

beforeAll(async () => {
  names = await writeShortClips(clips, 6);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.skipIf(!built)('a batch (needs `npm run build`)', () => {
  it('gives the same manifest whatever the number of workers and shards', async () => {
    expect((await runPoise('batch', 'lint', clips, '-o', at('one'), '--workers', '1')).code).toBe(0);
    expect((await runPoise('batch', 'lint', clips, '-o', at('two'), '--workers', '2')).code).toBe(0);
    for (const part of ['2/2', '1/2']) {
      expect((await runPoise('batch', 'lint', clips, '-o', at('parts'), '--shards', part, '--workers', '1')).code).toBe(
        0,
      );
    }
    expect(faultsOf(at('one'), names)).toEqual([]);
    expect(manifestOf(at('two'))).toBe(manifestOf(at('one')));
    expect(manifestOf(at('parts'))).toBe(manifestOf(at('one')));
  });

  it('tells of every clip what a data set card needs, and nothing of this machine', () => {
    const [row] = rowsOf(at('one'));
    const [card] = row!.clips;
    expect(card).toMatchObject({ frames: 12, errors: expect.any(Number), verdict: expect.any(String) });
    expect(Object.keys(card!.figures)).toContain('zmpOutsideFraction');
    expect(card!.contacts.left.every(([first, last]) => first <= last)).toBe(true);
    expect(card!.thumbnail.points.length).toBeGreaterThan(20);
    expect(manifestOf(at('one'))).not.toContain(place);
  });

  it('writes clips below its folder, and a row for each with what was done', async () => {
    expect((await runPoise('batch', 'plant', clips, '-o', at('planted'), '--set', 'keep-ground')).code).toBe(0);
    expect(faultsOf(at('planted'), names)).toEqual([]);
    const row = rowOf(at('planted'), names[0]!);
    expect(row).toMatchObject({ status: 'done', achieved: expect.any(Boolean) });
    expect(row.change).toHaveProperty('contacts');
    expect(row.before!.frames).toBe(12);
  });

  it('maps how hard each character can be pushed, in a GLB each', async () => {
    const one = join(clips, names[0]!);
    const refused = await poise('batch', 'map', one, '-o', at('maps'), '--format', 'bvh', '--set', 'directions=1');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a batch of map writes glb')]);
    const words = ['batch', 'map', one, '-o', at('maps'), '--set', 'directions=1', '--set', 'moments=1'];
    expect((await runPoise(...words)).code).toBe(0);
    const [row] = rowsOf(at('maps'));
    expect(row!.change).toMatchObject({ cells: 1, weakest: { direction: 0, steps: expect.any(Number) } });
    expect(row!.outputs).toEqual([expect.objectContaining({ file: expect.stringMatching(/\.glb$/) })]);
  });

  it('reads a job file and the manifest of another run', async () => {
    const job = at('job.json');
    const options = { 'out-unit': 'm', mirror: true };
    writeFileSync(job, JSON.stringify({ command: 'convert', list: at('one/manifest.jsonl'), format: 'glb', options }));
    expect((await runPoise('batch', job, '-o', at('converted'), '--workers', '1')).code).toBe(0);
    expect(readdirSync(at('converted/clips/a'))).toEqual(['clip-000.glb', 'clip-002.glb', 'clip-004.glb']);
  });
});

describe.skipIf(!built)('bad clips', () => {
  const mixed = at('mixed');
  beforeAll(async () => {
    await writeShortClips(mixed, 2);
    writeFileSync(join(mixed, 'broken.bvh'), 'HIERARCHY\nROOT Hips\n{\n OFFSET zero');
    writeFileSync(join(mixed, 'empty.bvh'), '');
    mkdirSync(join(mixed, 'folder.bvh'), { recursive: true });
  });

  it('cost themselves only, and say why', async () => {
    const { code } = await runPoise('batch', 'lint', mixed, join(mixed, 'gone.bvh'), '-o', at('bad'), '--workers', '2');
    expect(code).toBe(3);
    const said = Object.fromEntries(rowsOf(at('bad')).map(({ file, status, message }) => [file, [status, message]]));
    expect(said).toEqual({
      'a/clip-000.bvh': ['done', undefined],
      'b/clip-001.bvh': ['done', undefined],
      'broken.bvh': ['refused', expect.stringMatching(/^broken\.bvh:4:/)],
      'empty.bvh': ['refused', expect.stringMatching(/^empty\.bvh/)],
      'gone.bvh': ['failed', 'gone.bvh: no such file'],
    });
  });

  it('are tried again on --resume where the machine was at fault; nothing else is', async () => {
    writeFileSync(join(mixed, 'gone.bvh'), readFileSync(join(mixed, 'a/clip-000.bvh')));
    const again = await runPoise(
      'batch',
      'lint',
      mixed,
      join(mixed, 'gone.bvh'),
      '-o',
      at('bad'),
      '--workers',
      '1',
      '--resume',
    );
    expect(again.stdout).toMatch(/5 files: 3 done, 2 refused, 4 kept from before/);
    expect(rowOf(at('bad'), 'gone.bvh').id).toBe(rowOf(at('bad'), 'a/clip-000.bvh').id); // the same bytes
  });
});

describe.skipIf(!built)('resuming', () => {
  it('keeps rows that hold, and makes anew what changed, was lost or half written', async () => {
    const own = at('own');
    await writeShortClips(own, 4);
    const words = ['batch', 'convert', own, '-o', at('resumed'), '--format', 'glb', '--workers', '1'];
    expect((await runPoise(...words)).code).toBe(0);
    const before = manifestOf(at('resumed'));
    // begun, killed in the middle of a line, and with one output lost
    rmSync(at('resumed/clips/a/clip-000.glb'));
    writeFileSync(at('resumed/journal/1-of-1.9-dead.jsonl'), '{"begin":"b/clip-001.bvh"}\n{"id":"12');
    expect((await runPoise(...words)).stderr).toContain('--resume goes on with it');
    const again = await runPoise(...words, '--resume');
    expect(again.stdout).toMatch(/4 files: 4 done, 3 kept from before/);
    expect(manifestOf(at('resumed'))).toBe(before);
    appendFileSync(join(own, 'a/clip-002.bvh'), '\n');
    expect((await runPoise(...words, '--resume')).stdout).toMatch(/4 files: 4 done, 3 kept from before/);
    expect(manifestOf(at('resumed'))).not.toBe(before);
    expect(faultsOf(at('resumed'), ['a/clip-000.bvh', 'a/clip-002.bvh', 'b/clip-001.bvh', 'b/clip-003.bvh'])).toEqual(
      [],
    );
  });

  it('gives up on a clip that ended the process five times, not on its neighbours', async () => {
    const run = at('poison');
    mkdirSync(join(run, 'journal'), { recursive: true });
    const begun = [...Array(5).fill('a/clip-000.bvh'), 'b/clip-001.bvh', 'b/clip-001.bvh'];
    const lines = begun.map((begin) => JSON.stringify({ begin }));
    const { runShard } = await import('../../src/cli/batch/run-shard.ts');
    const { makeRunFolder, runFolder } = await import('../../src/cli/batch/run-folder.ts');
    const { workOnClip } = await import('../../src/cli/batch/clip-task.ts');
    const folder = runFolder(run);
    await makeRunFolder(folder);
    writeFileSync(join(folder.journal, 's.1-dead.jsonl'), `${lines.join('\n')}\n`);
    const worked: string[] = [];
    const outcome = await runShard({
      folder,
      shard: 's',
      files: names,
      taskOf: async (file) => ({
        command: 'measure',
        root: clips,
        file,
        options: {},
        optionHash: '',
        outputs: folder.clips,
        output: undefined,
        known: undefined,
      }),
      pool: {
        threads: 2,
        run: (task) => {
          worked.push(task.file);
          return workOnClip(task);
        },
        close: async () => {},
      },
      retryFailed: false,
      stop: new AbortController().signal,
      onResult: () => {},
    });
    expect(worked).toEqual([...names.filter((name) => !begun.includes(name)), 'b/clip-001.bvh']);
    expect([...outcome.keys].filter(([, { status }]) => status === 'failed').map(([file]) => file)).toEqual([
      'a/clip-000.bvh',
    ]);
  });
});

describe.skipIf(!built)('the page of a run', () => {
  it('shows verdicts, rules, distributions and the worst clips, whatever files are called', async () => {
    const { code, stdout } = await poise('batch', 'report', at('one'), '-o', '-');
    expect(code).toBe(0);
    const worst = rowsOf(at('one')).filter(({ clips: cards }) => cards.some(({ findings }) => findings.length > 0));
    expect(worst.length).toBeGreaterThan(0);
    for (const { file } of worst) expect(stdout).toContain(`data-file="${file}"`);
    expect(stdout.match(/<figure>/g)).toHaveLength(FIGURE_SCALES.length);
    const summary = new BatchSummary();
    summary.add({ ...worst[0]!, file: '<script>' });
    expect(batchPage('"', summary)).not.toContain('data-file="<script>"');
    expect([...summary.bars.get('fps')!].reduce((sum, bar) => sum + bar, 0)).toBe(1);
  });
});

describe.skipIf(!built)('wrong arguments', () => {
  it.each([
    [['batch', 'lint', clips, '-o', at('x'), '--set', 'mass=heavy'], /options of lint: .*mass.*Expected a number/],
    [['batch', 'mend', clips, '-o', at('x'), '--set', 'skip=teeth'], /options of mend: .*"teeth" is no stage/],
    [['batch', 'react', clips, '-o', at('x')], /missing --push/],
    [['batch', 'polish', clips, '-o', at('x')], /expected a job file \(\.json\) or one of lint, .*found "polish"/],
    [['batch', 'lint', clips], /missing -o/],
    [['batch', 'lint', '-o', at('x')], /expected files, folders, globs or a list/],
    [['batch', 'convert', clips, '-o', at('planted')], /holds another job \(command: "plant" there, "convert" here\)/],
    [['batch', 'status', clips], /found no job\.json/],
    [
      ['batch', 'submit', 'lint', clips, '-o', at('x'), '--redis', 'redis://127.0.0.1:1'],
      /no Redis answers at 127\.0\.0\.1:1/,
    ],
    [['batch', 'work', at('planted'), '--redis', 'http://x'], /expected an address as redis:/],
  ])('%j', async (argv, message) => {
    const { code, stderr } = await poise(...argv);
    expect(stderr).toMatch(message);
    expect(code).not.toBe(0);
  });
});

describe.skipIf(!built)('the state of a run', () => {
  it('is told as JSON and to Prometheus', async () => {
    const { stdout } = await poise('batch', 'status', at('one'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      command: 'lint',
      files: 6,
      rows: { done: 6, refused: 0, skipped: 0, failed: 0 },
      left: 0,
      shards: { total: 1, complete: 1 },
    });
    const text = (await poise('batch', 'status', at('one'), '--prometheus')).stdout;
    expect(text).toMatch(/^poise_batch_rows\{run=".*",command="lint",status="done"\} 6$/m);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|\w+\{[^}]*\} [\d.]+)$/);
  });
});
