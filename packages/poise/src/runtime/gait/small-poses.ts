/** Poses in a quarter of their bytes: rotations as 16-bit parts, places with 32 bits. What was made small once stays the same. */
const GRAIN = 32767; // parts of a quaternion's 1

export interface SmallPoses {
  readonly turns: ArrayLike<number>; // frames × 4 per joint
  readonly places: ArrayLike<number>; // frames × 3 [m] of the root
}

/** Makes poses (frames × nq) as coarse as they are saved, in place. Rotations are no longer of length 1 to rounding. */
export function coarsen(q: Float64Array, nq: number): void {
  for (let i = 0; i < q.length; i++) q[i] = i % nq < 3 ? Math.fround(q[i]) : Math.round(GRAIN * q[i]) / GRAIN;
}

/** Of coarse poses. */
export function toSmall(q: Float64Array, nq: number): { readonly turns: Int16Array; readonly places: Float64Array } {
  const frames = q.length / nq;
  const turns = new Int16Array(frames * (nq - 3));
  const places = new Float64Array(frames * 3);
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < 3; c++) places[3 * frame + c] = q[frame * nq + c];
    for (let i = 3; i < nq; i++) turns[frame * (nq - 3) + i - 3] = Math.round(GRAIN * q[frame * nq + i]);
  }
  return { turns, places };
}

/** The same coarse poses again. */
export function fromSmall({ turns, places }: SmallPoses, nq: number): Float64Array {
  const frames = places.length / 3;
  const q = new Float64Array(frames * nq);
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < 3; c++) q[frame * nq + c] = places[3 * frame + c];
    for (let i = 3; i < nq; i++) q[frame * nq + i] = turns[frame * (nq - 3) + i - 3] / GRAIN;
  }
  return q;
}
