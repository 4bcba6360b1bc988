/** Performed clips spoiled as models, cameras and suits spoil motion, then cleaned in the usual ways and by `mend`. */

import { table } from '../reproduce/paper.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { judge } from '../src/balance/judge.ts';
import { trackJoints } from '../src/measures/joint-tracks.ts';
import { measureMotion } from '../src/measures/published.ts';
import { mend } from '../src/mend/index.ts';
import { type Clip, withCoordinates } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { shifted, trembling } from '../test/mend/damage.ts';
import { butterworth, footLock } from './baselines.ts';
import { type DrawnClip, drawClips } from './drawn-clips.ts';
import { type Comparison, type ComparisonOptions, median, type PeerRow, type PeerSection, short } from './table.ts';

const DEGREE = Math.PI / 180;

/** Feet slide, the body trembles and drifts. */
function spoiled({ clip }: DrawnClip, k: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const short = withCoordinates(
    clip,
    clip.q.map((value, i) => (i % nq === 0 || i % nq === 2 ? 0.85 * value : value)),
  );
  const [x, z] = [0.05 * Math.cos(k), 0.05 * Math.sin(k)]; // [m/s]
  const drifted = shifted(short, (t) => [x * t, 0, z * t]);
  const joints = Object.values(fitBody(clip).roles);
  return trembling(drifted, joints, 0.7 * DEGREE, 100 + k);
}

const WAYS: Readonly<Record<string, (clip: Clip) => Clip>> = {
  'as it is': (clip) => clip,
  'Butterworth 6 Hz': butterworth,
  'feet locked by IK': footLock,
  'Butterworth, then feet locked': (clip) => footLock(butterworth(clip)),
  'poise mend': (clip) => mend(clip).clip,
};

const COLUMNS = [
  'foot-skate ratio',
  'below the floor [mm]',
  'above the floor [mm]',
  'jerk [m/s³]',
  'ZMP outside [%]',
  'from the original [cm]',
] as const;

function figuresOf(clip: Clip, original: Clip): readonly number[] {
  const body = fitBody(clip);
  const measured = measureMotion(body, clip);
  const { report } = judge(clip);
  return [
    measured['kimodo-skate-ratio'] ?? 0,
    measured['physdiff-penetrate'] ?? 0,
    measured['physdiff-float'] ?? 0,
    measured['jitter'] ?? 0,
    100 * (report.summary.zmpOutsideFraction ?? 0),
    100 * distance(clip, original),
  ];
}

/** Mean distance of joints [m], each seen from the hips' place over the floor: a drift that is left does not count. */
function distance(a: Clip, b: Clip): number {
  const [left, right] = [trackJoints(fitBody(a), a), trackJoints(fitBody(b), b)];
  const { frames, bodyCount: n } = left;
  let sum = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (let joint = 0; joint < n; joint++) {
      const [i, o] = [3 * (frame * n + joint), 3 * frame * n];
      const along = (track: Float64Array, c: number): number => track[i + c]! - (c === 1 ? 0 : track[o + c]!);
      sum += Math.hypot(...[0, 1, 2].map((c) => along(left.body, c) - along(right.body, c)));
    }
  }
  return sum / (frames * n);
}

async function compare({ count, seed, say }: ComparisonOptions): Promise<Comparison> {
  const clips = drawClips(count, seed);
  const figures = new Map<string, (readonly number[])[]>();
  for (const [k, drawn] of clips.entries()) {
    say(`cleaning ${drawn.name}`);
    const bad = spoiled(drawn, k);
    for (const [way, clean] of Object.entries(WAYS)) {
      figures.set(way, [...(figures.get(way) ?? []), figuresOf(clean(bad), drawn.clip)]);
    }
  }
  const middle = (way: string): readonly number[] =>
    COLUMNS.map((_, c) => median(figures.get(way)!.map((row) => row[c]!)));
  const rows: PeerRow[] = Object.keys(WAYS)
    .filter((way) => way !== 'poise mend')
    .flatMap((way) =>
      (['skate', 'distance'] as const).map((what): PeerRow => {
        const c = what === 'skate' ? 0 : 5;
        const [own, other] = [middle('poise mend')[c]!, middle(way)[c]!];
        const ratio = other / Math.max(own, 1e-3);
        return { id: `peers/cleaning/${what}`, value: own, unit: c === 0 ? '1' : 'cm', against: way, ratio };
      }),
    );
  const original = COLUMNS.map((_, c) => median(clips.map(({ clip }) => figuresOf(clip, clip)[c]!)));
  const lines = [
    ['before it was spoiled', ...original.map(short)],
    ...Object.keys(WAYS).map((way) => [way, ...middle(way).map(short)]),
  ];
  const markdown = `${clips.length} performed clips (motion, body and style drawn with seed ${seed}), spoiled: travel cut to 85 %, a drift of 5 cm/s, 0.7° of white noise on every joint. Medians over clips; measures as in [metrics](metrics.md#measures-of-others).

${table(['cleaned by', ...COLUMNS], lines)}`;
  return { rows, markdown };
}

export const cleaning: PeerSection = { id: 'cleaning', title: 'Cleaning', compare };
