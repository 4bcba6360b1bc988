/**
 * Sound captures made wrong on purpose, and mended: is what was wrong gone, is the motion nearer to what was captured, do frames that were right stay? `--count` tries are drawn with
 * `--seed` from clips of one half of the people (`--half`), damages and strengths at random, one in four with two damages at once.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Judgement, judge } from '../src/balance/judge.ts';
import { createRng, type Rng } from '../src/math/random.ts';
import { changeBetween } from '../src/mend/change.ts';
import { fillGaps } from '../src/mend/gaps.ts';
import { mend } from '../src/mend/index.ts';
import type { MendReport } from '../src/mend/options.ts';
import { newFaults, stretchesOf } from '../src/mend/pops.ts';
import { type Clip, withCoordinates } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { resample } from '../src/motion/resample.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import type { Frames } from '../src/motion/stretches.ts';
import { type Damage, type DamageInput, STRENGTHS } from './damage/damage.ts';
import { damages } from './damage/damages.ts';
import { framesIn, windowOf } from './damage/place.ts';
import { type Half, halfOfPerson } from './halves.ts';
import { type Line, MOCAP, type Outcome, table, type Validation, type ValidationOptions } from './validation.ts';

const FOLDERS = ['cmu-random', 'cmu-bvh', 'snu-ys2010', 'bandai-namco'];
const MOST_TIME = 6; // [s] of a capture, from anywhere
const RATES = [30, 60, 120]; // [1/s] one of them, never above the capture's own
const AROUND = 0.6; // [s] frames farther than this from the damage were right
const TWICE = 0.25; // share of tries with two damages
const DEGREE = Math.PI / 180;

/** What trackers, models and exporters do, as mend says it mends. */
const MENDABLE: ReadonlySet<string> = new Set([
  ...['float', 'float-throughout', 'sink', 'drift', 'scaled-travel', 'short-travel', 'frozen', 'body-pop', 'swapped'],
  ...['foot-dragged', 'foot-through-floor', 'knee-pop', 'jitter', 'tremble', 'root-noise', 'root-turn-noise'],
  ...['arm-held', 'leg-held', 'limb-thrown', 'float-in-waves', 'wander', 'feet-wander', 'feet-lifted', 'feet-pitched'],
  ...[
    'world-tilted',
    'sinks-slowly',
    'slides-in-z',
    'tilt',
    'trunk-tipped',
    'hips-shifted',
    'stutter',
    'flight-slowed',
    'over-smoothed',
    'joint-flip',
    'coarse',
    'bob',
    'foot-sinks',
    'root-late',
  ],
]);

/** The whole body without numbers, as readers hand it on. */
function gaps(input: DamageInput, seconds: number): ReturnType<Damage['apply']> {
  const { clip } = input;
  const run = windowOf(input, seconds);
  if (!run) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  q.fill(Number.NaN, run.start * nq, (run.end + 1) * nq);
  return { clip: withCoordinates(clip, q), wrong: run };
}

const DAMAGES: readonly Damage[] = [
  ...damages.filter(({ id }) => MENDABLE.has(id)),
  { id: 'gaps', text: 'no numbers for 0.05, 0.15, 0.4 s', sizes: [0.05, 0.15, 0.4], apply: gaps },
];

interface Try {
  readonly file: string;
  readonly damage: string;
  readonly strength: number;
  readonly errors: readonly [before: number, after: number];
  readonly away: readonly [before: number, after: number]; // [m] from what was captured
  readonly good: number; // [rad] RMS of what right frames were turned by
  readonly goodWay: number; // [m] mean of what joints moved by in right frames
  readonly pops: number;
  readonly report: MendReport;
}

const errorsOf = (judged: { readonly findings: Judgement['findings'] }): number =>
  judged.findings.filter(({ severity }) => severity === 'error').length;

async function run({ seed, count, half, say }: ValidationOptions): Promise<Outcome> {
  const rng = createRng(seed);
  const files = captureFiles(half);
  const tries: Try[] = [];
  for (let tried = 0; tries.length < count && tried < 20 * count; tried++) {
    const file = files[Math.floor(rng.next() * files.length)];
    const sound = await soundPart(file, rng);
    const own = createRng(Math.floor(rng.next() * 2 ** 31));
    if (!sound) continue;
    const one = tryOne(basename(file), sound, own);
    if (!one) continue;
    tries.push(one);
    const { damage, errors, away, good, pops, report } = one;
    const centimetres = away.map((way) => (100 * way).toFixed(1)).join(' → ');
    say(
      `${one.file} ${damage} ${STRENGTHS[one.strength]}: ${report.status}, errors ${errors.join(' → ')}, away ${centimetres} cm, right frames ${(good / DEGREE).toFixed(2)}° ${(100 * one.goodWay).toFixed(1)} cm, pops ${pops}`,
    );
  }
  return describe(tries);
}

const captureFiles = (half: Half | 'both'): readonly string[] =>
  FOLDERS.map((folder) => join(MOCAP, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => extname(file) === '.bvh' && (half === 'both' || halfOfPerson(file) === half))
    .sort();

/** A part of a capture in which the judge finds no error. */
async function soundPart(file: string, rng: Rng): Promise<(Judgement & { clip: Clip }) | undefined> {
  const [whole] = await readClips(readFileSync(file), file);
  const [at, rate] = [rng.next(), RATES[Math.floor(RATES.length * rng.next())]];
  if (whole?.roles.status !== 'humanoid' || whole.frameCount < 60) return undefined;
  const most = Math.round(MOST_TIME / whole.frameTime);
  const start = Math.floor(at * Math.max(0, whole.frameCount - most));
  const nq = coordinateCount(whole.skeleton);
  const cut = withCoordinates({ ...whole, extraTracks: [] }, whole.q.slice(start * nq, (start + most) * nq));
  const clip = rate < 0.9 / whole.frameTime ? resample(cut, 1 / rate) : cut;
  const judged = judge(clip);
  return errorsOf(judged) > 0 ? undefined : { ...judged, clip };
}

function tryOne(file: string, sound: Judgement & { clip: Clip }, rng: Rng): Try | undefined {
  const strength = Math.floor(3 * rng.next());
  const wanted = rng.next() < TWICE ? 2 : 1;
  const order = DAMAGES.map((damage) => ({ damage, order: rng.next() })).sort((a, b) => a.order - b.order);
  let clip = sound.clip;
  const wrong: Frames[] = [];
  const names: string[] = [];
  for (const { damage } of order) {
    if (names.length === wanted) break;
    if (clip.q.some(Number.isNaN)) break;
    const damaged = damage.apply({ body: sound.body, clip, report: sound.report, rng }, damage.sizes[strength]);
    if (!damaged || damaged.clip.frameCount !== clip.frameCount) continue;
    clip = damaged.clip;
    wrong.push(damaged.wrong);
    names.push(damage.id);
  }
  if (names.length === 0) return undefined;
  const whole = fillGaps(clip).clip;
  const { clip: mended, body, report } = mend(clip);
  const right = new Uint8Array(clip.frameCount).fill(1);
  const around = framesIn(clip, AROUND);
  for (const { start, end } of wrong) right.fill(0, Math.max(0, start - around), end + around + 1);
  const rightFrames = Array.from(right.keys()).filter((frame) => right[frame] === 1);
  const change = changeBetween(body, framesOf(whole, rightFrames), framesOf(mended, rightFrames));
  return {
    file,
    damage: names.join(' + '),
    strength,
    errors: [errorsOf(report.before), errorsOf(report.after)],
    away: [whole, mended].map((now) => changeBetween(body, sound.clip, now).mean) as [number, number],
    good: change.turned,
    goodWay: change.mean,
    pops: stretchesOf(newFaults(body, whole, mended), clip.frameCount).length,
    report,
  };
}

function framesOf(clip: Clip, frames: readonly number[]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(frames.length * nq);
  frames.forEach((frame, k) => {
    q.set(clip.q.subarray(frame * nq, (frame + 1) * nq), k * nq);
  });
  return withCoordinates({ ...clip, extraTracks: [] }, q);
}

const WORSE = 1.1;
const WORSE_BY = 0.005; // [m]
const NEARER = 0.8;

const isFarther = ({ away: [before, after] }: Try): boolean => after > WORSE * before + WORSE_BY;
const isNearer = ({ away: [before, after] }: Try): boolean => after < NEARER * before;

function describe(tries: readonly Try[]): Outcome {
  const names = [...new Set(tries.flatMap(({ damage }) => damage.split(' + ')))].sort();
  const rowOf = (name: string, list: readonly Try[]): (string | number)[] => {
    const [wrong, left] = [list.filter(({ errors }) => errors[0] > 0), list.filter(({ errors }) => errors[1] > 0)];
    const mean = (value: (one: Try) => number): number =>
      list.reduce((sum, one) => sum + value(one), 0) / Math.max(1, list.length);
    return [
      name,
      list.length,
      wrong.length,
      left.length,
      (100 * mean(({ away }) => away[0])).toFixed(1),
      (100 * mean(({ away }) => away[1])).toFixed(1),
      list.filter(isFarther).length,
      list.filter(isNearer).length,
      (mean(({ good }) => good) / DEGREE).toFixed(2),
      list.filter(({ errors }) => errors[1] > errors[0]).length,
      list.filter(({ pops }) => pops > 0).length,
    ];
  };
  const rows = [
    ...names.map((name) =>
      rowOf(
        name,
        tries.filter(({ damage }) => damage === name),
      ),
    ),
    rowOf(
      'two at once',
      tries.filter(({ damage }) => damage.includes('+')),
    ),
    rowOf('**all**', tries),
  ];
  const head = [
    ...[
      'damage',
      'tries',
      'with errors',
      'after mending',
      'off what was captured [cm]',
      'after mending',
      'farther off',
      'nearer',
    ],
    ...['right frames turned [°]', 'more errors', 'new pops'],
  ];
  const lines: Line[] = [
    { id: 'mend-damages/tries', value: tries.length, unit: '' },
    { id: 'mend-damages/with-errors', value: tries.filter(({ errors }) => errors[0] > 0).length, unit: '' },
    { id: 'mend-damages/errors-left', value: tries.filter(({ errors }) => errors[1] > 0).length, unit: '' },
    { id: 'mend-damages/farther', value: tries.filter(isFarther).length, unit: '' },
    { id: 'mend-damages/nearer', value: tries.filter(isNearer).length, unit: '' },
    { id: 'mend-damages/new-pops', value: tries.filter(({ pops }) => pops > 0).length, unit: '' },
  ];
  return { lines, markdown: table(head, rows), figures: [] };
}

export const mendedDamages: Validation = { id: 'mend-damages', page: 'docs/methods/mend.md', run };
