import { FormatError } from '../../errors.ts';
import type { Clip } from '../clip.ts';

/** Refuses a clip whose numbers overflowed: each value in the file was finite, but chained scales multiply. */
export function checkFinite(clip: Clip, file: string): Clip {
  const finite = (values: Float64Array): boolean => values.every((x) => Number.isFinite(x));
  const { offsets, restRotations } = clip.skeleton;
  if (finite(clip.q) && finite(offsets) && finite(restRotations)) return clip;
  throw new FormatError(file, undefined, `"${clip.name}": lengths or scales are so large that positions overflow`);
}
