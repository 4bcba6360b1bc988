/** A planner of standing as numbers of a save. */
import type { StepChoice } from '../../gait/step-choice.ts';
import { SWING_STATE } from '../../gait/swing-course.ts';
import { MODES } from './options.ts';
import type { StandingPlanner } from './planner.ts';
import type { PlannerParts } from './planner-parts.ts';

/** Numbers of a step choice. */
const CHOICE_STATE = 15;

function saveChoice(out: Float64Array, o: number, choice: StepChoice): void {
  const { place, shift } = choice;
  const flags = (choice.crosses ? 1 : 0) + (choice.caught ? 2 : 0);
  out.set([choice.foot, choice.steps, flags, choice.lift, choice.land, choice.swing], o);
  out.set([place[0], place[1], shift[0], shift[1], choice.short, choice.cost, choice.miss], o + 6);
  out.set(choice.loading, o + 13);
}

function restoreChoice(choice: StepChoice, state: Float64Array, o: number): void {
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
  choice.miss = state[o + 12];
  choice.loading.set(state.subarray(o + 13, o + 15));
}

/** Numbers before those of the step choice. */
const OWN = 27;
/** Numbers of a planner in a save. */
export const STANDING_STATE = OWN + CHOICE_STATE + SWING_STATE;

export function savePlanner(out: Float64Array, planner: StandingPlanner, parts: PlannerParts): void {
  const { stance, fallWatch, swingFoot, height, calm, from, clock } = parts;
  const { now, forward } = stance;
  out.set([MODES.indexOf(planner.mode), planner.sincePush, planner.stepsTaken, planner.tidying ? 1 : 0], 0);
  out.set([now.air, now.swung, now.crosses ? 1 : 0, ...now.airFrom, ...now.cop, ...forward], 4);
  out.set([...from, ...fallWatch.origin, ...fallWatch.direction, clock.phase, clock.length, clock.next], 13);
  out.set([height.height, height.rate, swingFoot.landing], 22);
  calm.save(out, 25);
  saveChoice(out, OWN, planner.choice);
  swingFoot.course.save(out, OWN + CHOICE_STATE);
}

export function restorePlanner(planner: StandingPlanner, parts: PlannerParts, saved: Float64Array): void {
  const { stance, fallWatch, swingFoot, height, calm, from, clock } = parts;
  const { now, forward } = stance;
  planner.mode = MODES[saved[0]] ?? 'stand';
  planner.sincePush = saved[1];
  planner.stepsTaken = saved[2];
  planner.tidying = saved[3] === 1;
  now.air = saved[4];
  now.swung = saved[5];
  now.crosses = saved[6] === 1;
  now.airFrom.set(saved.subarray(7, 9));
  now.cop.set(saved.subarray(9, 11));
  forward.set(saved.subarray(11, 13));
  from.set(saved.subarray(13, 15));
  fallWatch.origin.set(saved.subarray(15, 17));
  fallWatch.direction.set(saved.subarray(17, 19));
  clock.phase = saved[19];
  clock.length = saved[20];
  clock.next = saved[21];
  height.height = saved[22];
  height.rate = saved[23];
  swingFoot.landing = saved[24];
  calm.restore(saved, 25);
  restoreChoice(planner.choice, saved, OWN);
  swingFoot.course.restore(saved, OWN + CHOICE_STATE);
}
