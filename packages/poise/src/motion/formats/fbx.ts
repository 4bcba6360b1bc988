/**
 * FBX 7.x, binary and text, read only. One clip per take: bones and their parents, sampled at the file's own rate; unit
 * and up axis as the file states them. The reader is fetched on first use, so that nobody else pays for it.
 */
import { toClip } from '../to-clip.ts';
import { checkFinite } from './check-finite.ts';
import type { MotionFormat } from './format.ts';

export const fbx: MotionFormat = {
  id: 'fbx',
  title: 'FBX',
  extensions: ['.fbx'],
  read: async (data, file, options) => {
    const { readFbx } = await import('./fbx-read.ts');
    const motions = await readFbx(data, file);
    return motions.map((motion) => checkFinite(toClip(motion, options), file));
  },
};
