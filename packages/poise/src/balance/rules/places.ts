/** Where joints are in every frame of a clip. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

/** frames × joints × 3 [m], world. */
export function placesOf(body: Body, clip: Clip, joints: readonly number[]): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const width = 3 * joints.length;
  const places = new Float64Array(clip.frameCount * width);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (let k = 0; k < joints.length; k++) {
      for (let c = 0; c < 3; c++) places[frame * width + 3 * k + c] = ws.segmentOrigin[3 * joints[k] + c];
    }
  }
  return places;
}
