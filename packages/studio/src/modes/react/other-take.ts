/** Who could react instead of a clip in which nobody can: other takes of the same file, and the motions that come with Poise. */
import type { ClipId, LibraryEntry } from '../../state/types.ts';

/** Takes as they are called, the best first. */
const WANTED: readonly RegExp[] = [/idle|stand/i, /walk/i, /run|jog/i];
const BUILT_IN: ClipId = 'built-in:idle';

export interface WayOut {
  readonly id: ClipId;
  readonly title: string; // of the button
}

/** `entry`: the clip in which nobody can react. */
export function waysOut(library: readonly LibraryEntry[], entry: LibraryEntry | undefined): readonly WayOut[] {
  const own = entry && ownTake(library, entry);
  const idle = library.find(({ id }) => id === BUILT_IN && id !== entry?.id);
  return [
    ...(own ? [{ id: own.id, title: `Use “${takeName(own)}” of this file` }] : []),
    ...(idle ? [{ id: idle.id, title: 'Use the built-in idle' }] : []),
  ];
}

function ownTake(library: readonly LibraryEntry[], { id, origin }: LibraryEntry): LibraryEntry | undefined {
  if (origin.kind !== 'file') return undefined;
  const takes = library.filter(
    (one) => one.id !== id && one.origin.kind === 'file' && one.origin.fileId === origin.fileId,
  );
  return WANTED.map((word) => takes.find((take) => word.test(takeName(take)))).find(Boolean);
}

/** What follows the name of the file. */
function takeName({ name, origin }: LibraryEntry): string {
  const rest = origin.kind === 'file' && name.startsWith(origin.file) ? name.slice(origin.file.length) : name;
  return rest.replace(/^[\s·:/-]+/, '');
}
