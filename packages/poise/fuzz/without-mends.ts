/**
 * `npm run fuzz-check`: takes out one mend after another, in a copy of the sources, and tells whether the fuzzer or the tests notice.
 *
 *   npm run fuzz-check -- [--seconds 60] [--only WORDS] [--seed 7]
 *
 * Exit code 1: a mend was taken out and nothing noticed, or the text of a mend is no longer there.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../../scripts/run.js';
import { MENDS, type Mend } from './mends.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '7' },
  },
});
const LEFT_OUT = /[\\/](?:node_modules|\.git|out|\.fuzz)$/;

const copy = mkdtempSync(join(tmpdir(), 'poise-without-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** A copy of the sources has no own `poise` in node_modules: what imports it by name is run on the sources by aliases. */
function run(command: string, ...args: readonly string[]): { readonly failed: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { failed: status !== 0, said: `${stdout}${stderr}` };
}

/** What noticed, in a few words; undefined: nothing. */
function noticed({ fuzz, test, built }: Mend): string | undefined {
  if (built) run('npx', 'tsc', '-p', 'packages/poise/tsconfig.json', '--noCheck');
  if (fuzz) {
    const limits = ['--seconds', values.seconds, '--seed', values.seed, '--only', fuzz.join(',')];
    const { failed, said } = run('npx', 'tsx', 'packages/poise/fuzz/main.ts', ...limits, '--out', join(copy, '.fuzz'));
    const defect = said.split('\n').find((line) => line.startsWith('defect '));
    rmSync(join(copy, '.fuzz'), { recursive: true, force: true });
    return failed ? `fuzz: ${(defect ?? said.trim().split('\n').at(-1)!).slice(0, 110)}` : undefined;
  }
  const [folder, ...rest] = test!.split('/');
  const { failed, said } = run('npx', 'vitest', 'run', '--root', `packages/${folder}`, rest.join('/'));
  const line = said.split('\n').find((text) => /(?:FAIL|Error:)/.test(text)) ?? '';
  return failed ? `test: ${line.trim().slice(0, 110)}` : undefined;
}

let missed = 0;
for (const mend of MENDS.filter(({ defect }) => defect.includes(values.only))) {
  const sound = new Map<string, string>();
  for (const [text, instead, file = mend.file] of mend.changes) {
    const path = join(copy, 'packages', file);
    const now = readFileSync(path, 'utf8');
    if (!sound.has(path)) sound.set(path, now);
    if (!now.includes(text)) throw new Error(`${file} no longer holds: ${text}`);
    writeFileSync(
      path,
      now.replace(text, () => instead),
    );
  }
  const by = noticed(mend);
  for (const [path, text] of sound) writeFileSync(path, text);
  if (mend.built) run('npx', 'tsc', '-p', 'packages/poise/tsconfig.json', '--noCheck');
  if (by === undefined) missed++;
  process.stdout.write(
    `${by === undefined ? 'NOT NOTICED' : 'noticed'}  ${mend.defect}\n             ${by ?? mend.file}\n`,
  );
}
process.stdout.write(`${missed} not noticed\n`);
process.exitCode = missed > 0 ? 1 : 0;
