/** Batches whose inputs and outputs lie in a store that speaks the S3 protocol. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultsOf, manifestOf } from '../../../../scripts/batch/check-run.ts';
import { runPoise } from '../../../../scripts/batch/processes.ts';
import { isSafeKey, parseS3 } from '../../src/cli/batch/s3/address.ts';
import { severalAtOnce } from '../../src/cli/batch/s3/several.ts';
import { FakeStore } from '../support/object-store.ts';
import { writeShortClips } from '../support/short-clips.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const place = mkdtempSync(join(tmpdir(), 'poise-store-'));
const at = (name: string): string => join(place, name);
let store: FakeStore;
let names: readonly string[] = [];

beforeAll(async () => {
  store = await FakeStore.open();
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
  names = await writeShortClips(at('clips'), 5);
  for (const name of names) store.put(`takes/2026/${name}`, readFileSync(at(`clips/${name}`)));
});
afterAll(() => {
  vi.unstubAllEnvs();
  store.close();
  rmSync(place, { recursive: true, force: true });
});
beforeEach(() => {
  store.calls.length = 0;
});

const gets = (): readonly string[] => store.calls.filter((call) => /^GET (?!list)/.test(call));

describe.skipIf(!built)('a batch with a store (needs `npm run build`)', () => {
  it('gives the manifest that it gives of the same files here', async () => {
    store.put('takes/2026/readme.txt', Buffer.from('no motion'));
    store.put('takes/2026-old/a/other.bvh', Buffer.from('not asked for'));
    store.put('takes/2026/../../etc/evil.bvh', Buffer.from('no path'));
    const ended = await runPoise('batch', 'lint', 's3://takes/2026', '-o', at('far'), '--workers', '1');
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('s3://takes/2026/../../etc/evil.bvh: left out, because its key is not a path');
    expect((await runPoise('batch', 'lint', at('clips'), '-o', at('near'), '--workers', '1')).code).toBe(0);
    expect(manifestOf(at('far'))).toBe(manifestOf(at('near')));
    expect(
      gets()
        .map((call) => call.slice('GET takes/2026/'.length))
        .sort(),
    ).toEqual(names);
    store.objects.delete('takes/2026/../../etc/evil.bvh');
  });

  it('fetches again only what has changed, and forgets what has gone', async () => {
    const [first, second] = names as [string, string];
    store.put(`takes/2026/${first}`, readFileSync(at(`clips/${second}`)));
    const gone = store.objects.get(`takes/2026/${second}`)!;
    store.objects.delete(`takes/2026/${second}`);
    const ended = await runPoise('batch', 'lint', 's3://takes/2026/', '-o', at('far'), '--workers', '1', '--resume');
    expect(ended.code).toBe(0);
    expect(gets()).toEqual([`GET takes/2026/${first}`]);
    expect(
      faultsOf(
        at('far'),
        names.filter((name) => name !== second),
      ),
    ).toEqual([]);
    store.put(`takes/2026/${first}`, readFileSync(at(`clips/${first}`)));
    store.put(`takes/2026/${second}`, gone.data);
  });

  it('uploads clips, then the manifest, and each only once', async () => {
    const run = ['batch', 'plant', 's3://takes/2026/a/*.bvh', '-o', at('planted'), '--workers', '1'];
    const ended = await runPoise(...run, '--upload', 's3://mended/plant');
    expect(ended.stdout).toContain('s3://mended/plant: 4 files uploaded, 0 there already');
    const puts = store.calls.filter((call) => call.startsWith('PUT'));
    expect(puts).toHaveLength(4);
    expect(puts.at(-1)).toBe('PUT mended/plant/manifest.jsonl');
    const clip = readFileSync(at('planted/clips/clip-000.bvh'));
    expect(store.objects.get('mended/plant/clips/clip-000.bvh')!.data).toEqual(clip);
    const again = await runPoise(...run, '--upload', 's3://mended/plant/', '--resume');
    expect(again.stdout).toContain('0 files uploaded, 4 there already');
  });

  it('says which address the store refuses, and leaves no half run', async () => {
    store.refuse = true;
    const ended = await runPoise('batch', 'lint', 's3://takes/2026', '-o', at('refused'));
    store.refuse = false;
    expect(ended.code).toBe(3);
    expect(ended.stderr.endsWith('poise: s3://takes/2026/: AccessDenied: Not for you\n')).toBe(true);
    expect(existsSync(at('refused/manifest.jsonl'))).toBe(false);
  });

  it.each([
    [['s3://', '-o', 'x'], /inputs: expected an address as s3:\/\/bucket\/folder, found "s3:\/\/"/],
    [['a.bvh', '-o', 's3://run/x'], /-o: expected a folder of this machine/],
    [['a.bvh', '-o', 'x', '--upload', 'http://b/k'], /--upload: expected an address/],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await runPoise('batch', 'lint', ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

it('takes addresses apart, and tells keys that are paths', () => {
  expect(parseS3('s3://some-bucket/a/b c.bvh', 'x')).toEqual({ bucket: 'some-bucket', key: 'a/b c.bvh' });
  expect(parseS3('s3://some-bucket', 'x')).toEqual({ bucket: 'some-bucket', key: '' });
  expect(['a/b.bvh', 'ä b.glb'].every(isSafeKey)).toBe(true);
  expect(['', '/a', 'a//b', 'a/../b', './a', 'a\\b', 'a\0'].some(isSafeKey)).toBe(false);
});

it('waits for what has begun when one of several fails', async () => {
  const ended: number[] = [];
  const work = async (k: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5 * k));
    if (k === 1) throw new Error('one');
    ended.push(k);
  };
  await expect(severalAtOnce([3, 1, 2, 4, 5, 6, 7], 3, work)).rejects.toThrow('one');
  expect(ended).toEqual(expect.arrayContaining([2, 3]));
  expect(ended).not.toContain(7);
});
