/** What a search may not count on: who it is, how heavy, how fast and when exactly, and how people stand. */
import type { Body } from '../../body/body.ts';
import { normal, type Rng, uniform } from '../../math/random.ts';
import { type Family, memberOf } from './family.ts';
import { type PoseAngles, WAIST_ANGLES } from './pose-angles.ts';
import { loadKind, loadOf, type Scenario, withLoad, withTask } from './scenario.ts';
import { scaleMass } from './scene.ts';

/** One draw; plain data. */
export interface Variation {
  readonly value: number; // of the family's parameter, as believed
  readonly person: number; // which of the people
  readonly mass: number; // share of the person's
  readonly load: number; // share of the believed load
  readonly task: number; // share of the time that moves take
  readonly delay: number; // [s] by which the CMRT comes late
  readonly lean: number; // [deg] of the ankles, in all poses
  readonly stoop: number; // [deg] of the waist
  readonly arms: number; // [deg] of the shoulders
}

/** Standard deviations. People hit a rhythm to 20 ms (timing of catches and taps) and stand the same way again to a degree or
 *  two; the rest is chosen: what somebody takes for 7 kg has 6.7 to 7.3. */
const SPREAD = { mass: 0.02, load: 0.04, task: 0.04, delay: 0.015, lean: 0.3, stoop: 1.5, arms: 3 } as const;

/** Draws over the whole range of a family: one from each of `count` equal parts of it. */
export function drawVariations(rng: Rng, { range }: Family, people: number, count: number): readonly Variation[] {
  const [least, most] = range;
  return Array.from({ length: count }, (_, k) => ({
    value: least + ((most - least) * (k + rng.next())) / count,
    person: Math.min(people - 1, Math.floor(uniform(rng, 0, people))),
    mass: 1 + SPREAD.mass * normal(rng),
    load: 1 + SPREAD.load * normal(rng),
    task: 1 + SPREAD.task * normal(rng),
    delay: SPREAD.delay * normal(rng),
    lean: SPREAD.lean * normal(rng),
    stoop: SPREAD.stoop * normal(rng),
    arms: SPREAD.arms * normal(rng),
  }));
}

/** Nothing but a value and a person. */
export const exactly = (value: number, person: number): Variation => ({
  value,
  person,
  mass: 1,
  load: 1,
  task: 1,
  delay: 0,
  lean: 0,
  stoop: 0,
  arms: 0,
});

/** The pose of somebody who stands a little otherwise. */
function posedAs(pose: PoseAngles, { lean, stoop, arms }: Variation): PoseAngles {
  const [forward] = WAIST_ANGLES;
  const limb = (own: PoseAngles['left']): PoseAngles['left'] =>
    own && {
      ...own,
      ...(own.ankle !== undefined && { ankle: own.ankle + lean }),
      ...(own.shoulder !== undefined && { shoulder: own.shoulder + arms }),
    };
  const [left, right] = [limb(pose.left), limb(pose.right)];
  return {
    ...pose,
    [forward]: (pose[forward] ?? 0) + stoop,
    ankle: (pose.ankle ?? 0) + lean,
    shoulder: (pose.shoulder ?? 0) + arms,
    ...(left && { left }),
    ...(right && { right }),
  };
}

/** The scenario as it turns out, and whom it happens to. */
export function variedScene(
  family: Family,
  people: readonly Body[],
  variation: Variation,
): { readonly body: Body; readonly scenario: Scenario } {
  const body = scaleMass(people[variation.person]!, variation.mass);
  let scenario = memberOf(family, variation.value, people[variation.person]!);
  if (loadKind(scenario) !== 'none') scenario = withLoad(scenario, loadOf(scenario) * variation.load);
  if (family.parameter === 'task' && variation.task !== 1)
    scenario = withTask(scenario, scenario.task * variation.task);
  const slower = family.parameter === 'load' ? variation.task : 1;
  const moves = scenario.moves.map((move) => ({
    ...move,
    duration: move.duration * slower,
    to: posedAs(move.to, variation),
  }));
  return { body, scenario: { ...scenario, pose: posedAs(scenario.pose, variation), moves } };
}
