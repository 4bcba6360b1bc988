import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withTakes } from '../support/glb.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise analyse', () => {
  it('says in words what is wrong and when', async () => {
    const { code, stdout } = await poise('analyse', folder.path('lean.bvh'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/Physically impossible/);
    expect(stdout).toMatch(/error \[balance\] .*too far forward/);
  });

  it('finds no fault with a possible motion', async () => {
    const { stdout } = await poise('analyse', folder.path('squat.bvh'));
    expect(stdout).toMatch(/Plausible: no problems found/);
  });

  it('prints the promised JSON', async () => {
    const { code, stdout } = await poise('analyse', folder.path('lean.bvh'), '--json', '--mass', '70');
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ frames: 517, mass: 70, roles: { hips: 'Hips', leftFoot: 'LeftFoot' } });
    expect(report.fps).toBeCloseTo(60, 6);
    expect(report.height).toBeGreaterThan(1.5);
    for (const key of ['zmpOutsideFraction', 'worstZmpDistance', 'skate', 'float']) {
      expect(typeof report.summary[key]).toBe('number');
    }
    for (const key of ['time', 'com', 'zmp', 'margin', 'linearMomentum', 'angularMomentum', 'support', 'grf']) {
      expect(report.series[key]).toHaveLength(517);
    }
    // A standing person: the CoM lies over the feet and the ground carries the weight.
    expect(report.series.grf[10][1] / (70 * 9.81)).toBeCloseTo(1, 1);
    expect(report.series.support[10]).toBe('double');
    expect(report.series.support[230]).toBe('left');
    expect(stdout).not.toMatch(/NaN|Infinity/);
  });

  it('takes known pushes off before judging', async () => {
    const still = JSON.parse((await poise('analyse', folder.path('squat.bvh'), '--json')).stdout);
    const spec = 't=0.1 at=chest impulse=0,0,20 duration=0.2';
    const pushed = JSON.parse((await poise('analyse', folder.path('squat.bvh'), '--json', '--push', spec)).stdout);
    // Pushed forward yet unmoved: the ground must have pushed back with the same impulse.
    const impulse = (series: number[][]): number => series.slice(0, 30).reduce((sum, force) => sum + force[2]! / 60, 0);
    expect(impulse(pushed.series.grf) - impulse(still.series.grf)).toBeCloseTo(-20, 0);
  });

  it('writes a table with one row per frame', async () => {
    const { stderr } = await poise('analyse', folder.path('squat.bvh'), '--csv', folder.path('squat.csv'));
    expect(stderr).toContain('wrote');
    const rows = (await readFile(folder.path('squat.csv'), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(1 + 144);
    const columns = rows.map((row) => row.split(',').length);
    expect(new Set(columns).size).toBe(1);
    expect(rows[0]).toMatch(/^frame,time \[s\],support,com_x \[m\]/);
  });

  it('writes one page that needs nothing else', async () => {
    await poise('analyse', folder.path('lean.bvh'), '--html', folder.path('lean.html'));
    const page = await readFile(folder.path('lean.html'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(page.length).toBeLessThan(3_000_000);
  });
});

describe('a file of several takes', () => {
  it('says which of them was judged', async () => {
    const takes = withTakes(await readFile(folder.path('squat.glb')), ['first', 'second', 'third']);
    await writeFile(folder.path('takes.glb'), takes);
    const { stdout } = await poise('analyse', folder.path('takes.glb'), '--animation', 'second');
    expect(stdout).toContain('take "second" (2 of 3; --animation chooses)');
  });
});

describe('errors', () => {
  it('name file, line and column in one line, without a stack', async () => {
    const { code, stdout, stderr } = await poise('analyse', folder.path('broken.bvh'));
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^poise: .*broken\.bvh:\d+:\d+: .*\n$/);
  });

  it('show the stack with --debug', async () => {
    const { stderr } = await poise('analyse', folder.path('broken.bvh'), '--debug');
    expect(stderr).toMatch(/\n\s+at /);
  });

  it.each([
    ['a missing file', ['info', 'no-such-file.bvh'], 3, /no such file/],
    ['an unknown format', ['info', 'package.json'], 2, /expected a motion file \(\.bvh/],
    ['an unknown option', ['info', 'x.bvh', '--nonsense'], 2, /unknown option/],
    ['an unknown command', ['dance'], 2, /unknown command/],
    ['a bad number', ['analyse', 'x.bvh', '--mass', 'heavy'], 2, /Expected a number/],
    ['a bad push', ['analyse', 'x.bvh', '--push', 't=1 at=chest'], 2, /impulse needs three numbers/],
    ['a bad table', ['analyse', 'x.bvh', '--table', 'guess'], 2, /Allowed choices/],
  ])('%s', async (_, argv, code, message) => {
    const outcome = await poise(...argv);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(message);
  });

  it('a folder that does not exist, or is a file', async () => {
    const missing = await poise('analyse', folder.path('squat.bvh'), '--csv', folder.path('nowhere/out.csv'));
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain('the folder does not exist');
    const wrong = await poise('analyse', folder.path('squat.bvh'), '--csv', folder.path('lean.bvh/out.csv'));
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('not a folder');
  });

  it.skipIf(!existsSync('/proc/self'))('a folder in which no file can be made', async () => {
    const { code, stderr } = await poise('analyse', folder.path('squat.bvh'), '--csv', '/proc/out.csv');
    expect(code).toBe(3);
    expect(stderr).toContain('/proc/out.csv: ');
    expect(stderr).not.toContain('does not exist');
  });

  it('a push after the end of the clip', async () => {
    const { code, stderr } = await poise('analyse', folder.path('squat.bvh'), '--push', 't=100 impulse=0,0,20');
    expect(code).toBe(2);
    expect(stderr).toContain('t=100 comes after the end: the clip is 2.383 s long');
  });

  it('an empty file', async () => {
    const { code, stderr } = await poise('info', folder.path('empty.bvh'));
    expect(code).toBe(3);
    expect(stderr).toContain('empty');
  });
});
