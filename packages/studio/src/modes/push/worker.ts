/** The worker of the mode Push: poses the library and finds a clip to stand in, so that the page stays alive. */
import * as comlink from 'comlink';
import { parseLibrary, type ResponseLibrary, unpackLibrary } from 'poise';
import builtIn from 'poise/push-library.json?url';
import { clipOf } from '../../worker/clips.ts';
import { bodyFor, inWords } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import type { Prepared, PrepareRequest, PushWorker } from './api.ts';
import { curvesOf } from './curves.ts';
import { whyNotStanding } from './standing.ts';

const IDLE = { kind: 'built-in', motion: 'idle', values: {}, body: {} } as const;

let known: { readonly source: File | undefined; readonly library: ResponseLibrary } | undefined;

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

async function idleFor({ clip: request, shown, body: settings }: PrepareRequest): Promise<Omit<Prepared, 'library'>> {
  const asked = shown ?? (request && (await clipOf(request).catch(() => undefined)));
  const note = asked && whyNotStanding(asked);
  const own = asked !== undefined && note === undefined;
  const idle = own ? asked : await clipOf({ ...IDLE, body: request?.kind === 'built-in' ? request.body : {} });
  return { idle, body: bodyFor(idle, own || request?.kind === 'built-in' ? settings : {}), own, note };
}

const worker: PushWorker = {
  prepare: async (request, onProgress) => {
    try {
      onProgress(0.1);
      const found = await idleFor(request);
      onProgress(0.3);
      const library = await libraryOf(request.library);
      onProgress(1);
      const { clip: idle, buffers } = forPage(found.idle);
      // The library is copied: this side keeps it for its curves.
      return comlink.transfer({ ...found, idle, library }, [...new Set([...buffers])]);
    } catch (error) {
      throw new Error(inWords(error));
    }
  },
  curves: async (name) => {
    const response = known?.library.responses.find((one) => one.name === name);
    const curves = response && curvesOf(response);
    return curves && comlink.transfer(curves, buffersOf(curves));
  },
};

comlink.expose(worker);
