/** One step from standing as a plan has it, and which of two is better. */

/** The next landing. */
export interface StepChoice {
  foot: 0 | 1;
  steps: number; // that the plan needs
  crosses: boolean;
  lift: number; // [s] from now
  land: number; // [s] from now
  swing: number; // [s] whole time in the air
  readonly place: Float64Array; // 2 where it lands
  readonly shift: Float64Array; // 2 of the balance point under the standing sole
  readonly loading: Float64Array; // 2 where the balance point is until the weight goes over
  short: number; // [m] how far the capture point will lie short of the last foot
  miss: number; // [m] that it lacks to be caught: short of the last foot along the fall, and held by the soles across it
  cost: number;
  caught: boolean;
}

export const createStepChoice = (): StepChoice => ({
  foot: 0,
  steps: 0,
  crosses: false,
  lift: 0,
  land: 0,
  swing: 0,
  place: new Float64Array(2),
  shift: new Float64Array(2),
  loading: new Float64Array(2),
  short: 0,
  miss: 0,
  cost: 0,
  caught: false,
});

/** Caught is better than not; then the lower cost, or, where nothing catches, the one that comes nearest to it. */
export function isBetter(caught: boolean, miss: number, cost: number, best: StepChoice): boolean {
  if (caught !== best.caught) return caught;
  return caught ? cost < best.cost : miss < best.miss;
}

export function copyChoice(out: StepChoice, from: StepChoice): void {
  out.foot = from.foot;
  out.steps = from.steps;
  out.crosses = from.crosses;
  out.lift = from.lift;
  out.land = from.land;
  out.swing = from.swing;
  out.place.set(from.place);
  out.shift.set(from.shift);
  out.loading.set(from.loading);
  out.short = from.short;
  out.miss = from.miss;
  out.cost = from.cost;
  out.caught = from.caught;
}
