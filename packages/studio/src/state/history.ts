/** Undo and redo over documents. One drag of a slider is one step, however many values it went through. */
import type { StudioDocument } from './types.ts';

export interface History {
  readonly past: readonly StudioDocument[];
  readonly future: readonly StudioDocument[];
  /** What the last step was about and when [ms]; an edit of the same soon after joins it. */
  readonly last: { readonly key: string; readonly at: number } | undefined;
}

export const EMPTY_HISTORY: History = { past: [], future: [], last: undefined };

const JOIN_WITHIN = 700; // [ms]
const DEPTH = 200;

/** Notes an edit that replaced `before`. `key`: what was edited, undefined for edits that never join. */
export function record(history: History, before: StudioDocument, key: string | undefined, at: number): History {
  const joins = key !== undefined && history.last?.key === key && at - history.last.at < JOIN_WITHIN;
  const past = joins ? history.past : [...history.past, before].slice(-DEPTH);
  return { past, future: [], last: key === undefined ? undefined : { key, at } };
}

export function undo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const before = history.past.at(-1);
  if (!before) return undefined;
  return [{ past: history.past.slice(0, -1), future: [now, ...history.future], last: undefined }, before];
}

export function redo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const [after, ...future] = history.future;
  if (!after) return undefined;
  return [{ past: [...history.past, now], future, last: undefined }, after];
}
