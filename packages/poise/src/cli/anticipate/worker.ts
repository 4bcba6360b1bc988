/** Entry of a worker thread: piscina calls the default export with each request; the first one sets the scenario up. */
import { workerData } from 'node:worker_threads';
import { answerRequest, type RolloutRequest, type StageSetup } from '../../methods/anticipation/pool.ts';
import type { Recording } from '../../methods/anticipation/recording.ts';
import { createStage, type Rollout, type Stage } from '../../methods/anticipation/stage.ts';
import { loadMujoco } from '../mujoco.ts';

let stage: Promise<Stage> | undefined;

async function openStage(): Promise<Stage> {
  const { body, scenario } = workerData as StageSetup;
  return createStage(await loadMujoco(), body, scenario);
}

/** A stage that cannot be opened fails its request, so that the reason reaches the command. */
export default async function answer(request: RolloutRequest): Promise<Rollout | Recording> {
  stage ??= openStage();
  return answerRequest(await stage, request);
}
