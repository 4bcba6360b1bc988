import type { LibraryAction } from './actions.ts';
import type { ClipId, LibraryEntry, StudioState } from './types.ts';

/** Id of the entry for one take of a file. */
export const takeId = (fileId: string, take: number): ClipId => `file:${fileId}:${take}`;

export function reduceLibrary(state: StudioState, action: LibraryAction): StudioState {
  const { library } = state;
  switch (action.type) {
    case 'library/add':
      return {
        ...state,
        library: [
          ...library,
          ...action.entries.filter(({ id }) => !entryOf(library, id)).map((entry) => named(state, entry)),
        ],
      };
    case 'library/rename': {
      const names = { ...state.view.names, [action.id]: action.name };
      const renamed = { ...state, view: { ...state.view, names } };
      return withEntry(renamed, action.id, (entry) => named(renamed, entry));
    }
    case 'library/remove': {
      const { [action.id]: _, ...names } = state.view.names; // another file may get the id
      const { [action.id]: __, ...groups } = state.view.groups;
      return {
        ...state,
        library: library.filter(({ id }) => id !== action.id),
        view: { ...state.view, names, groups },
      };
    }
    case 'library/group':
      return { ...state, view: { ...state.view, groups: grouped(state, action.ids, action.group) } };
    case 'library/loading':
      return withEntry(state, action.id, ({ error: _, ...entry }) => ({ ...entry, status: 'loading' }));
    case 'library/failed':
      // A clip that was made anew in vain stays as it was.
      return withEntry(state, action.id, (entry) => ({
        ...entry,
        status: entry.clip ? 'ready' : 'failed',
        error: action.error,
      }));
    case 'library/verdict':
      return entryOf(library, action.id)
        ? { ...state, verdicts: { ...state.verdicts, [action.id]: action.verdict } }
        : state;
    case 'library/takes':
      return withTakes(state, action.fileId, action.takes);
    case 'library/made':
      return { ...state, library: withMade(state, action) };
    case 'library/loaded':
      // Only the motion on stage stays in memory here; the worker remembers the files it has read.
      return {
        ...state,
        library: library.map((entry) => {
          const { clip: _, error: __, ...rest } = entry;
          if (entry.id === action.id) return { ...rest, status: 'ready', clip: action.clip, roles: action.clip.roles };
          return entry.clip && entry.id !== state.document.clip ? rest : entry;
        }),
      };
  }
}

/** Groups with some clips in another one; without a name they are in none. */
function grouped({ view: { groups } }: StudioState, ids: readonly ClipId[], group: string): Record<ClipId, string> {
  const others = Object.entries(groups).filter(([id]) => !ids.includes(id));
  return Object.fromEntries([...others, ...(group === '' ? [] : ids.map((id) => [id, group]))]);
}

/** With the name that the user has given it. */
const named = ({ view }: StudioState, entry: LibraryEntry): LibraryEntry => {
  const name = view.names[entry.id];
  return name === undefined ? entry : { ...entry, name };
};

const entryOf = (library: readonly LibraryEntry[], id: ClipId): LibraryEntry | undefined =>
  library.find((entry) => entry.id === id);

/** The newest made clip comes first among its kind; one made anew stays where it is. */
function withMade(
  state: StudioState,
  { id, name, mode, from, clip, live = false, props }: Extract<LibraryAction, { type: 'library/made' }>,
): readonly LibraryEntry[] {
  const { library } = state;
  const before = entryOf(library, id)?.origin;
  const revision = before?.kind === 'made' ? before.revision + 1 : 1;
  const origin = { kind: 'made', mode, from, made: clip, revision, live, props } as const;
  const entry: LibraryEntry = named(state, { id, name, origin, status: 'ready', clip, roles: clip.roles });
  return before ? library.map((old) => (old.id === id ? entry : old)) : [entry, ...library];
}

function withEntry(state: StudioState, id: ClipId, change: (entry: LibraryEntry) => LibraryEntry): StudioState {
  return { ...state, library: state.library.map((entry) => (entry.id === id ? change(entry) : entry)) };
}

/** One entry per take of a file that turned out to hold several; the first keeps its place and id. */
function withTakes(state: StudioState, fileId: string, takes: readonly string[]): StudioState {
  const { library, view } = state;
  const first = entryOf(library, takeId(fileId, 0));
  if (first?.origin.kind !== 'file' || takes.length < 2 || entryOf(library, takeId(fileId, 1))) return state;
  const { origin } = first;
  const { clip: _, ...bare } = first;
  const others = takes.slice(1).map(
    (take, index): LibraryEntry => ({
      ...bare,
      id: takeId(fileId, index + 1),
      name: takeName(origin.file, take, index + 1),
      origin: { ...origin, take: index + 1 },
      status: 'waiting',
    }),
  );
  const renamed = { ...first, name: takeName(origin.file, takes[0] ?? '', 0) };
  const all = [renamed, ...others].map((entry) => named(state, entry));
  const group = view.groups[first.id];
  const left = group === undefined ? [] : others.filter(({ id }) => view.groups[id] === undefined).map(({ id }) => id);
  return {
    ...state,
    library: library.flatMap((entry) => (entry === first ? all : [entry])),
    view: { ...view, groups: group === undefined ? view.groups : grouped(state, left, group) },
  };
}

const takeName = (file: string, take: string, index: number): string => `${file} · ${take || `take ${index + 1}`}`;
