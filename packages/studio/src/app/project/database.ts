/** Projects in the browser's own database. Every write is one transaction: all of it, or nothing. */
import type { MotionFile } from '../files.ts';
import type { MadeClip } from '../stage-work.ts';
import { FIRST_PROJECT, nameOf, PROJECT_VERSION, type Project, type ProjectRest } from './project.ts';
import { soundProject } from './sound-project.ts';

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

/** A project as lists show it. */
export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly clips: number; // files and clips that were made here
}

/** All projects of this browser. */
export interface Projects {
  readonly list: () => Promise<readonly ProjectInfo[]>;
  readonly database: (id: string) => Database;
  readonly remove: (id: string) => Promise<void>;
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

/** Keys of the first project carry no prefix. */
const prefixOf = (id: string): string => (id === FIRST_PROJECT ? '' : `${id}/`);
const idOf = (key: string): string => (key === REST ? FIRST_PROJECT : key.slice(0, -REST.length - 1));

/** Opens the database. Rejects where the browser keeps nothing (a private window, a full disk). */
export async function openProjects(): Promise<Projects> {
  const database = await open();
  return {
    list: async () => {
      const store = database.transaction('rest').objectStore('rest');
      const [keys, all] = await Promise.all([answered(store.getAllKeys()), answered<ProjectRest[]>(store.getAll())]);
      return keys.flatMap((key, i) => {
        const rest = all[i];
        if (rest?.version !== PROJECT_VERSION) return [];
        return [{ id: idOf(String(key)), name: nameOf(rest), clips: rest.files.length + rest.made.length }];
      });
    },
    database: (id) => databaseOf(database, prefixOf(id)),
    remove: (id) =>
      transact(database, (transaction) => {
        const prefix = prefixOf(id);
        for (const store of STORES) {
          const request = transaction.objectStore(store).getAllKeys();
          request.onsuccess = () => {
            const mine = request.result.map(String).filter((key) => belongsTo(key, prefix));
            for (const key of mine) transaction.objectStore(store).delete(key);
          };
        }
      }),
  };
}

/** Keys of other projects begin with their number; ids of files and clips never hold one before a slash. */
const belongsTo = (key: string, prefix: string): boolean =>
  prefix === '' ? !/^\d+\//.test(key) : key.startsWith(prefix);

/** One transaction that writes: all of what `begin` asks for, or nothing. */
const transact = (database: IDBDatabase, begin: (transaction: IDBTransaction) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORES, 'readwrite');
    const fail = (): void => reject(transaction.error ?? new Error('the database could not be written'));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
    try {
      begin(transaction);
    } catch (error) {
      transaction.abort(); // what cannot be copied must not take half of the rest with it
      reject(error);
    }
  });

const databaseOf = (database: IDBDatabase, prefix: string): Database => ({
  read: async () => {
    const transaction = database.transaction(STORES);
    const rest: ProjectRest | undefined = await answered(transaction.objectStore('rest').get(prefix + REST));
    if (rest?.version !== PROJECT_VERSION) return undefined;
    const all = async (store: 'files' | 'made', keys: unknown): Promise<readonly unknown[]> => {
      const names = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
      return await Promise.all(names.map((key) => answered(transaction.objectStore(store).get(prefix + key))));
    };
    return soundProject({ rest, files: await all('files', rest.files), made: await all('made', rest.made) });
  },
  write: ({ rest, files, made, gone }) =>
    transact(database, (transaction) => {
      for (const [id, file] of files) transaction.objectStore('files').put(file, prefix + id);
      for (const [key, clip] of made) transaction.objectStore('made').put(clip, prefix + key);
      for (const id of gone.files) transaction.objectStore('files').delete(prefix + id);
      for (const key of gone.made) transaction.objectStore('made').delete(prefix + key);
      transaction.objectStore('rest').put(rest, prefix + REST);
      transaction.commit();
    }),
});
