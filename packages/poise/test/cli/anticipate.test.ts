/** `poise anticipate`: what it lists, prints, writes and refuses; learning is tested with a small scenario of its own. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { families } from '../../src/methods/anticipation/families/index.ts';
import { parseScenario } from '../../src/methods/anticipation/scenario-file.ts';
import { scenarios } from '../../src/methods/anticipation/scenarios/index.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { unpackGlb } from '../support/glb.ts';
import { validGltf } from '../support/gltf-valid.ts';
import { poise } from './support.ts';

const SLOW = 60_000; // [ms]
const nod = {
  name: 'nod',
  duration: 0.8,
  preparation: 0.3,
  task: 0.2,
  threshold: 0.001,
  pose: 'stand',
  pushes: [{ time: 0.3, impulse: [0, 0, 5] }],
};
let folder = '';
const path = (name: string): string => join(folder, name);
const cache = process.env['XDG_CACHE_HOME'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poise-anticipate-'));
  process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  await writeFile(path('nod.json'), JSON.stringify(nod));
  await writeFile(path('broken.json'), JSON.stringify({ ...nod, pose: { hip: 'far' } }));
});
afterAll(async () => {
  if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = cache;
  await rm(folder, { recursive: true, force: true });
});

describe('poise anticipate', () => {
  it('lists the scenarios, with their loads', async () => {
    const { code, stdout } = await poise('anticipate', '--list');
    expect(code).toBe(0);
    for (const { name } of scenarios) expect(stdout).toContain(name);
    expect(stdout).toMatch(/catch +7\.0 kg/);
    expect(stdout).toMatch(/catch-front +3 to 8 kg/);
    const all = families.length + scenarios.length;
    expect(JSON.parse((await poise('anticipate', '--list', '--json')).stdout)).toHaveLength(all);
  });

  it(
    'needs no search within a family, for people of any size; what is too light or heavy starts one',
    async () => {
      const slight = ['--height', '1.6', '--mass', '50', '--json'];
      const within = await poise('anticipate', 'catch-front', '--expected', '5.2', ...slight);
      expect(within.code).toBe(0);
      expect(JSON.parse(within.stdout)).toMatchObject({ from: 'family', evaluations: 0, ending: { standing: true } });
      const without = await poise('anticipate', 'catch-front', '--expected', '5.2', ...slight, '--without');
      expect(JSON.parse(without.stdout)).toMatchObject({ fall: { direction: 'backward' } });
      const light = await poise('anticipate', 'catch-front', '--expected', '1', '--evaluations', '1', ...slight);
      expect(JSON.parse(light.stdout)).toMatchObject({ from: 'search' });
    },
    SLOW,
  );

  it('prints a scenario that can be edited and read again', async () => {
    const { stdout } = await poise('anticipate', 'catch', '--expected', '5', '--show');
    expect(parseScenario(stdout, 'x.json').ball?.mass).toBe(5);
  });

  it.each([
    [['anticipate'], 2, 'which scenario'],
    [['anticipate', 'fly', '-o', 'x.glb'], 2, 'there is no scenario "fly"; Poise knows: '],
    [['anticipate', 'catch'], 2, 'where to?'],
    [['anticipate', 'catch', '--without', '--optimise', '-o', 'x.glb'], 2, '--without and --optimise contradict'],
    [['anticipate', 'catch', '-o', 'x.txt'], 2, 'x.txt'],
    [['anticipate', 'catch-front', '--series', '7,x', '-o', 'x.glb'], 2, '--series: expected up to 50 loads'],
    [['anticipate', 'bend-fast', '--series', '7', '-o', 'x.glb'], 2, '--series needs a scenario with a range'],
    [['anticipate', 'catch-front', '--series', '7', '--without', '-o', 'x.glb'], 2, '--series does not go with'],
    [['anticipate', 'bend-fast', '--actual', '3', '-o', 'x.glb'], 2, 'nothing to expect wrongly'],
    [['anticipate', 'catch', '--workers', '0', '-o', 'x.glb'], 2, 'Expected a number above 0'],
    [['anticipate', 'none.json', '-o', 'x.glb'], 3, 'none.json: no such file'],
    [['anticipate', 'catch', '--actual', '1e6', '-o', 'x.glb'], 2, 'expected a ball above 0 and up to 50 kg'],
    [['anticipate', 'catch', '-o', 'no/such/folder/x.glb'], 3, 'no/such/folder/x.glb: the folder does not exist'],
    [['anticipate', 'catch', '--save-cmrt', 'no/such/folder/x.json'], 3, 'the folder does not exist'],
    [['anticipate', 'chain', '--save-cmrt', 'x.json'], 2, '--save-cmrt: there is no single trajectory here'],
    [['anticipate', 'catch', '--without', '--save-cmrt', 'x.json'], 2, 'there is no single trajectory here'],
  ] as const)('refuses %j', async (argv, code, message) => {
    const outcome = await poise(...argv);
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(code);
  });

  it(
    'plays a series: what is prepared for follows what came',
    async () => {
      const { code, stdout } = await poise(
        'anticipate',
        'shove-behind',
        '--expected',
        '40',
        '--series',
        '40,22,22',
        '--json',
      );
      expect(code).toBe(0);
      const series = JSON.parse(stdout) as { prepared: number; ending: { standing: boolean } }[];
      expect(series.map(({ prepared }) => Math.round(prepared))).toEqual([40, 40, 35]);
      expect(series[0]!.ending.standing).toBe(true);
      await poise('anticipate', 'shove-behind', '--series', '22,22', '-o', path('series.glb'));
      const clips = await readClips(await readFile(path('series.glb')), 'series.glb');
      expect(clips).toHaveLength(2);
    },
    SLOW,
  );

  it('says which field of a file is wrong', async () => {
    const { code, stderr } = await poise('anticipate', path('broken.json'), '-o', path('x.glb'));
    expect(code).toBe(3);
    expect(stderr).toContain('broken.json: /pose/hip: expected a number from -180 up to 180, found "far"');
  });

  it(
    'learns, writes, keeps what it learned, and is the same to the byte for any number of workers',
    async () => {
      const flags = ['--evaluations', '10', '--seed', '2', '--json'];
      const first = await poise('anticipate', path('nod.json'), ...flags, '--workers', '2', '-o', path('a.glb'));
      expect(first.stderr).toContain('learned in 10 simulations');
      const told = JSON.parse(first.stdout) as Record<string, unknown>;
      expect(told).toMatchObject({ scenario: 'nod', from: 'search', evaluations: 10, expected: 5, actual: 5 });
      const second = await poise('anticipate', path('nod.json'), ...flags, '-o', path('b.glb'));
      expect(JSON.parse(second.stdout)).toMatchObject({ from: 'cache' });
      const again = await poise('anticipate', path('nod.json'), ...flags, '--optimise', '-o', path('c.glb'));
      expect(JSON.parse(again.stdout)).toMatchObject({ from: 'search' });
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => readFile(path(`${name}.glb`))));
      expect(b!.equals(a!)).toBe(true);
      expect(c!.equals(a!)).toBe(true);
    },
    SLOW,
  );

  it(
    'learns again where the search is another one, or what it kept is damaged',
    async () => {
      const learned = async (file: string): Promise<unknown> =>
        JSON.parse((await poise('anticipate', path(file), '--evaluations', '10', '--json')).stdout).from;
      await writeFile(path('wide.json'), JSON.stringify({ ...nod, search: { sigma: 1 } }));
      await writeFile(path('narrow.json'), JSON.stringify({ ...nod, search: { sigma: 0.1 } }));
      expect(await learned('wide.json')).toBe('search');
      expect(await learned('narrow.json')).toBe('search');
      expect(await learned('wide.json')).toBe('cache');
      const kept = join(folder, 'cache', 'poise');
      for (const name of await readdir(kept)) await writeFile(join(kept, name), '{"duration":');
      expect(await learned('wide.json')).toBe('search');
    },
    SLOW,
  );

  it(
    'writes motion, trajectory and curves; a trajectory can be given',
    async () => {
      const cmrt = { duration: 0.8, knots: [0.2, 0.3, 0.4, 0.6], forward: [-0.01, -0.02, -0.01, 0] };
      await writeFile(path('lean.json'), JSON.stringify(cmrt));
      const { code, stdout } = await poise(
        ...['anticipate', path('nod.json'), '--cmrt', path('lean.json'), '--actual', '2'],
        ...['--save-cmrt', path('used.json'), '--trace', path('trace.json'), '-o', path('lean.bvh')],
      );
      expect(code).toBe(0);
      expect(stdout).toMatch(/nod \(expected 5\.0 N·s, got 2\.0 N·s\): with anticipation: stands; CoP error \d+ mm/);
      expect(JSON.parse(await readFile(path('used.json'), 'utf8'))).toEqual({ version: 1, ...cmrt });
      const over = ['anticipate', path('nod.json'), '--cmrt', path('used.json'), '--save-cmrt', path('used.json')];
      expect(await poise(...over)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is a file that was read'),
      });
      await writeFile(path('odd.json'), JSON.stringify({ ...cmrt, left: 'abcd' }));
      expect(await poise('anticipate', path('nod.json'), '--cmrt', path('odd.json'), '--json')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('odd.json: /left: expected a list'),
      });
      await writeFile(path('long.json'), JSON.stringify({ ...cmrt, duration: 2 }));
      expect(await poise('anticipate', path('nod.json'), '--cmrt', path('long.json'), '--json')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('long.json: a CMRT of 2 s does not fit scenario "nod" of 0.8 s'),
      });
      const trace = JSON.parse(await readFile(path('trace.json'), 'utf8')) as { step: number; cop: number[] };
      expect(trace.step * (trace.cop.length / 2)).toBeCloseTo(1.8, 6);
      const [clip] = await readClips(await readFile(path('lean.bvh')), 'lean.bvh');
      expect(clip!.frameCount * clip!.frameTime).toBeCloseTo(1.82, 6);
    },
    SLOW,
  );

  it(
    'shows the ball in glTF files, beside the person',
    async () => {
      const ball = { time: 0.4, at: [0, 1.2, 0.55], velocity: [0, -2, 0], mass: 1 };
      await writeFile(path('ball.json'), JSON.stringify({ ...nod, pose: 'catch-ready', pushes: [], ball }));
      await poise('anticipate', path('ball.json'), '--without', '--no-skin', '-o', path('ball.glb'));
      const { json } = unpackGlb(await validGltf(await readFile(path('ball.glb'))));
      const nodes = json['nodes'] as { name: string; mesh?: number }[];
      const at = nodes.findIndex(({ name }) => name === 'ball');
      expect(nodes[at]?.mesh).toBeDefined();
      const channels = (json['animations'] as { channels: { target: { node: number; path: string } }[] }[])[0]!
        .channels;
      const moved = channels.filter(({ target }) => target.node === at).map(({ target }) => target.path);
      expect(moved.sort()).toEqual(['rotation', 'translation']);
    },
    SLOW,
  );
});
