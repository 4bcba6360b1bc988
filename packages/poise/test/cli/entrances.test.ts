/** Every entrance of the library and the command line judges a file alike, and a rate that is stated counts in all of them. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/balance/finding.ts';
import { judge } from '../../src/balance/judge.ts';
import { withFrameRate } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const read = async (name: string) => (await readClips(await readFile(folder.path(name)), name))[0]!;
const plain = (findings: readonly Finding[]): unknown => JSON.parse(JSON.stringify(findings));
const short = (findings: readonly Finding[]) =>
  findings.map(({ rule, severity, start, end }) => [rule, severity, start, end]);

describe.each(['lean.bvh', 'squat.bvh', 'squat.glb'])('%s', (name) => {
  it('has the same findings by judge and by lint --json', async () => {
    const { findings } = judge(await read(name));
    const { stdout } = await poise('lint', '--json', folder.path(name));
    expect(JSON.parse(stdout)[0].takes[0].findings).toEqual(plain(findings));
  });

  it('has the same findings by analyse --json', async () => {
    const { findings } = judge(await read(name));
    const { stdout } = await poise('analyse', '--json', folder.path(name));
    expect(short(JSON.parse(stdout).findings)).toEqual(short(findings));
  });

  it('is read at the rate of --fps everywhere', async () => {
    const { findings } = judge(withFrameRate(await read(name), 30));
    const linted = JSON.parse((await poise('lint', '--json', '--fps', '30', folder.path(name))).stdout)[0].takes[0];
    expect(linted.fps).toBe(30);
    expect(linted.findings).toEqual(plain(findings));
    const analysed = JSON.parse((await poise('analyse', '--json', '--fps', '30', folder.path(name))).stdout);
    expect(short(analysed.findings)).toEqual(short(findings));
  });
});

it('finds something in the clip that cannot be held, so that these comparisons compare something', async () => {
  expect(judge(await read('lean.bvh')).findings.length).toBeGreaterThan(0);
});
