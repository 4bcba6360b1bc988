/** A file that holds several takes: the one that goes, where the one on stage does not. */
import type { LibraryEntry } from '../../state/types.ts';

const GOES = /walk|run|jog/i; // as takes are called

/** Another take of the same file that walks or runs by its name; undefined where this one does, or none. */
export function goingTake(library: readonly LibraryEntry[], { origin, name }: LibraryEntry): LibraryEntry | undefined {
  if (origin.kind !== 'file' || GOES.test(takeName(name, origin.file))) return undefined;
  const { fileId, file } = origin;
  const takes = library.filter((entry) => entry.origin.kind === 'file' && entry.origin.fileId === fileId);
  return takes
    .filter((entry) => GOES.test(takeName(entry.name, file)))
    .sort((a, b) => Number(/walk/i.test(takeName(b.name, file))) - Number(/walk/i.test(takeName(a.name, file))))[0];
}

/** What follows the name of the file. */
const takeName = (name: string, file: string): string => (name.startsWith(file) ? name.slice(file.length) : name);
