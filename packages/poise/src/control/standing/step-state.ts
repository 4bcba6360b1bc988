/** A step choice as numbers of a save. */
import type { StepChoice } from '../../gait/standing-steps.ts';

export const CHOICE_STATE = 12;

export function saveChoice(out: Float64Array, o: number, choice: StepChoice): void {
  const { place, shift } = choice;
  const flags = (choice.crosses ? 1 : 0) + (choice.caught ? 2 : 0);
  out.set([choice.foot, choice.steps, flags, choice.lift, choice.land, choice.swing], o);
  out.set([place[0], place[1], shift[0], shift[1], choice.short, choice.cost], o + 6);
}

export function restoreChoice(choice: StepChoice, state: Float64Array, o: number): void {
  choice.foot = state[o] === 1 ? 1 : 0;
  choice.steps = state[o + 1];
  choice.crosses = (state[o + 2] & 1) === 1;
  choice.caught = (state[o + 2] & 2) === 2;
  choice.lift = state[o + 3];
  choice.land = state[o + 4];
  choice.swing = state[o + 5];
  choice.place.set(state.subarray(o + 6, o + 8));
  choice.shift.set(state.subarray(o + 8, o + 10));
  choice.short = state[o + 10];
  choice.cost = state[o + 11];
}
