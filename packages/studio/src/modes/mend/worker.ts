/** The worker of the mode Mend: solves beside the page, so that sliders stay alive. */
import * as comlink from 'comlink';
import { clipOf } from '../../worker/clips.ts';
import { told } from '../../worker/judge.ts';
import { buffersOf, forPage } from '../../worker/transfer.ts';
import type { MendWorker } from './api.ts';
import { solve } from './solve.ts';

const worker: MendWorker = {
  warm: async (request) => {
    await clipOf(request);
  },
  solve: (request, onProgress) =>
    told(async () => {
      const start = performance.now();
      const source = await clipOf(request.clip);
      const { clip: mended, judgement, filtered, repaired } = solve(source, request, onProgress);
      const { clip, buffers } = forPage(mended);
      const seconds = (performance.now() - start) / 1000;
      const given = [...buffers, ...buffersOf(judgement.report)];
      return comlink.transfer({ clip, judgement, filtered, repaired, seconds, coarse: request.coarse }, [
        ...new Set(given),
      ]);
    }),
};

comlink.expose(worker);
