/** (state, action) → state. Pure; one file per slice. Undo and redo are the store's, which sees documents come and go. */
import type { DocumentAction, LibraryAction, StudioAction, ViewAction } from './actions.ts';
import { reduceDocument } from './reduce-document.ts';
import { reduceLibrary } from './reduce-library.ts';
import { reduceView } from './reduce-view.ts';
import { reduceWork } from './reduce-work.ts';
import type { StudioState } from './types.ts';

const EDITS = ['clip/', 'values/', 'body/', 'contacts/', 'pushes/', 'border/', 'edits/', 'mode/'];

const isEdit = (action: StudioAction): action is DocumentAction =>
  EDITS.some((prefix) => action.type.startsWith(prefix));
const isView = (action: StudioAction): action is ViewAction => action.type.startsWith('view/');
const isLibrary = (action: StudioAction): action is LibraryAction => action.type.startsWith('library/');

export function reduce(state: StudioState, action: StudioAction): StudioState {
  if (isEdit(action)) return afterEdit(state, { ...state, document: reduceDocument(state.document, action) });
  if (isView(action)) return { ...state, view: reduceView(state.view, action) };
  if (isLibrary(action)) return reduceLibrary(state, action);
  return reduceWork(state, action);
}

/** Another clip has other findings and another length; what was looked at there means nothing here. */
export function afterEdit(before: StudioState, after: StudioState): StudioState {
  if (before.document.clip === after.document.clip) return after;
  const view = {
    ...after.view,
    // The first clip opens at the moment a link asked for.
    time: before.document.clip === undefined ? after.view.time : 0,
    finding: undefined,
    plotRange: undefined,
    comparison: undefined,
    highlight: undefined,
    picking: undefined,
  };
  // Why a file could not be read stays with it in the list; the message need not stand in front of the next person.
  const notices = after.notices.filter(({ kind }) => kind !== 'error');
  return { ...after, view, notices, explanation: undefined };
}
