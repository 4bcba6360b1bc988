/** A move over the floor made again and again: where a gait has come to after so many laps. */
import { type Placement, STAY, thenMove } from './placement.ts';

/** Memory of what was asked for: the first times all of them, later ones two. */
export interface RepeatedMove {
  readonly one: Readonly<Placement>;
  readonly first: Readonly<Placement>[]; // made 0, 1, 2 … times
  readonly last: { times: number; move: Readonly<Placement> }[]; // of even and of odd times
}

export const repeatedMove = (one: Readonly<Placement>): RepeatedMove => ({
  one,
  first: [STAY],
  last: [
    { times: 0, move: STAY },
    { times: 0, move: STAY },
  ],
});

export const MOST_KEPT = 4096; // times

/** `one` made so many times; less than once is not at all. Whoever goes on from lap to lap makes one move per lap. */
export function movedTimes({ one, first, last }: RepeatedMove, times: number): Readonly<Placement> {
  if (times <= 0) return STAY;
  while (first.length <= Math.min(times, MOST_KEPT)) first.push(thenMove(first[first.length - 1]!, one));
  if (times <= MOST_KEPT) return first[times]!;
  const known = last[times % 2]!;
  if (known.times === times) return known.move;
  // on from the nearest one before
  const other = last[(times + 1) % 2]!;
  const nearest = other.times < times && other.times > known.times ? other : known;
  let done = nearest.times < times ? nearest.times : 0;
  let move = nearest.move;
  if (done < MOST_KEPT) {
    done = MOST_KEPT;
    move = first[MOST_KEPT]!;
  }
  for (; done < times; done++) move = thenMove(move, one);
  known.times = times;
  known.move = move;
  return move;
}
