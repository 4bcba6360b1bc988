/** poise.config.json: found upwards from each file, checked against its schema, resolved to what holds for that file. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { Finding, Severity } from '../../balance/finding.ts';
import { UsageError } from '../../errors.ts';
import { readFound } from '../files.ts';
import type { BodyFlags } from '../options.ts';
import { configSchema } from './config-schema.ts';
import { parseAs } from './json-schema.ts';

export const CONFIG_NAME = 'poise.config.json';

export type RuleSetting = Severity | 'off' | { readonly severity?: Severity | 'off'; readonly limit?: number };
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

export interface LintConfig {
  readonly rules?: RuleSettings;
  readonly body?: BodyFlags;
  readonly ignore?: readonly string[];
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
  readonly requirePerson?: boolean;
  readonly overrides?: readonly {
    readonly files: readonly string[];
    readonly rules?: RuleSettings;
    readonly body?: BodyFlags;
  }[];
}

/** What holds for one file. Plain data: it goes to worker threads. */
export interface FileSettings {
  readonly ignored: boolean;
  readonly rules: RuleSettings;
  readonly body: BodyFlags;
  readonly requirePerson: boolean;
  readonly config: string | undefined; // the file that says so
}

/** Text of a config as an object, or an error with file, place and what was expected. */
export const parseConfig = (text: string, file: string): LintConfig => parseAs(text, file, configSchema, 'settings');

/** Looks configs up once per folder. `explicit`: this file for all, wherever they are. */
export class ConfigFinder {
  readonly #explicit: string | undefined;
  readonly #byFolder = new Map<string, Promise<string | undefined>>();
  readonly #byFile = new Map<string, Promise<LintConfig>>();

  constructor(explicit?: string) {
    this.#explicit = explicit;
  }

  /** The nearest config at or above the file's folder. */
  nearest(file: string): Promise<string | undefined> {
    return this.#explicit === undefined ? this.#above(dirname(resolve(file))) : Promise.resolve(this.#explicit);
  }

  #above(folder: string): Promise<string | undefined> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const here = join(folder, CONFIG_NAME);
    const found = this.read(here).then(
      () => here,
      (error: unknown) => {
        if (error instanceof UsageError) throw error; // it is there, and wrong
        return dirname(folder) === folder ? undefined : this.#above(dirname(folder));
      },
    );
    this.#byFolder.set(folder, found);
    return found;
  }

  read(config: string): Promise<LintConfig> {
    const known = this.#byFile.get(config);
    if (known) return known;
    const read = readFound(config).then((data) =>
      parseConfig(new TextDecoder().decode(data), relative('', config) || config),
    );
    this.#byFile.set(config, read);
    return read;
  }

  async settingsFor(file: string): Promise<FileSettings> {
    const config = await this.nearest(file);
    if (config === undefined) return { ignored: false, rules: {}, body: {}, requirePerson: false, config };
    const { rules = {}, body = {}, ignore = [], overrides = [], requirePerson = false } = await this.read(config);
    const path = relative(dirname(resolve(config)), resolve(file))
      .split(sep)
      .join('/');
    const holds = (globs: readonly string[]): boolean => globs.length > 0 && picomatch(globs, { dot: true })(path);
    const more = overrides.filter(({ files }) => holds(files));
    return {
      ignored: holds(ignore),
      rules: Object.assign({}, rules, ...more.map((one) => one.rules ?? {})) as RuleSettings,
      body: Object.assign({}, body, ...more.map((one) => one.body ?? {})) as BodyFlags,
      requirePerson,
      config,
    };
  }
}

/** Findings as the settings want them. */
export function applyRules(findings: readonly Finding[], rules: RuleSettings): readonly Finding[] {
  return findings.flatMap((finding) => {
    const setting = Object.hasOwn(rules, finding.rule) ? rules[finding.rule] : undefined;
    const { severity, limit = 0 } = typeof setting === 'string' ? { severity: setting } : (setting ?? {});
    if (severity === 'off' || !(Math.abs(finding.value) > limit || limit === 0)) return [];
    return [severity === undefined ? finding : { ...finding, severity }];
  });
}
