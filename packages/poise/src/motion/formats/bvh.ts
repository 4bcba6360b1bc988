/** Biovision Hierarchy: every dialect of it is read; see bvh-hierarchy.ts, bvh-motion.ts and bvh-placement.ts. */
import { fromClip } from '../from-clip.ts';
import { toClip } from '../to-clip.ts';
import { parseBvh } from './bvh-parse.ts';
import { printBvh } from './bvh-print.ts';
import { inWideLayout, widenedJoints } from './bvh-widen.ts';
import { type MotionFormat, quoted } from './format.ts';

/** Fresh files are in centimetres, as most BVH files are [m]. */
const FRESH_UNIT = 0.01;

export const bvh: MotionFormat = {
  id: 'bvh',
  title: 'Biovision BVH',
  extensions: ['.bvh'],
  read: async (data, file, options) => [toClip(parseBvh(data, file), options)],
  write: async (clip, { fresh, metresPerUnit = FRESH_UNIT }) => {
    if (!fresh && clip.source?.format === 'bvh') return printBvh(inWideLayout(fromClip(clip)));
    return printBvh(fromClip(clip, { fresh: true, metresPerUnit }));
  },
  writeNotes: (clip, { fresh }) => {
    const names = !fresh && clip.source?.format === 'bvh' ? widenedJoints(fromClip(clip)) : [];
    return names.length > 0 ? [`channels were added to ${quoted(names)}`] : [];
  },
};
