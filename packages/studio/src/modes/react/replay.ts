/** Pushes that a link carries: given again in the same frames to the same person, they are answered in the same way. */
import type { Push } from 'poise';

/** Frame, impulse [N·s] in world axes, segment, and the point in it [m] where one was touched. */
export type ReplayRow = readonly number[];

const MOST = 60; // pushes in a link: more make an address that messengers cut
const DIGITS = 6; // as addresses have them, so that a link gives the very same push

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** The push as a link can tell it. */
export const tellable = ({ impulse: [x, y, z], segment, pointInSegment: p }: Push): Push => ({
  impulse: [rounded(x), rounded(y), rounded(z)],
  segment,
  ...(p && { pointInSegment: [rounded(p[0]), rounded(p[1]), rounded(p[2])] }),
});

export const replayRow = (frame: number, { impulse, segment, pointInSegment: p }: Push): ReplayRow => [
  frame,
  ...impulse,
  segment,
  ...(p ?? []),
];

export const withRow = (rows: readonly ReplayRow[], row: ReplayRow): readonly ReplayRow[] =>
  [...rows, row].slice(-MOST);

/** The pushes of a frame. */
export const pushesAt = (rows: readonly ReplayRow[], frame: number): readonly Push[] =>
  rows
    .filter(([at]) => at === frame)
    .map(([, ix = 0, iy = 0, iz = 0, segment = 0, ...point]) => {
      const [x = 0, y = 0, z = 0] = point;
      return { impulse: [ix, iy, iz], segment, ...(point.length === 3 && { pointInSegment: [x, y, z] }) };
    });

const STRONGEST = 2000; // [N·s]
const MOST_JOINTS = 10_000;

/** Links come from anywhere. */
export function areReplayRows(given: unknown): boolean {
  const isRow = (row: unknown): boolean => {
    if (!Array.isArray(row) || (row.length !== 5 && row.length !== 8) || !row.every(Number.isFinite)) return false;
    const [frame = -1, ix = 0, iy = 0, iz = 0, segment = -1] = row as readonly number[];
    const isPlace = Number.isInteger(frame) && frame >= 0 && Number.isInteger(segment) && segment >= 0;
    return isPlace && segment < MOST_JOINTS && Math.hypot(ix, iy, iz) <= STRONGEST;
  };
  return Array.isArray(given) && given.length <= MOST && given.every(isRow);
}
