/** The largest push with a property, by doubling and halving: the search of every cell of a map. */
export interface LimitSearch {
  readonly first: number; // [N·s] where the search begins
  readonly most: number; // [N·s]
  readonly close: number; // share of the limit to which it is found
}

/** The limit lies below the weakest push that was seen to fail, also where a stronger one would hold again. */
export function searchLimit(holds: (push: number) => boolean, { first, most, close }: LimitSearch): number {
  let low = 0;
  let high = first;
  while (high < most && holds(high)) {
    low = high;
    high = Math.min(most, 2 * high);
  }
  if (high >= most && low > 0 && holds(most)) return most;
  while (high - low > close * high) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
