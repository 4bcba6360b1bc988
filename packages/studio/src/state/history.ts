/** Undo and redo over documents. One drag of a slider is one step, however many values it went through. */
import type { StudioDocument } from './types.ts';

/** A document that was left behind, and what was done to leave it, in words. */
export interface Step {
  readonly document: StudioDocument;
  readonly words: string;
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[]; // the next one first
  /** What the last step was about and when [ms]; an edit of the same soon after joins it. */
  readonly last: { readonly key: string; readonly at: number } | undefined;
}

export const EMPTY_HISTORY: History = { past: [], future: [], last: undefined };

const JOIN_WITHIN = 700; // [ms]
const DEPTH = 200;

/** Notes an edit that left a document behind. `key`: what was edited, undefined for edits that never join. */
export function record(history: History, left: Step, key: string | undefined, at: number): History {
  const joins = key !== undefined && history.last?.key === key && at - history.last.at < JOIN_WITHIN;
  const first = joins ? history.past.at(-1) : undefined;
  const past = first
    ? [...history.past.slice(0, -1), { ...first, words: left.words }]
    : [...history.past, left].slice(-DEPTH);
  return { past, future: [], last: key === undefined ? undefined : { key, at } };
}

export function undo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const before = history.past.at(-1);
  if (!before) return undefined;
  const future = [{ document: now, words: before.words }, ...history.future];
  return [{ past: history.past.slice(0, -1), future, last: undefined }, before.document];
}

export function redo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const [after, ...future] = history.future;
  if (!after) return undefined;
  const past = [...history.past, { document: now, words: after.words }];
  return [{ past, future, last: undefined }, after.document];
}
