/** What of the studio must not be lost: the user's files, clips that were made here, edits, settings, camera. Plain data, as a database of the
 *  browser keeps it. */
import { initialState } from '../../state/initial.ts';
import type { ClipId, LibraryEntry, StudioDocument, StudioState, StudioView } from '../../state/types.ts';
import type { MotionFile } from '../files.ts';
import type { MadeClip } from '../stage-work.ts';

export const PROJECT_VERSION = 1;

/** The project that is there before anybody makes one. */
export const FIRST_PROJECT = '1';
const UNNAMED = 'My project';

/** How one looked at the stage. Panels and theme belong to the person, not to the project. */
export type KeptView = Pick<
  StudioView,
  | 'project'
  | 'names'
  | 'groups'
  | 'folded'
  | 'bookmarks'
  | 'mode'
  | 'time'
  | 'loop'
  | 'speed'
  | 'overlays'
  | 'camera'
  | 'shot'
  | 'follow'
  | 'ghosts'
  | 'inspector'
>;

/** All but what is large. */
export interface ProjectRest {
  readonly version: number;
  readonly document: StudioDocument;
  readonly view: KeptView;
  readonly files: readonly string[]; // ids, in the order of the library
  readonly made: readonly string[]; // keys, in the order of the library
}

export interface Project {
  readonly rest: ProjectRest;
  readonly files: readonly MotionFile[];
  readonly made: readonly MadeClip[];
}

/** A made clip is kept under its id and revision: made anew, it is another one. */
const madeKey = ({ id, origin }: LibraryEntry): string => (origin.kind === 'made' ? `${id} ${origin.revision}` : id);

/** Clips that were made here and rest. A recording that still grows is kept when it is done. */
export function madeIn({ library }: StudioState): ReadonlyMap<string, MadeClip> {
  const found = library.flatMap((entry) => {
    const { id, name, origin } = entry;
    if (origin.kind !== 'made' || origin.live) return [];
    const { mode, from, made: clip, props } = origin;
    return [[madeKey(entry), { id, name, mode, from, clip, props }] as const];
  });
  return new Map(found);
}

/** Ids of the files that the library still shows, each once. */
export const fileIdsIn = ({ library }: StudioState): readonly string[] => [
  ...new Set(library.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.fileId] : []))),
];

/** What is kept of how one looks at the stage. */
function viewOf({ view }: StudioState): KeptView {
  const { project, names, groups, folded, bookmarks, mode, time, loop, speed } = view;
  const { overlays, camera, shot, follow, ghosts, inspector } = view;
  return {
    project,
    names,
    groups,
    folded,
    bookmarks,
    mode,
    time,
    loop,
    speed,
    overlays,
    camera,
    shot,
    follow,
    ghosts,
    inspector,
  };
}

export function restOf(state: StudioState): ProjectRest {
  return {
    version: PROJECT_VERSION,
    document: state.document,
    view: viewOf(state),
    files: fileIdsIn(state),
    made: [...madeIn(state).keys()],
  };
}

/** What a project is called; one that was never named has a name all the same. */
export const nameOf = ({ view }: { readonly view: Pick<KeptView, 'project'> }): string =>
  view.project?.trim() || UNNAMED;

/** Nothing has been kept yet. */
export const NOTHING: ProjectRest = restOf(initialState());

/** Whether nothing has changed: documents are compared by reference, since they never change. */
export function isSame(a: ProjectRest, b: ProjectRest): boolean {
  const lists = (rest: ProjectRest): string => JSON.stringify([rest.view, rest.files, rest.made]);
  return a.document === b.document && lists(a) === lists(b);
}

/** Whether a project holds anything of the user's own. */
export const holdsWork = ({ rest, files, made }: Project): boolean =>
  files.length > 0 || made.length > 0 || Object.keys(rest.document.shelf).length > 0;

/** The clip that was on stage, where the studio can show it again. */
export function clipOnReturn(
  { rest: { document }, files, made }: Project,
  builtIn: readonly ClipId[],
): ClipId | undefined {
  const { clip } = document;
  if (clip === undefined) return undefined;
  const isThere =
    builtIn.includes(clip) ||
    made.some(({ id }) => id === clip) ||
    files.some(({ fileId }) => clip.startsWith(`file:${fileId}:`));
  return isThere ? clip : undefined;
}
