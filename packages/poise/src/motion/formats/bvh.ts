/** Biovision Hierarchy: every dialect of it is read; see bvh-hierarchy.ts, bvh-motion.ts and bvh-placement.ts. */
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import { unitName } from '../infer-unit.ts';
import { toClip } from '../to-clip.ts';
import { parseBvh } from './bvh-parse.ts';
import { printBvh } from './bvh-print.ts';
import { inWideLayout, widenedJoints } from './bvh-widen.ts';
import { type MotionFormat, quoted, type WriteOptions } from './format.ts';

/** Fresh files are in centimetres, as most BVH files are [m]. */
const FRESH_UNIT = 0.01;

const keepsFile = (clip: Clip, { fresh }: WriteOptions): boolean => !fresh && clip.source?.format === 'bvh';

export const bvh: MotionFormat = {
  id: 'bvh',
  title: 'Biovision BVH',
  extensions: ['.bvh'],
  read: async (data, file, options) => [toClip(parseBvh(data, file, options.lost), options)],
  write: async (clip, options) => {
    const { metresPerUnit = FRESH_UNIT } = options;
    if (keepsFile(clip, options)) return printBvh(inWideLayout(fromClip(clip)));
    return printBvh(fromClip(clip, { fresh: true, metresPerUnit }));
  },
  keepsFile,
  writeNotes: (clip, options) => {
    // a new BVH does not say its unit, so people have to know it
    if (!keepsFile(clip, options)) return [`lengths are in ${unitName(options.metresPerUnit ?? FRESH_UNIT)}`];
    const names = widenedJoints(fromClip(clip));
    return names.length > 0 ? [`channels were added to ${quoted(names)}`] : [];
  },
};
