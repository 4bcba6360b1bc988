/** Holds the state, tells who listens, and takes edits of the clip on stage back and forth. */
import type { StudioAction } from './actions.ts';
import { editWords } from './edit-words.ts';
import { EMPTY_HISTORY, type History, patchBetween, record, redo, undo } from './history.ts';
import { afterEdit, reduce } from './reducer.ts';
import type { ClipId, StudioDocument, StudioState } from './types.ts';

export interface Store {
  readonly state: () => StudioState;
  readonly dispatch: (action: StudioAction) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** What the next undo takes back, in words; undefined where there is nothing. */
  readonly undoWords: () => string | undefined;
  readonly redoWords: () => string | undefined;
}

/** Edits that come in quick succession while a slider is dragged; they join into one step. */
function joinKey(action: StudioAction): string | undefined {
  if (action.type === 'values/set') return `values/${action.name}`;
  if (action.type === 'body/set') return `body/${Object.keys(action.body).join()}`;
  if (action.type === 'mode/settings') return action.apart ? undefined : `mode/${action.mode}`;
  if (action.type === 'contacts/set' || action.type === 'pushes/set') return action.type;
  return undefined;
}

/** `clock` gives milliseconds; it decides what belongs to one drag. */
export function createStore(initial: StudioState, clock: () => number): Store {
  let state = initial;
  const histories = new Map<ClipId | undefined, History>();
  const history = (): History => histories.get(state.document.clip) ?? EMPTY_HISTORY;
  const listeners = new Set<() => void>();

  const publish = (next: StudioState): void => {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const walk = (step: readonly [History, StudioDocument] | undefined): void => {
    if (!step) return;
    histories.set(state.document.clip, step[0]);
    publish(afterEdit(state, { ...state, document: step[1] }));
  };

  return {
    state: () => state,
    dispatch: (action) => {
      const next = reduce(state, action);
      // What is set before the first clip is on stage comes from a link or a project, and is no edit of the user's.
      const before = state.document.clip === undefined ? undefined : patchBetween(state.document, next.document);
      if (before) {
        const step = { before, words: editWords(action) };
        histories.set(state.document.clip, record(history(), step, joinKey(action), clock()));
      }
      publish(next);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    undo: () => walk(undo(history(), state.document)),
    redo: () => walk(redo(history(), state.document)),
    canUndo: () => history().past.length > 0,
    canRedo: () => history().future.length > 0,
    undoWords: () => history().past.at(-1)?.words,
    redoWords: () => history().future[0]?.words,
  };
}
