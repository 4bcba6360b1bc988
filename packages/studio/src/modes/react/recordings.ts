/** What happened in each recording of the mode, and the one that goes on. */
import type { Clip } from 'poise';
import { NO_EDITS } from '../../state/initial.ts';
import { entryOnStage } from '../../state/selectors.ts';
import type { BodySettings, ClipId, LibraryEntry } from '../../state/types.ts';
import type { LiveRun, LiveSource, ModeHost } from '../mode.ts';
import { keepRecording, type PropsBetween } from '../shared/keep-recording.ts';
import { dropRecording, freeId } from '../shared/recording-id.ts';

export interface LiveRecordings<R> {
  /** The clip is a recording of this mode. */
  readonly isOurs: (entry: LibraryEntry | undefined) => boolean;
  /** The one that goes on, or went on last. */
  readonly live: () => { readonly id: ClipId; readonly run: LiveRun } | undefined;
  readonly runOf: (id: ClipId | undefined) => R | undefined;
  readonly setRun: (run: R) => void;
  /** Ends the one before and gives the next its name; one in which nothing happened is recorded over. */
  readonly next: (body: BodySettings) => ClipId;
  /** From now on this one goes on. */
  readonly play: (source: LiveSource) => void;
  /** The one that goes on ends. */
  readonly halt: () => void;
  /** What was recorded of the one on stage so far; undefined: another clip is there. */
  readonly recording: () => Clip | undefined;
  /** The one on stage as a clip of its own, judged with what happened to it known. */
  readonly keep: () => void;
  /** The mode is left. `back`: the clip to show instead of a recording in which nothing happened. */
  readonly stop: (back: ClipId | undefined) => void;
}

export interface RecordingKind<R> {
  readonly mode: string;
  readonly title: string; // of what is kept: 'Push response'; a number is added
  readonly runs: () => Readonly<Record<ClipId, R>>;
  readonly setRuns: (runs: Readonly<Record<ClipId, R>>) => void;
  readonly first: (run: R) => number | undefined; // [s] of the first push or hit; undefined: nothing has happened
  readonly props?: (run: R) => PropsBetween; // what flew beside the person
}

export function createLiveRecordings<R extends { readonly id: ClipId }>(
  host: ModeHost,
  { mode, title, runs, setRuns, first, props }: RecordingKind<R>,
): LiveRecordings<R> {
  const { store } = host;
  let live: { readonly id: ClipId; readonly run: LiveRun } | undefined;
  const runOf = (id: ClipId | undefined): R | undefined => (id === undefined ? undefined : runs()[id]);
  const emptyId = (): ClipId | undefined => {
    const run = runOf(live?.id);
    return run && first(run) === undefined ? run.id : undefined;
  };
  const recording = (): Clip | undefined => {
    const entry = entryOnStage(store.state());
    if (!runOf(entry?.id)) return undefined;
    return entry?.id === live?.id ? live?.run.recording() : entry?.clip;
  };
  return {
    isOurs: (entry) => entry?.origin.kind === 'made' && entry.origin.mode === mode,
    live: () => live,
    runOf,
    setRun: (run) => setRuns({ ...runs(), [run.id]: run }),
    next(body) {
      const id = freeId(store.state(), mode, emptyId());
      live?.run.stop();
      store.dispatch({ type: 'edits/restore', id, edits: { ...NO_EDITS, body } });
      return id;
    },
    play(source) {
      const flown = (frameCount: number) => {
        const run = runOf(source.id);
        return run ? props?.(run)(0, frameCount) : undefined;
      };
      live = { id: source.id, run: host.goLive(props ? { ...source, props: flown } : source) };
    },
    halt: () => live?.run.stop(),
    recording,
    keep() {
      const run = runOf(store.state().document.clip);
      const [clip, start] = [recording(), run && first(run)];
      const origin = entryOnStage(store.state())?.origin;
      const from = origin?.kind === 'made' ? origin.from : undefined;
      if (!run || !clip || start === undefined) return;
      keepRecording(host, { mode, title, recording: clip, from, first: start, props: props?.(run) });
    },
    stop(back) {
      const empty = emptyId();
      live?.run.stop();
      store.dispatch({ type: 'result/set', mode, result: undefined });
      if (empty !== undefined) void dropRecording(host, empty, back);
    },
  };
}
