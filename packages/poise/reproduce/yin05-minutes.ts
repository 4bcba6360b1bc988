/** Minutes of pushes on somebody who stands, one after the other, a third of them in the middle of recoveries. */
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body } from '../test/methods/push-cases.ts';
import { leastBetweenFeet, soak } from '../test/methods/push-soak.ts';
import { footDrift } from '../test/performer/drift.ts';
import { table } from './paper.ts';

const SEEDS = [1, 2, 3];
const MINUTES = 10;
const STRONGEST = 55; // [N·s]: the library goes to 57
const LEAST_FRAMES = 10; // a take shorter than that shows nothing
const SUDDEN = 8; // [rad/s] between frames; recordings of pushed people have up to 8.5

export function minutesOfPushes(library: ResponseLibrary, say: (what: string) => void): string {
  const rows = SEEDS.map((seed) => {
    say(`${MINUTES} minutes of pushes, seed ${seed}`);
    const { counts, jumps, takes } = soak(library, seed, 60 * MINUTES, STRONGEST);
    const long = takes.filter(({ frameCount }) => frameCount > LEAST_FRAMES);
    const feet = long.map(leastBetweenFeet);
    const most = (values: Iterable<number>): number => [...values].reduce((a, b) => Math.max(a, b), 0);
    return [
      seed,
      counts.pushes,
      counts.falls,
      counts.wrong,
      most(jumps).toFixed(1),
      `${jumps.filter((jump) => jump > SUDDEN).length} of ${jumps.length}`,
      (1000 * most(long.map((take) => footDrift(body, take)))).toFixed(1),
      (1000 * most(feet.map(({ lowest }) => -lowest))).toFixed(1),
      (100 * Math.min(...feet.map(({ apart }) => apart))).toFixed(1),
    ];
  });
  const head = [
    'seed',
    'pushes',
    'falls',
    'answered to the wrong side',
    'a joint changes its speed between frames by at most [rad/s]',
    `frames with more than ${SUDDEN} rad/s`,
    'standing feet slide [mm]',
    'soles sink [mm]',
    'middles of the soles come within [cm]',
  ];
  return table(head, rows);
}
