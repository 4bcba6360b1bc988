// `npx tsx scripts/performer-tables.ts`: performs the motions and writes the measured tables of docs/performer.md.
import { join } from 'node:path';
import { replaceSections } from '../packages/poise/reproduce/page-sections.ts';
import { table } from '../packages/poise/reproduce/paper.ts';
import { analyse } from '../packages/poise/src/balance/analyse.ts';
import { fitBody } from '../packages/poise/src/balance/fit-body.ts';
import { readClips, writeClip } from '../packages/poise/src/motion/formats/index.ts';
import { coordinateCount } from '../packages/poise/src/motion/skeleton.ts';
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { motionNamed } from '../packages/poise/src/performer/index.ts';
import { type PerformOptions, perform } from '../packages/poise/src/performer/motion.ts';
import { check } from '../packages/poise/test/performer/checks.ts';
import { checkGait, type GaitChecks } from '../packages/poise/test/performer/gait-checks.ts';
import { jointAcceleration } from '../packages/poise/test/performer/gait-smoothness.ts';
import { root } from './run.js';

const STRIDES = 4;
const WEIGHTLESS = 0.05; // of body weight
const { body } = createActor();

const range = ([least, most]: readonly [number, number]): string => {
  const [from, to] = [least, most].map((angle) => angle.toFixed(0).replace('-', '−'));
  return from === to ? `${from}°` : `${from}–${to}°`;
};

const STANDING: readonly (readonly [name: string, options?: Partial<PerformOptions>])[] = [
  ['idle'],
  ['stretch', { preset: 'balanced' }],
  ['bend'],
  ['squat'],
  ['crouch'],
  ['kick'],
  ['punch'],
  ['stretch'],
  ['limbo-raw'],
  ['limbo-walk'],
];

function standing(): string {
  const rows = STANDING.map(([name, options = {}]) => {
    const clip = perform(motionNamed(name), options);
    const found = check(body, clip);
    const margin = Math.min(...[...found.report.margin].filter(Number.isFinite));
    return [
      options.preset ? `${name}, ${options.preset}` : name,
      clip.frameCount,
      `${(100 * margin).toFixed(1).replace('-', '−')} cm`,
      found.friction.toFixed(2),
      found.leastLoad.toFixed(2),
      `${found.fastest.toFixed(1)} rad/s`,
      range(found.kneeRange),
      range(found.ankleRange),
    ];
  });
  return table(
    ['motion', 'frames', 'least ZMP margin', 'friction', 'least load', 'fastest joint', 'knees', 'ankles'],
    rows,
  );
}

/** One row per measure, one column per speed, and what people do. */
function gaitTable(
  name: string,
  speeds: readonly number[],
  measures: readonly (readonly [what: string, of: (checks: GaitChecks) => string | Promise<string>, people: string])[],
): Promise<string> {
  const checks = speeds.map((speed) => checkGait(motionNamed(name), { values: { speed, strides: STRIDES } }));
  return Promise.all(
    measures.map(async ([what, of, people]) => [what, ...(await Promise.all(checks.map(of))), people]),
  ).then((rows) => table([name, ...speeds.map((speed) => `${speed.toFixed(1)} m/s`), 'people'], rows));
}

const stride = ({ clip }: GaitChecks): string => `${((clip.frameCount * clip.frameTime) / STRIDES).toFixed(2)} s`;
const knee = ({ clip }: GaitChecks): string => `${jointAcceleration(clip, 'LowerLeg').toFixed(0)} rad/s²`;

function hipsRise({ clip }: GaitChecks): string {
  const nq = coordinateCount(clip.skeleton);
  const heights = Array.from({ length: clip.frameCount }, (_, frame) => clip.q[frame * nq + 1]);
  return `${(1000 * (Math.max(...heights) - Math.min(...heights))).toFixed(0)} mm`;
}

/** Frames in which the ground gives nothing, the ends left out, where derivatives are one-sided. */
const weightless = ({ report }: GaitChecks): readonly number[] =>
  Array.from(report.time.keys())
    .slice(3, -3)
    .filter((frame) => Math.abs(report.grf[3 * frame + 1]) < WEIGHTLESS * 9.81 * report.mass);

/** Differences of a frame beside the push hold part of it. */
function spin(checks: GaitChecks): string {
  const rates = checks.report.angularMomentumRate;
  const air = new Set(weightless(checks));
  const sizes = [...air]
    .filter((frame) => air.has(frame - 1) && air.has(frame + 1))
    .map((frame) => Math.hypot(...rates.subarray(3 * frame, 3 * frame + 3)));
  return `${Math.max(...sizes).toFixed(1)} N·m`;
}

async function fromFile({ clip }: GaitChecks): Promise<string> {
  const [read] = await readClips(await writeClip(clip, 'run.bvh'), 'run.bvh');
  return `${(100 * analyse(fitBody(read), read).summary.zmpOutsideFraction).toFixed(1)} %`;
}

const walking = gaitTable(
  'walk',
  [1, 1.3, 1.6],
  [
    ['stride', stride, '1.29, 1.14, 1.00 s'],
    ['hips rise and fall', hipsRise, '30–42 mm'],
    ['load on the floor', ({ load }) => `${load[0].toFixed(2)}–${load[1].toFixed(2)}`, '0.75–1.25'],
    ['knee, largest acceleration at 60 Hz', knee, '80–170 rad/s²'],
  ],
);
const running = gaitTable(
  'run',
  [2.4, 3.2, 4.2],
  [
    ['stride', stride, '0.75 s at 3.0, 0.63 s at 4.2 m/s'],
    [
      'nothing carries',
      (checks) => `${((100 * weightless(checks).length) / (checks.report.frameCount - 6)).toFixed(0)} %`,
      '29 %, 28 %',
    ],
    ['largest load', ({ load }) => load[1].toFixed(1), '2.3–2.5'],
    ['knee, largest acceleration at 60 Hz', knee, '150–300 rad/s²'],
    ['fastest joint', ({ clip }) => `${check(body, clip).fastest.toFixed(1)} rad/s`, ''],
    ['spin in the air changes by at most', spin, ''],
    ['read from a file and smoothed at 6 Hz, ZMP outside', fromFile, '52–63 % (captures 09_01, 16_35)'],
  ],
);

const sections = [
  { mark: 'performer-standing', markdown: standing() },
  { mark: 'performer-walk', markdown: await walking },
  { mark: 'performer-run', markdown: await running },
];
for (const { markdown } of sections) process.stdout.write(`${markdown}\n\n`);
replaceSections(join(root, 'docs/performer.md'), sections);
