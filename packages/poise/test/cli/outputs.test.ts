/** What a command reads it does not write over, and no output hides another. */
import { copyFile, link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readClips } from '../../src/motion/formats/index.ts';
import { madeGlb } from './several.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

/** Runs a command that must be refused, and checks that a file kept its bytes. */
async function expectKept(file: string, ...argv: string[]): Promise<void> {
  const before = await readFile(file);
  const { code, stderr } = await poise(...argv);
  expect(stderr).toMatch(/was read|written twice/);
  expect(code).toBe(2);
  expect((await readFile(file)).equals(before)).toBe(true);
}

describe('outputs', () => {
  it.each([
    ['analyse', '--csv'],
    ['analyse', '--html'],
    ['body', '--mjcf'],
  ])('%s %s does not write over the input', async (command, option) => {
    const input = folder.path('squat.bvh');
    await expectKept(input, command, input, option, input);
    await expectKept(input, command, input, option, folder.path('./nowhere/../squat.bvh'));
  });

  it('sees through links', async () => {
    const input = folder.path('squat.bvh');
    await symlink(input, folder.path('soft.bvh'));
    await link(input, folder.path('hard.bvh'));
    for (const name of ['soft.bvh', 'hard.bvh']) {
      await expectKept(input, 'analyse', input, '--csv', folder.path(name));
      await expectKept(input, 'convert', input, folder.path(name));
    }
  });

  it('does not write over a map of roles, nor over the skeleton of an .amc', async () => {
    const map = folder.path('map.json');
    const { roles } = JSON.parse((await poise('info', folder.path('squat.bvh'), '--json')).stdout).takes[0];
    await writeFile(map, JSON.stringify(roles));
    await expectKept(map, 'analyse', folder.path('squat.bvh'), '--roles', map, '--csv', map);
    await mkdir(folder.path('acclaim'));
    await poise('convert', folder.path('squat.bvh'), folder.path('acclaim/02.amc'));
    await copyFile(folder.path('acclaim/02.amc'), folder.path('acclaim/02_01.amc'));
    const skeleton = folder.path('acclaim/02.asf');
    await expectKept(skeleton, 'convert', folder.path('acclaim/02_01.amc'), folder.path('acclaim/02.amc'));
  });

  it('does not write two outputs into one file', async () => {
    const out = folder.path('both.txt');
    await writeFile(out, 'kept');
    await expectKept(out, 'analyse', folder.path('squat.bvh'), '--csv', out, '--html', folder.path('./both.txt'));
  });

  it('prints where a file is named "-"', async () => {
    const csv = await poise('analyse', folder.path('squat.bvh'), '--csv', '-');
    expect(csv.code).toBe(0);
    expect(csv.stdout).toMatch(/^frame,time/);
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(1 + 144);
    expect((await poise('body', folder.path('squat.bvh'), '--mjcf', '-')).stdout).toMatch(/^<(\?xml|mujoco)/);
    for (const more of ['--json', '--html=-']) {
      const both = await poise('analyse', folder.path('squat.bvh'), '--csv', '-', more);
      expect(both.code).toBe(2);
      expect(both.stderr).toContain('only one output');
    }
  });

  it('keeps a link a link', async () => {
    await writeFile(folder.path('target.csv'), '');
    await symlink(folder.path('target.csv'), folder.path('link.csv'));
    await poise('analyse', folder.path('squat.bvh'), '--csv', folder.path('link.csv'));
    expect(await readFile(folder.path('target.csv'), 'utf8')).toMatch(/^frame,time/);
  });
});

describe('what convert leaves behind', () => {
  it('is told in a line per kind, only where something moves, and names the other takes', async () => {
    await writeFile(folder.path('rich.glb'), madeGlb());
    const { lost } = JSON.parse(
      (await poise('convert', folder.path('rich.glb'), folder.path('rich.bvh'), '--json')).stdout,
    );
    expect(lost).toEqual([
      'translation of 6 nodes ("b0", "b1", "b2", "b3" and 2 more)',
      '2 other takes ("second", "third"); --animation chooses',
    ]);
    const [clip] = await readClips(await readFile(folder.path('rich.bvh')), 'rich.bvh');
    expect(clip!.frameCount).toBe(10);
  });
});
