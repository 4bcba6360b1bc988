/**
 * Rollouts on several threads. The library knows no threads: a pool is anything that answers requests, and `answerRequest` is
 * what each of its threads runs. The command line has one of worker threads; a page has one of web workers; `localPool` works here.
 */
import type { Body } from '../../body/body.ts';
import type { MujocoModule } from '../../sim/engine.ts';
import { type Cmrt, cmrtCurve, type OffsetCurve } from './cmrt.ts';
import { type PlacedCmrt, superpose } from './combine.ts';
import { type Recording, type RecordOptions, recordRollout } from './recording.ts';
import type { Scenario } from './scenario.ts';
import { createStage, type Rollout, type Stage } from './stage.ts';

/** What a pool is set up for: one person in one scenario. Plain data, so that it can be sent to a worker. */
export interface StageSetup {
  readonly body: Body;
  readonly scenario: Scenario;
}

/** What is anticipated: nothing, one CMRT, or several placed in time and kept within a limit [m]. */
export type Anticipated = Cmrt | { readonly parts: readonly PlacedCmrt[]; readonly limit: number } | undefined;

export type RolloutRequest =
  | { readonly kind: 'rollout'; readonly anticipated: Anticipated; readonly bound?: number; readonly delay?: number }
  | { readonly kind: 'record'; readonly anticipated: Anticipated; readonly options?: Partial<RecordOptions> };

export interface RolloutPool {
  readonly workers: number;
  /** Runs all of them, on any thread, in any order; answers in the order of the requests. */
  rollouts(
    requests: readonly { readonly anticipated: Anticipated; readonly bound?: number; readonly delay?: number }[],
  ): Promise<readonly Rollout[]>;
  record(anticipated: Anticipated, options?: Partial<RecordOptions>): Promise<Recording>;
  close(): Promise<void>;
}

export type OpenPool = (setup: StageSetup) => RolloutPool | Promise<RolloutPool>;

export function curveOf(anticipated: Anticipated): OffsetCurve | undefined {
  if (!anticipated) return undefined;
  return 'parts' in anticipated ? superpose(anticipated.parts, anticipated.limit) : cmrtCurve(anticipated);
}

/** What a thread does with a request. */
export function answerRequest(stage: Stage, request: RolloutRequest): Rollout | Recording {
  const curve = curveOf(request.anticipated);
  if (request.kind === 'record') return recordRollout(stage, curve, request.options);
  const { bound, delay } = request;
  return stage.rollout(curve, { ...(bound !== undefined && { bound }), ...(delay !== undefined && { delay }) });
}

/** A pool without threads. */
export function localPool(mujoco: MujocoModule): OpenPool {
  return ({ body, scenario }) => {
    const stage = createStage(mujoco, body, scenario);
    return {
      workers: 1,
      async rollouts(requests) {
        const answers: Rollout[] = [];
        for (const request of requests) {
          answers.push(answerRequest(stage, { kind: 'rollout', ...request }) as Rollout);
          // between rollouts others have their turn: a page draws, a cancel arrives
          await new Promise((next) => setTimeout(next, 0));
        }
        return answers;
      },
      record: async (anticipated, options = {}) =>
        answerRequest(stage, { kind: 'record', anticipated, options }) as Recording,
      close: async () => stage.delete(),
    };
  };
}
