/** A run on a disk that is too small, and again when there is room. Needs the right to mount a disk in memory. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf, manifestOf } from './check-run.ts';
import { runPoise } from './processes.ts';

const SMALL = '1m';
const LARGE = '100m';

export async function fillDisk(out: string, clips: string): Promise<unknown> {
  const disk = join(out, 'disk');
  mkdirSync(disk, { recursive: true });
  const mount = (...words: string[]): boolean => spawnSync('mount', words).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${SMALL}`, 'tmpfs', disk)) return 'skipped: no disk can be mounted here';
  try {
    const run = join(disk, 'run');
    const first = await runPoise('batch', 'mend', clips, '-o', run);
    mount('-o', `remount,size=${LARGE}`, disk);
    const second = await runPoise('batch', 'mend', clips, '-o', run, '--resume');
    const calm = join(out, 'calm');
    const files = manifestOf(calm)
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { file: string }).file);
    return {
      full: { code: first.code, told: first.stderr.trim().split('\n').at(-1)?.replaceAll(out, '') },
      resumed: { code: second.code, told: second.stdout.trim().split('\n')[0] },
      faults: faultsOf(run, files),
      same: manifestOf(run) === manifestOf(calm),
    };
  } finally {
    cpSync(join(disk, 'run', 'log'), join(out, 'disk-log'), { recursive: true });
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}
