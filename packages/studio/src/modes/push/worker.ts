/** The worker of the mode Push: poses the library and finds a clip to stand in, so that the page stays alive. */
import * as comlink from 'comlink';
import { type ResponseLibrary, unpackLibrary } from 'poise';
import builtIn from 'poise/push-library.json?url';
import { parseLibrary } from 'poise/react';
import { told } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import { whoStands } from '../shared/who-stands.ts';
import type { PushWorker } from './api.ts';
import { curvesOf } from './curves.ts';

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

const worker: PushWorker = {
  prepare: (request, onProgress) =>
    told(async () => {
      onProgress(0.1);
      const found = await whoStands(request);
      onProgress(0.3);
      const library = await libraryOf(request.library);
      onProgress(1);
      const { clip, buffers } = forPage(found.clip);
      // The library is copied: this side keeps it for its curves.
      return comlink.transfer({ ...found, clip, library }, [...new Set(buffers)]);
    }),
  curves: async (name) => {
    const response = known?.library.responses.find((one) => one.name === name);
    const curves = response && curvesOf(response);
    return curves && comlink.transfer(curves, buffersOf(curves));
  },
};

comlink.expose(worker);
