/** A worker of the mode Anticipate: one engine, and the stages it has built. */
import * as comlink from 'comlink';
import {
  ANTICIPATION_PERSON,
  answerRequest,
  createMannequin,
  createStage,
  type ForceTrack,
  type Recording,
  type Rollout,
} from 'poise';
import { inWords, judge } from '../../worker/judge.ts';
import { buffersOf } from '../../worker/transfer.ts';
import { loadEngine } from '../shared/engine.ts';
import type { AnticipateWorker } from './api.ts';
import { heldWeight } from './held-weight.ts';
import { createStages, type Stages } from './stages.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);
let stages: Stages | undefined;

async function ready(): Promise<Stages> {
  const engine = await loadEngine();
  stages ??= createStages((scenario) => createStage(engine, body, scenario));
  return stages;
}

/** Whatever goes wrong is told in words. */
const told = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    throw new Error(inWords(error));
  }
};

/** Forces that the analysis cannot know: the ball in the hands, and pushes. */
function knownForces({ props, clip }: Recording, pushes: readonly ForceTrack[]): readonly ForceTrack[] {
  const ball = props.find(({ shape }) => shape.kind === 'ball');
  return [...pushes, ...(ball ? heldWeight(body, clip, ball) : [])];
}

const worker: AnticipateWorker = {
  warm: () =>
    told(async () => {
      await ready();
    }),
  rollout: (scenario, order) => told(async () => answerRequest((await ready()).stageFor(scenario), order) as Rollout),
  record: (scenario, anticipated) =>
    told(async () => {
      const stage = (await ready()).stageFor(scenario);
      const recording = answerRequest(stage, { kind: 'record', anticipated }) as Recording;
      const external = knownForces(recording, stage.simulation.scene.forces ?? []);
      const options = { body: {}, contacts: [], external, inertia: 'full', cutoff: 'auto' } as const;
      const { body: _, ...judgement } = judge(recording.clip, options, undefined, body);
      const answer = { recording, judgement };
      return comlink.transfer(
        answer,
        buffersOf({ props: recording.props, trace: recording.trace, report: judgement.report }),
      );
    }),
};

comlink.expose(worker);
