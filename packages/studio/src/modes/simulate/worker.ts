/** The worker of the mode Simulate: one engine, one person. */
import * as comlink from 'comlink';
import type { Clip } from 'poise';
import type { ClipRequest } from '../../worker/api.ts';
import { clipOf } from '../../worker/clips.ts';
import { bodyFor, inWords } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import { whyNotStanding } from '../push/standing.ts';
import { loadEngine } from '../shared/engine.ts';
import type { BeginRequest, SimulateWorker } from './api.ts';
import { createRun, type SimulatedRun } from './run.ts';

const IDLE: ClipRequest = { kind: 'built-in', motion: 'idle', values: {}, body: {} };

let run: SimulatedRun | undefined;

const running = (): SimulatedRun => {
  if (!run) throw new Error('nothing is simulated yet');
  return run;
};

/** The clip that was asked for, or the built-in idle where nobody stands in it. */
async function whoStands({
  clip: request,
  settings,
}: BeginRequest): Promise<{ clip: Clip; own: boolean; note: string | undefined }> {
  const asked = request && (await clipOf(request));
  const note = asked && whyNotStanding(asked);
  if (asked && (note === undefined || settings.follows === 'anyway')) return { clip: asked, own: true, note };
  return { clip: await clipOf(IDLE), own: false, note };
}

const told = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    throw new Error(inWords(error));
  }
};

const worker: SimulateWorker = {
  begin: (request) =>
    told(async () => {
      const engine = await loadEngine();
      const { clip, own, note } = await whoStands(request);
      const body = bodyFor(clip, own ? request.body : {});
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
