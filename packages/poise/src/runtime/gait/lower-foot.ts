/** The foot that is lower, which is the one that stands where one does. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import type { Placement } from '../../gait/placement.ts';

/** Where its place is in ws.segmentOrigin. Writes the position level of ws. */
export function lowerFoot(body: Body, ws: Workspace, q: Float64Array): number {
  forwardKinematics(body, ws, q);
  const at = ws.segmentOrigin;
  const [left, right] = body.soles.map(({ foot }) => 3 * foot);
  return at[left + 1] < at[right + 1] ? left : right;
}

/** How far `to` is from `from`, counted by the foot of `to` that stands. Hits move a walk, they do not turn it. Writes the position level
 *  of ws. */
export function moveOfFoot(body: Body, ws: Workspace, from: Float64Array, to: Float64Array): Placement {
  const foot = lowerFoot(body, ws, to);
  const [x, z] = [ws.segmentOrigin[foot], ws.segmentOrigin[foot + 2]];
  forwardKinematics(body, ws, from);
  return { yaw: 0, x: x - ws.segmentOrigin[foot], z: z - ws.segmentOrigin[foot + 2] };
}

/** Does it stand while the other one has just been lifted, or is about to be? `fastest` [m/s] over the ground of one that stands,
 *  `rises` [m/s] of the other, at least. Writes the velocity level of ws too. */
export function isSteppingOff(
  body: Body,
  ws: Workspace,
  { q, v }: { readonly q: Float64Array; readonly v: Float64Array },
  fastest: number,
  rises: number,
): boolean {
  const foot = lowerFoot(body, ws, q);
  forwardVelocity(body, ws, v);
  const [left, right] = body.soles.map((sole) => 3 * sole.foot);
  const other = foot === left ? right : left;
  const { originVelocity } = ws;
  return Math.hypot(originVelocity[foot], originVelocity[foot + 2]) < fastest && originVelocity[other + 1] > rises;
}
