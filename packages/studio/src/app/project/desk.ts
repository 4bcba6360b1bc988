/** The projects of a user: which one is open, others to change to, and files that hold a whole one. */

import { fileStem } from '../../state/selectors.ts';
import type { Store } from '../../state/store.ts';
import type { GivenFile } from '../../worker/api.ts';
import type { Session } from '../session.ts';
import { checkedProject } from './check-project.ts';
import { openProjects, type ProjectInfo, type Projects } from './database.ts';
import { pack, unpack } from './pack.ts';
import { FIRST_PROJECT, madeIn, NOTHING, nameOf, type Project, restOf } from './project.ts';

export const PROJECT_EXTENSION = '.poise';
const OPEN = 'poise-project-open';

export interface Desk {
  readonly openId: string; // of the project that this page shows
  /** All projects; undefined where the browser keeps none. */
  readonly projects: () => Promise<Projects | undefined>;
  readonly list: () => Promise<readonly ProjectInfo[]>;
  /** Keeps what is open and changes to another project, by loading the page again. */
  readonly change: (id: string) => Promise<void>;
  readonly create: () => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** The open project as a file. */
  readonly file: () => Promise<{ readonly blob: Blob; readonly name: string }>;
  /** Opens motions, or a project among them. */
  readonly open: (given: readonly GivenFile[]) => Promise<void>;
  /** Told how to write what has not been written yet. */
  readonly keepBy: (flush: () => Promise<void>) => void;
}

/** The project that was open last in this browser. */
function lastOpen(): string {
  try {
    return localStorage.getItem(OPEN) ?? FIRST_PROJECT;
  } catch {
    return FIRST_PROJECT;
  }
}

export function createDesk(store: Store, session: Session): Desk {
  const openId = lastOpen();
  let opened: Promise<Projects | undefined> | undefined;
  let flush = async (): Promise<void> => undefined;
  const projects = (): Promise<Projects | undefined> => {
    opened ??= openProjects().catch(() => undefined);
    return opened;
  };
  const list = async (): Promise<readonly ProjectInfo[]> => (await (await projects())?.list()) ?? [];

  const change = async (id: string): Promise<void> => {
    await flush();
    localStorage.setItem(OPEN, id);
    history.replaceState(null, '', location.pathname + location.search); // the address belongs to what was open
    location.reload();
  };
  const freeId = async (): Promise<string> =>
    String(1 + Math.max(Number(FIRST_PROJECT), ...(await list()).map(({ id }) => Number(id) || 0)));

  const openFile = async ({ path, file }: GivenFile): Promise<void> => {
    const all = await projects();
    if (!all) throw new Error('this browser window cannot keep projects; open it in a window that is not private');
    const { rest, files, made } = checkedProject(await unpack(file));
    const id = await freeId();
    const keyed = made.map((clip, i) => [rest.made[i]!, clip] as const);
    const stem = path.slice(path.lastIndexOf('/') + 1, -PROJECT_EXTENSION.length);
    const named = { ...rest, view: { ...rest.view, project: rest.view.project || stem } };
    await all.database(id).write({
      rest: named,
      files: files.map((one) => [one.fileId, one] as const),
      made: keyed,
      gone: { files: [], made: [] },
    });
    await change(id);
  };

  return {
    openId,
    projects,
    list,
    change,
    create: async () => {
      const id = await freeId();
      const rest = { ...NOTHING, view: { ...NOTHING.view, project: `Project ${id}` } };
      await (await projects())?.database(id).write({ rest, files: [], made: [], gone: { files: [], made: [] } });
      await change(id);
    },
    remove: async (id) => await (await projects())?.remove(id),
    file: async () => {
      const state = store.state();
      const rest = restOf(state);
      const files = session.files().filter(({ fileId }) => rest.files.includes(fileId));
      const project: Project = { rest, files, made: [...madeIn(state).values()] };
      return { blob: await pack(project), name: fileStem({ name: nameOf(rest) }) + PROJECT_EXTENSION };
    },
    open: async (given) => {
      const project = given.find(({ path }) => path.toLowerCase().endsWith(PROJECT_EXTENSION));
      if (!project) return await session.open(given);
      try {
        await openFile(project);
      } catch (error) {
        const text = `${project.file.name} cannot be opened: ${(error as Error).message}.`;
        store.dispatch({ type: 'notice/add', kind: 'error', text });
      }
    },
    keepBy: (given) => {
      flush = given;
    },
  };
}
