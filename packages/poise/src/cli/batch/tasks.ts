/** The task of each file of a run. */
import { join } from 'node:path';
import { ConfigFinder } from '../lint/config.ts';
import { type LintTaskFlags, lintTasks } from '../lint/lint-tasks.ts';
import type { ClipTask } from './clip-task.ts';
import type { LintWorkOptions } from './commands.ts';
import type { Job } from './job.ts';
import type { RunFolder } from './run-folder.ts';

/** Undefined for files that poise.config.json leaves out. */
export function taskMaker(
  job: Job,
  folder: RunFolder,
  outputOf: (file: string) => string | undefined,
): (file: string) => Promise<ClipTask | undefined> {
  const { command, root, optionHash } = job;
  const optionsOf = command === 'lint' ? lintOptionsOf(job) : async () => job.flags;
  return async (file) => {
    const options = await optionsOf(file);
    if (options === undefined) return undefined;
    const output = outputOf(file);
    return { command, root, file, options, optionHash, outputs: folder.clips, output, known: undefined };
  };
}

/** Flags and the settings that hold for the file. */
function lintOptionsOf({ flags, root }: Job): (file: string) => Promise<LintWorkOptions | undefined> {
  const settings = flags as LintTaskFlags;
  const finder = new ConfigFinder(settings.config === false ? undefined : settings.config);
  return async (file) => {
    const { tasks } = await lintTasks([join(root, file)], settings, undefined, finder);
    const [task] = tasks;
    return task && { flags: task.flags, rules: task.rules, requirePerson: task.requirePerson };
  };
}
