/** Coordinate search: one value after the other, larger and smaller, as long as it helps. */
import type { Named, Values } from './tables.ts';

const FIRST = 1.4; // factor of the first round
const LAST = 1.05; // it ends below

/** Values of least cost that `most` evaluations find; only those that differ from the tables'. */
export async function coordinateSearch(
  names: readonly Named[],
  most: number,
  costOf: (values: Values) => Promise<number>,
): Promise<Values> {
  let best: Values = new Map();
  let least = await costOf(best);
  let made = 1;
  for (let factor = FIRST; factor > LAST && made < most; factor = Math.sqrt(factor)) {
    for (const key of names) {
      for (const by of [factor, 1 / factor]) {
        if (made >= most) break;
        const tried = new Map(best).set(key, by * (best.get(key) ?? key.value));
        const cost = await costOf(tried);
        made++;
        if (cost >= least) continue;
        best = tried;
        least = cost;
        break;
      }
    }
  }
  return best;
}
