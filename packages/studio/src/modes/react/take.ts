/** One take: somebody reacts, balls fly, and all that happens is recorded beside the motion. */
import { type Clip, type Push, trim } from 'poise';
import { pushTrack } from 'poise/react';
import type { ClipId } from '../../state/types.ts';
import type { ModeHost } from '../mode.ts';
import { numberOf } from '../shared/recording-id.ts';
import type { Animated } from './animated.ts';
import type { Figure } from './figure.ts';
import { groundFor, sameGround } from './ground.ts';
import type { Reactor } from './reactor.ts';
import type { LiveRecordings } from './recordings.ts';
import { pushesAt, type ReplayRow, replayRow, tellable, withRow } from './replay.ts';
import { type Aimed, createThrowing } from './throwing.ts';
import {
  cutRun,
  FRAME_TIME,
  type News,
  type ReactResult,
  type ReactSettings,
  type ReactWorld,
  type Run,
} from './types.ts';

export interface Take {
  readonly id: ClipId;
  /** It can be taken up at an earlier moment. */
  readonly goesBack: boolean;
  readonly isOver: () => boolean;
  readonly frameCount: () => number; // recorded so far
  /** From the next frame on. */
  readonly push: (push: Push) => void;
  /** A ball, after `wait` [s]. */
  readonly plan: (aimed: Aimed, wait: number) => void;
  /** Balls that have not been thrown yet are not. */
  readonly hold: () => void;
  /** Settings have changed. */
  readonly obey: (settings: ReactSettings, before: ReactSettings) => void;
  /** Back to a frame, to go on from there; what came after it is forgotten. */
  readonly goBack: (frame: number) => Promise<void>;
  /** [rad] about the vertical that it faces now, 0 along +z. */
  readonly heading: () => number;
  readonly close: () => void;
}

export interface TakeRequest {
  readonly id: ClipId;
  readonly world: ReactWorld;
  readonly figure: Figure;
  readonly settings: ReactSettings;
  readonly rows: readonly ReplayRow[]; // pushes that are given again
  readonly recordings: LiveRecordings<Run>;
  readonly result: () => ReactResult;
  readonly set: (change: Partial<ReactResult>) => void;
  readonly failed: (error: unknown) => void;
  /** The recording has ended by itself. */
  readonly ended: () => void;
}

/** `make` makes whoever reacts, and hands it what hears of what happens. */
export function beginTake(
  { store }: Pick<ModeHost, 'store'>,
  request: TakeRequest,
  make: (tell: (news: News) => void) => Reactor | Animated,
): Take {
  const { id, world, figure, rows, recordings, result, set, failed, ended } = request;
  const { runOf, setRun } = recordings;
  const reactor = make(happened);
  const animated = 'carried' in reactor ? reactor : undefined;
  const throwing = createThrowing(figure, world.body);
  let number = 0; // of the last frame
  figure.see(reactor.start);
  setRun({
    ...emptyRun(id, world, request.settings),
    replay: rows,
    carriedAt: animated?.carried?.at,
  });

  /** Takes in what came of a frame. */
  function happened({ hits = [], turn, steps = [], prints = [] }: News): void {
    const run = runOf(id);
    if (!run) return;
    setRun({
      ...run,
      hits: hits.length > 0 ? [...run.hits, ...hits.map(({ hit }) => hit)] : run.hits,
      turns: turn ? [...run.turns, turn] : run.turns,
      steps: steps.length > 0 ? [...run.steps, ...steps] : run.steps,
      prints: prints.length > 0 ? [...run.prints, ...prints] : run.prints,
    });
    const { document } = store.state();
    if (hits.length === 0 || document.clip !== id) return;
    const known = hits.map(({ push, time }) => pushTrack({ ...push, time }, world.body));
    store.dispatch({ type: 'pushes/set', pushes: [...document.pushes, ...known], words: 'push' });
  }
  const push = (given: Push): void => {
    const run = runOf(id);
    const told = tellable(given);
    if (run) setRun({ ...run, replay: withRow(run.replay, replayRow(number + 1, told)) });
    reactor.push(told);
  };
  /** Balls in the air go on by a frame. */
  const fly = (): void => {
    const { thrown, hits } = throwing.step(number, FRAME_TIME);
    for (const hit of hits) push(hit.push);
    const run = runOf(id);
    if (run && thrown.length > 0) setRun({ ...run, balls: [...run.balls, ...thrown] });
  };
  const step = (q: Float64Array): 'more' | 'wait' | 'over' => {
    try {
      for (const given of pushesAt(rows, number + 1)) reactor.push(given);
      const answer = reactor.step(q, number + 1);
      if (answer === 'more') {
        number++;
        fly();
      }
      if (answer !== 'over') return answer;
      const run = runOf(id);
      if (run) setRun({ ...run, over: true });
      queueMicrotask(ended); // once this recording has ended
      return 'over';
    } catch (error) {
      failed(error);
      return 'over';
    }
  };
  const play = (past?: Clip): void =>
    recordings.play({
      id,
      name: `${world.name}, pushed ${numberOf(id)}`,
      template: world.clip,
      body: world.body,
      from: world.from,
      frameTime: FRAME_TIME,
      start: reactor.start,
      ...(past && { past }),
      step,
    });
  /** Another ground is laid below where the character stands now. */
  const obey = (settings: ReactSettings, before?: ReactSettings): void => {
    const kept = before && sameGround(before, settings) ? result().ground : undefined;
    const ground = kept ?? (animated?.responder ? groundFor(figure.stand(), settings) : undefined);
    if (ground !== result().ground) set({ ground });
    reactor.obey(settings);
  };
  set({ ground: undefined });
  obey(request.settings);
  play();

  return {
    id,
    goesBack: reactor.goBack !== undefined,
    isOver: () => runOf(id)?.over === true,
    frameCount: () => number + 1,
    push,
    plan: throwing.plan,
    hold: throwing.clear,
    obey,
    async goBack(frame) {
      const recording = recordings.recording();
      const run = runOf(id);
      if (!reactor.goBack || !recording || !run) return;
      const to = Math.max(0, Math.min(recording.frameCount - 1, frame));
      await reactor.goBack(to);
      const time = to * FRAME_TIME;
      setRun(cutRun(run, time));
      throwing.clear();
      const pushes = store.state().document.pushes.filter((known) => (known.time[0] ?? 0) < time - 1e-6);
      store.dispatch({ type: 'pushes/set', pushes, words: 'go back' });
      number = to;
      play(trim(recording, 0, to + 1));
    },
    heading: figure.heading,
    close: reactor.close,
  };
}

const emptyRun = (id: ClipId, { from }: ReactWorld, { engine }: ReactSettings): Run => ({
  id,
  frameTime: FRAME_TIME,
  engine,
  clip: from,
  replay: [],
  hits: [],
  turns: [{ time: 0, status: 'ready', reason: '' }],
  steps: [],
  balls: [],
  prints: [],
  over: false,
  carriedAt: undefined,
});
