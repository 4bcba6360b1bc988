/** Rows that hold a foot to its plan: velocity of the ball and turn rate after the tick, six rows per foot. */
import type { Workspace } from '../dynamics/workspace.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import type { BodyFoot } from './body-foot.ts';
import { footVelocity } from './foot-frame.ts';
import type { ReactionParameters } from './parameters.ts';
import type { ReferenceFoot } from './reference.ts';

export const FOOT_ROWS = 6;
/** The row, of a foot's six, that turns it about its ball and lifts its heel. */
export const PITCH_ROW = 5;

/** J a = (V − J v)/h for the ball (x, y, z) and for the turn about the vertical, the foot's long axis and its pitch axis. */
export function addFootRows(
  problem: AccelerationProblem,
  foot: BodyFoot,
  reference: ReferenceFoot,
  ws: Workspace,
  v: Float64Array,
  softness: number,
  p: ReactionParameters,
  h: number,
): void {
  const { frame } = reference;
  const { ball, axis, wanted, velocity } = foot;
  footVelocity(velocity, 0, ws, frame, ball, 0, v);
  for (let c = 0; c < 3; c++) {
    writePointRow(problem, ws, frame.joint, ball, c);
    problem.finishRow((wanted[c] - velocity[c]) / h, softness);
  }
  // up, along the foot, pitch axis: an orthogonal frame
  const forward = [-axis[2], 0, axis[0]] as const;
  addTurnRow(problem, ws, frame.joint, 0, 1, 0, (wanted[4] - velocity[4]) / h, softness);
  const along = forward[0] * (wanted[3] - velocity[3]) + forward[2] * (wanted[5] - velocity[5]);
  addTurnRow(problem, ws, frame.joint, forward[0], 0, forward[2], along / h, softness);
  const planned = axis[0] * wanted[3] + axis[2] * wanted[5];
  const is = axis[0] * velocity[3] + axis[2] * velocity[5];
  foot.plannedPitch = planned;
  const heel = foot.heelRate + h * (-p.heelStiffness * foot.heel - p.heelDamping * foot.heelRate);
  addTurnRow(problem, ws, frame.joint, axis[0], 0, axis[2], (planned + heel - is) / h, softness);
}

/** Component c of the velocity of a world point that moves with the foot. */
function writePointRow(
  problem: AccelerationProblem,
  ws: Workspace,
  joint: number,
  point: Float64Array,
  c: number,
): void {
  const { freedoms, E } = problem;
  const freedom = freedoms.lastOf[joint];
  const o = problem.startRow(freedom);
  const { segmentOrigin, worldFromSegment: r } = ws;
  for (let k = 0; k < 3; k++) E[o + k] = k === c ? 1 : 0;
  const start = freedoms.start[freedom];
  const length = freedoms.length[freedom];
  for (let e = 3; e < length; e += 3) {
    const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
    const dx = point[0] - segmentOrigin[3 * j];
    const dy = point[1] - segmentOrigin[3 * j + 1];
    const dz = point[2] - segmentOrigin[3 * j + 2];
    // (axis × d)·e_c = axis · (d × e_c)
    const mx = c === 0 ? 0 : c === 1 ? -dz : dy;
    const my = c === 0 ? dz : c === 1 ? 0 : -dx;
    const mz = c === 0 ? -dy : c === 1 ? dx : 0;
    for (let k = 0; k < 3; k++) E[o + e + k] = r[9 * j + k] * mx + r[9 * j + 3 + k] * my + r[9 * j + 6 + k] * mz;
  }
}

/** Component of the foot's angular velocity along a unit vector. */
function addTurnRow(
  problem: AccelerationProblem,
  ws: Workspace,
  joint: number,
  x: number,
  y: number,
  z: number,
  target: number,
  softness: number,
): void {
  const { freedoms, E } = problem;
  const freedom = freedoms.lastOf[joint];
  const o = problem.startRow(freedom);
  const { worldFromSegment: r } = ws;
  E.fill(0, o, o + 3);
  const start = freedoms.start[freedom];
  const length = freedoms.length[freedom];
  for (let e = 3; e < length; e += 3) {
    const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
    for (let k = 0; k < 3; k++) E[o + e + k] = r[9 * j + k] * x + r[9 * j + 3 + k] * y + r[9 * j + 6 + k] * z;
  }
  problem.finishRow(target, softness);
}
