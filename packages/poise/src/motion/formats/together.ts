/** Several clips for one file: one skeleton, a name each. */
import { UsageError } from '../../errors.ts';
import type { Clip } from '../clip.ts';

/** Bones that differ by less are one bone, printed with few digits [m]; rotations likewise [parts of a quaternion]. */
const SAME_BONE = 1e-4;

/** The clips with names that differ; a clip without one is named after its file. Throws UsageError where skeletons differ. */
export function clipsTogether(clips: readonly Clip[], file: string): readonly Clip[] {
  const [first, ...others] = clips;
  for (const clip of others) {
    const difference = skeletonDifference(first, clip);
    if (difference === undefined) continue;
    throw new UsageError(
      `${file}: one file holds one skeleton, and that of ${labelOf(clip)} is not that of ${labelOf(first)}: ${difference}`,
    );
  }
  const taken = new Set<string>();
  return clips.map((clip) => {
    const wanted = clip.source?.animation || clip.name || stemOf(clip.source?.file ?? '') || 'motion';
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
    taken.add(name);
    return { ...clip, name, source: clip.source && { ...clip.source, animation: name } };
  });
}

const stemOf = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
const labelOf = ({ source, name }: Clip): string => source?.file || `"${name}"`;

/** In what the second skeleton differs, in words. */
function skeletonDifference({ skeleton: a }: Clip, { skeleton: b }: Clip): string | undefined {
  if (a.names.length !== b.names.length) return `${b.names.length} joints instead of ${a.names.length}`;
  const other = b.names.findIndex((name, joint) => name !== a.names[joint]);
  if (other >= 0) return `joint ${other + 1} is "${b.names[other]}" instead of "${a.names[other]}"`;
  const moved = b.parents.findIndex((parent, joint) => parent !== a.parents[joint]);
  if (moved >= 0) return `"${b.names[moved]}" hangs on another joint`;
  for (const [joint, name] of b.names.entries()) {
    const way = [0, 1, 2].map((k) => b.offsets[3 * joint + k] - a.offsets[3 * joint + k]);
    const apart = Math.hypot(...way);
    if (apart > SAME_BONE) return `"${name}" lies ${(100 * apart).toPrecision(2)} cm elsewhere`;
    const cosine = [0, 1, 2, 3].reduce(
      (sum, k) => sum + b.restRotations[4 * joint + k] * a.restRotations[4 * joint + k],
      0,
    );
    if (1 - Math.abs(cosine) > SAME_BONE ** 2) return `"${name}" is turned otherwise at rest`;
  }
  return undefined;
}
