/** Error-level verdicts on captured people whom nobody chose and on those that count as sound, each with a decision; what is carried, and what plays too fast. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { saveFile } from '../reproduce/page-sections.ts';
import type { Finding } from '../src/balance/finding.ts';
import { type Judgement, judge } from '../src/balance/judge.ts';
import { HELD, HELD_OUT, readTakes, SOUND } from './clips.ts';
import { HALVES, type Half, halfOf } from './halves.ts';
import { type Line, MOCAP, type Outcome, REPOSITORY, table, VALIDATION_PAGE, type Validation } from './validation.ts';
import { DECISIONS } from './verdicts/decisions.ts';
import { filmStrip } from './verdicts/film-strip.ts';

export const RANDOM = 'cmu-random';
const SEEN_STEPS = 2; // swings of a foot that make somebody step

interface Verdict {
  readonly name: string;
  readonly half: Half;
  readonly set: 'random' | 'sound';
  readonly errors: readonly {
    readonly finding: Finding;
    readonly right: boolean;
    readonly basis: string;
    readonly why: string;
  }[];
}

export const nameOf = (file: string): string => basename(file).replace(/\.[^.]*$/, '');

/** Errors of one rule on one clip are one decision. */
function decided(name: string, findings: readonly Finding[]): Verdict['errors'] {
  const rules = [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))];
  return rules.map((rule) => {
    const finding = findings.find((f) => f.rule === rule && f.severity === 'error')!;
    const known = DECISIONS.find((decision) => decision.clip === name && decision.rules.includes(rule));
    return {
      finding,
      right: known?.right ?? false,
      basis: known?.basis ?? '–',
      why: known?.why ?? 'Nobody has decided on this error.',
    };
  });
}

async function judgeFiles(files: readonly string[], set: Verdict['set']): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const file of files) {
    for (const clip of await readTakes(file)) {
      const judged = judge(clip);
      const name = nameOf(file);
      const errors = decided(name, judged.findings);
      for (const { finding } of errors) {
        const path = resolve(REPOSITORY, 'out/verdicts', `${name}-${finding.rule}.svg`);
        saveFile(path, filmStrip(clip, judged, name, finding));
      }
      verdicts.push({ name, half: halfOf(file), set, errors });
    }
  }
  return verdicts;
}

/** Names that the table of the random clips marks as captured at 60 Hz. */
export async function fastClips(): Promise<ReadonlySet<string>> {
  const page = await readFile(resolve(MOCAP, RANDOM, 'README.md'), 'utf8');
  return new Set([...page.matchAll(/^\| (\S+) \|.*\| yes \|$/gm)].map(([, name]) => name));
}

/** Do people step or leave the ground? Counted on the clip at half its speed, where the detector of contacts is at home. */
function stepsOrFlies({ report }: Judgement): boolean {
  const far = (ankle: Float64Array): number => {
    let swings = 0;
    let still = 0;
    for (let frame = 3; frame < ankle.length; frame += 3) {
      const fromStill = Math.hypot(ankle[frame] - ankle[still], ankle[frame + 2] - ankle[still + 2]);
      if (fromStill < 0.2 * report.height) continue;
      swings++;
      still = frame;
    }
    return swings;
  };
  return report.feet.every(({ ankle }) => far(ankle) >= SEEN_STEPS);
}

interface Pace {
  readonly name: string;
  readonly isFast: boolean;
  readonly steps: boolean;
  readonly said: boolean;
}

async function paces(files: readonly string[]): Promise<Pace[]> {
  const fast = await fastClips();
  const all: Pace[] = [];
  for (const file of files) {
    for (const clip of await readTakes(file)) {
      const name = nameOf(file);
      const isFast = fast.has(name);
      const said = judge(clip).findings.some(({ rule, severity }) => rule === 'time-scale' && severity === 'error');
      const own = isFast ? judge({ ...clip, frameTime: 2 * clip.frameTime }) : undefined;
      all.push({ name, isFast, steps: own ? stepsOrFlies(own) : false, said });
    }
  }
  return all;
}

async function named(): Promise<{ readonly clips: number; readonly named: number }> {
  let [clips, count] = [0, 0];
  for (const file of Object.values(HELD).flat()) {
    for (const clip of await readTakes(file)) {
      clips++;
      if (judge(clip).findings.some(({ rule }) => rule === 'carried')) count++;
    }
  }
  return { clips, named: count };
}

async function run(): Promise<Outcome> {
  const random = existsSync(resolve(MOCAP, RANDOM))
    ? (await readdir(resolve(MOCAP, RANDOM))).filter((file) => file.endsWith('.bvh')).map((file) => `${RANDOM}/${file}`)
    : [];
  const sound = [...Object.values(SOUND), ...Object.values(HELD_OUT)].flat();
  const verdicts = [...(await judgeFiles(random, 'random')), ...(await judgeFiles(sound, 'sound'))];
  return describe(verdicts, random.length > 0 ? await paces([...random, ...sound]) : [], await named());
}

const percent = (count: number, of: number): string => `${((100 * count) / Math.max(1, of)).toFixed(0)} %`;

function describe(
  verdicts: readonly Verdict[],
  pace: readonly Pace[],
  held: Awaited<ReturnType<typeof named>>,
): Outcome {
  const rows = (['random', 'sound'] as const).flatMap((set) =>
    [...HALVES, undefined].map((half) => {
      const own = verdicts.filter((v) => v.set === set && (half === undefined || v.half === half));
      const errors = own.filter((v) => v.errors.length > 0);
      const wrong = own.filter((v) => v.errors.some(({ right }) => !right));
      const title = set === 'random' ? 'drawn at random from CMU' : 'count as sound';
      return {
        set,
        half,
        cells: [
          `${title}, ${half ?? '**all**'}`,
          own.length,
          errors.length,
          wrong.length,
          percent(wrong.length, own.length),
        ],
      };
    }),
  );
  const decisions = verdicts.flatMap(({ name, errors }) =>
    errors.map(({ finding, right, basis, why }) => [name, finding.rule, right ? 'right' : '**wrong**', basis, why]),
  );
  const steppers = pace.filter(({ isFast, steps }) => isFast && steps);
  const others = pace.filter(({ isFast }) => !isFast);
  const hits = steppers.filter(({ said }) => said).length;
  const alarms = others.filter(({ said }) => said).map(({ name }) => name);
  const share = (set: string): number => {
    const own = verdicts.filter((v) => v.set === set);
    return own.filter((v) => v.errors.some(({ right }) => !right)).length / Math.max(1, own.length);
  };
  const lines: Line[] = [
    { id: 'verdicts/wrong-errors/random', value: share('random'), unit: '1' },
    { id: 'verdicts/wrong-errors/sound', value: share('sound'), unit: '1' },
    { id: 'verdicts/carried-named', value: held.named / Math.max(1, held.clips), unit: '1' },
    { id: 'verdicts/too-fast-named', value: hits / Math.max(1, steppers.length), unit: '1' },
  ];
  const missed = steppers.filter(({ said }) => !said).map(({ name }) => name);
  const markdown = [
    'Clips with errors, and with at least one error that is wrong. Clips fall into halves by a hash of their names. **The held-out half was not kept apart**: errors on both halves were looked at while rules and limits were set, and some changes came from clips of the held-out half, so neither figure is an estimate for unseen clips.',
    '',
    table(
      ['clips', 'number', 'with errors', 'with a wrong error', 'share'],
      rows.map(({ cells }) => cells),
    ),
    '',
    `Something unseen pushes, pulls or carries (${held.clips} captures): \`carried\` says so in ${held.named} (${percent(held.named, held.clips)}).`,
    '',
    `Files that play twice too fast and in which people step: ${steppers.length}; \`time-scale\` says so in ${hits} (${percent(hits, steppers.length)}${missed.length > 0 ? `; not in ${missed.join(', ')}` : ''}). Of the ${others.length} clips that nobody has marked as too fast it names ${alarms.length === 0 ? 'none' : alarms.join(', ')}.`,
    '',
    'Every error, and what the decision rests on (strip: poses around it were looked at; mark: the table of the clips says so):',
    '',
    table(['clip', 'rule', 'verdict', 'basis', 'why'], decisions),
  ].join('\n');
  return { lines, markdown, figures: [] };
}

export const verdicts: Validation = { id: 'verdicts', page: VALIDATION_PAGE, run };
