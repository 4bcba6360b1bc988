/** The studio: what a picture costs the script, what is loaded and when someone is seen, what long clips ask of the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../../../scripts/chromium.js';
import type { BenchCase, Measurement } from '../../../poise/bench/case.ts';
import { DIST, studioCosts, totalSize } from '../first-load.ts';
import { type PictureCost, pictureCosts } from '../pictures.ts';
import type { Tasks } from '../tasks.ts';

const PICTURES = [
  ['usual-overlays', 'motion=walk&overlays=default'],
  ['all-overlays', 'motion=walk&overlays=all&pushes=1&weights=1'],
  ['all-overlays-8-ghosts', 'motion=walk&overlays=all&ghosts=4&spacing=0.2'],
  ['all-overlays-8-minutes', 'motion=made-up&overlays=all&repeat=56'],
] as const;

/** Runs once, however many cases ask. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const costs = once(() => pictureCosts(PICTURES.map(([, query]) => query)));
const page = once(studioCosts);

const pictureOf = ({ ms, poseMs, drawMs }: PictureCost): Measurement => ({
  value: ms,
  unit: 'ms',
  note: `main thread per picture, aim ≤ 4; by the clock pose ${poseMs.toFixed(1)} + WebGL calls ${drawMs.toFixed(1)}`,
});

const longestOf = ({ longest, list }: Tasks, what: string): Measurement => ({
  value: longest,
  unit: 'ms',
  note: `longest task ${what}, aim ≤ 50; next ${list
    .slice(1, 4)
    .map((ms) => ms.toFixed(0))
    .join(', ')}`,
});

type Costs = NonNullable<Awaited<ReturnType<typeof studioCosts>>>;

const ofPage = (id: string, measure: (found: Costs) => Measurement): BenchCase => ({
  id,
  measure: async () => measure((await page())!),
});

const measured: readonly BenchCase[] = [
  ...PICTURES.map(
    ([name], i): BenchCase => ({
      id: `studio/picture-${name}`,
      measure: async () => pictureOf((await costs())[i]!),
    }),
  ),
  ofPage('studio/first-load', ({ load }) => ({
    value: load.before,
    unit: 'kB',
    note: `gzip, aim ≤ 400, workers included; three is ${load.three.toFixed(0)} kB more`,
  })),
  { id: 'studio/total', measure: () => ({ value: totalSize(), unit: 'kB', note: 'gzip, all files of the site' }) },
  ofPage('studio/first-picture', ({ load }) => ({
    value: load.firstPicture,
    unit: 'ms',
    note: 'from the start of the navigation, software renderer',
  })),
  ofPage('studio/long-open', ({ long }) => longestOf(long.open, 'while 8 minutes are read and judged')),
  ofPage('studio/long-scrub', ({ long }) => longestOf(long.scrub, 'while they are scrubbed')),
  ofPage('studio/long-plots', ({ long }) => longestOf(long.plots, 'while their plots open')),
];

/** Why nothing can be measured, or undefined. */
function missing(): string | undefined {
  if (!existsSync(join(DIST, 'index.html'))) return 'not measured: the studio is not built, run `npm run build`';
  return findChromium() ? undefined : 'not measured: there is no Chromium on this machine';
}

const why = missing();
export const cases: readonly BenchCase[] =
  why === undefined ? measured : [{ id: 'studio', measure: () => ({ value: 0, unit: '', note: why }) }];
