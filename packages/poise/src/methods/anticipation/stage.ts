/** A scenario set up in the engine, to be run again and again with different CMRTs. One per thread. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { createController } from '../../sim/controller/momentum-controller.ts';
import type { MujocoModule } from '../../sim/engine.ts';
import { GAINS, SHAPE_GAINS, TIGHT_GAINS } from '../../sim/gains.ts';
import { mainJoints } from '../../sim/moving-joints.ts';
import { createSimulation } from '../../sim/simulation.ts';
import type { Controller, ReferenceState, SimFault, Simulation } from '../../sim/types.ts';
import type { OffsetCurve } from './cmrt.ts';
import { type Course, costOf, costSoFar, isSolved, LOG_STEP, paperCost, rmsOf } from './objective.ts';
import { createReference, type Reference } from './reference.ts';
import type { Scenario } from './scenario.ts';
import { sceneOf } from './scene.ts';
import { createWatch, type Ending, type Fall, type Seen, type Watch, type WatchPlan } from './watch.ts';

/** How one rollout went. */
export interface Rollout {
  readonly cost: number; // what the search minimises
  readonly rms: number; // [m] of the CoP error
  readonly paperCost: number; // the published measure
  readonly solved: boolean; // stands, and the CoP error is below the scenario's threshold
  readonly aborted: boolean; // given up early: certainly dearer than the bound
  readonly course: Course;
  readonly fall: Fall | undefined;
  readonly fault: SimFault | undefined; // the engine gave up
  readonly caught: boolean;
  readonly toppled: boolean;
  readonly ending: Ending;
  readonly seen: Seen;
}

export interface RolloutOptions {
  readonly bound?: number; // give up once the cost is certainly above
  readonly delay?: number; // [s] by which the CMRT comes late
}

export interface Stage {
  readonly body: Body;
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly controller: Controller;
  readonly reference: Reference;
  /** One rollout from the start. Without a curve: nothing is anticipated. */
  rollout(curve: OffsetCurve | undefined, options?: RolloutOptions): Rollout;
  /** Back to the start with this curve, and a new watch; for callers that step by themselves. */
  begin(curve: OffsetCurve | undefined, delay?: number): Watch;
  /** One control period. The reference of the new time is in `wanted`. False when the engine gave up. */
  tick(): boolean;
  readonly wanted: ReferenceState;
  delete(): void;
}

const TRACKING = { recommended: GAINS, tight: TIGHT_GAINS, shape: SHAPE_GAINS } as const;

/** Height of the CoM along the reference motion [m], looked up by time. */
function heightTable(body: Body, reference: Reference, wanted: ReferenceState): (t: number) => number {
  const step = 0.02;
  const ws = createWorkspace(body);
  const heights = Float64Array.from({ length: Math.ceil(reference.duration / step) + 1 }, (_, k) => {
    reference.sampler(wanted, k * step);
    forwardKinematics(body, ws, wanted.q);
    return ws.com[1];
  });
  return (t) => heights[Math.max(0, Math.min(heights.length - 1, Math.round(t / step)))];
}

/** Sets a scenario up in the engine.
 *
 * ```ts
 * const stage = createStage(await loadMujoco(), body, scenario);
 * const { fall } = stage.rollout(undefined); // without anticipation
 * ```
 */
export function createStage(mujoco: MujocoModule, body: Body, scenario: Scenario): Stage {
  const reference = createReference(body, scenario);
  const simulation = createSimulation(mujoco, sceneOf(body, scenario, reference.start));
  let curve: OffsetCurve | undefined;
  let delay = 0;
  const controller = createController(simulation, {
    mode: scenario.mode,
    gains: { ...TRACKING[scenario.tracking], ...scenario.gains },
    reference: reference.sampler,
    comOffset: (out, t) => {
      if (curve) curve.sample(out, t - delay);
      else out.fill(0, 0, 4);
    },
    support: scenario.support,
  });
  const nq = coordinateCount(body.skeleton);
  const nv = freedomCount(body.skeleton);
  const wanted: ReferenceState = { q: new Float64Array(nq), v: new Float64Array(nv), a: new Float64Array(nv) };
  const feet = SIDES.filter((side) => scenario.support === 'both' || scenario.support === side);
  const plan: WatchPlan = {
    scenario,
    joints: mainJoints(body, true),
    referenceHeight: heightTable(body, reference, wanted),
    feet: feet.map((side) => body.roles[`${side}Foot`]!),
    chest: body.roles.upperChest ?? body.roles.chest ?? body.roles.spine ?? 0,
  };
  const ticks = Math.round(scenario.duration / LOG_STEP);
  const stage: Stage = {
    body,
    scenario,
    simulation,
    controller,
    reference,
    wanted,
    begin(with_, late = 0) {
      curve = with_;
      delay = late;
      simulation.reset();
      controller.reset();
      return createWatch(simulation, plan);
    },
    tick() {
      const alive = simulation.tick(controller);
      reference.sampler(wanted, simulation.time);
      return alive;
    },
    rollout(with_, { bound = Number.POSITIVE_INFINITY, delay: late = 0 } = {}) {
      const watch = stage.begin(with_, late);
      let aborted = false;
      for (let tick = 0; tick < ticks; tick++) {
        stage.tick();
        if (!watch.look(simulation, wanted)) break;
        aborted = costSoFar(watch.squares) > bound;
        if (aborted) break;
      }
      return judge(watch, scenario, simulation, aborted);
    },
    delete: () => simulation.delete(),
  };
  return stage;
}

/** The judgement of a rollout that has run. */
export function judge(watch: Watch, scenario: Scenario, simulation: Simulation, aborted: boolean): Rollout {
  const ending = watch.ending(simulation);
  const unsteady = !aborted && !watch.fall && !watch.fault && !ending.standing;
  const course = { ...watch.course(), ...(unsteady && { unsteady }) };
  return {
    cost: aborted ? costSoFar(course.squares) : costOf(course),
    rms: rmsOf(course),
    paperCost: paperCost(course),
    solved: !aborted && ending.standing && isSolved(course, scenario.threshold),
    aborted,
    course,
    fall: watch.fall,
    fault: watch.fault,
    caught: watch.caught,
    toppled: watch.toppled,
    ending,
    seen: watch.seen(),
  };
}
