/** Entry of a worker thread: sets a scenario up once, then answers one request after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerRequest, type RolloutRequest, type StageSetup } from '../../methods/anticipation/pool.ts';
import { createStage } from '../../methods/anticipation/stage.ts';
import { loadMujoco } from '../mujoco.ts';

/** What the thread is sent and what it sends back. */
export interface Question {
  readonly id: number;
  readonly request: RolloutRequest;
}
export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

const { body, scenario } = workerData as StageSetup;
const stage = loadMujoco().then((mujoco) => createStage(mujoco, body, scenario));

parentPort?.on('message', async ({ id, request }: Question) => {
  let reply: Reply;
  try {
    reply = { id, answer: answerRequest(await stage, request) };
  } catch (error) {
    reply = { id, failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
