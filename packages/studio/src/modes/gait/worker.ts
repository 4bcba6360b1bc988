/** The worker of the mode Walk & run: performs or reads the clip. */
import * as comlink from 'comlink';
import { durationOf, trim } from 'poise';
import { clipOf } from '../../worker/clips.ts';
import { bodyFor, told } from '../../worker/judge.ts';
import { forPage } from '../../worker/transfer.ts';
import type { GaitWorker } from './api.ts';
import { setMoving } from './set-moving.ts';

const LONGEST = 20; // [s] of a clip: more holds no other gait, and takes long to measure

const worker: GaitWorker = {
  prepare: (request, settings) =>
    told(async () => {
      const whole = await clipOf(request);
      const cut = durationOf(whole) > LONGEST ? trim(whole, 0, Math.round(LONGEST / whole.frameTime)) : whole;
      const body = bodyFor(cut, settings);
      const moving = setMoving(body, cut);
      const { clip, buffers } = forPage(moving);
      return comlink.transfer({ clip, body, onSpot: moving !== cut }, buffers);
    }),
};

comlink.expose(worker);
