/** The built command as a user starts it, with worker threads. `npm run build` comes first (npm test does that). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { motionFolder } from './support.ts';

const bin = fileURLToPath(new URL('../../bin/poise.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const folder = motionFolder();

const start = (...argv: string[]) => spawnSync(process.execPath, [bin, ...argv], { encoding: 'utf8' });

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
});
