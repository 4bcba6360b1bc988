/** Small pieces of state for tests. */
import { type Clip, createClip, createSkeleton } from 'poise';
import { takeId } from '../../src/state/reduce-library.ts';
import type { LibraryEntry } from '../../src/state/types.ts';

export const builtIn = (motion: string): LibraryEntry => ({
  id: `built-in:${motion}`,
  name: motion,
  origin: { kind: 'built-in', motion, values: {} },
  status: 'waiting',
});

export const fileEntry = (fileId: string, file: string): LibraryEntry => ({
  id: takeId(fileId, 0),
  name: file,
  origin: { kind: 'file', file, take: 0, fileId },
  status: 'waiting',
});

/** A bone that does not move, at 60 frames per second. */
export function stillClip(frames = 61): Clip {
  const skeleton = createSkeleton({ names: ['hips'], parents: [-1], offsets: [0, 0, 0] });
  const q = new Float64Array(7 * frames);
  for (let frame = 0; frame < frames; frame++) q[7 * frame + 6] = 1;
  return createClip({ skeleton, frameTime: 1 / 60, q });
}
