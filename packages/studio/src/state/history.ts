/**
 * Undo and redo of edits, one history per clip. A step holds only what an edit changed, so that taking it back leaves
 * everything else as it is now: which clip is on stage, and what was done to others.
 */
import type { ClipEdits, StudioDocument } from './types.ts';

/** What an edit replaced: edits of the clip, settings of modes by their ids. */
export interface Patch {
  readonly edits: Partial<ClipEdits>;
  readonly modes: Readonly<Record<string, unknown>>;
}

/** What was there before an edit, and what the edit did, in words. */
export interface Step {
  readonly before: Patch;
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
const EDITS = ['values', 'body', 'contacts', 'pushes', 'border'] as const satisfies readonly (keyof ClipEdits)[];

/** What of `before` is otherwise in `after`; undefined where no edit was made, as where only another clip came on stage. */
export function patchBetween(before: StudioDocument, after: StudioDocument): Patch | undefined {
  const edits =
    before.clip === after.clip
      ? EDITS.filter((key) => before[key] !== after[key]).map((key) => [key, before[key]])
      : [];
  const ids = new Set([...Object.keys(before.modes), ...Object.keys(after.modes)]);
  const modes = [...ids].filter((id) => before.modes[id] !== after.modes[id]).map((id) => [id, before.modes[id]]);
  if (edits.length === 0 && modes.length === 0) return undefined;
  return { edits: Object.fromEntries(edits), modes: Object.fromEntries(modes) };
}

/** The document with a patch in it. Settings that were not there before are gone again. */
function patched(document: StudioDocument, { edits, modes }: Patch): StudioDocument {
  const settings = Object.entries({ ...document.modes, ...modes }).filter(([, value]) => value !== undefined);
  return { ...document, ...edits, modes: Object.fromEntries(settings) };
}

/** Notes an edit. `key`: what was edited, undefined for edits that never join. */
export function record(history: History, step: Step, key: string | undefined, at: number): History {
  const joins = key !== undefined && history.last?.key === key && at - history.last.at < JOIN_WITHIN;
  const first = joins ? history.past.at(-1) : undefined;
  const past = first
    ? [...history.past.slice(0, -1), { before: joined(first.before, step.before), words: step.words }]
    : [...history.past, step].slice(-DEPTH);
  return { past, future: [], last: key === undefined ? undefined : { key, at } };
}

/** The older of two values counts. */
const joined = (older: Patch, newer: Patch): Patch => ({
  edits: { ...newer.edits, ...older.edits },
  modes: { ...newer.modes, ...older.modes },
});

export function undo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const step = history.past.at(-1);
  if (!step) return undefined;
  const then = patched(now, step.before);
  const back = { before: patchBetween(now, then) ?? step.before, words: step.words };
  return [{ past: history.past.slice(0, -1), future: [back, ...history.future], last: undefined }, then];
}

export function redo(history: History, now: StudioDocument): readonly [History, StudioDocument] | undefined {
  const [step, ...future] = history.future;
  if (!step) return undefined;
  const then = patched(now, step.before);
  const back = { before: patchBetween(now, then) ?? step.before, words: step.words };
  return [{ past: [...history.past, back], future, last: undefined }, then];
}
