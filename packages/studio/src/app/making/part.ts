/** A part of a clip as a clip of its own, with the edits that fall into it. Plain functions. */
import { type Clip, trim } from 'poise';
import type { ClipEdits, ClipId, LibraryEntry } from '../../state/types.ts';

export interface Part {
  readonly id: ClipId;
  readonly name: string;
  readonly clip: Clip;
  readonly edits: ClipEdits;
}

/** Whole frames between two times [s]; undefined where that is fewer than two. */
export function partOf(
  { id, name, clip }: LibraryEntry,
  edits: ClipEdits,
  start: number,
  end: number,
): Part | undefined {
  if (!clip) return undefined;
  const { frameTime, frameCount } = clip;
  const first = Math.max(0, Math.ceil(start / frameTime - 1e-6));
  const last = Math.min(frameCount - 1, Math.floor(end / frameTime + 1e-6));
  if (last <= first) return undefined;
  const seconds = (frame: number): string => (frame * frameTime).toFixed(1);
  return {
    id: `trim:${id}:${first}-${last}`,
    name: `${name}, ${seconds(first)}–${seconds(last)} s`,
    clip: trim(clip, first, last + 1),
    edits: {
      values: {},
      border: {},
      body: edits.body,
      contacts: edits.contacts
        .map((contact) => ({
          ...contact,
          start: Math.max(0, contact.start - first),
          end: Math.min(last, contact.end) - first,
        }))
        .filter((contact) => contact.end >= contact.start),
      pushes: edits.pushes
        .map((push) => ({ ...push, time: push.time.map((t) => t - first * frameTime) }))
        .filter(({ time }) => (time.at(-1) ?? 0) >= 0 && (time[0] ?? 0) <= (last - first) * frameTime),
    },
  };
}
