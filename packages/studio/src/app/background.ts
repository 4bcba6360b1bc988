/** Judges the files of the library one after the other in a worker of its own, while the user looks at something else. */
import { takeId } from '../state/reduce-library.ts';
import type { Store } from '../state/store.ts';
import type { LibraryEntry } from '../state/types.ts';
import { Cancelled, type Lane } from '../worker/lane.ts';
import type { MotionFile } from './files.ts';
import type { Jobs } from './jobs.ts';

export interface Background {
  /** Looks whether there is something to judge. */
  readonly wake: () => void;
}

export function createBackground(
  store: Store,
  lane: Lane,
  jobs: Jobs,
  files: ReadonlyMap<string, MotionFile>,
): Background {
  let running = false;
  let stopped = false;
  const surveyed = new Set<string>(); // files

  const waiting = (): LibraryEntry | undefined => {
    const { library, verdicts, document } = store.state();
    // Each file is surveyed once, all takes together; what is on stage is judged there.
    return library.find(
      ({ id, origin, status }) =>
        origin.kind === 'file' &&
        !surveyed.has(origin.fileId) &&
        status === 'waiting' &&
        !verdicts[id] &&
        id !== document.clip,
    );
  };

  const survey = async (entry: LibraryEntry): Promise<void> => {
    if (entry.origin.kind !== 'file') return;
    const { fileId } = entry.origin;
    const file = files.get(fileId);
    surveyed.add(fileId);
    if (!file) return;
    try {
      const takes = await lane.run((worker) => worker.survey({ kind: 'file', ...file, take: 0, border: {} }));
      store.dispatch({ type: 'library/takes', fileId, takes: takes.map(({ name }) => name) });
      takes.forEach(({ verdict, error }, take) => {
        const id = takeId(fileId, take);
        if (id === store.state().document.clip) return; // judged on stage, with the user's own settings
        if (verdict) store.dispatch({ type: 'library/verdict', id, verdict });
        else store.dispatch({ type: 'library/failed', id, error: error ?? 'could not be analysed' });
      });
    } catch (error) {
      if (error instanceof Cancelled) {
        surveyed.delete(fileId);
        throw error;
      }
      store.dispatch({ type: 'library/failed', id: entry.id, error: (error as Error).message });
    }
  };

  const run = async (progress: (done: number) => void): Promise<void> => {
    const count = (): number =>
      new Set(store.state().library.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.fileId] : []))).size;
    let judged = 0;
    for (let entry = waiting(); entry && !stopped; entry = waiting()) {
      await survey(entry);
      judged++;
      progress(judged / Math.max(judged, count()));
    }
  };

  return {
    wake: () => {
      if (running || !waiting()) return;
      running = true;
      stopped = false;
      const cancel = (): void => {
        stopped = true;
        lane.end();
      };
      jobs
        .follow('Analysing the files in the list', cancel, run)
        .catch(() => undefined) // cancelled; the files wait until more are dropped
        .finally(() => {
          running = false;
        });
    },
  };
}
