/**
 * What a character expects to happen, as plain data: poses and when to take them, a ball to catch, boxes to push over, pushes.
 * Scenarios are JSON files; scenario-file.ts reads and checks them. docs/methods/anticipation.md describes every field.
 */
import { UsageError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Side } from '../../motion/roles.ts';
import type { ControllerGains } from '../../sim/types.ts';
import type { PoseAngles } from './pose-angles.ts';

/** A change of pose, eased in and out. */
export interface Move {
  readonly start: number; // [s]
  readonly duration: number; // [s]
  readonly to: PoseAngles;
}

/** A ball that flies so that it is at `at` at time `time`; both hands catch what comes near enough. */
export interface BallEvent {
  readonly time: number; // [s]
  readonly at: Vec3; // [m] left of the middle, above the ground, ahead of the ankles
  readonly velocity: Vec3; // [m/s] when it is there: left, up, forward
  readonly flight?: number; // [s] that it flies before, and is held where it is thrown until then; default: since the start
  readonly radius: number; // [m]
  readonly mass: number; // [kg]
  readonly catchWithin: number; // [m] from a palm to the centre
}

/** A box that stands on the ground. */
export interface BoxItem {
  readonly at: readonly [left: number, ahead: number]; // [m] of its near face, from between the ankles
  readonly size: Vec3; // [m] width, height, thickness
  readonly mass: number; // [kg]
  readonly friction: number;
}

export interface PushEvent {
  readonly time: number; // [s]
  readonly duration: number; // [s] half a sine
  readonly at: 'chest' | 'hips' | 'head';
  readonly impulse: Vec3; // [N·s] left, up, forward
}

/** What a scenario's believed and true size is about. */
export type LoadKind = 'ball' | 'box' | 'push' | 'none';

/** Gains of the controller that a scenario may change; units in sim/types.ts. */
export const GAIN_NAMES = [
  'com',
  'comDamping',
  'height',
  'heightDamping',
  'track',
  'trackDamping',
  'linearWeight',
  'verticalWeight',
  'angularWeight',
  'trackWeight',
  'orientationWeight',
  'copMargin',
  'yields',
] as const satisfies readonly (keyof ControllerGains)[];
export type GainChanges = Readonly<Partial<Record<(typeof GAIN_NAMES)[number], number>>>;

/** Another scenario's CMRT that begins at a moment of this one. */
export interface PartReference {
  readonly scenario: string;
  readonly start: number; // [s]
}

export interface SearchPlan {
  readonly maxEvaluations: number;
  readonly sigma: number; // first step size
  readonly lean: number; // share of the lean that an expected impulse suggests, to start from; 0: flat
  readonly jitter: number; // [s] not 0: every CMRT is also tried so much early and late, and the mean counts
}

export interface Scenario {
  readonly name: string; // [a-z0-9-]
  readonly title: string;
  readonly text: string; // one or two sentences
  readonly planar: boolean;
  readonly mode: 'qp' | 'paper'; // of the controller
  readonly tracking: 'recommended' | 'tight' | 'shape'; // gains of the controller
  readonly gains: GainChanges; // that differ from those
  readonly duration: number; // [s] L
  readonly preparation: number; // [s] P: from here on it happens
  readonly task: number; // [s] T
  readonly threshold: number; // [m] CoP error (RMS) that is good enough
  readonly support: 'both' | Side; // feet that carry
  readonly pose: PoseAngles; // at the start
  readonly moves: readonly Move[];
  readonly ball: BallEvent | undefined;
  readonly boxes: readonly BoxItem[]; // in a row; the first one is pushed
  readonly pushes: readonly PushEvent[];
  readonly topple: boolean; // the task is done when the first box lies
  readonly parts: readonly PartReference[]; // not empty: the CMRT is the sum of those of other scenarios
  readonly search: SearchPlan;
}

/** What the believed and the true size of a scenario are about. */
export function loadKind(scenario: Scenario): LoadKind {
  if (scenario.ball) return 'ball';
  if (scenario.boxes.length > 0) return 'box';
  return scenario.pushes.length > 0 ? 'push' : 'none';
}

export const LOAD_UNIT: Readonly<Record<LoadKind, string>> = { ball: 'kg', box: 'kg', push: 'N·s', none: '' };

/** The largest load that a scenario may hold: [kg] of a ball or a box, [N·s] of a push in each direction. */
export const MOST_LOAD: Readonly<Record<LoadKind, number>> = { ball: 50, box: 10_000, push: 500, none: 0 };

const sizeOf = (v: Vec3): number => Math.hypot(...v);

/** Mass of the ball or of the first box [kg], or the size of the first push [N·s]; 0 where there is none. */
export function loadOf(scenario: Scenario): number {
  const { ball, boxes, pushes } = scenario;
  return ball?.mass ?? boxes[0]?.mass ?? (pushes[0] ? sizeOf(pushes[0].impulse) : 0);
}

/** The same scenario with another load: a heavier ball, lighter boxes, a weaker push. All boxes or pushes change alike. Throws
 *  UsageError for loads that no scenario may hold. */
export function withLoad(scenario: Scenario, load: number): Scenario {
  const before = loadOf(scenario);
  const kind = loadKind(scenario);
  if (kind === 'none') {
    throw new UsageError(`scenario "${scenario.name}" has nothing to expect wrongly: no ball, no box, no push`);
  }
  const isEnough = kind === 'push' ? load >= 0 : load > 0;
  if (!(isEnough && load <= MOST_LOAD[kind])) {
    const least = kind === 'push' ? 'of 0' : 'above 0';
    throw new UsageError(`expected a ${kind} ${least} and up to ${MOST_LOAD[kind]} ${LOAD_UNIT[kind]}, found ${load}`);
  }
  if (load === before) return scenario;
  if (before === 0) throw new UsageError(`scenario "${scenario.name}": a push of 0 N·s has no direction to grow in`);
  const scale = load / before;
  const { ball, boxes, pushes } = scenario;
  return {
    ...scenario,
    ball: ball && { ...ball, mass: load },
    boxes: boxes.map((box) => ({ ...box, mass: box.mass * scale })),
    pushes:
      ball || boxes.length > 0 ? pushes : pushes.map((push) => ({ ...push, impulse: scaled(push.impulse, scale) })),
  };
}

const scaled = ([x, y, z]: Vec3, factor: number): Vec3 => [x * factor, y * factor, z * factor];

/** The same pose change in another time T [s]; the clip stays as long. For families of speeds. */
export function withTask(scenario: Scenario, task: number): Scenario {
  const { moves, preparation, duration } = scenario;
  if (moves.length !== 1) throw new UsageError(`only a scenario with one move has speeds, found ${moves.length} moves`);
  const room = duration - preparation;
  if (!(room > 0)) {
    throw new UsageError(
      `a preparation of ${preparation} s leaves no time for a task: the scenario lasts ${duration} s`,
    );
  }
  if (!(task > 0 && preparation + task <= duration)) {
    throw new UsageError(`expected a task above 0 and up to ${room} s, found ${task}`);
  }
  return { ...scenario, task, moves: [{ ...moves[0]!, duration: task }] };
}
