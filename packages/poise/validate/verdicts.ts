/** Confusion table of lint: captured people as they are, and the same clips made impossible. */
import { analyse } from '../src/balance/analyse.ts';
import type { Finding } from '../src/balance/finding.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { lint } from '../src/balance/lint.ts';
import type { BalanceReport } from '../src/balance/report.ts';
import type { Body } from '../src/body/body.ts';
import type { Clip } from '../src/motion/clip.ts';
import { FALLS, HELD, HELD_OUT, readClip, readTakes, SOUND } from './clips.ts';
import { damages } from './damage/damages.ts';
import { type Line, type Outcome, table, VALIDATION_PAGE, type Validation } from './validation.ts';

const PLACE = 0.2; // [s] a finding counts when its worst frame lies this near to the damage

interface Judged {
  readonly body: Body;
  readonly report: BalanceReport;
  readonly errors: readonly Finding[];
}

function judge(clip: Clip): Judged {
  const body = fitBody(clip);
  const report = analyse(body, clip);
  return { body, report, errors: lint(body, clip, report).filter((finding) => finding.severity === 'error') };
}

/** Which groups each damage is done to. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  'hips-shifted': ['one-leg balance, dance', 'bend', 'stand', 'jump'],
  'jump-slowed': ['jump'],
  'foot-dragged': ['walk'],
  floating: ['walk', 'bend', 'stand', 'one-leg balance, dance'],
  'floating-throughout': ['walk', 'bend', 'stand'],
  'tipped-over': ['bend', 'stand', 'jump', 'one-leg balance, dance'],
  'trunk-tipped': ['walk'],
};

interface Tally {
  clips: number;
  hits: number;
  readonly rules: Map<string, number>;
}

const count = (tally: Tally, errors: readonly Finding[], hit: boolean): void => {
  tally.clips++;
  if (hit) tally.hits++;
  for (const rule of new Set(errors.map((error) => error.rule)))
    tally.rules.set(rule, (tally.rules.get(rule) ?? 0) + 1);
};

const newTally = (): Tally => ({ clips: 0, hits: 0, rules: new Map() });
const rulesOf = (tally: Tally): string => [...tally.rules].map(([rule, n]) => `${rule} ${n}`).join(', ') || '–';

/** Does the damage to one clip and looks whether lint finds it there. */
function damageOne(id: string, clip: Clip, sound: Judged, tally: Tally): void {
  const damage = damages.find((candidate) => candidate.id === id);
  const damaged = damage?.apply({ body: sound.body, clip, report: sound.report });
  if (!damaged) return;
  const near = PLACE / damaged.clip.frameTime;
  // A rule that already calls the sound clip wrong catches nothing.
  const known = new Set(sound.errors.map(({ rule }) => rule));
  const there = judge(damaged.clip).errors.filter(
    ({ rule, worst }) => !known.has(rule) && worst >= damaged.wrong.start - near && worst <= damaged.wrong.end + near,
  );
  count(tally, there, there.length > 0);
}

async function run(): Promise<Outcome> {
  const sound = new Map<string, Tally>();
  const broken = new Map<string, Tally>(damages.map(({ id }) => [id, newTally()]));
  for (const [group, files] of Object.entries(SOUND)) {
    const tally = newTally();
    sound.set(group, tally);
    for (const file of files) {
      const clip = await readClip(file);
      const judged = judge(clip);
      count(tally, judged.errors, judged.errors.length > 0);
      for (const [id, groups] of Object.entries(TARGETS)) {
        if (groups.includes(group)) damageOne(id, clip, judged, broken.get(id)!);
      }
    }
  }
  for (const file of FALLS) {
    const clip = await readClip(file);
    damageOne('fall-frozen', clip, judge(clip), broken.get('fall-frozen')!);
  }
  return describe(sound, broken, await tallyAll(HELD_OUT), await tallyAll(HELD));
}

async function tallyAll(groups: Readonly<Record<string, readonly string[]>>): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for (const [group, files] of Object.entries(groups)) {
    const tally = newTally();
    tallies.set(group, tally);
    for (const file of files) {
      for (const clip of await readTakes(file)) {
        const { errors } = judge(clip);
        count(tally, errors, errors.length > 0);
      }
    }
  }
  return tallies;
}

const share = ({ hits, clips }: { hits: number; clips: number }): number => (clips > 0 ? hits / clips : 0);
const total = (tallies: Iterable<Tally>): { hits: number; clips: number } =>
  [...tallies].reduce((sum, { hits, clips }) => ({ hits: sum.hits + hits, clips: sum.clips + clips }), {
    hits: 0,
    clips: 0,
  });
const percent = (tally: { hits: number; clips: number }): string => `${(100 * share(tally)).toFixed(0)} %`;

type Tallies = Map<string, Tally>;

function describe(sound: Tallies, broken: Tallies, heldOut: Tallies, held: Tallies): Outcome {
  const lines: Line[] = [
    { id: 'verdicts/false-alarms', value: share(total(sound.values())), unit: '1' },
    { id: 'verdicts/false-alarms-held-out', value: share(total(heldOut.values())), unit: '1' },
    { id: 'verdicts/caught', value: share(total(broken.values())), unit: '1' },
    ...[...sound].map(([group, tally]) => ({
      id: `verdicts/false-alarms/${group.replaceAll(' ', '-')}`,
      value: share(tally),
      unit: '1',
    })),
    ...[...broken].map(([id, tally]) => ({ id: `verdicts/caught/${id}`, value: share(tally), unit: '1' })),
  ];
  const rows = (tallies: Map<string, Tally>): (string | number)[][] =>
    [...tallies].map(([name, tally]) => [name, tally.clips, tally.hits, percent(tally), rulesOf(tally)]);
  const sum = (name: string, tallies: Map<string, Tally>): (string | number)[] => {
    const all = total(tallies.values());
    return [`**${name}**`, all.clips, all.hits, `**${percent(all)}**`, ''];
  };
  const explained = new Map(
    [...broken].map(([id, tally]) => [`${id}: ${damages.find((d) => d.id === id)?.text}`, tally]),
  );
  const markdown = [
    'Captured as they are (an error is a false alarm):',
    '',
    table(['clips', 'number', 'with errors', 'share', 'rules'], [...rows(sound), sum('all', sound)]),
    '',
    'Captures that played no part in choosing rules and limits (an error is a false alarm):',
    '',
    table(['clips', 'number', 'with errors', 'share', 'rules'], [...rows(heldOut), sum('all', heldOut)]),
    '',
    `The first clips made impossible (caught: an error of a rule that had none on the sound clip, its worst frame within ${PLACE} s of the damage):`,
    '',
    table(['damage', 'clips', 'caught', 'share', 'rules'], [...rows(explained), sum('all', broken)]),
    '',
    'Captured with a hand or an object that the file does not hold (an error is right: the motion alone could not happen):',
    '',
    table(['clips', 'number', 'with errors', 'share', 'rules'], rows(held)),
  ].join('\n');
  return { lines, markdown, figures: [] };
}

export const verdicts: Validation = { id: 'verdicts', page: VALIDATION_PAGE, run };
