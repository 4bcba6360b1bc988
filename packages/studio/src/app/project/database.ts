/** The project in the browser's own database. Every write is one transaction: all of it, or nothing. */
import type { MotionFile } from '../files.ts';
import type { MadeClip } from '../stage-work.ts';
import { PROJECT_VERSION, type Project, type ProjectRest } from './project.ts';

const NAME = 'poise-studio';
const STORES = ['rest', 'files', 'made'] as const;
const REST = 'rest';

/** What has changed since the last write. */
export interface Change {
  readonly rest: ProjectRest;
  readonly files: readonly (readonly [id: string, file: MotionFile])[]; // new ones
  readonly made: readonly (readonly [key: string, clip: MadeClip])[];
  readonly gone: { readonly files: readonly string[]; readonly made: readonly string[] }; // keys that nothing names any more
}

export interface Database {
  /** The project; undefined where there is none, or one of another version. */
  readonly read: () => Promise<Project | undefined>;
  /** Keeps what is new and forgets what is gone. All requests are made before it returns: a page that is left can still write. */
  readonly write: (change: Change) => Promise<void>;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database gave no answer'));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  return answered(request);
}

/** Opens the database. Rejects where the browser keeps nothing (a private window, a full disk). */
export async function openDatabase(): Promise<Database> {
  const database = await open();
  return {
    read: async () => {
      const transaction = database.transaction(STORES);
      const rest: ProjectRest | undefined = await answered(transaction.objectStore('rest').get(REST));
      if (rest?.version !== PROJECT_VERSION) return undefined;
      const all = async <T>(store: 'files' | 'made', keys: readonly string[]): Promise<readonly T[]> => {
        const found = await Promise.all(keys.map((key) => answered(transaction.objectStore(store).get(key))));
        return found.filter((one) => one !== undefined);
      };
      return { rest, files: await all<MotionFile>('files', rest.files), made: await all<MadeClip>('made', rest.made) };
    },
    write: ({ rest, files, made, gone }) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(STORES, 'readwrite');
        const fail = (): void => reject(transaction.error ?? new Error('the database could not be written'));
        transaction.oncomplete = () => resolve();
        transaction.onerror = fail;
        transaction.onabort = fail;
        try {
          for (const [id, file] of files) transaction.objectStore('files').put(file, id);
          for (const [key, clip] of made) transaction.objectStore('made').put(clip, key);
          for (const id of gone.files) transaction.objectStore('files').delete(id);
          for (const key of gone.made) transaction.objectStore('made').delete(key);
          transaction.objectStore('rest').put(rest, REST);
          transaction.commit();
        } catch (error) {
          transaction.abort(); // what cannot be copied must not take half of the rest with it
          reject(error);
        }
      }),
  };
}
