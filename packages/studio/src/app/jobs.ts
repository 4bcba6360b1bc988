/** Long work as the user sees it: named, with progress, and with a way out. Short work is not mentioned. */
import type { Store } from '../state/store.ts';

const MENTION_AFTER = 250; // [ms]

export interface Jobs {
  /** Follows a piece of work; `cancel` ends it. The work is handed a way to report progress. */
  readonly follow: <T>(
    label: string,
    cancel: () => void,
    work: (progress: (done: number) => void) => Promise<T>,
    mode?: string, // whose panel shows it as well
  ) => Promise<T>;
  readonly cancel: (id: number) => void;
}

export function createJobs(store: Store): Jobs {
  const cancels = new Map<number, () => void>();
  let next = 1;
  return {
    follow: async (label, cancel, work, mode) => {
      const id = next++;
      let done: number | undefined;
      cancels.set(id, cancel);
      const timer = setTimeout(
        () => store.dispatch({ type: 'job/start', job: { id, label, progress: done, mode } }),
        MENTION_AFTER,
      );
      try {
        return await work((progress) => {
          done = progress;
          if (store.state().jobs.some((job) => job.id === id)) store.dispatch({ type: 'job/progress', id, progress });
        });
      } finally {
        clearTimeout(timer);
        cancels.delete(id);
        store.dispatch({ type: 'job/end', id });
      }
    },
    cancel: (id) => cancels.get(id)?.(),
  };
}
