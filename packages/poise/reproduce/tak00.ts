/** The experiments of Tak, Song and Ko 2000 [Tak00] §5 on their own figure. */

import type { BalanceReport } from '../src/balance/report.ts';
import { tak2000Body } from '../src/body/tak2000.ts';
import type { FilterResult } from '../src/methods/balance-filter/index.ts';
import type { FilterOptions } from '../src/methods/balance-filter/options.ts';
import type { Clip } from '../src/motion/clip.ts';
import { perform } from '../src/performer/motion.ts';
import { limboRaw } from '../src/performer/motions/limbo-raw.ts';
import { limboWalk } from '../src/performer/motions/limbo-walk.ts';
import { filtered, flexion, judge, stretchClip, stretchInside } from '../test/methods/filter-cases.ts';
import { BAR, headHeight, LIMBO } from '../test/methods/limbo.ts';
import { timePlot } from '../validate/figure.ts';
import { type Claim, type Figure, type Paper, type Reproduction, table } from './paper.ts';
import { strip } from './stick-figure.ts';

const END = 30;
const SOLE_END = 0.15; // [m] ahead of the ankle
const FRAMES = [0, 8, 14, 19, 24, 30];
const mm = (size: number): string => (1000 * size).toFixed(0);
const fine = (size: number): string => (1000 * size).toFixed(2);

const cog = (clip: Clip): number => judge(clip).com[3 * END + 2];
const bent = (clip: Clip, role: 'spine' | 'leftLowerLeg'): number => flexion(clip, role, END);
const endSpeed = (clip: Clip): number => {
  const [x, y, z] = judge(clip).comVelocity.subarray(3 * END, 3 * END + 3);
  return Math.hypot(x, y, z);
};

/** One row of the table: what the result is measured by. */
function row(name: string, expected: string, { clip, report }: FilterResult): (string | number)[] {
  return [
    name,
    expected,
    `CoM ends at ${mm(cog(clip))} mm with ${endSpeed(clip).toFixed(2)} m/s`,
    `${flexion(clip, 'leftLowerLeg', END).toFixed(1)}°, ${flexion(clip, 'spine', END).toFixed(1)}°`,
    report.objective.toFixed(4),
    `${fine(report.outside.sites)}, ${fine(report.outside.between)}`,
    `${report.iterations}, ${report.factorisations}`,
    report.status,
  ];
}

const HEAD = [
  'clip',
  'expected',
  'found',
  'knee, waist at the end',
  'E',
  'outside at sites, between [mm]',
  'SQP iterations, factorisations',
  'status',
];

function stretches(say: (what: string) => void) {
  const run = (name: string, options: Partial<FilterOptions> = {}, scale = 1): FilterResult => {
    say(name);
    return filtered(stretchClip, options, tak2000Body(scale));
  };
  const usual = run('forward stretch');
  const free = run('free end', { endVelocity: 'free' });
  const knee = run('soft knee', { stiffness: { knee: 0.02 } });
  const waist = run('soft waist', { stiffness: { waist: 0.02 } });
  const original = judge(stretchClip);
  const zmp = Array.from({ length: 31 }, (_, f) => original.zmp[3 * f + 2]).filter(Number.isFinite);
  const [small, large] = [run('small sole', {}, 0.5), run('large sole', {}, 1.8)];
  const held = run('static end', { endStatic: true });
  const pinned = run('track', { zmpMode: 'track' });
  const kept = run('infeasible', { lastPose: 'keep', endStatic: true });
  const rows = [
    [
      '1 as keyed',
      'ZMP and CoM end outside',
      `ZMP ${mm(Math.min(...zmp))} … ${mm(Math.max(...zmp))} mm, CoM ends at ${mm(cog(stretchClip))} mm; the sole ends at 150`,
      `${flexion(stretchClip, 'leftLowerLeg', END).toFixed(1)}°, ${flexion(stretchClip, 'spine', END).toFixed(1)}°`,
      '–',
      `${fine(usual.report.outside.before)}, –`,
      '–',
      '–',
    ],
    row('2 ZMP only, free end', 'falls: CoM outside, still moving', free),
    row('3 end at rest', 'CoM and ZMP inside', usual),
    row('4 soft knee', 'larger knee flexion', knee),
    row('5 soft waist', 'waist bends less', waist),
    row('6 small sole, ×0.5', 'distorted more', small),
    row('7 large sole, ×1.8', 'distorted less', large),
    row('end pose to be held', 'a little dearer', held),
    row('ZMP pinned to its projection', 'much dearer', pinned),
    row('point masses', 'another optimum', run('point masses', { inertia: 'point-mass' })),
    row('end pose kept, at rest', 'infeasible', kept),
  ];
  const cost = usual.report.objective;
  const holds = {
    '1 as keyed': cog(stretchClip) > SOLE_END && Math.max(...zmp) > SOLE_END,
    '2 ZMP only, free end': cog(free.clip) > SOLE_END && endSpeed(free.clip) > 0.05,
    '3 end at rest': usual.report.status === 'balanced' && cog(usual.clip) < SOLE_END,
    '4 soft knee': bent(knee.clip, 'leftLowerLeg') > bent(usual.clip, 'leftLowerLeg'),
    '5 soft waist': bent(waist.clip, 'spine') < bent(usual.clip, 'spine'),
    '6 small sole, ×0.5': small.report.objective > cost,
    '7 large sole, ×1.8': large.report.objective < cost,
    'end pose to be held': held.report.objective > cost,
    'ZMP pinned to its projection': pinned.report.objective > 10 * cost,
    'end pose kept, at rest': kept.report.status === 'infeasible',
  };
  return {
    markdown: table(HEAD, rows),
    claims: claimsOf(rows, holds),
    figures: stretchFigures({ free, usual, knee, waist }, original),
  };
}

function stretchFigures(
  { free, usual, knee, waist }: Readonly<Record<'free' | 'usual' | 'knee' | 'waist', FilterResult>>,
  original: BalanceReport,
): readonly Figure[] {
  const body = tak2000Body();
  const shown = [
    { title: '1 as keyed', clip: stretchClip },
    { title: '2 ZMP only: falls', clip: free.clip },
    { title: '3 at rest at the end', clip: usual.clip },
    { title: '4 soft knee', clip: knee.clip },
    { title: '5 soft waist', clip: waist.clip },
  ];
  const plot = timePlot('Forward stretch of [Tak00]: ZMP ahead of the ankles', original.time, [
    {
      label: 'z [m]',
      lines: [
        { name: 'as keyed', colour: '#c9553c', y: Array.from({ length: 31 }, (_, f) => original.zmp[3 * f + 2]) },
        {
          name: 'filtered',
          colour: '#1f6fb4',
          y: Array.from({ length: 31 }, (_, f) => usual.report.zmpAfter[3 * f + 2]),
        },
        { name: 'edge of the sole', colour: '#3a9a5b', y: Array.from({ length: 31 }, () => 0.15) },
        { name: 'heel', colour: '#3a9a5b', y: Array.from({ length: 31 }, () => -0.06) },
      ],
    },
  ]);
  return [
    { name: 'tak00-stretch.svg', svg: strip(shown.map((item) => ({ ...item, body, frames: FRAMES }))) },
    { name: 'tak00-stretch-zmp.svg', svg: plot },
  ];
}

/** The rows of which something can be said, as claims: name, what was expected, what was found. */
const claimsOf = (rows: readonly (readonly (string | number)[])[], holds: Readonly<Record<string, boolean>>): Claim[] =>
  rows.flatMap(([name, expected, found, angles]) => {
    const held = holds[name!];
    if (held === undefined) return [];
    const id = `tak00/${String(name)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')}`;
    return [{ id, paper: String(expected), ours: `${found}; knee, waist ${angles}`, holds: held }];
  });

function windows(say: (what: string) => void): string {
  const clip = stretchInside();
  const rows = [3, 6, 10, 15, 110].map((sites) => {
    say(`windows, ${sites} sites`);
    const { report } = filtered(clip, { extension: sites / 30 });
    const where = report.windows.map(({ startFrame, endFrame }) => `${startFrame}–${endFrame}`).join(', ');
    return [sites, where, report.objective.toFixed(4), report.status];
  });
  return table(['extension [sites]', 'frames that may change, of 110', 'E', 'status'], rows);
}

function limbo(say: (what: string) => void) {
  say('limbo');
  const body = tak2000Body();
  const walk = perform(limboWalk, { preset: 'tak2000' });
  const raw = perform(limboRaw, { preset: 'tak2000' });
  const { clip, report } = filtered(walk, LIMBO);
  const frames = Array.from({ length: clip.frameCount }, (_, f) => f);
  const all = (role: 'spine' | 'leftLowerLeg' | 'rightLowerLeg'): number[] => frames.map((f) => flexion(clip, role, f));
  const before = judge(walk).summary;
  const head = Math.min(...frames.map((f) => headHeight(body, clip, f)));
  const rows = [
    ['8 upright walk, four steps of 0.3 m', `136 frames, ZMP up to ${mm(before.worstZmpDistance)} mm outside`],
    ['9 waist bent back, nothing else', `ZMP ${mm(judge(raw).summary.worstZmpDistance)} mm outside: cannot be done`],
    [
      '10 under a bar of 1.10 m, waist never forward',
      `${report.status}: head down to ${head.toFixed(3)} m, waist ${Math.min(...all('spine')).toFixed(0)}°, knee ${Math.max(...all('leftLowerLeg'), ...all('rightLowerLeg')).toFixed(0)}°, ZMP outside ${fine(report.outside.sites)} mm at sites, ${fine(report.outside.between)} mm between, feet moved ${fine(report.feet.moved)} mm; ${report.iterations} SQP iterations, ${report.factorisations} factorisations in 5 stages`,
    ],
  ];
  const shown = [0, 18, 30, 45, 60, 75, 90, 105, 120, 135];
  const svg = strip([
    { title: '8 the walk', body, clip: walk, frames: shown },
    { title: '10 under the bar', body, clip, frames: shown, bar: BAR },
  ]);
  const claim = {
    id: 'tak00/10-limbo',
    paper: 'passes under the bar in balance, leaning back',
    ours: rows[2]![1]!,
    holds:
      report.status === 'balanced' &&
      frames.every((f) => headHeight(body, clip, f) <= BAR(f * clip.frameTime) + 0.005) &&
      Math.min(...all('spine')) < -10,
  };
  return { markdown: table(['clip', 'found'], rows), svg, claim };
}

export const tak00: Paper = {
  id: 'tak00',
  reproduce(say): Reproduction {
    const stretch = stretches(say);
    const bar = limbo(say);
    return {
      page: 'balance-filter.md',
      sections: [
        { mark: 'tak00-stretch', markdown: stretch.markdown },
        { mark: 'tak00-windows', markdown: windows(say) },
        { mark: 'tak00-limbo', markdown: bar.markdown },
      ],
      figures: [...stretch.figures, { name: 'tak00-limbo.svg', svg: bar.svg }],
      claims: [...stretch.claims, bar.claim],
    };
  },
};
