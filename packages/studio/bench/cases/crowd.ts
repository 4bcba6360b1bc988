/** The crowd: what its reactions cost a frame; and what `<poise-view>` weighs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BenchCase, Measurement } from '../../../poise/bench/case.ts';
import { createCast } from '../../src/modes/crowd/cast.ts';
import { type Cast, createCrowd } from '../../src/modes/crowd/crowd.ts';
import { CROWD_SETTINGS } from '../../src/modes/crowd/types.ts';
import { DIST } from '../first-load.ts';

const SECONDS = 6;
const VIEW = join(DIST, 'view/poise-view.js');

let cast: Cast | undefined;

/** Median over the frames of a volley, all people. */
function crowdCost(fire: number): Measurement {
  cast ??= createCast(() => {});
  const crowd = createCrowd(cast, { ...CROWD_SETTINGS, fire });
  const times: number[] = [];
  let [reacting, worst] = [0, 0];
  for (let frame = 0; frame < 60 * SECONDS; frame++) {
    const took = crowd.step(() => performance.now());
    if (frame < 60) continue;
    times.push(took);
    worst = Math.max(worst, took);
    reacting += crowd.members.filter((member) => member.layer.active !== undefined).length / (60 * (SECONDS - 1));
  }
  times.sort((a, b) => a - b);
  const note = `reactions of a frame, median; ${reacting.toFixed(0)} of 100 react on average, worst frame ${worst.toFixed(0)}; aim ≤ 16`;
  return { value: times[Math.floor(times.length / 2)]!, unit: 'ms', note };
}

const view: readonly BenchCase[] = existsSync(VIEW)
  ? [
      {
        id: 'studio/poise-view',
        measure: () => ({
          value: gzipSync(readFileSync(VIEW), { level: 9 }).length / 1000,
          unit: 'kB',
          note: 'gzip, one module with three, readers of all formats and the skin',
        }),
      },
    ]
  : [];

export const cases: readonly BenchCase[] = [
  { id: 'studio/crowd-100-meeting', measure: () => crowdCost(0) },
  { id: 'studio/crowd-100-balls', measure: () => crowdCost(6) },
  ...view,
];
