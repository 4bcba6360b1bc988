import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClip } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { poise } from './support.ts';

let folder = '';
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poise-react-walk-'));
  await writeFile(path('walk.bvh'), await writeClip(perform(walk, { values: { strides: 3 } }), 'walk.bvh'));
  const clip = perform(walk, { values: { strides: 3 } });
  const nq = clip.q.length / clip.frameCount;
  const q = clip.q.map((_, i) => clip.q[(i % nq) + nq]);
  await writeFile(path('stand.bvh'), await writeClip(createClip({ ...clip, q, extraTracks: [] }), 'stand.bvh'));
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('poise react, walking', () => {
  const react = (...more: string[]) => poise('react', path('walk.bvh'), '-o', path('out.bvh'), ...more);

  it('answers pushes and balls with steps, and says which', async () => {
    const { code, stdout } = await react(
      '--push',
      't=1.2 at=head impulse=-4,0,8',
      '--ball',
      't=2 mass=1 speed=8 from=left at=torso',
      '--seconds',
      '6',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\d\.\d\d s: The (left|right) foot lands \d+ cm (ahead|behind), \d+ cm to the (left|right) of the clip's, after/,
    );
    expect(stdout).toMatch(/out\.bvh: recovered, \d+ frames/);
    const [clip] = await readClips(await readFile(path('out.bvh')), 'out.bvh');
    expect((clip!.frameCount - 1) * clip!.frameTime).toBeCloseTo(6, 1);
  });

  it('tells every step as JSON', async () => {
    const { stdout } = await react('--push', 't=1.2 impulse=0,0,15', '--beta', '0.5', '--json');
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ method: 'reactive-locomotion', outcome: { achieved: true } });
    const [{ detail }] = told.events.filter(({ kind }: { kind: string }) => kind === 'step');
    expect(detail).toMatchObject({ side: expect.stringMatching(/left|right/), crossed: false });
    expect(detail.original).toHaveLength(2);
  });

  it('ends with an honest fall', async () => {
    const { code, stdout } = await react('--push', 't=1.2 impulse=140,0,0');
    expect(code).toBe(1);
    expect(stdout).toMatch(/out\.bvh: fall/);
    expect(stdout).toMatch(/The character falls: /);
  });

  it('comes to rest at the end, and says why, where a clip shows no gait', async () => {
    const { stdout } = await react('--method', 'reactive-locomotion', '--push', 't=0.1 impulse=0,0,4', '--json');
    expect(JSON.parse(stdout).notes).toEqual([]);
    const standing = ['react', path('stand.bvh'), '-o', path('out.bvh'), '--method', 'reactive-locomotion'] as const;
    const told = await poise(...standing, '--push', 't=0.1 impulse=0,0,4', '--seconds', '4');
    expect(told.stdout).toMatch(
      /^note: the character comes to rest at the end of the clip: a gait needs two whole steps/m,
    );
  });

  it('refuses balls and options that make no sense', async () => {
    for (const wrong of [
      ['--ball', 't=1 mass=0'],
      ['--ball', 't=1 from=above'],
      ['--ball', 't=1 colour=red'],
      ['--ball', 't=99'],
      ['--ball', 't=1 at=tail'],
      ['--push', 't=1 impulse=0,0,1', '--beta', '3'],
      ['--push', 't=1 impulse=0,0,1', '--bracing', 'none'],
      ['--push', 't=99 impulse=0,0,1'],
    ]) {
      const { code, stderr } = await react(...wrong);
      expect(code, wrong.join(' ')).toBe(2);
      expect(stderr).not.toBe('');
    }
  });
});
