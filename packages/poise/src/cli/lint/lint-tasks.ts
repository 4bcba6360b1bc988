/** What is to be judged, by the settings of each file. What stands on the command line wins. */
import type { BodyFlags, BorderFlags, RateFlags } from '../options.ts';
import type { ConfigFinder, LintConfig } from './config.ts';
import type { LintTask } from './lint-file.ts';

export interface LintTaskFlags extends BorderFlags, BodyFlags, RateFlags {
  readonly config?: string | false;
  readonly requirePerson?: boolean;
}

export async function lintTasks(
  files: readonly string[],
  flags: LintTaskFlags,
  cache: string | undefined,
  finder: ConfigFinder,
): Promise<{ readonly tasks: readonly LintTask[]; readonly configs: readonly LintConfig[] }> {
  const tasks: LintTask[] = [];
  const configs = new Set<string>();
  for (const file of files) {
    const settings = flags.config === false ? NO_SETTINGS : await finder.settingsFor(file);
    if (settings.ignored) continue;
    if (settings.config !== undefined) configs.add(settings.config);
    tasks.push({
      file,
      flags: { ...settings.body, ...given(flags) },
      rules: settings.rules,
      requirePerson: flags.requirePerson ?? settings.requirePerson,
      cache,
    });
  }
  return { tasks, configs: await Promise.all([...configs].map((config) => finder.read(config))) };
}

const NO_SETTINGS = { ignored: false, rules: {}, body: {}, requirePerson: false, config: undefined };

/** The flags of reading and judging that were given. */
function given({ unit, up, forward, ground, roles, animation, fps, mass, height, sex, table, sole }: LintTaskFlags) {
  const all = { unit, up, forward, ground, roles, animation, fps, mass, height, sex, table, sole };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
