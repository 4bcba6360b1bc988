/**
 * Scenarios of one kind that differ in one number: how heavy the ball, how strong the push, how fast the move. A family is learned
 * once, for a few values and the person of solved.ts; what lies between is interpolated ([Rabbani14] §4.2), and other people get the
 * same in proportion: lengths with their stature, loads with their mass, impulses and times as bodies of that size fall.
 */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Cmrt } from './cmrt.ts';
import { interpolateCmrt, type LearnedMember } from './combine.ts';
import { loadKind, loadOf, type Scenario, withLoad, withTask } from './scenario.ts';

/** What differs within a family: the load (mass or impulse), or the time that the change of pose takes. */
export type FamilyParameter = 'load' | 'task';

export interface Family {
  readonly scenario: Scenario; // one of them, for the person below
  readonly parameter: FamilyParameter;
  readonly range: readonly [least: number, most: number]; // [kg], [N·s] or [s], for the person below
}

/** The person whom the numbers of a family describe. */
const [HEIGHT, MASS] = [1.75, 70]; // [m], [kg]

const statureOf = (body: Body): number => body.height / HEIGHT;

/** What one unit of the parameter is for another body: a heavier one catches more, a taller one takes longer. */
export function unitFor({ scenario, parameter }: Family, body: Body): number {
  const time = Math.sqrt(statureOf(body)); // pendulums of another length
  if (parameter === 'task') return time;
  const mass = body.totalMass / MASS;
  return loadKind(scenario) === 'push' ? mass * time : mass;
}

const scaled = <T extends Vec3 | readonly [number, number]>(v: T, by: number): T =>
  v.map((x) => x * by) as unknown as T;

/** Everything that has a place, where it is for this body; masses stay. */
function placedFor(scenario: Scenario, body: Body): Scenario {
  const by = statureOf(body);
  if (by === 1) return scenario;
  const { ball, boxes } = scenario;
  return {
    ...scenario,
    ball: ball && { ...ball, at: scaled(ball.at, by) },
    boxes: boxes.map((box) => ({ ...box, at: scaled(box.at, by), size: scaled(box.size, by) })),
  };
}

const withParameter = (scenario: Scenario, parameter: FamilyParameter, value: number): Scenario =>
  parameter === 'load' ? withLoad(scenario, value) : withTask(scenario, value);

export const parameterOf = (scenario: Scenario, parameter: FamilyParameter): number =>
  parameter === 'load' ? loadOf(scenario) : scenario.task;

/** A scenario of the family; `value` is for the person that families are made for, and means as much to any other body.
 *
 * ```ts
 * const scenario = memberOf(familyNamed('catch-front'), 6, child); // as heavy for the child as 6 kg for 70 kg
 * ```
 */
export function memberOf(family: Family, value: number, body: Body): Scenario {
  if (!Number.isFinite(value)) throw new UsageError(`expected a number, found ${value}`);
  return withParameter(placedFor(family.scenario, body), family.parameter, value * unitFor(family, body));
}

/** The same scenario in the proportions of a body, with the load or time that it has. */
export const fitted = (family: Family, scenario: Scenario, body: Body): Scenario =>
  withParameter(placedFor(family.scenario, body), family.parameter, parameterOf(scenario, family.parameter));

/** The value that a scenario of the family has for a body, as it would be for the person that families are made for. */
export const valueFor = (family: Family, scenario: Scenario, body: Body): number =>
  parameterOf(scenario, family.parameter) / unitFor(family, body);

/** A CMRT in proportion: offsets grow with the stature. */
function cmrtFor(cmrt: Cmrt, body: Body): Cmrt {
  const by = statureOf(body);
  const all = (values: readonly number[]): number[] => values.map((y) => y * by);
  return { ...cmrt, forward: all(cmrt.forward), ...(cmrt.left && { left: all(cmrt.left) }) };
}

/** What a body anticipates at a value of the family. */
export const cmrtAt = (members: readonly LearnedMember[], value: number, body: Body): Cmrt =>
  cmrtFor(interpolateCmrt(members, value), body);
