/** Which files wait to be mended, and how long that takes. Plain functions. */
import type { LibraryEntry, StudioState } from '../../state/types.ts';

/** The user's own clips that the judge found something wrong with and that have no mended one yet: after a reload it goes on with the rest. */
export function waitingToMend({ library, verdicts }: StudioState): readonly LibraryEntry[] {
  const made = new Set(library.flatMap(({ id, origin }) => (origin.kind === 'made' ? [id] : [])));
  return library.filter(({ id, origin }) => {
    const status = verdicts[id]?.status;
    return origin.kind === 'file' && (status === 'bad' || status === 'doubtful') && !made.has(`mend:${id}`);
  });
}

/** '40 s', '3 min' for what is left, at the pace so far; undefined where it is over soon. */
export function timeLeft(passed: number, done: number, all: number): string | undefined {
  const seconds = ((passed / 1000) * (all - done)) / done;
  if (seconds < 10) return undefined;
  return seconds < 90 ? `${Math.round(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} min`;
}
