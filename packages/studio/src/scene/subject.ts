/** What a camera should have in the picture. */
import { type Box3, Vector3 } from 'three';
import type { PoseSource } from './contract.ts';

export interface Subject {
  readonly target: Vector3;
  readonly span: number; // [m] height of a picture that holds all of it
}

const MARGIN = 1.42; // head room, and room for what is laid over
const NOBODY: Subject = { target: new Vector3(0, 0.9, 0), span: 2.6 };

/**
 * The figure in its pose.
 * @param stature [m] of the body, 0 where unknown: joints end below the top of the head
 * @param skin what the user's own character takes up, where one is drawn
 */
export function subjectOf(pose: PoseSource, stature: number, skin?: Box3): Subject {
  const { origins } = pose;
  if (origins.length === 0) return NOBODY;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (let i = 0; i < origins.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, origins[i]!);
    high[i % 3] = Math.max(high[i % 3]!, origins[i]!);
  }
  if (skin && !skin.isEmpty()) {
    for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
      low[k] = Math.min(low[k]!, skin.min[axis]);
      high[k] = Math.max(high[k]!, skin.max[axis]);
    }
  }
  const wide = Math.hypot(high[0]! - low[0]!, high[2]! - low[2]!);
  const tall = Math.max(stature, high[1]! - low[1]!, 0.75 * wide, 0.2);
  // People are looked at about their hips, others about their middle: a tail would shift the picture.
  const middle = (k: number): number => (stature > 0 ? origins[k]! : (low[k]! + high[k]!) / 2);
  return { target: new Vector3(middle(0), (low[1]! + high[1]!) / 2, middle(2)), span: MARGIN * tall };
}
