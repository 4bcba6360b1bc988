/** Doors that are no motion files: each of these was once taken in, or ended in an error that was none. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobFlags } from '../src/cli/batch/job.ts';
import { earlierTries } from '../src/cli/batch/journal.ts';
import { openRun } from '../src/cli/batch/prepare.ts';
import { writeBatchReport } from '../src/cli/batch/report.ts';
import { runFolder } from '../src/cli/batch/run-folder.ts';
import { statusOf } from '../src/cli/batch/status.ts';
import { keepingIo } from '../src/cli/io.ts';
import { judgeClip } from '../src/cli/judge.ts';
import { LintCache } from '../src/cli/lint/cache.ts';
import { serveMcp } from '../src/cli/mcp/server.ts';
import { VERSION } from '../src/cli/version.ts';
import { WAY_UP } from '../src/control/rise/library.ts';
import { printWayUp, readWayUp } from '../src/control/rise/way-file.ts';
import { FormatError, UsageError } from '../src/errors.ts';
import { methodNamed } from '../src/methods/index.ts';
import { canTake, type RecoverabilityMap } from '../src/methods/recoverability/index.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { clipCard } from '../src/report/clip-card.ts';

const idle = perform(motionNamed('idle'));
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poise-doors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a way up', () => {
  const text = printWayUp({ body: { height: 1.7, mass: 65 }, price: 1, way: WAY_UP });

  it.each([
    [text.replace('"format": "poise-way-up"', `"format": ${DEEP}`), /\/format/],
    [text.replace(`"sideTime": ${WAY_UP.sideTime}`, '"sideTime": -1e300'), /\/way\/sideTime: expected a number from/],
    [text.replace(`"headUp": ${WAY_UP.headUp}`, '"headUp": 1e12'), /\/way\/headUp/],
    [text.replace('"way": {', '"way": { "__proto__": 1,'), /\/way\/__proto__: unknown field/],
    [text.slice(0, 60), /^x.json:\d+:\d+: expected a way up as JSON/],
  ])('is refused with its place: %#', (damaged, place) => {
    expect(() => readWayUp(damaged, 'x.json')).toThrow(FormatError);
    expect(() => readWayUp(damaged, 'x.json')).toThrow(place);
  });
});

describe('a job', () => {
  it('with lists in lists is refused in a sentence', () => {
    expect(() => jobFlags('lint', { mass: JSON.parse(DEEP) })).toThrow(UsageError);
    expect(() => jobFlags('lint', { mass: [[1]] })).toThrow(/mass: expected string, number, boolean or a list of them/);
  });
});

describe('the folder of a run', () => {
  const job = { version: VERSION, command: 'mend', flags: {}, optionHash: '', root: '/takes', shards: 1 };
  const card = clipCard(idle, judgeClip(idle, {}));
  const row = { id: 'ab'.repeat(32), file: 'a.bvh', status: 'done', clips: [card] };

  async function runWith(files: Readonly<Record<string, string>>): Promise<string> {
    const path = await mkdtemp(join(folder, 'run-'));
    await mkdir(join(path, 'rows'));
    const all = { 'job.json': JSON.stringify(job), 'files.jsonl': '"a.bvh"\n', ...files };
    for (const [name, text] of Object.entries(all)) await writeFile(join(path, name), text);
    return path;
  }

  it.each([
    [JSON.stringify({ ...job, command: '__proto__' }), /job\.json: \/command: expected one of/],
    [JSON.stringify({ ...job, shards: -1 }), /\/shards/],
    [JSON.stringify({ ...job, shards: 1e12 }), /\/shards/],
    ['null', /the whole: expected an object/],
  ])('with a job that was made up is refused: %#', async (text, place) => {
    const path = await runWith({ 'job.json': text });
    await expect(openRun(path)).rejects.toThrow(UsageError);
    await expect(openRun(path)).rejects.toThrow(place);
  });

  it.each(['"../../.ssh/x.bvh"', '"/etc/x.bvh"', '"a/../../x.bvh"', '"a\\u0000.bvh"', '""'])(
    'writes nothing outside it: %s',
    async (line) => {
      await expect(openRun(await runWith({ 'files.jsonl': `"a.bvh"\n${line}\n` }))).rejects.toThrow(/files\.jsonl:2/);
    },
  );

  it('passes over rows that are none', async () => {
    const lines = ['null', '3', 'true', '{"begin":{}}', JSON.stringify({ ...row, id: '../x' }), JSON.stringify(row)];
    const path = await runWith({ 'rows/1-of-1.jsonl': lines.join('\n') });
    expect([...(await earlierTries(runFolder(path), '1-of-1')).rows.keys()]).toEqual(['a.bvh']);
  });

  it('that claims very many shards is asked how far it is like any other', async () => {
    const path = await runWith({
      'job.json': JSON.stringify({ ...job, shards: 100_000 }),
      'rows/7-of-100000.jsonl': `${JSON.stringify(row)}\n`,
    });
    const { rows, shards } = await statusOf(await openRun(path), 0);
    expect([rows.done, shards]).toEqual([1, { total: 100_000, complete: 1 }]);
  });

  it('with a manifest that was made up has no page, and a sound one has', async () => {
    const { io, printed } = keepingIo();
    await writeBatchReport(io, await runWith({ 'manifest.jsonl': `${JSON.stringify(row)}\n` }), '-');
    expect(printed().stdout).toContain('<h1>poise batch mend: takes</h1>');
    const finding = { rule: 'skate', severity: '"><script>alert(1)</script>', message: 'x', value: 1 };
    for (const wrong of [
      { ...row, clips: [{ ...card, findings: [finding] }] },
      { ...row, clips: [{ ...card, figures: { slide: '<b>' } }] },
      { ...row, clips: [{ ...card, thumbnail: { ...card.thumbnail, bones: [0, 1e6] } }] },
    ]) {
      const path = await runWith({ 'manifest.jsonl': `${JSON.stringify(row)}\n${JSON.stringify(wrong)}\n` });
      await expect(writeBatchReport(io, path, '-')).rejects.toThrow(/manifest\.jsonl:2: \/clips\/0\//);
    }
  });
});

describe('a kept verdict', () => {
  it('is none where it is damaged', async () => {
    const cache = new LintCache(folder);
    const finding = {
      rule: 'a',
      severity: 'error',
      start: 0,
      end: 1,
      worst: 0,
      value: 1,
      limit: 1,
      unit: 'm',
      message: 'x',
    };
    const sound = {
      form: 1,
      reads: {},
      result: {
        file: 'a',
        takes: [{ animation: '', frames: 3, frameTime: 0.1, findings: [finding] }],
        failures: [],
        skipped: [],
      },
    };
    const keep = (entry: unknown): Promise<void> => writeFile(join(folder, 'key.json'), JSON.stringify(entry));
    await keep(sound);
    expect(await cache.find('key')).toBeDefined();
    const [take] = sound.result.takes;
    for (const wrong of [
      { ...take, findings: [{ ...finding, message: undefined }] },
      { ...take, frameTime: 0 },
      null,
      3,
    ]) {
      await keep({ ...sound, result: { ...sound.result, takes: [wrong] } });
      expect(await cache.find('key')).toBeUndefined();
    }
  });
});

describe('a message of an agent', () => {
  it('with an id that cannot be sent back is refused, and the server goes on', async () => {
    async function* lines() {
      yield `{"jsonrpc":"2.0","method":"ping","id":${DEEP}}`;
      yield '{"jsonrpc":"2.0","method":"ping","id":{}}';
      yield '{"jsonrpc":"2.0","method":"ping","id":7}';
    }
    const answers: { id: unknown; error?: { code: number } }[] = [];
    await serveMcp(lines(), (line) => answers.push(JSON.parse(line)), { folder, run: async () => 0 });
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32600],
      [null, -32600],
      [7, undefined],
    ]);
  });
});

describe('a recoverability map', () => {
  const cell = { time: 0, height: 'chest', direction: 0, plan: null, noStep: 20, steps: 60, simulation: null } as const;
  const map: RecoverabilityMap = { poiseMap: 1, mass: 70, stature: 1.7, situation: 'stands', most: 200, cells: [cell] };
  const ask = (found: unknown) => canTake(found as RecoverabilityMap, { impulse: [0, 0, 40], forward: [0, 1] });

  it('is asked where it is sound, and refused with its place where it is not', () => {
    expect(ask(map)).toBe('steps');
    expect(() => ask(undefined)).toThrow(UsageError);
    for (const [wrong, place] of [
      [{ ...map, cells: {} }, '/cells'],
      [{ ...map, cells: [null] }, '/cells/0'],
      [{ ...map, cells: [{ ...cell, steps: '60' }] }, '/cells/0/steps'],
      [{ ...map, cells: [{ ...cell, direction: null }] }, '/cells/0/direction'],
    ] as const) {
      expect(() => ask(wrong)).toThrow(UsageError);
      expect(() => ask(wrong)).toThrow(place);
    }
  });
});

describe('the save of a method', () => {
  const { body } = createActor();
  const start = (id: string) => methodNamed(id).start!({ body, clip: idle, pushes: [] });

  it.each([
    ['reactive-blend', 'state'],
    ['push-response', 'entry'],
  ])('%s: is refused where its tactics were made up, and the pose stays', (id, key) => {
    const balancer = start(id);
    const saved = JSON.parse(JSON.stringify(balancer.save()));
    expect(() => balancer.restore(structuredClone(saved))).not.toThrow();
    const before = balancer.q.slice();
    for (const wrong of [undefined, 'x', {}, { delta: [] }, 1e300]) {
      const damaged = { ...saved, tactics: { ...saved.tactics, [key]: wrong } };
      expect(() => balancer.restore(damaged), String(wrong)).toThrow(UsageError);
      expect(balancer.q).toEqual(before);
    }
  });

  it.each(['body', 'plan'])('is refused where the numbers of its %s are endless, and the pose stays', (part) => {
    const balancer = start('push-response');
    const saved = JSON.parse(JSON.stringify(balancer.save()));
    const before = balancer.q.slice();
    for (const at of [0, 10, 40]) {
      const damaged = structuredClone(saved);
      damaged[part][at] = Number.MAX_VALUE;
      expect(() => balancer.restore(damaged), String(at)).toThrow(/not sound/);
      expect(balancer.q).toEqual(before);
    }
  });
});
