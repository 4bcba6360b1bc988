/**
 * Rollouts on several threads. The library knows no threads: a pool is anything that answers requests, and `answerRequest` is
 * what each of its threads runs. The command line has one of worker threads; a page has one of web workers; `localPool` works here.
 */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { MujocoModule } from '../../sim/engine.ts';
import { type Cmrt, cmrtCurve, type OffsetCurve } from './cmrt.ts';
import { type PlacedCmrt, superpose } from './combine.ts';
import type { Family } from './family.ts';
import { type Recording, type RecordOptions, recordRollout } from './recording.ts';
import type { Scenario } from './scenario.ts';
import { createStage, type Rollout, type Stage } from './stage.ts';
import { type Variation, variedScene } from './variation.ts';

/** What a pool is set up for: one person in one scenario, or a family of them and many people. Plain data, so that it can be sent to a worker. */
export interface StageSetup {
  readonly body: Body;
  readonly scenario: Scenario;
  readonly varied?: { readonly family: Family; readonly people: readonly Body[] };
}

/** What is anticipated: nothing, one CMRT, or several placed in time and kept within a limit [m]. */
export type Anticipated = Cmrt | { readonly parts: readonly PlacedCmrt[]; readonly limit: number } | undefined;

/** One rollout that is asked for. */
export interface RolloutOrder {
  readonly anticipated: Anticipated;
  readonly bound?: number;
  readonly delay?: number;
  readonly variation?: Variation; // who and what, where the setup is a family; it has a delay of its own
}

export type RolloutRequest =
  | ({ readonly kind: 'rollout' } & RolloutOrder)
  | { readonly kind: 'record'; readonly anticipated: Anticipated; readonly options?: Partial<RecordOptions> };

export interface RolloutPool {
  readonly workers: number;
  /** Runs all of them, on any thread, in any order; answers in the order of the requests. */
  rollouts(requests: readonly RolloutOrder[]): Promise<readonly Rollout[]>;
  record(anticipated: Anticipated, options?: Partial<RecordOptions>): Promise<Recording>;
  close(): Promise<void>;
}

export type OpenPool = (setup: StageSetup) => RolloutPool | Promise<RolloutPool>;

export function curveOf(anticipated: Anticipated): OffsetCurve | undefined {
  if (!anticipated) return undefined;
  return 'parts' in anticipated ? superpose(anticipated.parts, anticipated.limit) : cmrtCurve(anticipated);
}

const KEPT = 4; // stages of a thread: of one generation

/** The stages of a thread: the one it was set up for, and those of the last variations. */
export interface Stages {
  of(variation: Variation | undefined): Stage;
  delete(): void;
}

export function createStages(mujoco: MujocoModule, { body, scenario, varied }: StageSetup): Stages {
  const stages = new Map<string, Stage>();
  const build = (variation: Variation | undefined): Stage => {
    if (variation === undefined) return createStage(mujoco, body, scenario);
    if (!varied) throw new UsageError('variations need a family and people');
    const scene = variedScene(varied.family, varied.people, variation);
    return createStage(mujoco, scene.body, scene.scenario);
  };
  return {
    of(variation) {
      const key = variation ? JSON.stringify(variation) : '';
      let stage = stages.get(key);
      if (!stage) {
        for (const [old, unused] of [...stages].slice(0, Math.max(0, stages.size - KEPT + 1))) {
          stages.delete(old);
          unused.delete();
        }
        stage = build(variation);
        stages.set(key, stage);
      }
      return stage;
    },
    delete() {
      for (const stage of stages.values()) stage.delete();
      stages.clear();
    },
  };
}

/** What a thread does with a request, on the stage that it asks for. */
export function answerRequest(stage: Stage, request: RolloutRequest): Rollout | Recording {
  const curve = curveOf(request.anticipated);
  if (request.kind === 'record') return recordRollout(stage, curve, request.options);
  const { bound, delay = request.variation?.delay } = request;
  return stage.rollout(curve, { ...(bound !== undefined && { bound }), ...(delay !== undefined && { delay }) });
}

/** A pool without threads. */
export function localPool(mujoco: MujocoModule): OpenPool {
  return (setup) => {
    const stages = createStages(mujoco, setup);
    if (!setup.varied) stages.of(undefined); // what cannot be set up fails here
    return {
      workers: 1,
      async rollouts(requests) {
        const answers: Rollout[] = [];
        for (const request of requests) {
          answers.push(answerRequest(stages.of(request.variation), { kind: 'rollout', ...request }) as Rollout);
          // between rollouts others have their turn: a page draws, a cancel arrives
          await new Promise((next) => setTimeout(next, 0));
        }
        return answers;
      },
      record: async (anticipated, options = {}) =>
        answerRequest(stages.of(undefined), { kind: 'record', anticipated, options }) as Recording,
      close: async () => stages.delete(),
    };
  };
}
