/** What people type by mistake is refused in one line, and nothing is written. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFields } from '../../src/cli/fields.ts';
import { companionReader, readBytes, readFound } from '../../src/cli/files.ts';
import { ConfigFinder } from '../../src/cli/lint/config.ts';
import { expandFiles } from '../../src/cli/lint/expand-files.ts';
import { parsePush } from '../../src/cli/push.ts';
import { parseBall } from '../../src/cli/react/balls.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const names = async () => (await readdir(dirname(folder.path('squat.bvh')))).sort();

describe('pipes and devices, for which one would wait for ever', () => {
  it('are not read where another file names them, nor are devices at all', async () => {
    const place = folder.path('pipes');
    await mkdir(place);
    execFileSync('mkfifo', [`${place}/pipe.bin`, `${place}/poise.config.json`]);
    await symlink('/dev/zero', `${place}/zero.bin`);
    const companion = companionReader(`${place}/a.gltf`);
    expect(await companion('pipe.bin')).toBeUndefined();
    expect(await companion('zero.bin')).toBeUndefined();
    await expect(readFound(`${place}/pipe.bin`)).rejects.toThrow(/pipe\.bin: is a pipe or a device/);
    await expect(readBytes(`${place}/zero.bin`)).rejects.toThrow(/zero\.bin: is a device/);
    expect((await new ConfigFinder().settingsFor(`${place}/a.bvh`)).config).not.toBe(`${place}/poise.config.json`);
    await symlink(`${place}/pipe.bin`, `${place}/pipe.bvh`);
    await symlink('/dev/zero', `${place}/zero.bvh`);
    await copyFile(folder.path('squat.bvh'), `${place}/squat.bvh`);
    expect(await expandFiles([place], () => {})).toEqual([`${place}/squat.bvh`]);
    const { code, stderr } = await poise('info', `${place}/zero.bin`);
    expect(code).toBe(3);
    expect(stderr).toMatch(/zero\.bin: is a device, not a file/);
  });
});

describe('pushes and balls', () => {
  it.each([
    ['t=1 impulse=0,0,', /three numbers/],
    ['t=1 impulse=0,0,1,1', /three numbers/],
    ['t=-1 impulse=0,0,9', /from 0 on, found "-1"/],
    ['t=1 t=2 impulse=0,0,9', /duplicate key "t"/],
    ['t=1 impulse=0,0,9 duration=1e12', /up to 60, found "1e12"/],
    ['t=1 impulse=0,0,9 duration=0', /above 0/],
    ['t=1 weight=3 impulse=0,0,9', /unknown "weight"/],
  ])('a push "%s" is refused', (text, message) => {
    expect(() => parsePush(text)).toThrow(message);
  });

  it.each([
    ['t=1 mass=0', /mass needs a number above 0/],
    ['t=1 from=above', /degrees, found "above"/],
    ['t=1 from=constructor', /degrees, found "constructor"/],
    ['t=1 from=', /expected key=value/],
    ['t=1 speed=9 speed=8', /duplicate key "speed"/],
  ])('a ball "%s" is refused', (text, message) => {
    expect(() => parseBall(text)).toThrow(message);
  });

  it('keys and values are read', () => {
    const fields = parseFields(' a=1  b=x ', { flag: '--x', keys: ['a', 'b'], example: '' });
    expect([...fields]).toEqual([
      ['a', '1'],
      ['b', 'x'],
    ]);
  });
});

describe('numbers beyond measure', () => {
  it.each([
    ['--mass', '1e12', /mass must be a positive number of kilograms, up to/],
    ['--height', '1e12', /height must be .* up to/],
    ['--sole', '1e12', /soleScale must be .* up to/],
    ['--unit', '1e12', /metres per unit/],
    ['--unit', 'constructor', /metres per unit/],
  ])('%s %s', async (option, value, message) => {
    const { code, stderr } = await poise('body', folder.path('squat.bvh'), option, value);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('a ceiling is a height', async () => {
    const [file, out] = [folder.path('squat.bvh'), folder.path('under.bvh')];
    const { code } = await poise('balance', file, '-o', out, '--ceiling', 'head=1e999');
    expect(code).toBe(2);
  });

  it('a performer has a mass that people have', async () => {
    const { code, stderr } = await poise('perform', 'squat', '--mass', '1e12', '-o', folder.path('heavy.bvh'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/mass from 1 to 1000/);
  });
});

describe('times', () => {
  it.each([
    [['--start', '-1'], /from 0 on/],
    [['--start', '100'], /--start 100: no frame is left, the clip is 2\.\d+ s long/],
    [['--start', '2', '--end', '1'], /--start 2 and --end 1: no frame/],
  ])('convert %s', async (options, message) => {
    const before = await names();
    const { code, stderr } = await poise('convert', folder.path('squat.bvh'), folder.path('cut.bvh'), ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(await names()).toEqual(before);
  });
});

describe('names of files', () => {
  it('an empty name is shown as one', async () => {
    const { code, stderr } = await poise('info', '');
    expect([code, stderr]).toEqual([3, 'poise: "": no such file\n']);
  });

  it('an output names formats that can be written', async () => {
    const { code, stderr } = await poise('convert', folder.path('squat.bvh'), folder.path('x.xyz'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/\(\.bvh, \.glb, \.gltf, \.vrma, \.amc, \.fbx, \.trc, \.mot, \.npz, \.npy\), found "\.xyz"/);
  });

  it('results need a name, and a folder that is one', async () => {
    const file = folder.path('squat.bvh');
    expect((await poise('plant', file, '-o', '')).code).toBe(2);
    await writeFile(folder.path('plain'), 'a file');
    const { code, stderr } = await poise('plant', file, '-o', folder.path('plain'));
    expect(code).toBe(3);
    expect(stderr).toMatch(/plain: is a file, not a folder/);
    expect((await poise('plant', file, '-o', folder.path('plain/x/y.bvh'))).stderr).toMatch(/plain: is a file/);
  });

  it('no folder is made for results that there are not', async () => {
    const before = await names();
    expect((await poise('plant', folder.path('empty.bvh'), '-o', folder.path('new/x.bvh'))).code).toBe(3);
    expect(await names()).toEqual(before);
    expect((await poise('plant', folder.path('squat.bvh'), '-o', folder.path('new/deep/x.bvh'))).code).toBe(0);
    expect(await names()).toEqual([...before, 'new'].sort());
    const report = folder.path('new/reports/r.json');
    expect((await poise('plant', folder.path('squat.bvh'), '-o', folder.path('new'), '--report', report)).code).toBe(0);
    expect(await readdir(dirname(report))).toEqual(['r.json']);
  });

  it('what a file quotes does not break the line', async () => {
    const { code, stderr } = await poise('library', 'show', folder.path('squat.bvh'));
    expect(code).toBe(3);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

describe('library build', () => {
  it('says why a file gives nothing, and leaves nothing behind', async () => {
    const before = await names();
    const out = folder.path('mine.poise.json');
    const { code, stderr } = await poise('library', 'build', folder.path('empty.bvh'), '-o', out);
    expect(code).toBe(3);
    expect(stderr).toMatch(/empty\.bvh: the file is empty/);
    expect(await names()).toEqual(before);
  });

  it('looks at the take that is asked for', async () => {
    const out = folder.path('mine.poise.json');
    const { code, stderr } = await poise(
      'library',
      'build',
      folder.path('squat.glb'),
      '--animation',
      'nope',
      '-o',
      out,
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/no animation "nope"/);
  });
});
