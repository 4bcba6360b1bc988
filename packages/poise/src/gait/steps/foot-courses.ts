/** Where the soles are, frame by frame: middle, lowest point and direction. */
import type { Body, Sole } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { apply3 } from '../../math/mat3.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

export interface FootCourse {
  readonly place: Float64Array; // frames×2 (x, z) [m] middle of the sole
  readonly low: Float64Array; // frames [m] lowest point of the sole
  readonly yaw: Float64Array; // frames [rad] from heel to ball
}

/** The sole in a pose: out = x, z of its middle, its lowest point, its direction. ws: position level. */
export function writeSole(out: Float64Array, sole: Sole, ws: Workspace, point: Float64Array): void {
  const count = sole.segments.length;
  let [x, z, low] = [0, 0, Number.POSITIVE_INFINITY];
  let [heelX, heelZ, heels, ballX, ballZ, balls] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const segment = sole.segments[k];
    apply3(point, 0, ws.worldFromSegment, 9 * segment, sole.points, 3 * k);
    const px = ws.segmentOrigin[3 * segment] + point[0];
    const pz = ws.segmentOrigin[3 * segment + 2] + point[2];
    x += px / count;
    z += pz / count;
    low = Math.min(low, ws.segmentOrigin[3 * segment + 1] + point[1]);
    if (sole.parts[k] === 'heel') {
      heelX += px;
      heelZ += pz;
      heels++;
    } else if (sole.parts[k] === 'ball') {
      ballX += px;
      ballZ += pz;
      balls++;
    }
  }
  out[0] = x;
  out[1] = z;
  out[2] = low;
  out[3] = heels > 0 && balls > 0 ? Math.atan2(ballX / balls - heelX / heels, ballZ / balls - heelZ / heels) : 0;
}

/** Both feet of a clip: left, right. */
export function footCourses(body: Body, clip: Clip): readonly [FootCourse, FootCourse] {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const [sole, point] = [new Float64Array(4), new Float64Array(3)];
  const feet = [0, 1].map(() => ({
    place: new Float64Array(2 * clip.frameCount),
    low: new Float64Array(clip.frameCount),
    yaw: new Float64Array(clip.frameCount),
  })) as [FootCourse, FootCourse];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (let side = 0; side < 2; side++) {
      writeSole(sole, body.soles[side], ws, point);
      feet[side].place[2 * frame] = sole[0];
      feet[side].place[2 * frame + 1] = sole[1];
      feet[side].low[frame] = sole[2];
      feet[side].yaw[frame] = sole[3];
    }
  }
  return feet;
}
