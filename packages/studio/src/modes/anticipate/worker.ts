/** A worker of the mode Anticipate: one engine, and the stages it has built. */
import * as comlink from 'comlink';
import { analyse, type ForceTrack } from 'poise';
import { ANTICIPATION_PERSON, answerRequest, createStage, type Recording, type Rollout } from 'poise/anticipation';
import { createMannequin } from 'poise/perform';
import { judge, told } from '../../worker/judge.ts';
import { buffersOf } from '../../worker/transfer.ts';
import { loadEngine } from '../shared/engine.ts';
import type { AnticipateWorker } from './api.ts';
import { boxReaction } from './box-reaction.ts';
import { heldWeight } from './held-weight.ts';
import { createStages, type Stages } from './stages.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);
let stages: Stages | undefined;

async function ready(): Promise<Stages> {
  const engine = await loadEngine();
  stages ??= createStages((scenario) => createStage(engine, body, scenario));
  return stages;
}

const OPTIONS = { body: {}, contacts: [], external: [], inertia: 'full', cutoff: 'auto' } as const;

/** Forces that the analysis cannot know: the ball in the hands, a box that is pushed, and pushes. */
function knownForces(recording: Recording, pushes: readonly ForceTrack[]): readonly ForceTrack[] {
  const { props, clip } = recording;
  const ball = props.find(({ shape }) => shape.kind === 'ball');
  if (ball) return [...pushes, ...heldWeight(body, clip, ball)];
  if (props.length === 0) return pushes;
  return [...pushes, ...boxReaction(body, recording, analyse(body, clip, { external: pushes }))];
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
      const { body: _, ...judgement } = judge(recording.clip, { ...OPTIONS, external }, undefined, body);
      const answer = { recording, judgement };
      return comlink.transfer(
        answer,
        buffersOf({ props: recording.props, trace: recording.trace, report: judgement.report }),
      );
    }),
};

comlink.expose(worker);
