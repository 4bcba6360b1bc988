/** Damages of performed clips: found by fixed thresholds, and by `lint`. */

import { table } from '../reproduce/paper.ts';
import { judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import { damages } from '../validate/damage/damages.ts';
import { drawClips } from './drawn-clips.ts';
import { ruleFaults } from './rule-linter.ts';
import type { Comparison, ComparisonOptions, PeerRow, PeerSection } from './table.ts';

const PER_DAMAGE = 3; // clips
const PLACE = 0.2; // [s] as far from the damage a finding may lie

async function compare({ count, seed, say }: ComparisonOptions): Promise<Comparison> {
  const clips = drawClips(count, seed).map((drawn) => ({ ...drawn, judged: judge(drawn.clip) }));
  const tries = { strong: 0, middle: 0 };
  const found = { strong: { poise: 0, rules: 0 }, middle: { poise: 0, rules: 0 } };
  const onlyRules = new Set<string>();
  for (const [d, damage] of damages.entries()) {
    say(`linting ${damage.id}`);
    for (let k = 0; k < Math.min(PER_DAMAGE, clips.length); k++) {
      const { clip, judged } = clips[(d * PER_DAMAGE + k) % clips.length]!;
      for (const [strength, size] of [
        ['middle', damage.sizes[1]],
        ['strong', damage.sizes[2]],
      ] as const) {
        const rng = createRng(seed + 1000 * d + k);
        const damaged = damage.apply({ body: judged.body, clip, report: judged.report, rng }, size);
        if (!damaged) continue;
        tries[strength]++;
        const near = PLACE / damaged.clip.frameTime;
        const isThere = (frame: number): boolean =>
          frame >= damaged.wrong.start - near && frame <= damaged.wrong.end + near;
        const known = new Set(judged.findings.map(({ rule }) => rule));
        const byPoise = judge(damaged.clip).findings.some(
          ({ severity, worst, rule }) => severity !== 'note' && isThere(worst) && !known.has(rule),
        );
        const before = ruleFaults(clip);
        const byRules = [...ruleFaults(damaged.clip)].some((frame) => isThere(frame) && !before.has(frame));
        if (byPoise) found[strength].poise++;
        if (byRules) found[strength].rules++;
        if (byRules && !byPoise && strength === 'strong') onlyRules.add(damage.id);
      }
    }
  }
  const alarms = {
    poise: clips.filter(({ judged }) => judged.findings.some(({ severity }) => severity !== 'note')).length,
    rules: clips.filter(({ clip }) => ruleFaults(clip).size > 0).length,
  };
  const share = (number: number, of: number): string => `${Math.round((100 * number) / Math.max(1, of))} %`;
  const line = (who: 'poise' | 'rules', name: string): string[] => [
    name,
    share(found.strong[who], tries.strong),
    share(found.middle[who], tries.middle),
    `${alarms[who]} of ${clips.length}`,
  ];
  const rows: PeerRow[] = (['strong', 'middle'] as const).map((strength) => ({
    id: `peers/linting/${strength}`,
    value: found[strength].poise / Math.max(1, tries[strength]),
    unit: '1',
    against: 'rule-only linter',
    ratio: found[strength].poise / Math.max(1, found[strength].rules),
  }));
  const alone = onlyRules.size === 0 ? 'none' : [...onlyRules].join(', ');
  const markdown = `${damages.length} kinds of damage ([validation](validation.md#damages)) on performed clips drawn with seed ${seed}; found: an error or warning within ${PLACE} s that the sound clip does not have. The rule-only linter knows feet that slide, float or sink and joints that are too fast, by fixed thresholds.

${table(['linter', `strong damages found (${tries.strong})`, `middle damages found (${tries.middle})`, 'sound clips with a warning or error'], [line('poise', 'poise lint'), line('rules', 'rule-only')])}

Strong damages that only the rules found: ${alone}.`;
  return { rows, markdown };
}

export const linting: PeerSection = { id: 'linting', title: 'Linting', compare };
