import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkResult } from '../../src/methods/check-result.ts';
import { printLibrary } from '../../src/methods/push-response/library-file.ts';
import { createClip } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { body, idle, responseNamed, smallLibrary } from '../methods/push-cases.ts';
import { poise } from './support.ts';

let folder = '';
const path = (name: string): string => join(folder, name);
const nq = coordinateCount(body.skeleton);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poise-react-'));
  const short = createClip({ ...idle, q: idle.q.slice(0, 120 * nq) });
  await writeFile(path('idle.bvh'), await writeClip(short, 'idle.bvh'));
  await writeFile(path('small.poise.json'), printLibrary(smallLibrary()));
  // a recording: standing, one response, standing
  const { clip } = responseNamed('step1-180');
  const q: number[] = [];
  for (let f = -90; f < clip.frameCount + 60; f++) {
    const at = Math.max(0, Math.min(clip.frameCount - 1, f)) * nq;
    q.push(...clip.q.subarray(at, at + nq));
  }
  await writeFile(
    path('session.bvh'),
    await writeClip(createClip({ ...clip, q: Float64Array.from(q) }), 'session.bvh'),
  );
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('poise react', () => {
  const react = (...more: string[]) =>
    poise('react', path('idle.bvh'), '--library', path('small.poise.json'), '-o', path('out.bvh'), ...more);

  it('writes the answered clip and says what was chosen', async () => {
    const { code, stdout } = await react('--push', 't=0.5 at=hips impulse=0,0,34', '--push', 't=1.9 impulse=3,0,0');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /0\.50 s: A push of 3\d\.\d N·s at 0° acts like 3\d\.\d N·s at the centre of mass; posture from (step1|return|quick2)-0-\d+/,
    );
    expect(stdout).toMatch(/out\.bvh: recovered, \d+ frames/);
    const [clip] = await readClips(await readFile(path('out.bvh')), 'out.bvh');
    expect(clip!.frameCount).toBeGreaterThan(150); // longer than the clip: the recovery took time
  });

  it('tells everything as JSON', async () => {
    const { stdout } = await react('--push', 't=0.5 at=hips impulse=0,0,-12', '--allow', 'hip,arm', '--json');
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ method: 'push-response', outcome: { status: 'recovered', achieved: true } });
    expect(told.events[0]).toMatchObject({ kind: 'impact', time: expect.closeTo(0.5, 2) });
    const { chosen, rejected, candidates } = told.events[0].detail.selection;
    expect(chosen).toMatchObject({ strategy: 'hip' });
    expect(rejected.strategy).toBeGreaterThan(0);
    expect(candidates.length).toBeGreaterThan(0);
  });

  it('is honest about pushes that are too strong', async () => {
    const { code, stdout } = await react('--push', 't=0.5 at=hips impulse=0,0,200');
    expect(code).toBe(1);
    expect(stdout).toMatch(/exceeds the library/);
  });

  it('checks its results: one that nobody would believe has failed, with frame and size', async () => {
    const good = await react('--push', 't=0.5 at=hips impulse=0,0,28', '--json');
    expect(JSON.parse(good.stdout)).toMatchObject({
      check: { passed: true },
      outcome: { achieved: true },
    });
    const clip = idle;
    const q = clip.q.slice(); // 20 cm aside within one frame
    for (let i = 30 * nq; i < q.length; i += nq) q[i] += 0.2;
    const outcome = { status: 'recovered', achieved: true, reason: 'Answered by: step.' };
    const bad = checkResult({ body, clip }, createClip({ ...clip, q }), outcome);
    expect(bad.outcome).toMatchObject({ status: 'failed', achieved: false });
    expect(bad.outcome.reason).toMatch(
      /failed its check .* At 0\.\d+ s \(frame (29|30)\) the hips change their velocity by 12\.0 m\/s/,
    );
    expect(bad.check.passed).toBe(false);
    const fell = checkResult({ body, clip }, createClip({ ...clip, q }), {
      ...outcome,
      status: 'fall',
      achieved: false,
    });
    expect(fell.outcome).toMatchObject({ status: 'fall', achieved: false });
    expect(fell.outcome.reason).toMatch(/^Answered by: step\. The result failed/);
  });

  it('says when the ground that it may step on is not where the feet are', async () => {
    const beside = await react('--push', 't=0.5 at=hips impulse=0,0,10', '--walkable', '5,5 6,5 6,6 5,6');
    expect(beside.stdout).toMatch(/note: The feet stand outside the walkable ground/);
    const under = await react('--push', 't=0.5 at=hips impulse=0,0,10', '--walkable', '-2,-2 2,-2 2,2 -2,2');
    expect(under.stdout).not.toMatch(/walkable/);
  });

  it.each([
    ['no push', []],
    ['a strategy nobody knows', ['--push', 't=0 impulse=0,0,9', '--allow', 'fly']],
    ['a method nobody knows', ['--push', 't=0 impulse=0,0,9', '--method', 'magic']],
    ['a push after the end', ['--push', 't=99 impulse=0,0,9']],
    ['a push after the end that was asked for', ['--push', 't=0.5 impulse=0,0,9', '--seconds', '0.4']],
    ['ground without corners', ['--push', 't=0 impulse=0,0,9', '--walkable', '1,2 3']],
  ])('refuses %s', async (_, more) => {
    expect((await react(...more)).code).toBe(2);
  });
});

describe('poise library', () => {
  it('builds from recordings and shows what it holds', async () => {
    const built = await poise('library', 'build', path('session.bvh'), '-o', path('mine.poise.json'), '--json');
    expect(built.code).toBe(0);
    const [file] = JSON.parse(built.stdout).files;
    expect(file.responses).toHaveLength(1);
    expect(file.responses[0]).toMatchObject({ name: 'session 1', strategy: 'step', known: false });
    expect(Math.abs(file.responses[0].direction)).toBeGreaterThan(165);
    const shown = await poise('library', 'show', path('mine.poise.json'));
    expect(shown.stdout).toMatch(/1 response: 0 hip, 0 arm, 1 step/);
    expect(shown.stdout).toMatch(/session 1 +step/);
    const answered = await poise(
      ...['react', path('idle.bvh'), '--library', path('mine.poise.json'), '-o', path('out.bvh')],
      ...['--push', 't=0.5 at=hips impulse=0,0,-25'],
    );
    expect(answered.stdout).toMatch(/session 1/);
  });

  it('takes labels by hand, and refuses ones for nobody', async () => {
    const label = (text: string) =>
      poise('library', 'build', path('session.bvh'), '-o', path('labelled.poise.json'), '--label', text, '--json');
    const { stdout } = await label('session 1=hip');
    expect(JSON.parse(stdout).files[0].responses[0]).toMatchObject({ strategy: 'hip', note: 'relabelled by hand' });
    expect((await label('session 9=hip')).code).toBe(2);
    expect((await label('session 1=fly')).code).toBe(2);
  });

  it('writes nothing where it finds nothing', async () => {
    const { code, stderr } = await poise('library', 'build', path('idle.bvh'), '-o', path('none.poise.json'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/no push response/);
    await expect(readFile(path('none.poise.json'))).rejects.toThrow();
    expect((await poise('library', 'show', path('idle.bvh'))).code).toBe(3);
  });
});
