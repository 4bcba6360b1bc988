/** People pushed sideways while walking: SNU push recovery, one row per trial. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MOCAP } from '../validate/validation.ts';

/** Who pushes whom when. */
export interface PushCell {
  readonly name: string;
  readonly start: number; // of a step's time, from the touch-down of the leg that then stands
  readonly spread: number; // standard deviation of that
  readonly away: boolean; // from the standing leg, so that the swinging one can step out; else towards it
  readonly codes: readonly [timing: number, direction: number]; // in the table
}

/**
 * What the codes mean is not in the file. The experiment's own programs (snumrl/DeepPushRecovery) push "from left" in "left stance"
 * and count start and end of a push in hundredths of a step from touch-down on; the most of a detour is reached half a step later where
 * we take a push for one towards the standing leg. So this is an inference.
 */
export const CELLS: readonly PushCell[] = [
  { name: 'in mid-step, away from the standing leg', start: 0.33, spread: 0.15, away: true, codes: [1, 1] },
  { name: 'in mid-step, towards it', start: 0.32, spread: 0.14, away: false, codes: [1, 2] },
  { name: 'from touch-down on, away from it', start: 0.05, spread: 0.21, away: true, codes: [2, 1] },
  { name: 'from touch-down on, towards it', start: -0.02, spread: 0.24, away: false, codes: [2, 2] },
];

/** What a push did. */
export interface Detour {
  readonly change: number; // [m/s] impulse over mass
  readonly most: number; // [m] beside the way, of the hips
  readonly first: number; // [m] the same when the next foot lands
  readonly step: number; // in which the most was reached, from 1
}

const COLUMNS = [
  'push_force_normalized',
  'maximal_detour_distance',
  'detour_first_step',
  'maximal_detour_step',
  'crouch',
  'push_timing',
  'push_direction',
];

/** Trials of people who walk upright, cell by cell; none where the file is not at hand. */
export function humanPushes(): readonly (readonly Detour[])[] {
  const file = resolve(MOCAP, 'snu-push-recovery/human-data.csv');
  if (!existsSync(file)) return CELLS.map(() => []);
  const [head, ...lines] = readFileSync(file, 'utf8').replaceAll('\r', '').trim().split('\n');
  const names = head!.split(',');
  const at = COLUMNS.map((name) => names.indexOf(name));
  const rows = lines.map((line) => line.split(',')).map((cells) => at.map((column) => Number(cells[column])));
  return CELLS.map(({ codes }) =>
    rows
      .filter(([push, , , , crouch, ...code]) => push! > 0 && crouch === 0 && codes.every((c, k) => c === code[k]))
      .map(([push, most, first, step]) => ({
        change: push! / 1000,
        most: most! / 1000,
        first: first! / 1000,
        step: step!,
      })),
  );
}
