/** Acclaim motion (.amc) on its skeleton (.asf). */
import { FormatError } from '../../errors.ts';
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import type { RawMotion } from '../raw-motion.ts';
import { toClip } from '../to-clip.ts';
import { onFreshSkeleton } from './asf-amc-fresh.ts';
import { parseAmc, parseAsfAlone } from './asf-amc-parse.ts';
import { printAmc, printAsf } from './asf-amc-print.ts';
import { onWideSkeleton, widenedBones } from './asf-amc-widen.ts';
import { type MotionFormat, quoted, type ReadOptions, type WriteOptions } from './format.ts';

/** Fresh files use the unit of the CMU database, the only one that readers recognise [m]. */
const FRESH_UNIT = 0.0254 / 0.45;

const keepsFile = (clip: Clip, { fresh }: WriteOptions): boolean => !fresh && clip.source?.format === 'amc';

export const asfAmc: MotionFormat = {
  id: 'amc',
  title: 'Acclaim ASF/AMC',
  extensions: ['.amc', '.asf'],
  read: async (data, file, options) => {
    if (/\.asf$/i.test(file)) return [toClip(parseAsfAlone(data, file), options)];
    const skeleton = await findSkeleton(file, options);
    return [toClip(parseAmc(data, file, skeleton.data, skeleton.name), options)];
  },
  write: async (clip, options) => printAmc(motionFor(clip, options)),
  writeCompanions: async (clip, name, options) => [
    { name: name.replace(/\.amc$/i, '.asf'), data: writeAsfAmc(clip, options).asf },
  ],
  keepsFile,
  writeNotes: (clip, options) => {
    const names = keepsFile(clip, options) ? widenedBones(fromClip(clip)) : [];
    return names.length > 0 ? [`the skeleton lets ${quoted(names)} turn about all axes now`] : [];
  },
};

/**
 * Both files of a clip: for a clip from an .amc its own .asf and the changed .amc, otherwise a fresh pair. Bones that turn about
 * more axes than their .asf gives them are given these.
 *
 * ```ts
 * const { asf, amc } = writeAsfAmc(clip);
 * ```
 */
export function writeAsfAmc(clip: Clip, options: WriteOptions = {}): { asf: Uint8Array; amc: Uint8Array } {
  const raw = motionFor(clip, options);
  return { asf: printAsf(raw.document), amc: printAmc(raw) };
}

function motionFor(clip: Clip, options: WriteOptions): RawMotion {
  const { metresPerUnit = FRESH_UNIT } = options;
  if (keepsFile(clip, options)) return onWideSkeleton(fromClip(clip));
  return onFreshSkeleton(fromClip(clip, { fresh: true, metresPerUnit }), metresPerUnit);
}

/** The .asf of an .amc: of the same name, the only one beside it, or the one whose name the .amc's begins with (02.asf for
 *  02_01.amc, as in the CMU database). */
async function findSkeleton(file: string, { companion, neighbours }: ReadOptions) {
  const stem = (/([^/\\]*)$/.exec(file)?.[1] ?? file).replace(/\.[^.]*$/, '');
  const wanted = candidates(stem, neighbours);
  for (const name of wanted) {
    const data = await companion?.(name);
    if (data) return { name, data };
  }
  const looked = wanted.length > 0 ? ` (looked for ${wanted.join(', ')})` : '';
  const beside = (neighbours ?? []).filter((name) => /\.asf$/i.test(name));
  const found = beside.length > 0 ? `found ${beside.join(', ')}, none of which is named like it` : 'found none';
  throw new FormatError(file, undefined, `expected the skeleton ${stem}.asf beside the motion, ${found}${looked}`);
}

/** Names to try, best first. */
function candidates(stem: string, neighbours: readonly string[] | undefined): string[] {
  if (!neighbours)
    return [...new Set([stem, stem.replace(/_.*$/, ''), stem.replace(/\d+$/, '')])].map((name) => `${name}.asf`);
  const skeletons = neighbours.filter((name) => /\.asf$/i.test(name));
  const stemOf = (name: string) => name.slice(0, -4).toLowerCase();
  const same = skeletons.filter((name) => stemOf(name) === stem.toLowerCase());
  const begins = skeletons.filter((name) => stem.toLowerCase().startsWith(stemOf(name)));
  begins.sort((a, b) => b.length - a.length);
  return [...new Set([...same, ...(skeletons.length === 1 ? skeletons : []), ...begins])];
}
