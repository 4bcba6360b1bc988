/** Keeps the project as one works, and brings it back when the page is loaded again. */
import { modes } from '../../modes/index.ts';
import type { Store } from '../../state/store.ts';
import type { StudioDocument } from '../../state/types.ts';
import { settingsFrom } from '../address.ts';
import type { Session } from '../session.ts';
import type { Database } from './database.ts';
import type { Desk } from './desk.ts';
import { FIRST_PROJECT, isSame, madeIn, NOTHING, type Project, restOf } from './project.ts';

const SETTLE = 250; // [ms] after a change: what follows on its heels is written with it
const LOCK = 'poise-project';
const SAME_TAB = 'poise-tab';

/** The page was loaded again in the same tab: what was on stage counts for more than the address. */
export function isReload(): boolean {
  try {
    const again = sessionStorage.getItem(SAME_TAB) !== null;
    sessionStorage.setItem(SAME_TAB, '1');
    return again;
  } catch {
    return false;
  }
}

/** The database, for the one tab that may keep the project; undefined, and a notice, for any other or where nothing can be kept. */
export async function openProject(store: Store, desk: Desk): Promise<Database | undefined> {
  const say = (text: string): undefined => {
    store.dispatch({ type: 'notice/add', kind: 'info', text });
  };
  const lock = desk.openId === FIRST_PROJECT ? LOCK : `${LOCK}/${desk.openId}`;
  if (!(await lockForEver(lock))) {
    return say('This project is open in another tab, which keeps your work. What you do here is not kept.');
  }
  const projects = await desk.projects();
  return (
    projects?.database(desk.openId) ??
    say('This browser window cannot keep your work. Export what you need before you close it.')
  );
}

/** Holds the lock until the page ends; false where another page has it. */
function lockForEver(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}

/** Fills the library and the shelf with what was kept; nothing is put on stage yet. */
export function restoreProject(store: Store, session: Session, { rest, files, made }: Project): void {
  const { project = '', names = {}, bookmarks = [] } = rest.view; // older projects have none
  store.dispatch({ type: 'view/set', view: { project, names, bookmarks } });
  session.restoreFiles(files);
  for (const clip of [...made].reverse()) store.dispatch({ type: 'library/made', from: undefined, ...clip });
  const { clip, shelf, values, body, contacts, pushes, border } = rest.document;
  for (const [id, edits] of Object.entries(shelf)) store.dispatch({ type: 'edits/restore', id, edits });
  if (clip !== undefined) {
    store.dispatch({ type: 'edits/restore', id: clip, edits: { values, body, contacts, pushes, border } });
  }
  restoreSettings(store, rest.document);
}

/** Settings of an older studio are kept as far as this one has them. */
function restoreSettings(store: Store, document: StudioDocument): void {
  for (const { id, settings: usual, accepts } of modes) {
    const settings = settingsFrom(usual, document.modes[id]);
    if (settings && (accepts?.(settings) ?? true)) store.dispatch({ type: 'mode/settings', mode: id, settings });
  }
}

/** Writes every change a moment after it was made, and at once when the page is left. Returns what writes all that is not written yet. */
export function keepProject(
  store: Store,
  session: Session,
  database: Database,
  kept: Project | undefined,
): () => Promise<void> {
  let written = kept?.rest ?? NOTHING;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy: Promise<void> | undefined;
  let warned = false;

  const write = async (): Promise<void> => {
    const state = store.state();
    const rest = restOf(state);
    if (isSame(rest, written)) return;
    const { files: known, made: knownMade } = written;
    const files = session.files().filter(({ fileId }) => rest.files.includes(fileId) && !known.includes(fileId));
    const made = [...madeIn(state)].filter(([key]) => !knownMade.includes(key));
    try {
      const gone = {
        files: known.filter((id) => !rest.files.includes(id)),
        made: knownMade.filter((key) => !rest.made.includes(key)),
      };
      await database.write({ rest, files: files.map((file) => [file.fileId, file] as const), made, gone });
      written = rest;
      warned = false;
    } catch (error) {
      if (warned) return;
      warned = true;
      const why =
        (error as Error).name === 'QuotaExceededError' ? 'the browser has no room left' : (error as Error).message;
      const words = `Your work could not be kept: ${why}. Export what you need before you close this page.`;
      store.dispatch({ type: 'notice/add', kind: 'error', text: words });
    }
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (busy) {
      later();
      return;
    }
    busy = write().finally(() => {
      busy = undefined;
    });
  };
  const later = (): void => {
    timer ??= setTimeout(flush, SETTLE);
  };
  let { library, document: edited } = store.state();
  store.subscribe(() => {
    const state = store.state();
    // a new file and another clip on stage are written at once, what is dragged after a moment
    const isStep = state.library.length !== library.length || state.document.clip !== edited.clip;
    ({ library, document: edited } = state);
    if (isStep) flush();
    else later();
  });
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  return async () => {
    while (busy) await busy;
    flush();
    await busy;
  };
}
