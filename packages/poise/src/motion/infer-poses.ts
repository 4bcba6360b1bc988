/** A motion looked at in a few poses: joints and end sites in file units and axes, spread evenly over the frames. */
import { rotate3 } from '../math/quat.ts';
import type { RawMotion } from './raw-motion.ts';
import { createNodePose, parentsFirst, placeNodes, REST } from './raw-tree.ts';

export interface PoseSamples {
  readonly rest: Float64Array; // (nodes + end sites) × 3
  readonly frames: readonly Float64Array[]; // the same per sampled frame; empty for a file without frames
  readonly nodeCount: number; // end sites follow the nodes, in the order of the file
}

/** At most `most` frames from frame `from` on, and the rest pose. */
export function samplePoses(raw: RawMotion, from: number, most: number): PoseSamples {
  const count = Math.max(0, Math.min(most, raw.frameCount - from));
  const order = parentsFirst(raw.joints);
  const at = (frame: number) => pointsAt(raw, order, frame);
  const frames = Array.from({ length: count }, (_, k) => at(from + Math.floor((k * (raw.frameCount - from)) / count)));
  return { rest: at(REST), frames, nodeCount: raw.joints.length };
}

function pointsAt(raw: RawMotion, order: Int32Array, frame: number): Float64Array {
  const pose = createNodePose(raw.joints.length);
  placeNodes(pose, raw, order, frame);
  const points = new Float64Array(3 * (raw.joints.length + raw.endSites.length));
  points.set(pose.positions);
  raw.endSites.forEach(({ joint, offset }, e) => {
    const o = 3 * (raw.joints.length + e);
    for (let k = 0; k < 3; k++) points[o + k] = offset[k] * pose.scales[joint];
    rotate3(points, o, pose.rotations, 4 * joint, points, o);
    for (let k = 0; k < 3; k++) points[o + k] += pose.positions[3 * joint + k];
  });
  return points;
}
