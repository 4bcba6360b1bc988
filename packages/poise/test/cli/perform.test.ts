import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readClips } from '../../src/motion/formats/index.ts';
import { motions } from '../../src/performer/index.ts';
import { validGltf } from '../support/gltf-valid.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise perform', () => {
  it('lists the motions with their parameters', async () => {
    const { code, stdout } = await poise('perform', '--list');
    expect(code).toBe(0);
    for (const { id } of motions) expect(stdout).toMatch(new RegExp(`^${id} `, 'm'));
    expect(stdout).toContain('--depth 112°');
    expect(stdout).toContain('--preset tak2000');
  });

  it('lists them as JSON', async () => {
    const list = JSON.parse((await poise('perform', '--list', '--json')).stdout);
    expect(list).toHaveLength(motions.length);
    const squat = list.find(({ id }: { id: string }) => id === 'squat');
    expect(squat).toMatchObject({ loops: false, balanced: true });
    expect(squat.parameters[0]).toMatchObject({ name: 'depth', unit: '°', default: 112, min: 40, max: 120 });
  });

  it('writes a motion for a body of any size', async () => {
    const file = folder.path('squat-small.bvh');
    const { code, stdout } = await poise(
      'perform',
      'squat',
      '--depth',
      '80',
      '--height',
      '1.6',
      '--mass',
      '55',
      '-o',
      file,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/squat, \d+ frames at 60\.00 per second, /);
    const [clip] = await readClips(await readFile(file), file);
    expect(clip!.skeleton.names).toContain('leftUpperLeg');
    const [small, tall] = [clip!.q[1], 0.53 * 1.75];
    expect(small).toBeLessThan(0.97 * tall);
  });

  it('writes the same bytes for the same seed, others for another', async () => {
    const bytes = async (seed: string): Promise<Buffer> => {
      await poise('perform', 'stretch', '--seed', seed, '-o', folder.path('seeded.bvh'));
      return readFile(folder.path('seeded.bvh'));
    };
    const [first, second, other] = [await bytes('3'), await bytes('3'), await bytes('4')];
    expect(second.equals(first)).toBe(true);
    expect(other.equals(first)).toBe(false);
  });

  it('puts the mannequin into glTF, unless asked not to', async () => {
    await poise('perform', 'stretch', '--preset', 'balanced', '-o', folder.path('skinned.glb'));
    await poise('perform', 'stretch', '--preset', 'balanced', '--no-skin', '-o', folder.path('bones.glb'));
    const json = async (name: string) => {
      const file = await readFile(folder.path(name));
      await validGltf(file);
      return JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
    };
    expect((await json('skinned.glb')).skins).toHaveLength(1);
    expect((await json('bones.glb')).meshes).toBeUndefined();
  });

  it('resamples and knows presets', async () => {
    const { stdout } = await poise('perform', 'stretch', '--fps', '30', '-o', folder.path('slow.bvh'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ motion: 'stretch', format: 'bvh', frames: 136 });
    const { code } = await poise('perform', 'stretch', '--preset', 'tak2000', '-o', folder.path('tak.bvh'));
    expect(code).toBe(0);
    const [clip] = await readClips(await readFile(folder.path('tak.bvh')), 'tak.bvh');
    expect(clip!.frameCount).toBe(31);
  });

  it('takes switches without a value', async () => {
    const file = folder.path('switched.bvh');
    const bytes = async (...argv: string[]): Promise<Buffer> => {
      expect((await poise('perform', 'stretch', ...argv, '-o', file)).code).toBe(0);
      return readFile(file);
    };
    expect((await bytes('--balanced')).equals(await bytes('--preset', 'balanced'))).toBe(true);
    expect((await poise('perform', 'stretch', '--help')).stdout).toMatch(/--balanced {2,}the hips go/);
  });

  it.each([
    [['perform', 'waltz', '-o', 'x.bvh'], 'there is no motion "waltz"; Poise performs: '],
    [['perform', 'squat', '--dpth', '3', '-o', 'x.bvh'], "unknown option '--dpth'"],
    [['perform', 'squat', '--fast', '3', '-o', 'x.bvh'], '(squat takes --depth, --down, --hold, --heels, --seed;'],
    [['perform', 'squat', '--depth', '300', '-o', 'x.bvh'], 'depth must lie in 40…120°, found 300\n'],
    [['perform', 'squat', '--seed', '-1', '-o', 'x.bvh'], 'seed must lie in 0…1000000000, found -1\n'],
    [['perform', 'squat', '--down', '9', '-o', 'x.bvh'], 'down must lie in 0.7…3 s, found 9\n'],
    [['perform', 'walk', '--strides', '2.4', '-o', 'x.bvh'], "'2.4' is invalid. Expected a whole number."],
    [['perform', 'start-stop', '--steps', '6.5', '-o', 'x.bvh'], "'6.5' is invalid. Expected a whole number."],
    [['perform', 'idle', '--seed', '0.5', '-o', 'x.bvh'], "'0.5' is invalid. Expected a whole number."],
    [['perform', 'squat', '--preset', 'x', '-o', 'x.bvh'], "unknown option '--preset'"],
    [['perform', 'squat', '--depth', 'deep', '-o', 'x.bvh'], 'Expected a number'],
    [['perform', 'stretch', '--preset', 'x', '-o', 'x.bvh'], 'no preset "x"; it has: balanced, tak2000'],
    [['perform', 'squat', '--height', '9', '-o', 'x.bvh'], 'a height from 0.5 to 3 metres'],
    [['perform', 'squat'], "'-o, --out <file>' not specified"],
    [['perform', 'squat', '-o', 'x.txt'], 'expected a motion file'],
    [['perform'], 'poise perform --list'],
  ])('refuses %o', async (argv, message) => {
    const { code, stdout, stderr } = await poise(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
  });

  it('leaves no temporary file behind', async () => {
    expect((await readdir(folder.path('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
