/** What a source does by itself is not held against the answer that was made from it. */

/** Takes from `values` (frames × width) what `own` (the source's, frames × width) has near the same time, in place; nothing falls below 0.
 *  Past the source's end its largest counts: it goes round, or on from somewhere in it. NaN counts as nothing. `reach`: frames to each side. */
export function takeOwn(values: Float64Array, own: Float64Array, width: number, reach: number): void {
  const frames = values.length / width;
  const ownFrames = own.length / width;
  if (ownFrames === 0) return;
  for (let k = 0; k < width; k++) {
    let largest = 0;
    for (let frame = 0; frame < ownFrames; frame++) largest = Math.max(largest, own[frame * width + k] || 0);
    for (let frame = 0; frame < frames; frame++) {
      let allowed = frame + reach < ownFrames ? 0 : largest;
      const end = Math.min(ownFrames - 1, frame + reach);
      for (let near = Math.max(0, frame - reach); near <= end; near++) {
        allowed = Math.max(allowed, own[near * width + k] || 0);
      }
      const i = frame * width + k;
      values[i] = Math.max(0, values[i] - allowed);
    }
  }
}
