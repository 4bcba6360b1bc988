/**
 * Keeps the stage in step with the document: the clip on stage is loaded, then judged; an edit makes it anew. One piece of
 * work at a time; what comes meanwhile is looked at when it is done, so the newest edit always wins.
 */
import * as comlink from 'comlink';
import type { Clip } from 'poise';
import type { AnimatedProp } from 'poise/io';
import { verdictOnNobody } from '../state/no-person.ts';
import { entryOnStage } from '../state/selectors.ts';
import type { Store } from '../state/store.ts';
import type { ClipId, LibraryEntry } from '../state/types.ts';
import type { ClipRequest, Judgement, LoadedClip, Performed } from '../worker/api.ts';
import { Cancelled, type Lane } from '../worker/lane.ts';
import type { MotionFile } from './files.ts';
import type { Jobs } from './jobs.ts';
import { clipRequest, editsFor, judgeOptions, requestKey } from './requests.ts';

export interface StageWork {
  /** Puts a clip of the library on stage once it is loaded; says in words why not. */
  readonly show: (id: ClipId) => Promise<void>;
  /** Judges the clip on stage again after the user stopped it. */
  readonly again: () => void;
  /** Puts a clip that a mode has made into the library and on stage. */
  readonly take: (made: MadeClip) => void;
}

/** A clip that a mode has made. */
export interface MadeClip {
  readonly id: ClipId; // the same id again replaces it
  readonly name: string;
  readonly mode: string;
  readonly from?: ClipId | undefined; // what it was made from: export writes into that file
  readonly clip: Clip;
  readonly live?: boolean; // it is still growing, and judged when it rests
  readonly props?: readonly AnimatedProp[] | undefined; // things that move beside the person: exported where the format can show them
  readonly judgement?: Judgement; // where the mode's worker has analysed it already
}

interface StageTools {
  readonly store: Store;
  readonly lane: Lane;
  readonly jobs: Jobs;
  readonly files: ReadonlyMap<string, MotionFile>;
  readonly onRest: () => void; // a piece of work is done
}

type Made = LoadedClip & Partial<Performed>;

const SETTLE = 90; // [ms] an edit waits for the next before it is computed
const IMPATIENT = 400; // [ms] work on another clip that has run longer is ended, shorter work is waited for

export function createStageWork({ store, lane, jobs, files, onRest }: StageTools): StageWork {
  let working: { readonly id: ClipId; readonly since: number; readonly done: Promise<void> } | undefined;
  let settled = ''; // key of the clip request that was answered last, well or badly
  let judged: readonly unknown[] = []; // what the last judgement rested on

  /** Everything that a judgement rests on, compared by reference. */
  const grounds = (clip: Clip): readonly unknown[] => {
    const { body, contacts, pushes, modes } = store.state().document;
    return [clip, body, contacts, pushes, modes['analyse']];
  };

  const requestFor = (entry: LibraryEntry): ClipRequest | undefined =>
    clipRequest(entry, editsFor(store.state(), entry.id), files, store.state());

  const make = (entry: LibraryEntry, request: ClipRequest): Promise<Made> => {
    const options = judgeOptions(store.state(), editsFor(store.state(), entry.id));
    if (request.kind === 'made') return Promise.resolve({ clip: request.clip, takes: [] });
    const builtIn = request.kind === 'built-in';
    return jobs.follow(`${builtIn ? 'Performing' : 'Reading'} ${entry.name}`, lane.end, () =>
      lane.run<Made>((worker) => (builtIn ? worker.perform(request, options) : worker.load(request))),
    );
  };

  /** Takes in a motion that the worker has made, with its judgement where it came along. */
  const takeIn = ({ id, origin }: LibraryEntry, made: Made, wanted: boolean): void => {
    if (origin.kind === 'file') store.dispatch({ type: 'library/takes', fileId: origin.fileId, takes: made.takes });
    store.dispatch({ type: 'library/loaded', id, clip: made.clip });
    if (wanted) store.dispatch({ type: 'clip/select', id });
    judged = [];
    const nobody = verdictOnNobody(made.clip);
    if (nobody) store.dispatch({ type: 'library/verdict', id, verdict: nobody });
    if (!made.judgement || store.state().document.clip !== id) return;
    judged = grounds(made.clip);
    store.dispatch({ type: 'analysis/done', result: { ...made.judgement, clip: id, subject: made.clip } });
  };

  const load = async (entry: LibraryEntry, wanted: boolean): Promise<void> => {
    const request = requestFor(entry);
    if (!request) return;
    store.dispatch({ type: 'library/loading', id: entry.id });
    try {
      const made = await make(entry, request);
      settled = requestKey(request);
      takeIn(entry, made, wanted);
    } catch (error) {
      if (!wanted) settled = requestKey(request);
      const cancelled = error instanceof Cancelled;
      const what = entry.origin.kind === 'file' ? 'Reading' : 'Performing';
      const text = cancelled ? `${what} was cancelled; click for another try.` : (error as Error).message;
      store.dispatch({ type: 'library/failed', id: entry.id, error: text });
      if (!wanted) store.dispatch({ type: 'analysis/cancelled' }); // what is on stage is not what was asked for
      if (!cancelled) store.dispatch({ type: 'notice/add', kind: 'error', text });
    }
  };

  const judge = async (entry: LibraryEntry, clip: Clip): Promise<void> => {
    const request = requestFor(entry);
    if (!request) return;
    judged = grounds(clip);
    store.dispatch({ type: 'analysis/running', clip: entry.id });
    const options = judgeOptions(store.state(), store.state().document);
    try {
      const found = await jobs.follow(`Analysing ${entry.name}`, lane.end, (progress) =>
        lane.run((worker) => worker.analyse(request, options, comlink.proxy(progress))),
      );
      store.dispatch({ type: 'analysis/done', result: { ...found, clip: entry.id, subject: clip } });
    } catch (error) {
      if (error instanceof Cancelled) store.dispatch({ type: 'analysis/cancelled' });
      else store.dispatch({ type: 'analysis/failed', clip: entry.id, subject: clip, error: (error as Error).message });
    }
  };

  const work = (id: ClipId, task: () => Promise<void>): Promise<void> => {
    const done = task().finally(() => {
      working = undefined;
      sync();
      onRest();
    });
    working = { id, since: performance.now(), done };
    return done;
  };

  /** Starts what the document asks for and the workers have not answered yet. */
  const sync = (): void => {
    const entry = entryOnStage(store.state());
    if (working || !entry || (entry.origin.kind === 'made' && entry.origin.live)) return;
    const request = requestFor(entry);
    if (!request) return;
    const { clip } = entry;
    if (requestKey(request) !== settled) void work(entry.id, () => load(entry, false));
    else if (clip?.roles.status === 'humanoid' && grounds(clip).some((ground, i) => ground !== judged[i])) {
      void work(entry.id, () => judge(entry, clip));
    }
  };

  let document = store.state().document;
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe(() => {
    if (store.state().document === document) return;
    document = store.state().document;
    clearTimeout(timer);
    timer = setTimeout(sync, SETTLE);
  });

  return {
    show: async (id) => {
      const find = (): LibraryEntry | undefined => store.state().library.find((entry) => entry.id === id);
      if (id === store.state().document.clip && find()?.clip && find()?.error === undefined) return;
      if (working && working.id !== id && performance.now() - working.since > IMPATIENT) lane.end();
      while (working) await working.done;
      const entry = find();
      if (entry) await work(id, () => load(entry, true));
    },
    again: () => {
      judged = [];
      if (entryOnStage(store.state())?.error !== undefined) settled = '';
      sync();
    },
    take: ({ id, name, mode, from, clip, live = false, props, judgement }) => {
      store.dispatch({ type: 'library/made', id, name, mode, from, clip, live, props });
      store.dispatch({ type: 'clip/select', id });
      const entry = entryOnStage(store.state());
      const request = entry && requestFor(entry);
      if (request) settled = requestKey(request);
      judged = judgement ? grounds(clip) : [];
      if (judgement) store.dispatch({ type: 'analysis/done', result: { ...judgement, clip: id, subject: clip } });
      else sync();
    },
  };
}
