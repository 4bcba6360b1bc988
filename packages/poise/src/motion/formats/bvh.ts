/** Biovision Hierarchy: every dialect of it is read; see bvh-hierarchy.ts, bvh-motion.ts and bvh-placement.ts. */
import { fromClip } from '../from-clip.ts';
import { toClip } from '../to-clip.ts';
import { parseBvh } from './bvh-parse.ts';
import { printBvh } from './bvh-print.ts';
import type { MotionFormat } from './format.ts';

/** Fresh files are in centimetres, as most BVH files are [m]. */
const FRESH_UNIT = 0.01;

export const bvh: MotionFormat = {
  id: 'bvh',
  title: 'Biovision BVH',
  extensions: ['.bvh'],
  read: async (data, file, options) => [toClip(parseBvh(data, file), options)],
  write: async (clip, { fresh, metresPerUnit = FRESH_UNIT }) => {
    const patch = !fresh && clip.source?.format === 'bvh';
    return printBvh(fromClip(clip, patch ? {} : { fresh: true, metresPerUnit }));
  },
};
