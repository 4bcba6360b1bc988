/** Falls from the page's side: handed to the worker, whose frames are played as they come. */
import type { Body, Push } from 'poise';
import { Cancelled, createLane } from '../../worker/lane.ts';
import { createStream, type FrameStream } from '../shared/stream.ts';
import type { FallWorker } from './api.ts';
import type { HandOver } from './fall.ts';

const spawn = (): Worker => new Worker(new URL('./fall-worker.ts', import.meta.url), { type: 'module' });

export interface Falls {
  /** Loads the engine, so that a fall need not wait for it. `q`: any pose. */
  readonly warmUp: (body: Body, q: Float64Array) => void;
  readonly begin: (body: Body, from: HandOver) => void;
  /** Writes the next frame of the fall that was begun last. */
  readonly step: (q: Float64Array) => 'more' | 'wait' | 'over';
  readonly push: (push: Push) => void;
  readonly end: () => void;
}

/** `onFailure` hears in words why a fall cannot be shown; its recording is over then. */
export function createFalls(onFailure: (words: string) => void): Falls {
  const lane = createLane<FallWorker>(spawn);
  let stream: FrameStream | undefined;
  let warm = false;
  const failed = (error: Error): void => {
    if (!(error instanceof Cancelled)) onFailure(error.message);
  };
  return {
    warmUp(body, q) {
      if (warm) return;
      warm = true;
      lane
        .run((worker) => worker.warmUp(body, q.slice()))
        .catch(() => {
          warm = false; // that it cannot be had is told when it is needed
        });
    },
    begin(body, from) {
      stream?.close();
      const begun = lane.run((worker) => worker.begin(body, from));
      stream = createStream(
        (count) => begun.then(() => lane.run((worker) => worker.frames(count))),
        () => undefined,
        failed,
      );
    },
    step: (q) => stream?.step(q) ?? 'over',
    push: (push) => void lane.run((worker) => worker.push(push)).catch(failed),
    end() {
      stream?.close();
      lane.end();
    },
  };
}
