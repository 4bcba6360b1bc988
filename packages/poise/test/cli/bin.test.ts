/** The built command as a user starts it, with worker threads. `npm run build` comes first (npm test does that). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { motionFolder } from './support.ts';

const bin = fileURLToPath(new URL('../../bin/poise.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const folder = motionFolder();

/** Without Node's own remarks, which differ with its version and with the shell's settings. */
const env = { ...process.env, NODE_NO_WARNINGS: '1' };
const start = (...argv: string[]) => spawnSync(process.execPath, [bin, ...argv], { encoding: 'utf8', env });

describe.skipIf(!built)('bin/poise.js (needs `npm run build`)', () => {
  it('prints its version and help', () => {
    expect(start('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = start('--help').stdout;
    for (const command of ['info', 'analyse', 'lint', 'convert', 'body']) expect(help).toContain(command);
  });

  it('gives the same output with one thread and with three', () => {
    const argv = ['lint', folder.path('*.bvh'), '--jsonl'];
    const single = start(...argv, '--jobs', '1');
    const several = start(...argv, '--jobs', '3');
    expect(single.status).toBe(1);
    expect(several.status).toBe(1);
    expect(several.stdout).toBe(single.stdout);
    expect(several.stdout.trimEnd().split('\n')).toHaveLength(4);
  });

  it('is what the Action runs, with its inputs as arguments', () => {
    const script = fileURLToPath(new URL('../../../../scripts/lint-action.sh', import.meta.url));
    const inputs = { POISE_FILES: `${folder.path('lean.bvh')} ${folder.path('squat.bvh')}`, POISE_FAIL_ON: 'never' };
    const sarif = folder.path('action.sarif');
    const run = spawnSync('bash', [script], { encoding: 'utf8', env: { ...env, ...inputs, POISE_SARIF: sarif } });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/^::error file=.*lean\.bvh,line=\d+/m);
    expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results.length).toBeGreaterThan(0);
  });

  it('mends with threads as it does without', () => {
    const argv = ['plant', folder.path('squat.*'), '--json', '-o'];
    const single = start(...argv, folder.path('one'), '--jobs', '1');
    const several = start(...argv, folder.path('two'), '--jobs', '2');
    expect(several.stderr).toBe('');
    expect(several.status).toBe(0);
    expect(several.stdout.replaceAll(folder.path('two'), folder.path('one'))).toBe(single.stdout);
    for (const name of ['squat.bvh', 'squat.glb']) {
      expect(readFileSync(folder.path(`two/${name}`))).toEqual(readFileSync(folder.path(`one/${name}`)));
    }
  });

  it('writes its files and tells how it went to a shell that reads nothing', async () => {
    const argv = ['plant', folder.path('squat.*'), folder.path('nobody.bvh'), '--jobs', '1', '-o'];
    const heard = start(...argv, folder.path('heard'));
    const unheard = spawn(process.execPath, [bin, ...argv, folder.path('unheard')], { env });
    unheard.stdout.destroy();
    unheard.stderr.destroy();
    expect(await once(unheard, 'exit')).toEqual([heard.status, null]);
    expect(heard.stderr).not.toBe('');
    for (const name of ['squat.bvh', 'squat.glb']) expect(existsSync(folder.path(`unheard/${name}`))).toBe(true);
  });
});
