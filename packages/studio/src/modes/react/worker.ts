/** The worker of the mode React: finds out who reacts, unpacks the library, and simulates, so that the page stays alive. */
import * as comlink from 'comlink';
import { type ResponseLibrary, unpackLibrary } from 'poise';
import builtIn from 'poise/push-library.json?url';
import { parseLibrary } from 'poise/react';
import { clipOf } from '../../worker/clips.ts';
import { told } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import type { ReactWorker } from './api.ts';
import { curvesOf } from './curves.ts';
import { type Ready, readyToReact } from './prepare.ts';
import type { SimulatedRun } from './simulated/run.ts';

const IDLE = { kind: 'built-in', motion: 'idle', values: {}, body: {} } as const;

let known: { readonly source: File | undefined; readonly library: ResponseLibrary } | undefined;
let ready: Ready | undefined; // prepared last
let run: SimulatedRun | undefined;

async function libraryOf(file: File | undefined): Promise<ResponseLibrary> {
  if (known && known.source === file) return known.library;
  const library = file ? parseLibrary(await file.text(), file.name) : unpackLibrary(await builtInText(), 'built-in');
  if (library.responses.length === 0) throw new Error(`${file?.name ?? 'library'}: it holds no responses`);
  known = { source: file, library };
  return library;
}

async function builtInText(): Promise<string> {
  const answer = await fetch(builtIn);
  if (!answer.ok) throw new Error(`the built-in library cannot be loaded (${answer.status})`);
  return await answer.text();
}

const running = (): SimulatedRun => {
  if (!run) throw new Error('nothing is simulated yet');
  return run;
};

const worker: ReactWorker = {
  warm: async () => {
    await libraryOf(undefined);
  },
  prepare: (request, onProgress) =>
    told(async () => {
      onProgress(0.1);
      const found = readyToReact(request.shown ?? (await clipOf(request.clip ?? IDLE)), request.body);
      if (typeof found === 'string') return { unfit: found, performer: undefined };
      ready = found;
      onProgress(0.4);
      const library = found.motion === 'stands' ? await libraryOf(request.library) : undefined;
      onProgress(1);
      // All is copied: this side keeps the library for its curves and the clip for the simulation.
      return { unfit: '', performer: { ...found, clip: forPage(found.clip).clip, library } };
    }),
  curves: async (name) => {
    const response = known?.library.responses.find((one) => one.name === name);
    const curves = response && curvesOf(response);
    return curves && comlink.transfer(curves, buffersOf(curves));
  },
  simulate: (settings) =>
    told(async () => {
      if (!ready) throw new Error('nobody is there to be simulated');
      const { body, clip } = ready;
      // The engine comes with the first use.
      const [{ createRun }, { loadEngine }] = await Promise.all([
        import('./simulated/run.ts'),
        import('../shared/engine.ts'),
      ]);
      const engine = await loadEngine();
      run?.delete();
      run = createRun(engine, body, clip, settings);
      return run.start.slice();
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
