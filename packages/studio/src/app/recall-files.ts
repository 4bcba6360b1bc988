/** A page that is loaded again cannot open the user's files by itself. It knows which they were, in this tab only, and says so. */
import type { Store } from '../state/store.ts';
import type { LibraryEntry } from '../state/types.ts';

const KEY = 'poise-files';

/** Names of the files in the library, each once. */
export const filesIn = (library: readonly LibraryEntry[]): readonly string[] => [
  ...new Set(library.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.file] : []))),
];

/** What is said of files that were open; undefined: there were none. */
export function lostFilesText(names: readonly string[]): string | undefined {
  const [first, ...others] = names;
  if (first === undefined) return undefined;
  const who = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`;
  return `${who} no longer open: your files stay with you, and a page that is loaded again cannot fetch them. Drop them here again.`;
}

export function recallFiles(store: Store): void {
  const text = lostFilesText(read());
  if (text) store.dispatch({ type: 'notice/add', kind: 'info', text });
  let { library } = store.state();
  let kept = '[]';
  store.subscribe(() => {
    if (store.state().library === library) return;
    library = store.state().library;
    const names = JSON.stringify(filesIn(library));
    if (names === kept) return;
    kept = names;
    write(names);
  });
  write(kept);
}

function read(): readonly string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

function write(names: string): void {
  try {
    sessionStorage.setItem(KEY, names);
  } catch {
    // A browser that keeps nothing still works; it only forgets.
  }
}
