/** Every entrance of the library and the command line judges a file alike, and a rate that is stated counts in all of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/balance/finding.ts';
import { judge } from '../../src/balance/judge.ts';
import { serveMcp } from '../../src/cli/mcp/server.ts';
import { run } from '../../src/cli/run.ts';
import { withFrameRate } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
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
    const slow = `slow-${name}`;
    expect(
      (await poise('mend', folder.path(name), '--only', 'gaps', '--fps', '30', '-o', folder.path(slow))).stderr,
    ).toBe('');
    expect((await read(slow)).frameTime).toBeCloseTo(1 / 30, 6);
  });
});

it.each(['lean.glb', 'lean.fbx'])('finds the same in %s as in the BVH file of the same motion', async (name) => {
  const clip = await read('lean.bvh');
  await writeFile(folder.path(name), await writeClip(clip, name));
  const findings = async (file: string): Promise<readonly Finding[]> =>
    JSON.parse((await poise('lint', '--json', folder.path(file))).stdout)[0].takes[0].findings;
  expect(short(await findings(name))).toEqual(short(await findings('lean.bvh')));
});

it('tells agents and readers of reports the same', async () => {
  const { findings } = judge(await read('lean.bvh'));
  const answers: string[] = [];
  async function* asked() {
    const params = { name: 'judge', arguments: { file: 'lean.bvh' } };
    yield JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  }
  await serveMcp(asked(), (line) => answers.push(line), { folder: folder.path(''), run });
  const told = JSON.parse(JSON.parse(answers[0]!).result.content[0].text);
  expect(short(told.findings)).toEqual(short(findings));
  await poise('analyse', folder.path('lean.bvh'), '--html', folder.path('lean.html'));
  const page = await readFile(folder.path('lean.html'), 'utf8');
  for (const { message } of findings) expect(page).toContain(message);
});

it('finds something in the clip that cannot be held, so that these comparisons compare something', async () => {
  expect(judge(await read('lean.bvh')).findings.length).toBeGreaterThan(0);
});
