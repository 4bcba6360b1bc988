import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { validGltf } from '../support/gltf-valid.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise info', () => {
  it('tells frames, rig and what was inferred', async () => {
    const { code, stdout } = await poise('info', folder.path('squat.bvh'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/frames\s+144 at 60\.00 per second/);
    expect(stdout).toMatch(/unit \(\w+\)/);
  });

  it('prints JSON', async () => {
    const info = JSON.parse((await poise('info', folder.path('squat.glb'), '--json')).stdout);
    expect(info.takes[0]).toMatchObject({ frames: 144, joints: 19, humanoid: true });
    expect(info.takes[0].notes.length).toBeGreaterThan(0);
  });

  it('turns the stated front to +Z', async () => {
    const argv = ['info', folder.path('squat.bvh'), '--forward', '-x', '--json'];
    const { worldFromFile, notes } = JSON.parse((await poise(...argv)).stdout).takes[0];
    expect(worldFromFile[1]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(notes).toContainEqual(expect.objectContaining({ topic: 'forward', confidence: 'stated' }));
    expect((await poise('info', folder.path('squat.bvh'), '--forward', 'y')).code).toBe(2);
  });

  it('takes a manual map of roles', async () => {
    await writeFile(folder.path('map.json'), '{"hips": "Nowhere"}');
    const { code, stderr } = await poise('info', folder.path('squat.bvh'), '--roles', folder.path('map.json'));
    expect(code).not.toBe(0);
    expect(stderr).toContain('Nowhere');
  });

  it('names the takes there are when one is asked for that is not', async () => {
    const { code, stderr } = await poise('info', folder.path('squat.glb'), '--animation', 'waltz');
    expect(code).toBe(2);
    expect(stderr).toContain('no animation "waltz"; it has "');
  });
});

describe('poise body', () => {
  it('lists segments that add up to the mass asked for', async () => {
    const body = JSON.parse((await poise('body', folder.path('squat.bvh'), '--json', '--mass', '60')).stdout);
    const sum = body.segments.reduce((total: number, segment: { mass: number }) => total + segment.mass, 0);
    expect(sum).toBeCloseTo(60, 5);
    expect(body.comHeight).toBeGreaterThan(0.5 * body.height);
    expect(body.comHeight).toBeLessThan(0.62 * body.height);
  });

  it('prints a table and writes MuJoCo XML', async () => {
    const { stdout } = await poise('body', folder.path('squat.bvh'), '--mjcf', folder.path('body.xml'));
    expect(stdout).toMatch(/Hips\s+hips\s+\d/);
    expect(await readFile(folder.path('body.xml'), 'utf8')).toContain('<mujoco');
  });
});

describe('poise convert', () => {
  it('writes another format with the same motion', async () => {
    const { code, stdout } = await poise('convert', folder.path('squat.bvh'), folder.path('out.glb'));
    expect(code).toBe(0);
    expect(stdout).toContain('144 frames');
    const [clip] = await readClips(await validGltf(await readFile(folder.path('out.glb'))), 'out.glb');
    expect(clip!.frameCount).toBe(144);
  });

  it('says the unit of a BVH, which the file does not', async () => {
    const fresh = await poise('convert', folder.path('squat.glb'), folder.path('unit.bvh'));
    expect(fresh.stdout).toContain('  lengths are in centimetres\n');
    const metres = await poise(
      'convert',
      folder.path('squat.glb'),
      folder.path('unit.bvh'),
      '--out-unit',
      'm',
      '--json',
    );
    expect(JSON.parse(metres.stdout).notes).toEqual(['lengths are in metres']);
    const own = await poise('convert', folder.path('squat.bvh'), folder.path('unit.bvh'));
    expect(own.stdout).not.toContain('lengths'); // as in the file it came from
  });

  it('puts several clips of one skeleton into one file, each under its name', async () => {
    for (const extension of ['glb', 'gltf', 'fbx']) {
      const out = folder.path(`all.${extension}`);
      const inputs = [folder.path('squat.bvh'), folder.path('lean.bvh'), folder.path('squat.bvh')];
      const { code, stdout } = await poise('convert', ...inputs, '-o', out);
      expect(code).toBe(0);
      expect(stdout).toContain('3 animations');
      const bytes = await readFile(out);
      if (extension !== 'fbx') await validGltf(bytes);
      const clips = await readClips(bytes, out);
      expect(clips.map(({ name }) => name)).toEqual(['squat', 'lean', 'squat 2']);
      expect(clips[2]!.q).toEqual(clips[0]!.q);
    }
    const json = JSON.parse(
      (
        await poise(
          'convert',
          folder.path('squat.bvh'),
          folder.path('lean.bvh'),
          '-o',
          folder.path('all.glb'),
          '--json',
        )
      ).stdout,
    );
    expect(json).toMatchObject({ format: 'gltf', animations: [{ frames: 144 }, { input: folder.path('lean.bvh') }] });
  });

  it('refuses several clips where skeletons differ, or the format holds one', async () => {
    await poise('perform', 'stretch', '-o', folder.path('other.bvh'));
    const inputs = [folder.path('squat.bvh'), folder.path('other.bvh')];
    const differ = await poise('convert', ...inputs, '-o', folder.path('no.glb'));
    expect(differ.code).toBe(2);
    expect(differ.stderr).toMatch(
      /one file holds one skeleton, and that of .*other\.bvh is not that of .*squat\.bvh: \d+ joints/,
    );
    const single = await poise(
      'convert',
      folder.path('squat.bvh'),
      folder.path('lean.bvh'),
      '-o',
      folder.path('no.bvh'),
    );
    expect(single.code).toBe(2);
    expect(single.stderr).toMatch(/Biovision BVH holds one clip; \.glb, \.gltf, \.fbx hold several/);
    const where = await poise('convert', ...inputs, folder.path('no.glb'));
    expect(where.code).toBe(2);
    expect(where.stderr).toContain('-o OUT');
    expect((await poise('convert', folder.path('squat.bvh'))).code).toBe(2);
    expect(await readdir(folder.path('.'))).not.toContain('no.glb');
  });

  it.each(['vrma', 'npz', 'npy', 'trc', 'fbx'])('writes .%s, which info reads', async (extension) => {
    const out = folder.path(`squat.${extension}`);
    expect((await poise('convert', folder.path('squat.bvh'), out)).code).toBe(0);
    const info = JSON.parse((await poise('info', out, '--json')).stdout);
    expect(info.takes[0]).toMatchObject({ frames: 144, humanoid: true });
  });

  it('takes a layout for arrays, and refuses one that the skeleton does not fill', async () => {
    const refused = await poise('convert', folder.path('squat.bvh'), folder.path('x.npz'), '--layout', 'amass');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('needs the skeleton of SMPL');
    const { stdout } = await poise('convert', folder.path('squat.bvh'), folder.path('x.npz'), '--layout', 'h36m');
    expect(stdout).toContain('positions of 17 points');
    expect((await poise('convert', folder.path('squat.bvh'), folder.path('x.npz'), '--layout', 'own')).code).not.toBe(
      0,
    );
  });

  it('cuts and resamples', async () => {
    const argv = ['--start', '0.5', '--end', '1.5', '--fps', '30', '--json'];
    const { stdout } = await poise('convert', folder.path('squat.bvh'), folder.path('cut.bvh'), ...argv);
    expect(JSON.parse(stdout)).toMatchObject({ frames: 31, fps: 30 });
    const none = await poise('convert', folder.path('squat.bvh'), folder.path('cut.bvh'), '--start', '99');
    expect(none.code).toBe(2);
  });

  it('writes the skeleton beside an .amc', async () => {
    const { code, stdout } = await poise('convert', folder.path('squat.bvh'), folder.path('acclaim.amc'));
    expect(code).toBe(0);
    expect(stdout).toContain('with it: acclaim.asf');
    const info = JSON.parse((await poise('info', folder.path('acclaim.amc'), '--json')).stdout);
    expect(info.takes[0]).toMatchObject({ frames: 144, humanoid: true });
    expect((await poise('convert', folder.path('squat.bvh'), folder.path('acclaim.asf'))).code).toBe(2);
  });

  it('mirrors: a stand on the left leg becomes one on the right', async () => {
    await poise('convert', folder.path('lean.bvh'), folder.path('mirrored.bvh'), '--mirror');
    const { series } = JSON.parse((await poise('analyse', folder.path('mirrored.bvh'), '--json')).stdout);
    expect(series.support[230]).toBe('right');
  });

  it('leaves nothing half-written behind', async () => {
    await poise('convert', folder.path('squat.bvh'), folder.path('again.bvh'));
    expect((await readdir(folder.path('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('does not write over its input unless told to', async () => {
    const refused = await poise('convert', folder.path('squat.bvh'), folder.path('squat.bvh'));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--force');
    const forced = await poise('convert', folder.path('squat.bvh'), folder.path('squat.bvh'), '--force');
    expect(forced.code).toBe(0);
  });

  it('refuses a target it cannot write', async () => {
    const { code, stderr } = await poise('convert', folder.path('squat.bvh'), folder.path('squat.c3d'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/can be read, not written; use \.bvh/);
  });
});

describe('docs/cli.md', () => {
  /** Keys of an object and of the objects in it; roles and notes have their own tables. */
  const keysIn = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(keysIn);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => [key, ...(key === 'roles' ? [] : keysIn(inner))]);
  };

  it('names every key that info, convert and body print, and every option', async () => {
    const docs = (name: string): Promise<string> =>
      readFile(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8');
    const page = `${await docs('cli.md')}${await docs('lint.md')}`; // lint has a page of its own
    const printed = await Promise.all([
      poise('info', folder.path('squat.bvh'), '--json'),
      poise('convert', folder.path('squat.bvh'), folder.path('docs.glb'), '--json'),
      poise('body', folder.path('squat.bvh'), '--json'),
    ]);
    const keys = new Set(printed.flatMap(({ stdout }) => keysIn(JSON.parse(stdout))));
    expect(keys.size).toBeGreaterThan(30);
    expect([...keys].filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
    const helps = await Promise.all(
      ['info', 'analyse', 'lint', 'convert', 'body'].map((command) => poise(command, '--help')),
    );
    const options = new Set(helps.flatMap(({ stdout }) => stdout.match(/--[a-z-]+/g) ?? []));
    expect([...options].filter((option) => option !== '--help' && !page.includes(option))).toEqual([]);
  });

  it('and the help name every exit code', async () => {
    const page = await readFile(fileURLToPath(new URL('../../../../docs/cli.md', import.meta.url)), 'utf8');
    const { stdout } = await poise('--help');
    for (const code of Object.values(EXIT)) {
      expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
      expect(stdout).toMatch(new RegExp(`\\b${code} `));
    }
  });
});
