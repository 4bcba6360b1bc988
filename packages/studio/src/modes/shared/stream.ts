/** Frames on their way from the worker: a few are kept ahead, so that the picture does not wait and a push is not late. */

const AHEAD = 5; // frames: 83 ms
const BATCH = 3;

/** Frames that follow each other. */
export interface Frames {
  readonly q: Float64Array; // frames × nq
  readonly over: boolean; // nothing comes after
}

export interface FrameStream {
  /** Writes the next frame; asks for more where few are left. */
  readonly step: (q: Float64Array) => 'more' | 'wait' | 'over';
  /** Nothing more is asked for, and what arrives is thrown away. */
  readonly close: () => void;
}

/** `ask` gets the next frames; `onBatch` hears of all that arrive, `onFailure` of what went wrong. */
export function createStream<F extends Frames>(
  ask: (count: number) => Promise<F>,
  onBatch: (batch: F) => void,
  onFailure: (error: Error) => void,
): FrameStream {
  let waiting: F[] = [];
  let taken = 0; // coordinates of the first batch that were given out
  let [asking, over, closed] = [false, false, false];

  const ahead = (nq: number): number => (waiting.reduce((sum, { q }) => sum + q.length, 0) - taken) / nq;
  const more = (nq: number): void => {
    if (asking || over || closed || ahead(nq) >= AHEAD) return;
    asking = true;
    ask(BATCH).then(
      (batch) => {
        asking = false;
        if (closed) return;
        over = batch.over;
        if (batch.q.length > 0) waiting = [...waiting, batch];
        onBatch(batch);
        more(nq);
      },
      (error: Error) => {
        asking = false;
        over = true;
        if (!closed) onFailure(error);
      },
    );
  };
  return {
    step(q) {
      const [batch] = waiting;
      if (batch) {
        q.set(batch.q.subarray(taken, taken + q.length));
        taken += q.length;
        if (taken >= batch.q.length) {
          waiting = waiting.slice(1);
          taken = 0;
        }
      }
      more(q.length);
      if (batch) return 'more';
      return over ? 'over' : 'wait';
    },
    close: () => {
      closed = true;
    },
  };
}
