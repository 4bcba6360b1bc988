/**
 * Who is simulated and what happens: starts the worker, plays what it computes as a live recording, hands pushes on, and goes
 * back to an earlier frame. A clip that is put on stage while the mode is on becomes the one that is simulated.
 */
import { type Clip, durationOf, type Push, trim } from 'poise';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import { headingYaw, pushTrack } from 'poise/react';
import { editsFor } from '../../app/requests.ts';
import { entryOnStage } from '../../state/selectors.ts';
import type { ClipId, LibraryEntry } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import type { ModeHost } from '../mode.ts';
import { towards } from '../shared/heading.ts';
import { createLiveRecordings } from '../shared/live-recordings.ts';
import { jointAt } from '../shared/places.ts';
import { numberOf } from '../shared/recording-id.ts';
import { createStream, type FrameStream } from '../shared/stream.ts';
import type { FrameBatch, SimulateWorker } from './api.ts';
import {
  cutRun,
  NO_RESULT,
  type Run,
  runOnStage,
  type SimulateResult,
  type SimulateSettings,
  simulateResult,
  simulateSettings,
} from './types.ts';

const spawn = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
export const FRAME_TIME = 1 / 60; // [s]

export interface SimulateController {
  /** A push in world axes. */
  readonly push: (push: Push) => void;
  /** A push as set, seen from the person. */
  readonly pushAsSet: () => void;
  readonly restart: () => void;
  /** Goes on from the moment looked at; what came after it is forgotten. */
  readonly goOn: () => void;
  readonly keep: () => void;
  readonly stop: () => void;
}

/** What a simulation rests on; a change starts it anew. */
const keyOf = ({ follows, mode, gains, stepping }: SimulateSettings): string =>
  [follows, mode, gains, stepping].join(' ');

export function createController(host: ModeHost): SimulateController {
  const { store, session, player } = host;
  const lane = createLane<SimulateWorker>(spawn);
  let stream: FrameStream | undefined;
  let asked: { readonly entry: LibraryEntry; readonly request: ClipRequest | undefined } | undefined;
  let key = keyOf(simulateSettings(store.state()));
  let turn = 0;
  let stopped = false;

  const result = (): SimulateResult => simulateResult(store.state());
  const set = (change: Partial<SimulateResult>): void => {
    if (!stopped) store.dispatch({ type: 'result/set', mode: 'simulate', result: { ...result(), ...change } });
  };
  const recordings = createLiveRecordings<Run>(host, {
    mode: 'simulate',
    title: 'Simulated',
    runs: () => result().runs,
    setRuns: (runs) => set({ runs }),
    first: ({ pushes: [push] }) => push && push.frame * FRAME_TIME,
  });
  const { isOurs, runOf, setRun } = recordings;
  const failed = (error: unknown): void => {
    if (!(error instanceof Cancelled)) set({ status: 'failed', error: (error as Error).message });
  };

  const arrived = (id: ClipId, { turns, over }: FrameBatch): void => {
    const run = runOf(id);
    if (run && (turns.length > 0 || over)) setRun({ ...run, turns: [...run.turns, ...turns], over });
  };

  /** Plays what the worker computes; `past`: frames that stay. */
  const play = (id: ClipId, start: Float64Array, past: Clip | undefined): void => {
    const { world } = result();
    if (!world || stopped) return;
    stream?.close();
    stream = createStream(
      (count) => lane.run((worker) => worker.frames(count)),
      (batch) => arrived(id, batch),
      failed,
    );
    const mine = stream;
    recordings.play({
      id,
      name: `Simulation ${numberOf(id)}`,
      template: world.clip,
      body: world.body,
      from: world.from,
      frameTime: FRAME_TIME,
      start,
      ...(past && { past }),
      step: (q) => mine.step(q),
    });
  };

  const begin = async (): Promise<void> => {
    const mine = ++turn;
    const { follows, mode, gains, stepping } = simulateSettings(store.state());
    key = keyOf(simulateSettings(store.state()));
    stream?.close();
    set({ status: 'preparing', error: undefined });
    try {
      const body = asked ? editsFor(store.state(), asked.entry.id).body : {};
      const request = { clip: asked?.request, body, settings: { follows, mode, gains, stepping } };
      const begun = await host.run('Preparing the simulation', lane, (worker) => worker.begin(request));
      if (mine !== turn || stopped) return;
      const id = recordings.next(begun.own ? body : {});
      const { clip, own, note } = begun;
      const instead = own ? 'it may fall' : 'using the built-in idle';
      const words = note && asked ? `${note} in “${asked.entry.name}”; ${instead}.` : undefined;
      const name = own && asked ? asked.entry.name : 'Idle, built in';
      const from = own ? asked?.entry.id : undefined;
      set({ status: 'ready', world: { body: begun.body, clip, name, from, note: words, duration: durationOf(clip) } });
      setRun({
        id,
        frameTime: FRAME_TIME,
        turns: [{ frame: 0, status: 'stands', words: '' }],
        pushes: [],
        over: false,
      });
      play(id, begun.start, undefined);
    } catch (error) {
      if (mine === turn) failed(error);
    }
  };

  /** Follows settings, and clips that are put on stage. */
  const follow = (): void => {
    const entry = entryOnStage(store.state());
    const other = entry?.clip && entry.id !== recordings.live()?.id && entry.id !== asked?.entry.id && !isOurs(entry);
    if (other) asked = { entry, request: session.requestOnStage() };
    if (other || keyOf(simulateSettings(store.state())) !== key) void begin();
  };

  const goBack = async (frame: number): Promise<void> => {
    const run = runOnStage(store.state());
    const recording = recordings.recording();
    if (!run || run.id !== recordings.live()?.id || !recording) return;
    const to = Math.max(0, Math.min(recording.frameCount - 1, frame));
    stream?.close();
    try {
      await lane.run((worker) => worker.goBack(to));
    } catch (error) {
      return failed(error);
    }
    setRun(cutRun(run, to));
    const until = to * FRAME_TIME - 1e-6;
    const pushes = store.state().document.pushes.filter(({ time }) => (time[0] ?? 0) < until);
    store.dispatch({ type: 'pushes/set', pushes, words: 'go back' });
    play(run.id, recording.q.slice(0, recording.q.length / recording.frameCount), trim(recording, 0, to + 1));
  };
  const nowFrame = (): number => Math.round(player.playhead.time() / FRAME_TIME);

  const push = async (given: Push): Promise<void> => {
    const { world, status } = result();
    const live = recordings.live();
    if (!world || !live || status !== 'ready') return;
    const recorded = live.run.recording().frameCount - 1;
    // A push at an earlier moment, or after the end, makes the future anew from there.
    if (runOf(live.id)?.over || nowFrame() < recorded - 2) await goBack(Math.min(nowFrame(), recorded));
    const { id } = live;
    try {
      const frame = await lane.run((worker) => worker.push(given));
      const run = runOf(id);
      if (!run) return;
      const impulse = Math.hypot(...given.impulse);
      setRun({ ...run, pushes: [...run.pushes, { frame, impulse }] });
      const known = pushTrack({ ...given, time: frame * FRAME_TIME }, world.body);
      store.dispatch({ type: 'pushes/set', pushes: [...store.state().document.pushes, known], words: 'push' });
      if (!store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: true } });
    } catch (error) {
      failed(error);
    }
  };

  const unsubscribe = store.subscribe(follow);
  store.dispatch({ type: 'result/set', mode: 'simulate', result: NO_RESULT });
  follow();
  if (turn === 0) void begin();

  return {
    push: (given) => void push(given),
    pushAsSet: () => {
      const { world } = result();
      const recording = recordings.live()?.run.recording();
      if (!world || !recording) return;
      const { at, strength, direction } = simulateSettings(store.state());
      const ws = createWorkspace(world.body);
      const nq = recording.q.length / recording.frameCount;
      const frame = Math.max(0, Math.min(recording.frameCount - 1, nowFrame()));
      forwardKinematics(world.body, ws, recording.q.subarray(frame * nq, (frame + 1) * nq));
      const impulse = towards(headingYaw(world.body, ws), strength, direction);
      void push({ impulse, segment: jointAt(world.clip, at) });
    },
    restart: () => void begin(),
    goOn: () => void goBack(nowFrame()),
    keep: recordings.keep,
    stop: () => {
      stopped = true;
      unsubscribe();
      stream?.close();
      lane.end();
      recordings.stop(asked?.entry.id);
    },
  };
}
