import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeGlb, swingingChain, withTakes } from '../support/glb.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise lint', () => {
  it('prints findings in the order of the files and fails on errors', async () => {
    const { code, stdout } = await poise('lint', folder.path('lean.bvh'), folder.path('squat.bvh'), '--jobs', '1');
    expect(code).toBe(1);
    expect(stdout).toMatch(/lean\.bvh: error \[balance\] /);
    expect(stdout).toMatch(/2 files: 1 fine, 0 with warnings, 1 with errors\n$/);
  });

  it('passes what is fine', async () => {
    expect((await poise('lint', folder.path('squat.*'), '--jobs', '1')).code).toBe(0);
  });

  it('does not fail with --fail-on never', async () => {
    expect((await poise('lint', folder.path('lean.bvh'), '--fail-on', 'never', '--jobs', '1')).code).toBe(0);
  });

  it('goes on after a bad file and says so in the exit code', async () => {
    const files = [folder.path('broken.bvh'), folder.path('squat.bvh')];
    const { code, stdout, stderr } = await poise('lint', ...files, '--jsonl', '--jobs', '1');
    expect(code).toBe(3);
    const [broken, squat] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(broken).toMatchObject({ file: files[0], verdict: 'unreadable', takes: [] });
    expect(broken.failures[0].line).toBeGreaterThan(0);
    expect(squat).toMatchObject({ file: files[1], verdict: 'fine' });
    expect(stderr).toBe('');
  });

  it('expands globs and folders, sorted, each file once', async () => {
    const globbed = JSON.parse((await poise('lint', folder.path('*.bvh'), '--json', '--jobs', '1')).stdout);
    const found = globbed.map(({ file }: { file: string }) => file);
    expect(found).toEqual(['broken.bvh', 'empty.bvh', 'lean.bvh', 'squat.bvh'].map(folder.path));
    const both = JSON.parse(
      (await poise('lint', folder.path('.'), folder.path('*.bvh'), '--json', '--jobs', '1')).stdout,
    );
    expect(new Set(both.map(({ file }: { file: string }) => file)).size).toBe(both.length);
    expect(both.length).toBe(5);
  });

  it('says when nothing matches', async () => {
    const { code, stderr } = await poise('lint', folder.path('*.nothing'));
    expect(code).toBe(2);
    expect(stderr).toContain('no motion file matches');
  });

  it('goes on where one of several arguments matches nothing, and says so', async () => {
    const argv = [folder.path('*.nothing'), folder.path('squat.bvh')];
    const { code, stdout, stderr } = await poise('lint', ...argv, '--json', '--jobs', '1');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toMatch(/^poise: no motion file matches ".*\*\.nothing"\n$/);
  });

  it('gives one reason once, with the takes it holds for', async () => {
    await writeFile(folder.path('chain.glb'), withTakes(makeGlb(swingingChain()), ['first', 'second', 'third']));
    const argv = ['lint', folder.path('chain.glb'), '--jobs', '1', '--require-person'];
    const { code, stderr } = await poise(...argv);
    expect(code).toBe(3);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain('(takes "first", "second", "third")');
    const [result] = JSON.parse((await poise(...argv, '--json')).stdout);
    expect(result.failures).toMatchObject([{ animations: ['first', 'second', 'third'] }]);
  });

  it('refuses two kinds of output at once', async () => {
    expect((await poise('lint', folder.path('squat.bvh'), '--json', '--sarif')).code).toBe(2);
  });

  it('prints SARIF 2.1.0', async () => {
    const { stdout } = await poise(
      'lint',
      folder.path('lean.bvh'),
      folder.path('broken.bvh'),
      '--sarif',
      '--jobs',
      '1',
    );
    const log = JSON.parse(stdout);
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    const result = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'balance');
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe('balance');
    expect(result.level).toBe('error');
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/.*lean\.bvh$/);
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(
      run.invocations[0].toolExecutionNotifications[0].locations[0].physicalLocation.region.startLine,
    ).toBeGreaterThan(0);
  });
});
