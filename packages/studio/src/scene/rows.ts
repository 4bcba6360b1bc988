/** Numbers of a report between two frames. */

/** out = row of three at a place counted in frames, linear between frames. Where one of the two is undefined, the nearer
 *  frame alone is taken. */
export function rowAt(out: Float64Array, rows: Float64Array, frame: number): void {
  const last = rows.length / 3 - 1;
  const place = Math.min(Math.max(frame, 0), last);
  const a = Math.floor(place);
  const u = place - a;
  const i = 3 * a;
  const j = 3 * Math.min(a + 1, last);
  const near = 3 * Math.round(place);
  for (let k = 0; k < 3; k++) {
    const mixed = (1 - u) * rows[i + k]! + u * rows[j + k]!;
    out[k] = Number.isNaN(mixed) ? rows[near + k]! : mixed;
  }
}

/** The frame whose flags count at a place between frames. */
export const nearestFrame = (frame: number, frameCount: number): number =>
  Math.min(Math.max(Math.round(frame), 0), frameCount - 1);
