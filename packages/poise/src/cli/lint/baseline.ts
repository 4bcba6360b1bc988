/** Findings that are known and accepted: they are told, and do not fail. */
import { relative, resolve, sep } from 'node:path';
import { type Finding, SEVERITIES, type Severity } from '../../balance/finding.ts';
import { UsageError } from '../../errors.ts';
import { toJson } from '../../report/json.ts';
import { readText } from '../files.ts';
import { writeWhole } from '../writing/write-files.ts';
import { parseAs, type Schema } from './json-schema.ts';
import type { LintedTake, LintResult } from './lint-file.ts';

const VERSION = 1;
/** Findings of a rule that lie this close in time [s] are the same one. */
const SAME_TIME = 0.25;

interface Known {
  readonly file: string; // from where the command runs, with forward slashes
  readonly animation: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly start: number; // [s]
  readonly end: number;
}

interface Stored {
  readonly version: number;
  readonly findings: readonly Known[];
}

const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'findings'],
  properties: {
    version: { type: 'integer', minimum: VERSION },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'animation', 'rule', 'severity', 'start', 'end'],
        properties: {
          file: { type: 'string', minLength: 1 },
          animation: { type: 'string' },
          rule: { type: 'string', minLength: 1 },
          severity: { enum: SEVERITIES },
          start: { type: 'number' },
          end: { type: 'number' },
        },
      },
    },
  },
};

export const fileKey = (file: string): string => relative('', resolve(file)).split(sep).join('/');

const seconds = (frame: number, { frameTime }: LintedTake): number => Number((frame * frameTime).toFixed(3));

export async function writeBaseline(file: string, results: readonly LintResult[]): Promise<number> {
  const findings = results.flatMap(({ file: of, takes }) =>
    takes.flatMap((take) => take.findings.map((finding): Known => known(of, take, finding))),
  );
  const order = ({ file: of, animation, rule, start }: Known): string =>
    `${of}\n${animation}\n${rule}\n${start.toFixed(3).padStart(12, '0')}`;
  findings.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  await writeWhole(file, `${toJson({ version: VERSION, findings })}\n`);
  return findings.length;
}

const known = (file: string, take: LintedTake, { rule, severity, start, end }: Finding): Known => ({
  file: fileKey(file),
  animation: take.animation,
  rule,
  severity,
  start: seconds(start, take),
  end: seconds(end, take),
});

export class Baseline {
  readonly #known = new Map<string, Known[]>();

  private constructor(findings: readonly Known[]) {
    for (const finding of findings) {
      const key = keyOf(finding);
      this.#known.set(key, [...(this.#known.get(key) ?? []), finding]);
    }
  }

  static async read(file: string): Promise<Baseline> {
    const text = await readText(file);
    const { version, findings } = parseAs<Stored>(text, file, schema, 'a baseline');
    if (version > VERSION) throw new UsageError(`${file}: /version: expected ${VERSION}, found ${version}`);
    return new Baseline(findings);
  }

  /** Whether a finding was there before: the same rule at about the same time, and no graver than it was. */
  holds(file: string, take: LintedTake, finding: Finding): boolean {
    const now = known(file, take, finding);
    return (this.#known.get(keyOf(now)) ?? []).some(
      ({ severity, start, end }) =>
        SEVERITIES.indexOf(now.severity) <= SEVERITIES.indexOf(severity) &&
        now.start <= end + SAME_TIME &&
        now.end >= start - SAME_TIME,
    );
  }

  /** Marks what was there before. */
  mark(result: LintResult): LintResult {
    const takes = result.takes.map((take) => {
      const old = take.findings.map((finding) => this.holds(result.file, take, finding));
      return {
        ...take,
        findings: take.findings.filter((_, i) => !old[i]),
        old: take.findings.filter((_, i) => old[i]),
      };
    });
    return { ...result, takes };
  }
}

const keyOf = ({ file, animation, rule }: Known): string => JSON.stringify([file, animation, rule]);
