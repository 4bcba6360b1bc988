/** Known pushes and loads as one wrench per frame, to be taken off before the ground is asked for the rest. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { rotate3 } from '../math/quat.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { type ForceTrack, forceAt } from './force-track.ts';

/** Wrench (moment; force) about the world origin, frames × 6, summed over the tracks; undefined when there are none. */
export function externalWrench(body: Body, clip: Clip, tracks: readonly ForceTrack[]): Float64Array | undefined {
  if (tracks.length === 0) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const wrench = new Float64Array(6 * clip.frameCount);
  const force = new Float64Array(3);
  const point = new Float64Array(3);
  const places = tracks.map((track) => Float64Array.from(track.pointInSegment));
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    const o = 6 * frame;
    for (let k = 0; k < tracks.length; k++) {
      const { segment } = tracks[k];
      forceAt(force, tracks[k], frame * clip.frameTime);
      rotate3(point, 0, ws.segmentRotation, 4 * segment, places[k], 0);
      const x = point[0] + ws.segmentOrigin[3 * segment];
      const y = point[1] + ws.segmentOrigin[3 * segment + 1];
      const z = point[2] + ws.segmentOrigin[3 * segment + 2];
      wrench[o] += y * force[2] - z * force[1];
      wrench[o + 1] += z * force[0] - x * force[2];
      wrench[o + 2] += x * force[1] - y * force[0];
      for (let i = 0; i < 3; i++) wrench[o + 3 + i] += force[i];
    }
  }
  return wrench;
}
