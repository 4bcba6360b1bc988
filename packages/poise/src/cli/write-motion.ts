/** A clip becomes a file, with whatever its format keeps beside it. */
import { dirname, join } from 'node:path';
import type { Clip } from '../motion/clip.ts';
import type { WriteOptions } from '../motion/formats/format.ts';
import { writeClip, writeCompanions, writeNotes } from '../motion/formats/index.ts';
import { checkOutputs, writeWhole } from './files.ts';

/** What was read, and whether it may be written over; without `force` no option of the command allows that. */
export interface Guarded {
  readonly read: readonly string[];
  readonly force: boolean | undefined;
}

/** Writes the clip and its companions, such as the .asf of an .amc, and returns lines that tell people of them and of what had to
 *  change in the file's layout. Throws UsageError before anything is written where one of them was read. */
export async function writeMotion(
  clip: Clip,
  output: string,
  { read, force }: Guarded,
  options: WriteOptions = {},
): Promise<readonly string[]> {
  const data = await writeClip(clip, output, options);
  const beside = await writeCompanions(clip, output, options);
  const companions = beside.map(({ name, data: bytes }) => ({ path: join(dirname(output), name), bytes }));
  await checkOutputs(read, [output, ...companions.map(({ path }) => path)], force);
  await writeWhole(output, data);
  for (const { path, bytes } of companions) await writeWhole(path, bytes);
  return [...beside.map(({ name }) => `with it: ${name}`), ...writeNotes(clip, output, options)];
}
