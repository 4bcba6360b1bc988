/** Frames of the crowd from its worker: a few are made ahead, memory goes to and fro, and those of the past come when asked for. */
import * as comlink from 'comlink';
import type { Lane } from '../../worker/lane.ts';
import type { CrowdWorker, FrameNews } from './api.ts';
import type { CommandLog } from './log.ts';

const AHEAD = 2; // frames that are made before they are shown
const PAST = 3; // frames of the past that stay: slow motion lies between two

export interface Supply {
  /** No more frames are asked for, and those under way are dropped: the worker is about to start anew. */
  readonly halt: () => void;
  /** From this frame on. @param length numbers of a frame */
  readonly begin: (first: FrameNews, length: number) => void;
  /** The next frame comes on stage; undefined: it is not made yet. */
  readonly next: () => FrameNews | undefined;
  readonly shown: () => FrameNews | undefined;
  readonly before: () => FrameNews | undefined; // the one that was shown before it
  /** A frame that was shown before; until it has come the last one that came stays. */
  readonly past: (frame: number) => Float32Array | undefined;
  /** The same where it has come already. */
  readonly here: (frame: number) => Float32Array | undefined;
}

export interface SupplyEvents {
  readonly onPast: (frame: number) => void; // one of the past has come
  readonly onError: (error: unknown) => void;
}

export function createSupply(lane: Lane<CrowdWorker>, log: CommandLog, events: SupplyEvents): Supply {
  let turn = 0; // counts starts: answers to an earlier one are dropped
  let going = false;
  let length = 0;
  let waiting: FrameNews[] = []; // made, not yet shown
  let asked = 0; // frames the worker is at
  let spare: Float32Array[] = [];
  let shown: FrameNews | undefined;
  let before: FrameNews | undefined;
  let seen: { readonly frame: number; readonly numbers: Float32Array }[] = []; // of the past, the last that came at the end
  let fetching = false;

  const memory = (): Float32Array => spare.pop() ?? new Float32Array(length);
  const given = (numbers: Float32Array): Float32Array => comlink.transfer(numbers, [numbers.buffer as ArrayBuffer]);
  /** Asks for frames until enough are under way. */
  const ask = (): void => {
    while (going && shown && asked + waiting.length < AHEAD) {
      const mine = turn;
      const commands = log.take((waiting.at(-1) ?? shown).frame + asked + 1);
      const numbers = memory();
      asked++;
      lane
        .run((worker) => worker.advance(commands, given(numbers)))
        .then(
          (made) => {
            if (mine !== turn) return;
            asked--;
            waiting.push(made);
          },
          (error: unknown) => {
            if (mine === turn) events.onError(error);
          },
        );
    }
  };
  const here = (frame: number): Float32Array | undefined => seen.find((one) => one.frame === frame)?.numbers;
  /** One at a time, the last one wished for. */
  const fetchPast = (frame: number): void => {
    if (fetching || !going) return;
    fetching = true;
    const mine = turn;
    const numbers = memory();
    lane
      .run((worker) => worker.past(frame, given(numbers)))
      .then(
        (filled) => {
          if (mine !== turn) return;
          fetching = false;
          seen.push({ frame, numbers: filled });
          spare.push(...seen.splice(0, seen.length - PAST).map(({ numbers: old }) => old));
          events.onPast(frame);
        },
        (error: unknown) => {
          if (mine === turn) events.onError(error);
        },
      );
  };

  return {
    halt() {
      turn++;
      going = false;
    },
    begin(first, size) {
      turn++;
      length = size;
      [shown, before, seen] = [first, undefined, []];
      [waiting, asked, spare, fetching, going] = [[], 0, [], false, true];
    },
    next() {
      ask();
      const next = waiting.shift();
      if (!next || !going) return undefined;
      if (before) spare.push(before.numbers);
      spare.push(...seen.map(({ numbers }) => numbers));
      [before, shown, seen] = [shown, next, []];
      ask();
      return next;
    },
    shown: () => shown,
    before: () => before,
    here,
    past(frame) {
      const known = here(frame);
      if (!known) fetchPast(frame);
      return known ?? seen.at(-1)?.numbers ?? shown?.numbers;
    },
  };
}
