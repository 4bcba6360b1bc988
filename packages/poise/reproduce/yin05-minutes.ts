/** Minutes of pushes on somebody who stands, one after the other, a third of them in the middle of recoveries. */
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body } from '../test/methods/push-cases.ts';
import { leastBetweenFeet, soak } from '../test/methods/push-soak.ts';
import { footDrift } from '../test/performer/drift.ts';
import { table } from './paper.ts';

const SEEDS = [1, 2, 3];
const MINUTES = 10;
const STRONGEST = 55; // [N·s]: the library goes to 57
const SUDDEN = 8; // [rad/s] between frames; recordings of pushed people have up to 8.5

export function minutesOfPushes(library: ResponseLibrary, say: (what: string) => void): string {
  const rows = SEEDS.map((seed) => {
    say(`${MINUTES} minutes of pushes, seed ${seed}`);
    const soaked = soak(library, seed, 60 * MINUTES, STRONGEST);
    const { counts, jumps, clip } = soaked;
    const { apart, lowest } = leastBetweenFeet(soaked);
    return [
      seed,
      counts.pushes,
      counts.told,
      counts.wrong,
      jumps.reduce((most, jump) => Math.max(most, jump), 0).toFixed(1),
      `${jumps.filter((jump) => jump > SUDDEN).length} of ${jumps.length}`,
      (1000 * footDrift(body, clip)).toFixed(1),
      (-1000 * Math.min(0, lowest)).toFixed(1),
      (100 * apart).toFixed(1),
    ];
  });
  const head = [
    'seed',
    'pushes',
    'told as too strong',
    'answered to the wrong side',
    'a joint changes its speed between frames by at most [rad/s]',
    `frames with more than ${SUDDEN} rad/s`,
    'standing feet drift [mm]',
    'soles sink [mm]',
    'soles come within [cm]',
  ];
  return table(head, rows);
}
