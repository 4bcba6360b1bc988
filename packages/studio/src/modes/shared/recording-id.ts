/** Names of live recordings. */
import type { ClipId, StudioState } from '../../state/types.ts';
import type { ModeHost } from '../mode.ts';

/** 'push:3': the next free number of a mode; `empty`: a recording in which nothing happened is recorded over. */
export function freeId(state: StudioState, mode: string, empty: ClipId | undefined): ClipId {
  if (empty !== undefined) return empty;
  let number = 1;
  while (state.library.some(({ id }) => id === `${mode}:${number}`)) number++;
  return `${mode}:${number}`;
}

export const numberOf = (id: ClipId): string => id.slice(id.indexOf(':') + 1);

/** A recording in which nothing happened is not worth a place in the library. */
export async function dropRecording(host: ModeHost, id: ClipId, back: ClipId | undefined): Promise<void> {
  const { store, session } = host;
  const onStage = store.state().document.clip === id;
  if (onStage && back !== undefined && back !== id) await session.show(back);
  if (store.state().document.clip !== id) store.dispatch({ type: 'library/remove', id });
}
