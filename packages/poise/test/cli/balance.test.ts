/** poise balance and poise plant, in process, on made-up motions. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { filterOptions } from '../../src/cli/transform/balance-clip.ts';
import { bound, ceiling, pin, stiffness } from '../../src/cli/transform/specs.ts';
import { methods } from '../../src/methods/index.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const there = (name: string): Promise<boolean> =>
  readFile(folder.path(name)).then(
    () => true,
    () => false,
  );

/** The last seconds of the made-up motion: a lean that nobody could hold; short, so that it is quick to mend. */
async function leanFile(): Promise<string> {
  const clip = madeUpMotion();
  const file = folder.path('short-lean.bvh');
  const part = trim(clip, Math.round(5.3 / clip.frameTime), clip.frameCount);
  await writeFile(file, await writeClip(createClip({ ...part, source: undefined }), file));
  return file;
}

describe('poise balance', () => {
  it('writes a clip that lints clean, with the names, order and rate of the file', async () => {
    const file = await leanFile();
    expect((await poise('lint', file, '--jobs', '1')).code).toBe(1);
    const out = folder.path('mended.bvh');
    const { code, stdout, stderr } = await poise('balance', file, '-o', out, '--margin', '0.01');
    expect(stderr).toBe(''); // no bar where there is no terminal
    expect(code).toBe(0);
    expect(stdout).toMatch(/mended\.bvh: Balanced: 1 section changed\./);
    expect(stdout).toMatch(/lint: 1 error, 0 warnings before; 0 errors, 0 warnings after/);
    expect((await poise('lint', out, '--jobs', '1', '--fail-on', 'warning')).code).toBe(0);
    const [before, after] = await Promise.all([file, out].map((path) => readFile(path, 'utf8')));
    const head = (text: string): string => text.slice(0, text.indexOf('MOTION'));
    const rate = (text: string): number => Number(/Frame Time: (\S+)/.exec(text)?.[1]);
    expect(rate(after!)).toBe(rate(before!));
    expect(head(after!)).toBe(head(before!));
    expect(after!.split('\n')).toHaveLength(before!.split('\n').length);
  });

  it('writes another format, a report and a summary, and cuts the report down for the summary', async () => {
    const file = await leanFile();
    const [out, report] = [folder.path('mended.glb'), folder.path('report.json')];
    const { code, stdout } = await poise('balance', file, '-o', out, '--report', report, '--json');
    expect(code).toBe(0);
    const [summary] = JSON.parse(stdout);
    expect(summary).toMatchObject({ file, output: out, status: 'balanced', achieved: true, after: { errors: 0 } });
    expect(summary.before.imbalance).toBeGreaterThan(summary.after.imbalance);
    expect(summary.windows[0].startFrame).toBeGreaterThanOrEqual(0);
    expect(summary.zmpAfter).toBeUndefined();
    const [full] = JSON.parse(await readFile(report, 'utf8')).files;
    const [clip] = await readClips(await readFile(out), 'mended.glb');
    expect(full.zmpAfter).toHaveLength(clip!.frameCount);
  });

  it('obeys stiffness', async () => {
    const file = await leanFile();
    const argv = ['--stiffness', 'waist=0.02,knee=1', '--json'];
    const { stdout } = await poise('balance', file, '-o', folder.path('x.bvh'), ...argv);
    const usual = await poise('balance', file, '-o', folder.path('x.bvh'), '--json');
    const change = (text: string): number => JSON.parse(text)[0].change.largest;
    expect(Math.abs(change(stdout) - change(usual.stdout))).toBeGreaterThan(0.01);
  });

  it('reads bounds of angles in degrees, and refuses what is none', () => {
    const [waist, knee, twist] = bound('chest.twist=-10..10', bound('leftLowerLeg=..70', bound('waist=-60..0')));
    expect(waist).toEqual({ role: 'spine', angle: 'flexion', least: -Math.PI / 3, most: 0 });
    expect(knee).toMatchObject({ role: 'leftLowerLeg', angle: 'flexion' });
    expect(knee!.most).toBeCloseTo((70 * Math.PI) / 180, 12);
    expect(knee).not.toHaveProperty('least');
    expect(twist).toMatchObject({ role: 'chest', angle: 'twist' });
    for (const text of ['waist', 'waist=', 'waist=..', 'waist=10..-10', 'tail=0..1', 'waist.bend=0..1', 'waist=a..b']) {
      expect(() => bound(text)).toThrow();
    }
    expect(filterOptions({ bound: bound('waist=..0') }).bounds).toEqual([{ role: 'spine', angle: 'flexion', most: 0 }]);
  });

  it('hands every wish to the filter', () => {
    const options = filterOptions({
      margin: 0.02,
      stiffness: stiffness('knee=0.02,waist=1'),
      ceiling: ceiling('head=1.10@1-3', ceiling('leftHand=2')),
      pin: pin('leftHand@0.5-1.2', pin('head')),
      zmp: 'track',
      end: 'static',
      friction: 0.6,
      loop: true,
    });
    expect(options).toMatchObject({
      margin: 0.02,
      stiffness: { knee: 0.02, waist: 1 },
      pins: [{ role: 'head' }, { role: 'leftHand', start: 0.5, end: 1.2 }],
      zmpMode: 'track',
      endVelocity: 'zero',
      endStatic: true,
      friction: 0.6,
      loop: true,
    });
    const [hand, head] = options.ceilings!;
    expect(hand).toEqual({ role: 'leftHand', height: 2 });
    const height = head!.height as (t: number) => number;
    expect([0.5, 1, 2, 3.1].map(height)).toEqual([Number.POSITIVE_INFINITY, 1.1, 1.1, Number.POSITIVE_INFINITY]);
    expect(filterOptions({})).toEqual({});
  });

  it.each([
    [['--stiffness', 'nose=1'], /"nose" is no part/],
    [['--stiffness', 'knee'], /Expected parts and numbers/],
    [['--ceiling', 'head'], /Expected a role and a height/],
    [['--ceiling', 'tail=1'], /"tail" is no role/],
    [['--pin', 'leftHand@3-1'], /Expected a stretch of time/],
    [['--margin', '9'], /margin must lie in/],
    [['--zmp', 'elsewhere'], /Allowed choices/],
  ])('refuses %j', async (argv, words) => {
    const { code, stderr } = await poise('balance', folder.path('squat.bvh'), '-o', folder.path('never.bvh'), ...argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(await there('never.bvh')).toBe(false);
  });

  it('does not write over what it read unless told to, nor half a file', async () => {
    const file = folder.path('squat.bvh');
    expect((await poise('balance', file, '-o', file)).code).toBe(2);
    expect((await poise('balance', folder.path('broken.bvh'), '-o', folder.path('never.bvh'))).code).toBe(3);
    expect(await there('never.bvh')).toBe(false);
    expect((await readdir(folder.path('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await poise('balance', file, '-o', file, '--force')).code).toBe(0);
  });

  it('gives back what is in balance', async () => {
    const out = folder.path('same.bvh');
    const { stdout } = await poise('balance', folder.path('squat.bvh'), '-o', out);
    expect(stdout).toContain('nothing was changed');
    const [before] = await readClips(await readFile(folder.path('squat.bvh')), 'a.bvh');
    const [after] = await readClips(await readFile(out), 'b.bvh');
    expect(Math.max(...after!.q.map((value, i) => Math.abs(value - before!.q[i]!)))).toBeLessThan(1e-9);
  });
});

describe('many files', () => {
  it('go into a folder that mirrors theirs; a bad one does not stop the rest', async () => {
    const [input, output] = [folder.path('in'), folder.path('out')];
    await mkdir(folder.path('in/deep'), { recursive: true });
    for (const [name, to] of [
      ['squat.bvh', 'in/squat.bvh'],
      ['squat.glb', 'in/deep/squat.glb'],
      ['broken.bvh', 'in/broken.bvh'],
    ]) {
      await writeFile(folder.path(to!), await readFile(folder.path(name!)));
    }
    const { code, stdout, stderr } = await poise('plant', input, '-o', output, '--jobs', '1');
    expect(code).toBe(3);
    expect(stderr).toMatch(/^poise: .*broken\.bvh:\d+/);
    expect(stdout).toMatch(/3 files: 2 done, 1 failed\n$/);
    expect((await readdir(output, { recursive: true })).sort()).toEqual(['deep', 'deep/squat.glb', 'squat.bvh']);
    const asGlb = await poise('plant', folder.path('squat.bvh'), '-o', output, '--format', 'glb', '--jobs', '1');
    expect(asGlb.code).toBe(0);
    expect(await there('out/squat.glb')).toBe(true);
  });

  it('need a folder', async () => {
    const { code, stderr } = await poise('plant', folder.path('squat.*'), '-o', folder.path('all.bvh'));
    expect(code).toBe(2);
    expect(stderr).toContain('several files need a folder');
    const unknown = await poise('plant', folder.path('squat.*'), '-o', folder.path('out'), '--format', 'c3d');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('can be read, not written');
  });
});

describe('poise methods', () => {
  it('lists every method of the registry', async () => {
    const { stdout } = await poise('methods', '--json');
    const listed = JSON.parse(stdout) as { id: string; online: boolean }[];
    expect(listed.map(({ id }) => id)).toEqual(methods.map(({ id }) => id));
    expect(listed[0]).toMatchObject({ id: 'balance-filter', paper: '[Tak00]', online: false });
    expect((await poise('methods')).stdout).toMatch(/^balance-filter +\[Tak00\] +Returns the closest clip/);
  });
});

describe('poise plant', () => {
  it('stops feet that slide and says by how much', async () => {
    const clip = trim(madeUpMotion(), 0, 120);
    const q = clip.q.slice();
    const nq = coordinateCount(clip.skeleton);
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq] += 0.03 * frame * clip.frameTime;
    const file = folder.path('sliding.bvh');
    await writeFile(file, await writeClip(withCoordinates(clip, q), file));
    const { code, stdout } = await poise('plant', file, '-o', folder.path('planted.bvh'), '--json');
    expect(code).toBe(0);
    const [summary] = JSON.parse(stdout);
    expect(summary.status).toBe('planted');
    expect(summary.slide.before).toBeGreaterThan(0.04);
    expect(summary.slide.after).toBeLessThan(5e-3);
    const left = await poise('plant', file, '-o', folder.path('planted.bvh'), '--json', '--most-shift', '0.001');
    expect(left.code).toBe(1);
    expect(JSON.parse(left.stdout)[0].status).toBe('left-sliding');
  });
});
