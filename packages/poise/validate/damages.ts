/** Sound captures made wrong on purpose, at three strengths: does the judge find it, in the right place, and more surely the worse it is? */
import { basename } from 'node:path';
import type { Finding } from '../src/balance/finding.ts';
import { type Judgement, judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClip, SOUND } from './clips.ts';
import { type Damage, type Damaged, STRENGTHS } from './damage/damage.ts';
import { damages as allDamages } from './damage/damages.ts';
import { HALVES, type Half, halfOf, hashOf } from './halves.ts';
import {
  type Line,
  type Outcome,
  table,
  VALIDATION_PAGE,
  type Validation,
  type ValidationOptions,
} from './validation.ts';

const PLACE = 0.2; // [s] a finding counts when its worst frame lies this near to the damage
const CLIPS = 8; // per damage, of which there are forty

const RANK = { note: 0, warning: 1, error: 2 } as const;

export interface Sound {
  readonly file: string;
  readonly clip: Clip;
  readonly judged: Judgement;
}

export interface Try {
  readonly file: string;
  readonly half: Half;
  readonly found: readonly number[]; // per strength: rank of the gravest finding in the right place
  readonly rules: readonly string[]; // of the strong one
}

/** The gravest finding in the right place that the sound clip does not have there. */
function foundThere({ clip, wrong }: Damaged, sound: Judgement): { rank: number; rules: string[] } {
  const near = PLACE / clip.frameTime;
  const whole = wrong.start === 0 && wrong.end === clip.frameCount - 1;
  const isThere = ({ worst }: Finding): boolean => worst >= wrong.start - near && worst <= wrong.end + near;
  const known = sound.findings.filter((finding) => whole || isThere(finding));
  const fresh = judge(clip).findings.filter(
    (finding) =>
      isThere(finding) &&
      !known.some(({ rule, severity }) => rule === finding.rule && RANK[severity] >= RANK[finding.severity]),
  );
  const rank = Math.max(0, ...fresh.map(({ severity }) => RANK[severity]));
  return {
    rank,
    rules: [...new Set(fresh.filter((f) => RANK[f.severity] === rank && rank > 0).map(({ rule }) => rule))],
  };
}

export function tryDamage(damage: Damage, { file, clip, judged }: Sound, seed: number): Try | undefined {
  const found: number[] = [];
  let rules: string[] = [];
  for (const size of damage.sizes) {
    const rng = createRng((hashOf(file) ^ Math.imul(seed, 0x9e3779b1)) >>> 0);
    const damaged = damage.apply({ body: judged.body, clip, report: judged.report, rng }, size);
    if (!damaged) return undefined;
    const there = foundThere(damaged, judged);
    found.push(there.rank);
    rules = there.rules;
  }
  return { file, half: halfOf(file), found, rules };
}

async function run({ seed, say }: ValidationOptions): Promise<Outcome> {
  const files = Object.values(SOUND).flat();
  const sounds: Sound[] = [];
  for (const file of files) {
    const clip = await readClip(file);
    sounds.push({ file, clip, judged: judge(clip) });
  }
  const tries = new Map<Damage, Try[]>();
  for (const damage of allDamages) {
    // Clips in an order of their own for every damage and seed.
    const order = [...sounds].sort((a, b) => orderOf(a.file, damage.id, seed) - orderOf(b.file, damage.id, seed));
    const done: Try[] = [];
    for (const sound of order) {
      if (done.length >= CLIPS) break;
      const one = tryDamage(damage, sound, seed);
      if (one) done.push(one);
    }
    tries.set(damage, done);
    say(`${damage.id}: ${done.map(({ file, found }) => `${found.join('')} ${basename(file)}`).join(', ')}`);
  }
  return describe(tries);
}

export const orderOf = (file: string, id: string, seed: number): number => hashOf(`${file}-${id}-${seed}.x`);

interface Shares {
  readonly number: number;
  readonly errors: readonly number[]; // share per strength
  readonly seen: readonly number[]; // warnings or errors
  readonly falls: number; // clips in which a stronger damage is found less
}

function sharesOf(tries: readonly Try[]): Shares {
  const share = (test: (t: Try) => boolean): number => tries.filter(test).length / Math.max(1, tries.length);
  return {
    number: tries.length,
    errors: STRENGTHS.map((_, k) => share(({ found }) => found[k] === 2)),
    seen: STRENGTHS.map((_, k) => share(({ found }) => found[k] > 0)),
    falls: tries.filter(({ found }) => found[1] < found[0] || found[2] < found[1]).length,
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)}`;

function describe(tries: ReadonlyMap<Damage, readonly Try[]>): Outcome {
  const all = [...tries.values()].flat();
  const rowOf = (name: string, list: readonly Try[]): (string | number)[] => {
    const { number, errors, seen, falls } = sharesOf(list);
    const counts = new Map<string, number>();
    for (const rule of list.flatMap(({ rules }) => rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const rules = [...counts].sort((a, b) => b[1] - a[1]).map(([rule, n]) => `${rule} ${n}`);
    return [name, number, errors.map(percent).join(', '), seen.map(percent).join(', '), falls, rules.join(', ')];
  };
  const rows = [...tries].map(([{ id, text }, list]) => rowOf(`${id}: ${text}`, list));
  const halves = HALVES.map((half) =>
    rowOf(
      `**all, ${half} clips**`,
      all.filter((t) => t.half === half),
    )
      .slice(0, 5)
      .concat(''),
  );
  const lines: Line[] = [
    ...tries,
    ...HALVES.map((half) => [{ id: half }, all.filter((t) => t.half === half)] as const),
  ].flatMap(([{ id }, list]) => {
    const { errors, seen } = sharesOf(list);
    return [
      { id: `damages/${id}/strong-errors`, value: errors[2], unit: '1' },
      { id: `damages/${id}/middle-seen`, value: seen[1], unit: '1' },
    ];
  });
  const markdown = [
    `Sound captures made wrong, ${CLIPS} clips for each damage where so many offer a place for it; drawn with a seed. The clips of both halves were looked at while rules were set. Found: a finding that the sound clip does not have there, its worst frame within ${PLACE} s of the damage.`,
    '',
    table(
      [
        'damage: mild, middle, strong',
        'clips',
        'errors [%]',
        'warnings or errors [%]',
        'found less though stronger',
        'by (strong)',
      ],
      [...rows, ...halves],
    ),
  ].join('\n');
  return { lines, markdown, figures: [] };
}

export const damages: Validation = { id: 'damages', page: VALIDATION_PAGE, run };
