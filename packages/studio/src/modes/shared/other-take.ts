/** A file that holds several takes: the one that a mode can use, where the one on stage is none. */
import type { LibraryEntry } from '../../state/types.ts';

/** Takes as they are called, the best first. */
export const GOES: readonly RegExp[] = [/walk/i, /run|jog/i];
export const STANDS: readonly RegExp[] = [/idle/i, /stand/i];

/** Another take of the same file that is called as wanted; undefined where this one is, or none. */
export function otherTake(
  library: readonly LibraryEntry[],
  { origin, name }: LibraryEntry,
  wanted: readonly RegExp[],
): LibraryEntry | undefined {
  if (origin.kind !== 'file' || wanted.some((word) => word.test(takeName(name, origin.file)))) return undefined;
  const { fileId, file } = origin;
  const takes = library.filter((entry) => entry.origin.kind === 'file' && entry.origin.fileId === fileId);
  return wanted.map((word) => takes.find((take) => word.test(takeName(take.name, file)))).find(Boolean);
}

/** What follows the name of the file. */
const takeName = (name: string, file: string): string => (name.startsWith(file) ? name.slice(file.length) : name);
