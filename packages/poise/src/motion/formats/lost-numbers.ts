/** Numbers that a tracker or a solver lost (NaN, infinite), bridged from those beside them in time. */
import { normalizeQuat } from '../../math/quat.ts';
import type { ImportNote } from '../clip.ts';

const TURN = 360; // [°]

/** Bridges the columns of rows × width by straight lines and holds the ends; angles [°] go the shorter way. Returns how many rows had lost any;
 *  undefined where a column has no number at all. */
export function bridgeLost(
  values: Float64Array,
  width: number,
  isAngle: (column: number) => boolean = () => false,
): number | undefined {
  const rows = values.length / width;
  const lost = new Uint8Array(rows);
  for (let column = 0; column < width; column++) {
    const at = (row: number): number => values[row * width + column];
    for (let row = 0; row < rows; row++) {
      if (Number.isFinite(at(row))) continue;
      let end = row;
      while (end < rows && !Number.isFinite(at(end))) end++;
      if (row === 0 && end === rows) return undefined;
      const before = row > 0 ? at(row - 1) : at(end);
      let way = end < rows ? at(end) - before : 0;
      if (isAngle(column)) way -= TURN * Math.round(way / TURN);
      for (let k = row; k < end; k++) values[k * width + column] = before + (way * (k - row + 1)) / (end - row + 1);
      lost.fill(1, row, end);
      row = end;
    }
  }
  return lost.reduce((sum, one) => sum + one, 0);
}

/** The same for rotations, frames × 4: a rotation is lost as a whole. */
export function bridgeLostTurns(values: Float64Array): number | undefined {
  for (let i = 0; i < values.length; i += 4) {
    const isLost = !values.subarray(i, i + 4).every(Number.isFinite);
    if (isLost) values.fill(Number.NaN, i, i + 4);
    else if (i > 0) alongside(values, i);
  }
  const count = bridgeLost(values, 4);
  if (count) for (let i = 0; i < values.length; i += 4) normalizeQuat(values, i, values, i);
  return count;
}

/** The quaternion at i on the same half of the sphere as the last one before it. */
function alongside(values: Float64Array, i: number): void {
  let before = i - 4;
  while (before > 0 && Number.isNaN(values[before])) before -= 4;
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += values[i + k] * values[before + k];
  if (dot < 0) for (let k = 0; k < 4; k++) values[i + k] = -values[i + k];
}

export const lostNote = (rows: number): ImportNote => ({
  topic: 'content',
  confidence: 'sure',
  text: `${rows} frames had numbers missing (NaN); they were bridged from the frames beside them`,
});
