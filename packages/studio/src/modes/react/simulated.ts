/** Somebody simulated who reacts: the worker holds the simulation, the page asks for frames as it plays them. */
import type { Lane } from '../../worker/lane.ts';
import { createStream, type FrameStream } from '../shared/stream.ts';
import type { FrameBatch, ReactWorker } from './api.ts';
import type { Figure } from './figure.ts';
import type { Reactor, Tell } from './reactor.ts';
import { fromWords } from './sides.ts';
import { FRAME_TIME, type RunHit, type RunTurn } from './types.ts';

export interface SimulatedRequest {
  readonly start: Float64Array; // nq
  readonly figure: Figure; // sees every frame
  readonly failed: (error: unknown) => void;
}

export function createSimulated(
  lane: Lane<ReactWorker>,
  { start, figure, failed }: SimulatedRequest,
  tell: Tell,
): Reactor {
  let stream: FrameStream | undefined;
  let turns: readonly RunTurn[] = []; // that have arrived and are not seen yet
  const open = (): void => {
    stream?.close();
    turns = [];
    stream = createStream(
      (count) => lane.run((worker) => worker.frames(count)),
      (batch: FrameBatch) => {
        turns = [...turns, ...batch.turns.map(({ frame, status, words }) => turnOf(frame, status, words))];
      },
      failed,
    );
  };
  const turnOf = (frame: number, status: RunTurn['status'], reason: string): RunTurn => ({
    time: frame * FRAME_TIME,
    status,
    reason,
  });
  open();
  return {
    start,
    step(q, number) {
      const answer = stream?.step(q) ?? 'over';
      if (answer !== 'more') return answer;
      figure.see(q);
      const [next] = turns;
      if (next && next.time <= number * FRAME_TIME + 1e-6) {
        turns = turns.slice(1);
        tell({ turn: next });
      }
      return 'more';
    },
    push(push) {
      const [x, , z] = push.impulse;
      const from = fromWords(figure.heading(), [-x, -z]);
      lane
        .run((worker) => worker.push(push))
        .then((frame) => {
          const time = frame * FRAME_TIME;
          const hit: RunHit = { time, impulse: Math.hypot(...push.impulse), from, answer: undefined };
          tell({ hits: [{ hit, push, time }] });
        }, failed);
    },
    obey: () => undefined,
    async goBack(frame) {
      stream?.close();
      await lane.run((worker) => worker.goBack(frame));
      open();
    },
    close: () => stream?.close(),
  };
}
