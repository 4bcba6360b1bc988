/** Files whose floor is not at their zero: the reader puts it under the feet, and says so. */
import type { Clip, ImportNote } from './clip.ts';

const isGuess = ({ topic, confidence }: ImportNote): boolean => topic === 'ground' && confidence === 'likely';

/** Height [m] over the file's zero at which the reader found the floor; 0 where it is at the zero, or where somebody said where it is. */
export function movedFloor({ source }: Clip): number {
  return source?.notes.some(isGuess) ? source.frame.groundHeight : 0;
}

/** The same motion, in a file whose floor is its zero. */
export function withFloorAtZero(clip: Clip): Clip {
  const { source } = clip;
  if (!source) return clip;
  const notes = source.notes.filter((note) => !isGuess(note));
  return { ...clip, source: { ...source, notes, frame: { ...source.frame, groundHeight: 0 } } };
}
