/** Which joints move a segment. */
import type { Skeleton } from '../motion/skeleton.ts';

/** The segment and all joints that carry it, root first. */
export function carriersOf(skeleton: Skeleton, segment: number): Int32Array {
  const chain: number[] = [];
  for (let joint = segment; joint >= 0; joint = skeleton.parents[joint]) chain.push(joint);
  return Int32Array.from(chain.reverse());
}

/** The column groups of a Task that moves with the given joints; `translation`: with the root's translation too. */
export function groupsOf(joints: Iterable<number>, translation: 'with-translation' | 'turns-only'): Int32Array {
  const columns = Array.from(joints, (joint) => 3 + 3 * joint).sort((a, b) => a - b);
  return Int32Array.from(translation === 'with-translation' ? [0, ...columns] : columns);
}
