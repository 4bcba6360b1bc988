/** Whether a track of a motion is still what its file says. */

/** Values nearer than this, relative to the largest of the track, are unchanged: rounding on the way to a clip and back. */
const UNCHANGED_WITHIN = 1e-10;

/** A track that keeps the rest value. */
export function repeated(rest: readonly number[], frameCount: number): Float64Array {
  const values = new Float64Array(rest.length * frameCount);
  for (let i = 0; i < values.length; i++) values[i] = rest[i % rest.length];
  return values;
}

/** Rows equal within rounding; of a rotation's rows either sign will do. */
export function sameValues(a: Float64Array, b: Float64Array, width: number): boolean {
  let size = 1;
  for (const x of a) size = Math.max(size, Math.abs(x));
  for (let i = 0; i < a.length; i += width) {
    let same = 0;
    let opposite = width === 4 ? 0 : Number.POSITIVE_INFINITY;
    for (let k = 0; k < width; k++) {
      same = Math.max(same, Math.abs(a[i + k] - b[i + k]));
      opposite = Math.max(opposite, Math.abs(a[i + k] + b[i + k]));
    }
    if (!(Math.min(same, opposite) <= UNCHANGED_WITHIN * size)) return false;
  }
  return true;
}
