/** Coarser steps while an update takes too long, finer ones again when there is time. Choices are data: a replay follows them
 *  instead of the clock. */
import type { Detail } from './options.ts';

/** From this update on, this detail. */
export interface DetailChange {
  readonly update: number;
  readonly detail: Detail;
}

export interface Budget {
  detail: Detail;
  calm: number; // updates in a row that took less than half
  changes: DetailChange[];
}

const CALM = 90; // updates before it gets finer
const MOST_CHANGES = 1000; // kept; the oldest go first

/** After update number `update` took `ms` of the `most` it may. */
export function judgeBudget(budget: Budget, update: number, ms: number, most: number): void {
  if (ms > most && budget.detail < 2) change(budget, update + 1, (budget.detail + 1) as Detail);
  else budget.calm = ms < 0.4 * most ? budget.calm + 1 : 0;
  if (budget.calm < CALM || budget.detail === 0) return;
  change(budget, update + 1, (budget.detail - 1) as Detail);
}

/** The detail that was chosen for an update when it was run first. */
export function followChanges(budget: Budget, update: number, changes: readonly DetailChange[]): void {
  const found = changes.find((made) => made.update === update);
  if (found) change(budget, update, found.detail);
}

function change(budget: Budget, update: number, detail: Detail): void {
  budget.detail = detail;
  budget.calm = 0;
  budget.changes.push({ update, detail });
  if (budget.changes.length > MOST_CHANGES) budget.changes.shift();
}
