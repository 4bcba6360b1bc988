/** Damaged files of any format: a reader either refuses them with a FormatError or returns finite numbers. */
import { FormatError } from '../../src/errors.ts';
import type { MotionFormat } from '../../src/motion/formats/format.ts';

/** True when the file was refused; false when it was read and all its numbers are finite. Throws otherwise; `which` names the file. */
export async function isRefused(format: MotionFormat, bytes: Uint8Array, which: string): Promise<boolean> {
  try {
    for (const { q, extraTracks } of await format.read!(bytes, `bad${format.extensions[0]}`, {})) {
      const tracks = [q, ...extraTracks.map(({ values }) => values)];
      if (!tracks.every((track) => track.every(Number.isFinite))) throw new Error('not finite');
    }
    return false;
  } catch (error) {
    if (error instanceof FormatError) return true;
    throw new Error(`${which}: ${error}`, { cause: error });
  }
}
