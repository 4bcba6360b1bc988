/** What the balance filter does to captured people. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import load, { type MainModule } from '@mujoco/mujoco';
import { fitBody } from '../src/balance/fit-body.ts';
import { levelFrameOf, toLevel } from '../src/balance/level.ts';
import type { Body } from '../src/body/body.ts';
import { balanceFilter, type FilterResult } from '../src/methods/balance-filter/index.ts';
import { levelClip, levelViewOf } from '../src/methods/balance-filter/level-clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { centresOfPressure } from '../test/support/mujoco-zmp.ts';
import { type Line, MOCAP, type Outcome, table, VALIDATION_PAGE, type Validation } from './validation.ts';

const CLIPS: readonly (readonly [what: string, file: string])[] = [
  ['walk', 'cmu-bvh/02_01.bvh'],
  ['walk', 'cmu-bvh/07_01.bvh'],
  ['brisk walk', 'cmu-bvh/08_01.bvh'],
  ['walk', 'cmu-bvh/35_01.bvh'],
  ['walk', 'bandai-namco/dataset-1_walk_normal_001.bvh'],
  ['walk', 'snu-ys2010/wd2_WalkForwardNormal00.bvh'],
  ['walk, very fast', 'snu-ys2010/wd2_WalkForwardVFast00.bvh'],
  ['march', 'snu-ys2010/wd2_WalkSoldier00.bvh'],
  ['walk, uneven ground', 'cmu-bvh/03_01.bvh'],
  ['run', 'cmu-bvh/02_03.bvh'],
  ['run', 'cmu-bvh/16_35.bvh'],
  ['run', 'cmu-bvh/127_03.bvh'],
  ['run that stops dead', 'cmu-bvh/35_22.bvh'],
  ['run', 'bandai-namco/dataset-1_run_normal_001.bvh'],
  ['jump', 'cmu-bvh/16_01.bvh'],
  ['forward jump', 'cmu-bvh/13_11.bvh'],
  ['broad jump', 'snu-ys2010/wd2_long_broad_jump.bvh'],
  ['reach, stretch', 'cmu-bvh/114_12.bvh'],
  ['pick up, bend', 'cmu-bvh/115_01.bvh'],
  ['bend, lift', 'cmu-bvh/26_10.bvh'],
  ['carry a suitcase', 'cmu-bvh/70_01.bvh'],
  ['kick', 'snu-ys2010/wd2_1_kick.bvh'],
  ['balance on one leg', 'cmu-bvh/49_20.bvh'],
  ['turn with a stumble', 'cmu-bvh/91_59.bvh'],
  ['stumble into someone', 'cmu-bvh/22_12.bvh'],
  ['pulled by someone', 'cmu-bvh/19_05.bvh'],
];

const FADE = 0.35; // [s] beside a join the tremor of the capture is let back in; no one's derivatives agree there
const DEGREES = 180 / Math.PI;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const mm = (size: number): string => (Number.isNaN(size) ? '–' : (1000 * size).toFixed(1));

/** Distance of MuJoCo's centre of pressure to the ZMP that the filter claims [m], 95th percentile over judged frames inside
 *  windows. */
function apart(mujoco: MainModule, body: Body, { clip, report }: FilterResult): number {
  const view = levelViewOf(report.before.ground);
  const frame = levelFrameOf(report.before.ground);
  const found = centresOfPressure(mujoco, body, levelClip(clip, view));
  const skip = Math.round(FADE / clip.frameTime);
  const sizes: number[] = [];
  for (const { startFrame, endFrame, left } of report.windows) {
    const first = startFrame === 0 ? 3 : startFrame + skip;
    const last = endFrame === clip.frameCount - 1 ? endFrame - 3 : endFrame - skip;
    for (let f = first; f <= last && !left; f++) {
      if (report.after.judged[f] === 0 || Number.isNaN(report.zmpAfter[3 * f])) continue;
      const ours = report.zmpAfter.slice(3 * f, 3 * f + 3);
      toLevel(ours, frame, 'points');
      sizes.push(Math.hypot(found[2 * f] - ours[0], found[2 * f + 1] - ours[2]));
    }
  }
  sizes.sort((a, b) => a - b);
  return sizes.length > 0 ? sizes[Math.floor(0.95 * (sizes.length - 1))] : Number.NaN;
}

const HEAD = [
  'what',
  'clip',
  '[s]',
  'frames outside',
  'ZMP outside at sites, between [mm]',
  'joints changed, RMS and most',
  'feet moved, steadied [mm]',
  'MuJoCo [mm]',
  'processor time [s]',
  'status',
];

/** One clip through the filter. */
interface Filtered {
  readonly row: readonly (string | number)[];
  readonly reasons: readonly string[]; // why it is not in balance
  readonly line: Line;
}

async function filter(mujoco: MainModule, what: string, file: string): Promise<Filtered> {
  const [clip] = await readClips(await readFile(resolve(MOCAP, file)), file);
  const body = fitBody(clip);
  const start = process.cpuUsage();
  const result = balanceFilter(body, clip);
  const { user, system } = process.cpuUsage(start);
  const { report } = result;
  const name = file.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const [before, after] = [report.before.summary.zmpOutsideFraction, report.after.summary.zmpOutsideFraction];
  const claimed = report.before.ground.kind !== 'uneven' && report.status !== 'infeasible';
  const row = [
    what,
    name,
    (clip.frameCount * clip.frameTime).toFixed(1),
    `${percent(before)} → ${percent(after)}`,
    `${mm(report.outside.sites)}, ${mm(report.outside.between)}`,
    `${(DEGREES * report.change.rms).toFixed(2)}°, ${(DEGREES * report.change.largest).toFixed(0)}°`,
    `${(1000 * report.feet.moved).toFixed(2)}, ${mm(report.feet.steadied)}`,
    claimed ? mm(apart(mujoco, body, result)) : '–',
    (1e-6 * (user + system)).toFixed(1),
    report.status,
  ];
  const id = `balance-filter/${name}/outside-after`;
  return {
    row,
    reasons: report.status === 'balanced' ? [] : [`- ${name}: ${report.reason}`],
    line: { id, value: after, unit: '1', against: 'before', ratio: after / before },
  };
}

async function run(): Promise<Outcome> {
  const mujoco = await load();
  const all: Filtered[] = [];
  for (const [what, file] of CLIPS) all.push(await filter(mujoco, what, file));
  const markdown = [
    table(
      HEAD,
      all.map(({ row }) => row),
    ),
    '',
    'Frames outside: by `analyse`, ZMP more than 1 cm outside. ZMP outside: the filter’s own measure against the polygon inset by 5 mm, at its',
    'sites and at four times as many moments. Feet moved: standing feet against where they shall be; steadied: how far that is from the',
    'capture, whose tremor is taken out. MuJoCo: 95th percentile of the distance between its centre of pressure, by inverse dynamics of the',
    'result, and the ZMP that the filter claims.',
    '',
    ...all.flatMap(({ reasons }) => reasons),
  ].join('\n');
  return { lines: all.map(({ line }) => line), markdown, figures: [] };
}

export const filterOnCaptures: Validation = { id: 'balance-filter', page: VALIDATION_PAGE, run };
