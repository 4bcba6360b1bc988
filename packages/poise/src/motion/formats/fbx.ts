/**
 * FBX 7.x, binary and text read, 7.4 binary written. One clip per take: bones and their parents, sampled at the file's own
 * rate; unit and up axis as the file states them. Skeleton and motion are written, meshes are not. Reader and writer are
 * fetched on first use, so that nobody else pays for them.
 */
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import { unitName } from '../infer-unit.ts';
import { toClip } from '../to-clip.ts';
import type { MotionFormat, WriteOptions } from './format.ts';

/** FBX's own unit is the centimetre [m]. */
const FRESH_UNIT = 0.01;

async function writeAll(clips: readonly Clip[], { metresPerUnit = FRESH_UNIT }: WriteOptions): Promise<Uint8Array> {
  const { writeFbx } = await import('./fbx-write.ts');
  return writeFbx(clips.map((clip) => fromClip(clip, { fresh: true, metresPerUnit })));
}

export const fbx: MotionFormat = {
  id: 'fbx',
  title: 'FBX',
  extensions: ['.fbx'],
  read: async (data, file, options) => {
    const { readFbx } = await import('./fbx-read.ts');
    const motions = await readFbx(data, file);
    return motions.map((motion) => toClip(motion, options));
  },
  write: (clip, options) => writeAll([clip], options),
  writeAll,
  writeNotes: (_, { metresPerUnit = FRESH_UNIT }) => [`skeleton and motion in ${unitName(metresPerUnit)}, no meshes`],
};
