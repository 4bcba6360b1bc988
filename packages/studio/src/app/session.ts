/** What a user does with clips, and the workers that do it. */
import { clipOnStage, entryOnStage, fileBehindStage, findingsOnStage, reportOnStage } from '../state/selectors.ts';
import type { Store } from '../state/store.ts';
import type { Catalogue, ClipId, LibraryEntry } from '../state/types.ts';
import type { ClipRequest, GivenFile, RemoteWorker } from '../worker/api.ts';
import { Cancelled, createLane } from '../worker/lane.ts';
import { createBackground } from './background.ts';
import { companionsOf, entryFor, folderName, type MotionFile, sortFiles } from './files.ts';
import { createJobs } from './jobs.ts';
import type { Player } from './player.ts';
import { prefersStillness } from './preferences.ts';
import { clipRequest, momentOf } from './requests.ts';
import { createStageWork, type MadeClip } from './stage-work.ts';

/** Long work that is not a worker's: a recording. */
export interface Running<T> {
  readonly done: Promise<T>;
  readonly cancel: () => void;
}

export interface Session {
  /** Asks the worker what there is and fills the library. */
  readonly start: () => Promise<Catalogue>;
  /** Puts a clip of the library on stage once it is loaded; says in words why not. */
  readonly show: (id: ClipId) => Promise<void>;
  /** Puts a clip that a mode has made into the library and on stage, where it is judged unless it comes judged. */
  readonly take: (made: MadeClip) => void;
  readonly open: (given: readonly GivenFile[]) => Promise<void>;
  /** All files that were given, and those of a kept project. */
  readonly files: () => readonly MotionFile[];
  /** Lists files of a kept project; they are read when they are shown. */
  readonly restoreFiles: (kept: readonly MotionFile[]) => void;
  /** Takes clips off the list; where one of them was on stage, the next that is left comes there. */
  readonly remove: (ids: readonly ClipId[]) => void;
  /** Goes to the worst frame of a finding, or to another moment [s], and asks why. */
  readonly lookAt: (finding: number, time?: number) => void;
  readonly analyseAgain: () => void;
  readonly cancelJob: (id: number) => void;
  /** Has the worker write something about the clip on stage, as a job that can be cancelled. */
  readonly write: (
    label: string,
    task: (worker: RemoteWorker, request: ClipRequest) => Promise<Uint8Array>,
  ) => Promise<Uint8Array>;
  /** Work that is named, with progress and a way out. `mode`: whose panel shows that too. */
  readonly follow: <T>(
    label: string,
    begin: (progress: (done: number) => void) => Running<T>,
    mode?: string,
  ) => Promise<T>;
  /** What to ask a worker for the clip on stage; undefined where there is none. */
  readonly requestOnStage: () => ClipRequest | undefined;
  /** The file that the clip on stage came from. */
  readonly fileOnStage: () => File | undefined;
}

export function createSession(store: Store, player: Player, spawn: () => Worker): Session {
  const files = new Map<string, MotionFile>();
  const lane = createLane(spawn);
  const jobs = createJobs(store);
  const background = createBackground(store, createLane(spawn), jobs, files);
  const stage = createStageWork({ store, lane, jobs, files, onRest: background.wake });
  let nextFile = 1;

  const findRequest = (): ClipRequest | undefined => {
    const entry = entryOnStage(store.state());
    return entry && clipRequest(entry, store.state().document, files, store.state());
  };
  const requestOnStage = (): ClipRequest => {
    const request = findRequest();
    if (!request) throw new Error('There is no clip on stage.');
    return request;
  };

  const open = async (given: readonly GivenFile[]): Promise<void> => {
    const { catalogue } = store.state();
    if (!catalogue || given.length === 0) return;
    const { mains, passedOver } = sortFiles(given, catalogue);
    const opened = mains.map((main): MotionFile => {
      const fileId = String(nextFile++);
      return { fileId, main, beside: companionsOf(main, given, catalogue) };
    });
    for (const file of opened) files.set(file.fileId, file);
    const entries = opened.map(entryFor);
    store.dispatch({ type: 'library/add', entries });
    for (const group of new Set(opened.map(folderName))) {
      const ids = opened.filter((file) => folderName(file) === group).map((file) => entryFor(file).id);
      if (group !== '') store.dispatch({ type: 'library/group', ids, group });
    }
    if (passedOver > 0) {
      const others = passedOver === 1 ? 'One file is no motion and was' : `${passedOver} files are no motions and were`;
      const text = `${others} passed over.`;
      store.dispatch({ type: 'notice/add', kind: 'info', text });
    }
    // What is dropped plays, also where a recording has come to rest before.
    if (!prefersStillness()) store.dispatch({ type: 'view/set', view: { playing: true } });
    // The first that can be read comes on stage, unless somebody has chosen another meanwhile.
    const before = store.state().document.clip;
    for (const { id } of entries) {
      await stage.show(id);
      const failed = store.state().library.find((entry) => entry.id === id)?.status === 'failed';
      if (!failed || store.state().document.clip !== before) break;
    }
  };

  const explain = async (finding: number, frame: number): Promise<void> => {
    const report = reportOnStage(store.state());
    if (!report) return;
    const request = requestOnStage();
    const { body } = store.state().document;
    const explanation = await lane.run((worker) => worker.explain(request, body, momentOf(report, frame)));
    if (store.state().view.finding === finding) store.dispatch({ type: 'explained', explanation });
  };

  return {
    start: async () => {
      const catalogue = await lane.run(async (worker) => await worker.catalogue());
      const entries = catalogue.motions.map(({ id, title }): LibraryEntry => {
        const origin = { kind: 'built-in', motion: id, values: {} } as const;
        return { id: `built-in:${id}`, name: title, origin, status: 'waiting' };
      });
      store.dispatch({ type: 'catalogue', catalogue });
      store.dispatch({ type: 'library/add', entries });
      return catalogue;
    },
    show: stage.show,
    take: stage.take,
    open,
    files: () => [...files.values()],
    restoreFiles: (kept) => {
      for (const file of kept) files.set(file.fileId, file);
      nextFile = Math.max(nextFile, ...kept.map(({ fileId }) => Number(fileId) + 1));
      store.dispatch({ type: 'library/add', entries: kept.map(entryFor) });
    },
    remove: (ids) => {
      const { library, document } = store.state();
      const index = library.findIndex((entry) => entry.id === document.clip);
      const isLeft = ({ id }: LibraryEntry): boolean => !ids.includes(id);
      const next = library.slice(index + 1).find(isLeft) ?? library.slice(0, index).findLast(isLeft);
      for (const id of ids) store.dispatch({ type: 'library/remove', id });
      if (document.clip !== undefined && ids.includes(document.clip) && next) void stage.show(next.id);
    },
    lookAt: (index, time) => {
      const finding = findingsOnStage(store.state())[index];
      const clip = clipOnStage(store.state());
      if (!finding || !clip) return;
      store.dispatch({ type: 'explained', explanation: undefined });
      store.dispatch({ type: 'view/set', view: { finding: index, playing: false, inspector: 'report' } });
      player.seek(time ?? finding.worst * clip.frameTime);
      explain(index, finding.worst).catch((error: Error) => {
        if (!(error instanceof Cancelled)) store.dispatch({ type: 'notice/add', kind: 'error', text: error.message });
      });
    },
    analyseAgain: stage.again,
    cancelJob: jobs.cancel,
    write: async (label, task) => {
      const request = requestOnStage();
      return await jobs.follow(label, lane.end, () => lane.run((worker) => task(worker, request)));
    },
    follow: (label, begin, mode) => {
      let cancel = (): void => undefined;
      return jobs.follow(
        label,
        () => cancel(),
        (progress) => {
          const running = begin(progress);
          cancel = running.cancel;
          return running.done;
        },
        mode,
      );
    },
    requestOnStage: findRequest,
    fileOnStage: () => {
      const origin = fileBehindStage(store.state());
      return origin && files.get(origin.fileId)?.main.file;
    },
  };
}
