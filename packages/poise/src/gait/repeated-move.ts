/** A move over the floor made again and again: where a gait has come to after so many laps. */
import { type Placement, STAY, thenMove } from './placement.ts';

/** Memory of what was asked for: the first times all of them, then blocks of them and the last two. */
export interface RepeatedMove {
  readonly one: Readonly<Placement>;
  readonly first: Readonly<Placement>[]; // made 0, 1, 2 … times
  readonly blocks: Readonly<Placement>[]; // made MOST_KEPT, 2 MOST_KEPT, 4 MOST_KEPT … times
  readonly last: { times: number; move: Readonly<Placement> }[]; // of even and of odd times
}

export const repeatedMove = (one: Readonly<Placement>): RepeatedMove => ({
  one,
  first: [STAY],
  blocks: [],
  last: [
    { times: 0, move: STAY },
    { times: 0, move: STAY },
  ],
});

export const MOST_KEPT = 4096; // times

/** `one` made so many times; less than once is not at all. The answer does not depend on what was asked before. */
export function movedTimes({ one, first, blocks, last }: RepeatedMove, times: number): Readonly<Placement> {
  if (times <= 0) return STAY;
  while (first.length <= Math.min(times, MOST_KEPT)) first.push(thenMove(first[first.length - 1]!, one));
  if (times <= MOST_KEPT) return first[times]!;
  const known = last[times % 2]!;
  if (known.times === times) return known.move;
  let move = first[times % MOST_KEPT]!;
  for (let k = 0, left = Math.floor(times / MOST_KEPT); left > 0; k++, left = Math.floor(left / 2)) {
    if (blocks.length === k) blocks.push(k === 0 ? first[MOST_KEPT]! : thenMove(blocks[k - 1]!, blocks[k - 1]!));
    if (left % 2 === 1) move = thenMove(move, blocks[k]!);
  }
  known.times = times;
  known.move = move;
  return move;
}
