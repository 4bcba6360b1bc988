/** Scenes for tests: one engine per test file, one person. */
import load from '@mujoco/mujoco';
import { pushTrack } from '../../src/gait/push.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { createActor } from '../../src/performer/actor.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import {
  type ControllerOptions,
  createController,
  createSimulation,
  holdPose,
  leanToBalance,
  type MujocoModule,
  type RunningScene,
  type SceneDescription,
  StandingJudge,
  type StandingLimits,
  type StandingVerdict,
  sagittalPose,
} from '../../src/sim/index.ts';

export const DEGREE = Math.PI / 180;
export const mujoco: MujocoModule = await load();

/** 75 kg, 1.75 m, soles of 0.27 m. */
export const { body } = createMannequin({ height: 1.75, mass: 75 });
export const KNEES_BENT = leanToBalance(body, { hip: 11 * DEGREE, knee: 28 * DEGREE, ankle: 17 * DEGREE });
export const stand = sagittalPose(body, KNEES_BENT);
/** Standing, but this far above the ground [m]. */
export const raised = (height: number): Float64Array => stand.map((x, i) => (i === 1 ? x + height : x));
export const G = 9.81; // [m/s²]

/** The way people stand: feet apart and turned out, knees nearly straight. */
export function naturalStance(): Float64Array {
  return neutralStance(createActor({ height: 1.75, mass: 75 })).q;
}

export function withScene<T>(scene: Partial<SceneDescription>, use: (simulation: RunningScene) => T): T {
  const simulation = createSimulation(mujoco, { body, pose: stand, ...scene });
  try {
    return use(simulation);
  } finally {
    simulation.delete();
  }
}

export interface Trial {
  readonly scene?: Partial<SceneDescription>;
  readonly control?: Partial<ControllerOptions>;
  readonly limits?: Partial<StandingLimits>;
  readonly end?: Float64Array; // the pose to be in at the end
  readonly seconds: number;
}

/** Runs a scene under control and judges it. */
export function standingTrial({ scene = {}, control = {}, limits = {}, end, seconds }: Trial): StandingVerdict {
  return withScene(scene, (simulation) => {
    const pose = Float64Array.from(simulation.scene.pose as unknown as ArrayLike<number>);
    const controller = createController(simulation, { reference: holdPose(pose), ...control });
    const judge = new StandingJudge(simulation, limits);
    while (simulation.time < seconds && simulation.tick(controller) && judge.look());
    return judge.verdict(end ?? pose);
  });
}

/** A push on the chest after half a second, 0.1 s long. */
export const chestPush = (impulse: Vec3) =>
  pushTrack({ segment: body.roles.chest ?? 0, impulse, pointInSegment: [0, 0, 0], time: 0.5, duration: 0.1 });
