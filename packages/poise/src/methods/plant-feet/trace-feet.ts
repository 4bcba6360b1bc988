/** The feet of a clip over time, as far as planting looks at them. */
import type { Body, Sole } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import type { Clip } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

export interface FootTrace {
  readonly sole: Sole;
  readonly points: Float64Array; // frames × m × 3 [m] outline of the sole
  readonly ankle: Float64Array; // frames × 3 [m]
  readonly rotation: Float64Array; // frames × 4 world-from-foot
  readonly hip: Float64Array; // frames × 3 [m]
  readonly leg: number; // [m] thigh and shank
}

export function traceFeet(body: Body, clip: Clip): readonly [left: FootTrace, right: FootTrace] {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const frames = clip.frameCount;
  const hips = SIDES.map((side) => body.roles[`${side}UpperLeg`] ?? 0);
  const feet = body.soles.map((sole, k) => ({
    sole,
    points: new Float64Array(frames * sole.points.length),
    ankle: new Float64Array(3 * frames),
    rotation: new Float64Array(4 * frames),
    hip: new Float64Array(3 * frames),
    leg: legLength(body, k),
  }));
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    feet.forEach(({ sole, points, ankle, rotation, hip }, k) => {
      const { foot, segments } = sole;
      ankle.set(ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3), 3 * frame);
      rotation.set(ws.segmentRotation.subarray(4 * foot, 4 * foot + 4), 4 * frame);
      hip.set(ws.segmentOrigin.subarray(3 * hips[k], 3 * hips[k] + 3), 3 * frame);
      for (let i = 0; i < segments.length; i++) {
        const at = 3 * (frame * segments.length + i);
        const s = segments[i];
        transformPoint3(points, at, ws.segmentOrigin, 3 * s, ws.worldFromSegment, 9 * s, sole.points, 3 * i);
      }
    });
  }
  return [feet[0], feet[1]];
}

/** Thigh and shank as the skeleton has them; bones do not stretch. */
function legLength({ skeleton, roles, soles }: Body, side: number): number {
  const { parents, offsets } = skeleton;
  const upper = roles[`${SIDES[side]}UpperLeg`] ?? 0;
  const lower = roles[`${SIDES[side]}LowerLeg`] ?? 0;
  // helper joints between the two (twist bones) lie on the line
  const between = (from: number, to: number): number => {
    let length = 0;
    for (let joint = to; joint > from; joint = parents[joint]) {
      length += Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
    }
    return length;
  };
  return between(upper, lower) + between(lower, soles[side].foot);
}
