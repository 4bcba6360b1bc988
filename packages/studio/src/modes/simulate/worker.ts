/** The worker of the mode Simulate: one engine, one person. */
import * as comlink from 'comlink';
import { told } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import { loadEngine } from '../shared/engine.ts';
import { whoStands } from '../shared/who-stands.ts';
import type { SimulateWorker } from './api.ts';
import { createRun, type SimulatedRun } from './run.ts';

let run: SimulatedRun | undefined;

const running = (): SimulatedRun => {
  if (!run) throw new Error('nothing is simulated yet');
  return run;
};

const worker: SimulateWorker = {
  begin: (request) =>
    told(async () => {
      const engine = await loadEngine();
      const { clip, body, own, note } = await whoStands(request, request.settings.follows === 'anyway');
      run?.delete();
      run = createRun(engine, body, clip, request.settings);
      const page = forPage(clip);
      return comlink.transfer({ clip: page.clip, body, start: run.start.slice(), own, note }, page.buffers);
    }),
  frames: (count) =>
    told(async () => {
      const batch = running().frames(count);
      return comlink.transfer(batch, buffersOf(batch));
    }),
  push: (push) => told(async () => running().push(push)),
  goBack: (frame) => told(async () => running().goBack(frame)),
};

comlink.expose(worker);
