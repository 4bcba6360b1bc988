/** The queue of files to mend, how long it takes, and archives. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { timeLeft, waitingToMend } from '../src/app/making/queue.ts';
import { zipOf } from '../src/app/making/zip.ts';
import { initialState } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';
import type { StudioState, Verdict } from '../src/state/types.ts';
import { fileEntry, stillClip } from './support/state.ts';

const verdict = (status: Verdict['status']): Verdict => ({ status, errors: 0, warnings: 0, headline: '', detail: '' });

it('files with problems wait until they are mended; those that are fine do not', () => {
  const [a, b, c] = ['1', '2', '3'].map((id) => fileEntry(id, `${id}.bvh`));
  let state: StudioState = reduce(initialState(), { type: 'library/add', entries: [a!, b!, c!] });
  for (const [entry, status] of [
    [a, 'bad'],
    [b, 'doubtful'],
    [c, 'good'],
  ] as const)
    state = reduce(state, { type: 'library/verdict', id: entry!.id, verdict: verdict(status) });
  expect(waitingToMend(state).map(({ id }) => id)).toEqual([a!.id, b!.id]);
  const made = { id: `mend:${a!.id}`, name: 'a', mode: 'mend', from: a!.id, clip: stillClip() } as const;
  state = reduce(state, { type: 'library/made', ...made });
  expect(waitingToMend(state).map(({ id }) => id)).toEqual([b!.id]);
});

it('tells the time that is left at the pace so far', () => {
  expect(timeLeft(20_000, 1, 4)).toBe('60 s');
  expect(timeLeft(60_000, 1, 10)).toBe('9 min');
  expect(timeLeft(1000, 3, 4)).toBeUndefined();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('archives can be read by other programs, with every file under a name of its own', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  const blob = zipOf([
    { name: 'walk-mended.bvh', data: bytes('one') },
    { name: 'walk-mended.bvh', data: bytes('two, two') },
    { name: 'läuft.bvh', data: bytes('') },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'poise-zip-'));
  try {
    const file = join(folder, 'all.zip');
    writeFileSync(file, new Uint8Array(await blob.arrayBuffer()));
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print({i.filename: i.file_size for i in z.infolist()})';
    expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim()).toBe(
      "{'walk-mended.bvh': 3, 'walk-mended-2.bvh': 8, 'läuft.bvh': 0}",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
