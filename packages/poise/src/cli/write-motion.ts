/** Clips become a file, with whatever its format keeps beside it. */
import { dirname, join } from 'node:path';
import type { Clip } from '../motion/clip.ts';
import type { WriteOptions } from '../motion/formats/format.ts';
import { writeClips, writeCompanions, writeNotes } from '../motion/formats/index.ts';
import { checkOutputs } from './files.ts';
import { type FileToWrite, writeTogether } from './writing/write-files.ts';

/** What was read, and whether it may be written over; without `force` no option of the command allows that. */
export interface Guarded {
  readonly read: readonly string[];
  readonly force: boolean | undefined;
}

/** Writes the clip and its companions, such as the .asf of an .amc, and whatever else belongs to them: all or none. Returns lines
 *  that tell people of the companions and of what had to change in the file's layout. Throws UsageError before anything is written
 *  where one of the files was read. */
export const writeMotion = (
  clip: Clip,
  output: string,
  guarded: Guarded,
  options: WriteOptions = {},
  alongside: readonly FileToWrite[] = [],
): Promise<readonly string[]> => writeMotions([clip], output, guarded, options, alongside);

/** As `writeMotion`, for several clips of one skeleton: each becomes a named animation. */
export async function writeMotions(
  clips: readonly Clip[],
  output: string,
  { read, force }: Guarded,
  options: WriteOptions = {},
  alongside: readonly FileToWrite[] = [],
): Promise<readonly string[]> {
  const { files, notes } = await motionFiles(clips, output, options);
  await checkOutputs(
    read,
    files.map(({ file }) => file),
    force,
  );
  await writeTogether([...alongside, ...files]);
  return notes;
}

export interface MotionFiles {
  readonly files: readonly FileToWrite[]; // companions first, the motion last
  readonly notes: readonly string[]; // for people: companions, and what had to change in the file's layout
}

/** The bytes of a motion file and of what its format keeps beside it. */
export async function motionFiles(
  clips: readonly Clip[],
  output: string,
  options: WriteOptions = {},
): Promise<MotionFiles> {
  const [clip] = clips as readonly [Clip];
  const data = await writeClips(clips, output, options);
  const beside = await writeCompanions(clip, output, options);
  const companions = beside.map(({ name, data: bytes }) => ({ file: join(dirname(output), name), data: bytes }));
  return {
    files: [...companions, { file: output, data }],
    notes: [...beside.map(({ name }) => `with it: ${name}`), ...writeNotes(clip, output, options)],
  };
}
