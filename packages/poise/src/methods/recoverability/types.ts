/** How hard a character can be pushed: from where, when and at what height. Plain data, kept beside the motion (docs/map.md). */
import { UsageError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';

export const MAP_HEIGHTS = ['hips', 'chest', 'head'] as const;
export type MapHeight = (typeof MAP_HEIGHTS)[number];

/** The largest pushes for one moment, height and direction [N·s]. */
export interface MapCell {
  readonly time: number; // [s] of the clip
  readonly height: MapHeight;
  readonly direction: number; // [rad] of the push, 0 forward of the character, + to its left
  readonly plan: number | null; // held without a step, as the pendulum has it; null in a gait
  readonly noStep: number | null; // recovered without a step; null in a gait
  readonly steps: number; // recovered, with as many steps as it takes
  readonly expected?: number | null; // the same by a character that knew of the push a second before; null in a gait, absent in older maps
  readonly simulation: number | null; // recovered by the simulated person; null where nobody looked
}

export interface RecoverabilityMap {
  readonly poiseMap: 1; // version of the form
  readonly mass: number; // [kg]
  readonly stature: number; // [m]
  readonly situation: 'stands' | 'walks' | 'runs' | 'other';
  readonly most: number; // [N·s] the search went no further
  readonly cells: readonly MapCell[];
}

/** What becomes of a push: the character holds it where it stands, needs steps, or falls. */
export type PushFate = 'holds' | 'steps' | 'falls';

export interface PushQuestion {
  readonly impulse: Vec3; // [N·s] world axes
  readonly forward: readonly [x: number, z: number]; // where the character faces
  readonly time?: number; // [s] of the clip; default: the weakest moment
  readonly height?: MapHeight; // default: chest, or the only one
  readonly isExpected?: boolean; // the character knows of the push and braces; default: false
}

const MOST_CELLS = 100_000;

const isLimit = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;

/** Refuses what is no map, wherever it came from. Throws UsageError. */
export function checkMap(map: RecoverabilityMap): void {
  const refuse = (place: string, expected: string): never => {
    throw new UsageError(`the recoverability map: ${place}: expected ${expected}`);
  };
  if (map?.poiseMap !== 1) refuse('/poiseMap', '1');
  const { cells } = map;
  if (!Array.isArray(cells) || cells.length === 0 || cells.length > MOST_CELLS) refuse('/cells', 'a list of cells');
  for (const [i, cell] of cells.entries()) {
    if (typeof cell !== 'object' || cell === null) refuse(`/cells/${i}`, 'a cell');
    if (!MAP_HEIGHTS.includes(cell.height)) refuse(`/cells/${i}/height`, MAP_HEIGHTS.join(', '));
    for (const key of ['time', 'direction'] as const)
      if (!Number.isFinite(cell[key])) refuse(`/cells/${i}/${key}`, 'a number');
    if (cell.noStep !== null && !isLimit(cell.noStep)) refuse(`/cells/${i}/noStep`, 'an impulse in N·s, or null');
    if (!isLimit(cell.steps)) refuse(`/cells/${i}/steps`, 'an impulse in N·s');
    if (!isLimit(cell.expected ?? 0)) refuse(`/cells/${i}/expected`, 'an impulse in N·s, or null');
  }
}

/** Looks a push up: between directions the limit is interpolated, of moments the nearest counts. Throws UsageError for what is no map.
 *
 * ```ts
 * if (canTake(map, { impulse: [0, 0, 40], forward: [0, 1] }) === 'falls') blendToRagdoll();
 * ```
 */
export function canTake(
  map: RecoverabilityMap,
  { impulse, forward, time, height = 'chest', isExpected = false }: PushQuestion,
): PushFate {
  checkMap(map);
  const cells = cellsAt(map, height);
  const size = Math.hypot(impulse[0], impulse[2]);
  const [ahead, aside] = [
    impulse[0] * forward[0] + impulse[2] * forward[1],
    impulse[0] * forward[1] - impulse[2] * forward[0], // left of (x, z) is (z, −x)
  ];
  const angle = Math.atan2(aside, ahead);
  const times = momentsOf(cells);
  const asked = time === undefined ? times : [nearest(times, time)];
  const fates = asked.map((t) =>
    fateOf(
      cells.filter((cell) => cell.time === t),
      angle,
      size,
      isExpected,
    ),
  );
  const worst: readonly PushFate[] = ['falls', 'steps', 'holds'];
  return worst.find((fate) => fates.includes(fate))!;
}

/** The limits of one moment, in directions that are spread evenly, from forward over the left [N·s]. */
export interface PushRose {
  readonly time: number; // [s]
  readonly noStep: readonly number[] | null; // null in a gait
  readonly steps: readonly number[];
}

/** A map as roses, one per moment, in their order: between the directions of the map, limits are interpolated. Throws UsageError for
 *  what is no map. */
export function mapRoses(map: RecoverabilityMap, directions: number, height: MapHeight = 'chest'): readonly PushRose[] {
  checkMap(map);
  const cells = cellsAt(map, height);
  const angles = Array.from({ length: directions }, (_, i) => (TURN * i) / directions);
  return momentsOf(cells)
    .sort((a, b) => a - b)
    .map((time) => {
      const there = cells.filter((cell) => cell.time === time);
      const known = there.every(({ noStep }) => noStep !== null);
      return {
        time,
        noStep: known ? angles.map((angle) => limitAt(there, angle, ({ noStep }) => noStep ?? 0)) : null,
        steps: angles.map((angle) => limitAt(there, angle, ({ steps }) => steps)),
      };
    });
}

/** The cells of a height; all where nobody was pushed there. */
function cellsAt({ cells }: RecoverabilityMap, height: MapHeight): readonly MapCell[] {
  const there = cells.filter((cell) => cell.height === height);
  return there.length > 0 ? there : cells;
}

const momentsOf = (cells: readonly MapCell[]): number[] => [...new Set(cells.map(({ time }) => time))];

const nearest = (values: readonly number[], value: number): number =>
  values.reduce((best, next) => (Math.abs(next - value) < Math.abs(best - value) ? next : best));

function fateOf(cells: readonly MapCell[], angle: number, size: number, isExpected: boolean): PushFate {
  const held = limitAt(cells, angle, ({ noStep }) => noStep ?? 0);
  if (size <= held) return 'holds';
  const most = limitAt(cells, angle, ({ steps, expected }) => (isExpected ? Math.max(steps, expected ?? 0) : steps));
  return size <= most ? 'steps' : 'falls';
}

const TURN = 2 * Math.PI;

/** A limit between the two directions that lie nearest on both sides. */
function limitAt(cells: readonly MapCell[], angle: number, limit: (cell: MapCell) => number): number {
  const gap = (from: number, to: number): number => (((to - from) % TURN) + TURN) % TURN;
  const before = cells.reduce((a, b) => (gap(b.direction, angle) < gap(a.direction, angle) ? b : a));
  const after = cells.reduce((a, b) => (gap(angle, b.direction) < gap(angle, a.direction) ? b : a));
  const whole = gap(before.direction, after.direction);
  if (whole === 0) return limit(before);
  const share = gap(before.direction, angle) / whole;
  return (1 - share) * limit(before) + share * limit(after);
}
