/** 404 trials of 29 people pushed sideways while they walked, and the same pushes on a pendulum that the step plan leads. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CELLS } from '../../reproduce/human-pushes.ts';
import { pendulumRate } from '../../src/gait/pendulum.ts';
import { MODEL_LEG } from '../../src/gait/standing-parameters.ts';
import type { StepPlanParameters } from '../../src/gait/steps/parameters.ts';
import { StepPlan } from '../../src/gait/steps/step-plan.ts';
import type { StepPlanOptions } from '../../src/gait/steps/step-plan-types.ts';
import { MOCAP } from '../validation.ts';
import { LOG_ROW, walkPendulum } from './pendulum-walker.ts';
import { steadyWalk } from './steady-gait.ts';

export interface Trial {
  readonly person: string;
  readonly cell: number; // index into CELLS
  readonly impulse: number; // [m/s] over mass
  readonly start: number; // of the push, in steps from touch-down
  readonly duration: number; // [s] of the push
  readonly stepTime: number; // [s]
  readonly stepLength: number; // [m]
  readonly speed: number; // [m/s]
  readonly leg: number; // [m]
  readonly most: number; // [m] detour of the hips
  readonly first: number; // [m] at the first landing
  readonly step: number; // of the most
}

/** People who walk upright and were pushed. */
export function readTrials(): readonly Trial[] {
  const text = readFileSync(resolve(MOCAP, 'snu-push-recovery/human-data.csv'), 'utf8');
  const [head, ...lines] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r', '')
    .trim()
    .split('\n');
  const names = head!.split(',');
  return lines
    .map((line) => line.split(','))
    .filter(
      (row) => Number(row[names.indexOf('crouch')]) === 0 && Number(row[names.indexOf('push_force_normalized')]) > 0,
    )
    .map((row): Trial => {
      const of = (name: string): number => Number(row[names.indexOf(name)]);
      const stride = of('actual_stride') / 1000;
      const speed = of('actual_speed') / 1000;
      const codes = [of('push_timing'), of('push_direction')];
      return {
        person: row[0]!,
        cell: CELLS.findIndex((cell) => cell.codes.every((code, k) => code === codes[k])),
        impulse: of('push_force_normalized') / 1000,
        start: of('push_start') / 100,
        duration: of('push_duration'),
        stepTime: stride / speed / 2,
        stepLength: stride / 2,
        speed,
        leg: (of('left_leg_length') + of('right_leg_length')) / 200,
        most: of('maximal_detour_distance') / 1000,
        first: of('detour_first_step') / 1000,
        step: of('maximal_detour_step'),
      };
    });
}

const WIDTH = 0.1; // [m] between the feet: not in the table of trials
const PENDULUM = 1.34; // height of the pendulum in legs, sideways, the hips being taken for the centre of mass (methods/step-plan)

/** The walk of a trial. Double support by speed, from normal walking: 27.5 % of a step at a Froude number of 0.4². */
function walkOf({ leg, speed, stepTime, stepLength }: Trial) {
  const froude = speed / Math.sqrt(9.81 * leg);
  const share = Math.min(0.4, Math.max(0.18, 0.275 - 0.37 * (froude - 0.4)));
  const duration = Math.min(0.95, Math.max(0.42, stepTime));
  const rate = pendulumRate(PENDULUM * leg);
  return steadyWalk({ duration, doubleSupport: share * duration, length: stepLength, width: WIDTH, rate });
}

export interface Repeated {
  readonly trial: Trial;
  readonly fell: boolean;
  readonly most: number;
  readonly first: number;
  readonly step: number;
  readonly tenth: number; // [m] beside the line at the tenth landing
  readonly shortest: number; // step time over the walk's own, least of all
}

/** The same push on the pendulum: the left foot stands, and away from it is to the right. */
export function repeatTrial(
  trial: Trial,
  options: Partial<StepPlanOptions> = {},
  parameters: Partial<StepPlanParameters> = {},
): Repeated {
  const gait = walkOf(trial);
  const away = CELLS[trial.cell]!.away ? -1 : 1;
  const start = trial.start * gait.steps[0]!.duration;
  const push = { start, duration: trial.duration, x: away * trial.impulse, z: 0 };
  const plan = new StepPlan(trial.leg / MODEL_LEG, options, parameters);
  const { fell, log, landed } = walkPendulum(plan, gait, [push], { to: 10 });
  let most = 0;
  let step = 0;
  let first = Number.NaN;
  // hips are measured from where they were when the push began, their own sway included
  let from = Number.NaN;
  for (let i = 0; i < log.length; i += LOG_ROW) {
    if (log[i]! < start) continue;
    if (Number.isNaN(from)) from = log[i + 2]!;
    const aside = away * (log[i + 2]! - from);
    if (log[i + 1]! >= 1 && Number.isNaN(first)) first = aside;
    if (log[i + 1]! > 5 || aside <= most) continue;
    most = aside;
    step = log[i + 1]!;
  }
  return {
    trial,
    fell: fell !== undefined,
    most,
    first: Number.isNaN(first) ? most : first,
    step,
    tenth: Math.abs(landed.at(-1)?.offset[0] ?? Number.NaN),
    shortest: Math.min(...landed.map((l) => l.duration)) / gait.steps[0]!.duration,
  };
}

/** Every second person, by name: those whom numbers were fitted to. */
export function fittedPeople(trials: readonly Trial[]): ReadonlySet<string> {
  return new Set([...new Set(trials.map(({ person }) => person))].sort().filter((_, k) => k % 2 === 0));
}
