/** Files whose joints turn about fewer axes than a mended motion needs are written all the same, and it is said. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { motionFolder, poise } from './support.ts';

/** A BVH whose ankles turn about one axis only. */
function withHinges(text: string): string {
  const [head, rows] = text.split(/(?<=Frame Time:[^\n]*\n)/) as [string, string];
  const dropped: number[] = [];
  let column = 0;
  const header = head.replace(/(JOINT|ROOT) (\S+)|CHANNELS (\d) ([^\n]*)/g, (whole, _kind, name, count, channels) => {
    if (name !== undefined) {
      joint = name;
      return whole;
    }
    const first = column;
    column += Number(count);
    if (!/Foot/.test(joint)) return whole;
    dropped.push(first, first + 2); // Zrotation and Yrotation
    return `CHANNELS 1 ${channels.split(' ')[1]}`;
  });
  const kept = rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split(' ')
        .filter((_, n) => !dropped.includes(n))
        .join(' '),
    );
  expect(dropped.length).toBe(4);
  return `${header}${kept.join('\n')}\n`;
}
let joint = '';

describe('a file with fewer axes than the result needs', () => {
  const folder = motionFolder();

  it('is planted, with channels added', async () => {
    const hinges = folder.path('hinges.bvh');
    await writeFile(hinges, withHinges(await readFile(folder.path('squat.bvh'), 'utf8')));
    const out = folder.path('planted.bvh');
    const { code, stdout, stderr } = await poise('plant', hinges, '-o', out);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ {2}channels were added to "\S*Foot", "\S*Foot"\n/);
    expect((await poise('lint', out)).code).toBe(0);
    const [result] = JSON.parse((await poise('plant', hinges, '-o', out, '--json')).stdout);
    expect(result.layout).toHaveLength(1);
  });

  it('says which of several takes was written', async () => {
    const [both, out] = [folder.path('both.glb'), folder.path('one.glb')];
    await poise('convert', folder.path('squat.bvh'), folder.path('squat.bvh'), '-o', both);
    const { stdout } = await poise('mend', both, '-o', out, '--only', 'gaps');
    expect(stdout).toMatch(/ {2}take 1 of 2, "squat"; --animation chooses another\n/);
  });

  it('names the file in every failure', async () => {
    const both = [folder.path('broken.bvh'), folder.path('empty.bvh')];
    const { stderr } = await poise('plant', ...both, '-o', folder.path('o'), '--jobs', '1');
    const lines = stderr.trim().split('\n');
    expect(lines.map((line) => /poise: \S*\/(broken|empty)\.bvh:/.test(line))).toEqual([true, true]);
    const short = folder.path('short.bvh');
    await poise('convert', folder.path('squat.bvh'), short, '--end', '0.02');
    expect((await poise('plant', short, '-o', folder.path('p.bvh'))).stderr).toMatch(
      /^poise: \S*short\.bvh: planting feet needs at least 4 frames, found \d\n$/,
    );
  });

  it('says which two files would become one', async () => {
    await poise('convert', folder.path('squat.bvh'), folder.path('lean.glb'));
    const both = ['plant', folder.path('lean.bvh'), folder.path('lean.glb'), '-o', folder.path('o'), '--format', 'bvh'];
    const { code, stderr } = await poise(...both, '--jobs', '1');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /lean\.bvh and \S*lean\.glb would both become \S*lean\.bvh; work on them one after the other/,
    );
  });

  it('prints the report to the standard output, and nothing else', async () => {
    const asked = ['plant', folder.path('squat.bvh'), '-o', folder.path('planted.bvh'), '--report', '-'];
    for (const more of [[], ['--json']]) {
      const { code, stdout } = await poise(...asked, ...more);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).files).toHaveLength(1);
    }
  });

  it.each([
    ['library', 'build', 'squat.bvh', '-o', '-'],
    ['anticipate', 'catch', '--trace', '-'],
    ['anticipate', 'catch', '--trace', 't.json', '--save-cmrt', '-'],
    ['library', 'generate', '-o', '-', '--json'],
  ])('makes no file called "-": %s %s', async (...argv) => {
    const { code, stderr } = await poise(...argv.map((word) => (word === 'squat.bvh' ? folder.path(word) : word)));
    expect(code).toBe(2);
    expect(stderr).toMatch(/expected the name of a file, found "-"|only one output can go to the standard output/);
  });
});
