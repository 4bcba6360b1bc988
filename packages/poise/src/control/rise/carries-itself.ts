/** When hands may let go of the ground. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Figure, FigureSide } from './figure.ts';

const STRETCHED = 0.97; // of an arm: a hand farther away is let go
const LOWEST = 0.1; // [m] of a CoM over the knees

/** Whether the CoM of somebody on hands and knees comes to rest over or behind the knees (capture point), or an arm no longer reaches the
 *  ground. yaw: which way it faces. Needs position and velocity level. */
export function carriesItself(figure: Figure, ws: Workspace, yaw: number): boolean {
  const { left, right } = figure.sides;
  const x = Math.sin(yaw);
  const z = Math.cos(yaw);
  const { com, comVelocity, segmentOrigin: at } = ws;
  const a = 3 * left.leg.lower;
  const b = 3 * right.leg.lower;
  const knees = 0.5 * (x * (at[a] + at[b]) + z * (at[a + 2] + at[b + 2]));
  const pace = Math.sqrt(Math.max(LOWEST, com[1] - at[a + 1]) / GRAVITY);
  if (x * (com[0] + pace * comVelocity[0]) + z * (com[2] + pace * comVelocity[2]) < knees) return true;
  return isStretched(figure, ws, left) || isStretched(figure, ws, right);
}

function isStretched(
  { arm: length }: Figure,
  { segmentOrigin: at }: Workspace,
  { shoulder, arm }: FigureSide,
): boolean {
  if (!arm) return false;
  const s = 3 * shoulder;
  const e = 3 * arm.end;
  return Math.hypot(at[s] - at[e], at[s + 1] - at[e + 1], at[s + 2] - at[e + 2]) > STRETCHED * length;
}
