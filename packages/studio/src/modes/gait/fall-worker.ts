/** The worker in which somebody falls: the physics engine, one person. */
import * as comlink from 'comlink';
import { freedomCount } from 'poise';
import { told } from '../../worker/judge.ts';
import { buffersOf } from '../../worker/transfer.ts';
import { loadEngine } from '../shared/engine.ts';
import type { FallWorker } from './api.ts';
import { createFall, type Fall } from './fall.ts';

let fall: Fall | undefined;

const WARM = 3; // frames: what has run once is fast

const worker: FallWorker = {
  warmUp: (body, q) =>
    told(async () => {
      const unseen = createFall(await loadEngine(), body, {
        q,
        v: new Float64Array(freedomCount(body.skeleton)),
        late: 0,
      });
      unseen.frames(WARM);
      unseen.delete();
    }),
  begin: (body, from) =>
    told(async () => {
      const engine = await loadEngine();
      fall?.delete();
      fall = undefined;
      fall = createFall(engine, body, from);
    }),
  frames: (count) =>
    told(async () => {
      const frames = fall?.frames(count) ?? { q: new Float64Array(0), over: true };
      return comlink.transfer(frames, buffersOf(frames));
    }),
  push: (push) => told(async () => fall?.push(push)),
};

comlink.expose(worker);
