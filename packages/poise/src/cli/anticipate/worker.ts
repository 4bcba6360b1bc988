/** Entry of a worker thread: piscina calls the default export with each request; the first one sets the scenario up. */
import { workerData } from 'node:worker_threads';
import {
  answerRequest,
  createStages,
  type RolloutRequest,
  type StageSetup,
  type Stages,
} from '../../methods/anticipation/pool.ts';
import type { Recording } from '../../methods/anticipation/recording.ts';
import type { Rollout } from '../../methods/anticipation/stage.ts';
import { loadMujoco } from '../mujoco.ts';

let stages: Promise<Stages> | undefined;

async function openStages(): Promise<Stages> {
  return createStages(await loadMujoco(), workerData as StageSetup);
}

/** A stage that cannot be opened fails its request, so that the reason reaches the command. */
export default async function answer(request: RolloutRequest): Promise<Rollout | Recording> {
  stages ??= openStages();
  const variation = request.kind === 'rollout' ? request.variation : undefined;
  return answerRequest((await stages).of(variation), request);
}
