/** Which way a body falls, and how far it has got. */
import { type Body, forwardKinematics, forwardVelocity, GRAVITY, rotate3, type Workspace } from 'poise';
import { type Side, sideOf } from './lying-pose.ts';

const LEAST_LEAN = 0.12; // [rad] nobody falls from straight up
const LEAST_PACE = 0.25; // [rad/s]

export interface Fall {
  readonly dx: number; // unit, over the floor
  readonly dz: number;
  readonly side: Side; // on which it will lie
  readonly h: number; // [m] height of the centre of mass
  readonly tipped: number; // [rad] from upright, over the feet
  readonly pace: number; // [rad/s]
}

/** Towards the capture point, where a foot would have had to be. Leaves position and velocity level in ws. */
export function fallOf(body: Body, ws: Workspace, q: Float64Array, v: Float64Array): Fall {
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  const { roles } = body;
  const feet = [roles.leftFoot ?? 0, roles.rightFoot ?? 0].map((foot) => 3 * foot);
  const h = Math.max(0.5, ws.com[1]!);
  const axes = [0, 2] as const;
  const speed = axes.map((c) => ws.comVelocity[c]!);
  const lean = axes.map((c) => ws.com[c]! - (ws.segmentOrigin[feet[0]! + c]! + ws.segmentOrigin[feet[1]! + c]!) / 2);
  const [x, z] = lean.map((part, k) => part + speed[k]! * Math.sqrt(h / GRAVITY));
  const size = Math.hypot(x!, z!);
  const facing = Float64Array.of(0, 0, 1);
  rotate3(facing, 0, q, 3, facing, 0);
  const heading = Math.atan2(facing[0]!, facing[2]!);
  const [dx, dz] = size > 1e-3 ? [x! / size, z! / size] : [Math.sin(heading), Math.cos(heading)];
  return {
    dx,
    dz,
    h,
    side: sideOf(Math.atan2(dx, dz) - heading),
    tipped: Math.max(LEAST_LEAN, Math.atan2(lean[0]! * dx + lean[1]! * dz, h)),
    pace: Math.max(LEAST_PACE, (speed[0]! * dx + speed[1]! * dz) / h),
  };
}
