/** Stretches of frames. */

export interface Stretch {
  readonly start: number; // first frame
  readonly end: number; // last frame
}

/** The longest stretch around `frame` in which `key` gives the same answer. */
export function stretchAround(frame: number, frameCount: number, key: (frame: number) => number): Stretch {
  const value = key(frame);
  let start = frame;
  let end = frame;
  while (start > 0 && key(start - 1) === value) start--;
  while (end < frameCount - 1 && key(end + 1) === value) end++;
  return { start, end };
}

/** A row for each stretch so that none of one row overlap; what does not fit goes into the last row. */
export function packRows(stretches: readonly Stretch[], rows: number, gap: number): readonly number[] {
  const order = stretches.map((_, i) => i).sort((a, b) => stretches[a]!.start - stretches[b]!.start);
  const taken = new Array<number>(rows).fill(Number.NEGATIVE_INFINITY);
  const rowOf = new Array<number>(stretches.length).fill(0);
  for (const i of order) {
    const { start, end } = stretches[i]!;
    const free = taken.findIndex((until) => start > until + gap);
    const row = free < 0 ? rows - 1 : free;
    rowOf[i] = row;
    taken[row] = Math.max(taken[row]!, end);
  }
  return rowOf;
}
