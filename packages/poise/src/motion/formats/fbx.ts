/**
 * FBX 7.x, binary and text read, binary written. One clip per take: bones and their parents, sampled at the file's own rate; unit
 * and up axis as the file states them. Written into its own binary file, a clip changes only the channels that differ; meshes,
 * skins, materials and other takes stay. A new file holds skeleton and motion. Reader and writers are fetched on first use, so that
 * nobody else pays for them.
 */
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import { unitName } from '../infer-unit.ts';
import { toClip } from '../to-clip.ts';
import { fbxDocument } from './fbx-document.ts';
import type { MotionFormat, WriteOptions } from './format.ts';

/** FBX's own unit is the centimetre [m]. */
const FRESH_UNIT = 0.01;

async function writeAll(clips: readonly Clip[], { metresPerUnit = FRESH_UNIT }: WriteOptions): Promise<Uint8Array> {
  const { writeFbx } = await import('./fbx-write.ts');
  return writeFbx(clips.map((clip) => fromClip(clip, { fresh: true, metresPerUnit })));
}

/** The FBX that the clip is written into; undefined where a new one is made. */
const ownFile = (clip: Clip, { fresh, mesh, props }: WriteOptions) =>
  fresh || mesh || props ? undefined : fbxDocument(clip.source?.document);

async function write(clip: Clip, options: WriteOptions): Promise<Uint8Array> {
  const document = ownFile(clip, options);
  if (!document) return await writeAll([clip], options);
  const { patchFbx } = await import('./fbx-patch.ts');
  return await patchFbx(fromClip(clip), document);
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
  write,
  writeAll,
  keepsFile: (clip, options) => ownFile(clip, options) !== undefined,
  writeNotes: (clip, options) =>
    ownFile(clip, options)
      ? []
      : [`skeleton and motion in ${unitName(options.metresPerUnit ?? FRESH_UNIT)}, no meshes`],
};
