/** How high the sole of one leg is, without a workspace of its own. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { copyQuat, multiplyQuat, rotate3 } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';

/** Joints from the hip down to what holds the sole, each below the one before. */
export interface SoleChain {
  readonly above: number; // joint that the hip hangs on; −1: none
  readonly joints: Int32Array;
  readonly offsets: Float64Array; // 3 per joint [m], in the frame of the one before
  readonly links: Int32Array; // 1 per point of the sole: index into joints
  readonly points: Float64Array; // 3 per point [m]
  // memory
  readonly turns: Float64Array; // 4 per joint
  readonly heights: Float64Array; // 1 per joint
}

export function createSoleChain(body: Body, side: 0 | 1, upper: number): SoleChain {
  const { foot, toes, segments, points } = body.soles[side];
  const { parents, offsets } = body.skeleton;
  const joints: number[] = [];
  for (let joint = Math.max(foot, toes); joint >= upper; joint = parents[joint]) joints.unshift(joint);
  return {
    above: parents[upper],
    joints: Int32Array.from(joints),
    offsets: Float64Array.from(joints.flatMap((joint) => [0, 1, 2].map((k) => offsets[3 * joint + k]))),
    links: Int32Array.from(segments, (segment) => joints.indexOf(segment)),
    points: Float64Array.from(points),
    turns: new Float64Array(4 * joints.length),
    heights: new Float64Array(joints.length),
  };
}

const vector = new Float64Array(3);

/** Height [m] of the lowest point of the sole in the pose q. ws holds where the hip is. */
export function soleHeight(chain: SoleChain, ws: Workspace, q: Float64Array): number {
  const { joints, above, offsets, links, points, turns, heights } = chain;
  const upper = joints[0];
  if (above < 0) copyQuat(turns, 0, q, quatIndex(upper));
  else multiplyQuat(turns, 0, ws.segmentRotation, 4 * above, q, quatIndex(upper));
  heights[0] = ws.segmentOrigin[3 * upper + 1];
  for (let k = 1; k < joints.length; k++) {
    rotate3(vector, 0, turns, 4 * (k - 1), offsets, 3 * k);
    heights[k] = heights[k - 1] + vector[1];
    multiplyQuat(turns, 4 * k, turns, 4 * (k - 1), q, quatIndex(joints[k]));
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < links.length; i++) {
    rotate3(vector, 0, turns, 4 * links[i], points, 3 * i);
    lowest = Math.min(lowest, heights[links[i]] + vector[1]);
  }
  return lowest;
}
