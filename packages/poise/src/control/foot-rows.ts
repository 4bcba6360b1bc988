/** Rows that hold a foot to its plan: velocity of the pivot and turn rate after the tick, six rows per foot. */
import type { Workspace } from '../dynamics/workspace.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import { footBias, footVelocity } from './foot-frame.ts';
import { writePointRow } from './point-row.ts';
import type { ReactionBody } from './reaction-body.ts';

export const FOOT_ROWS = 6;
/** The row, of a foot's six, that turns it about its pivot and lifts its heel. */
export const PITCH_ROW = 5;

/** [m/s², rad/s²] A leg that turns so fast that its foot curves more than this is lost: it would only be made faster. */
const MOST_CURVE = 40;
/** World axes. */
const AXES: ReadonlyVector = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** J a = (V − J v)/h for the pivot (x, y, z) and for the turn about the vertical, the foot's long axis and its pitch axis. `softly` 0 … 1: how
 *  softly a foot in the air follows. */
export function addFootRows(
  problem: AccelerationProblem,
  { body, ws, v, feet, plan, reference, parameters: p }: ReactionBody,
  which: number,
  softly: number,
  h: number,
): void {
  const foot = feet[which];
  const own = reference.feet[which];
  const { frame } = own;
  const { pivot, axis, wanted, velocity, bias } = foot;
  const soft = (softly * p.swingSoftness) / body.totalMass;
  const turnsSoft = (softly * p.swingTurnSoftness) / (body.totalMass * body.height * body.height);
  footVelocity(velocity, 0, ws, frame, pivot, 0, v);
  // joints that go on as they turn carry the foot on a curve; the source's own curve is in its velocity
  footBias(bias, 0, ws, frame, pivot, 0, v);
  let size = 0;
  for (let c = 0; c < 6; c++) {
    bias[c] -= own.bias[c];
    size += bias[c] * bias[c];
  }
  const share = Math.min(1, MOST_CURVE / Math.max(1e-9, Math.sqrt(size)));
  for (let c = 0; c < 6; c++) wanted[c] -= (h / 2) * share * bias[c];
  for (let c = 0; c < 3; c++) {
    writePointRow(problem, ws, frame.joint, pivot, 0, AXES, 3 * c);
    problem.finishRow((wanted[c] - velocity[c]) / h, soft);
  }
  // up, along the foot, pitch axis: an orthogonal frame
  writeTurnRow(problem, ws, frame.joint, axis, UP);
  problem.finishRow((wanted[4] - velocity[4]) / h, turnsSoft);
  writeTurnRow(problem, ws, frame.joint, axis, ALONG);
  const along = axis[0] * (wanted[5] - velocity[5]) - axis[2] * (wanted[3] - velocity[3]);
  problem.finishRow(along / h, turnsSoft);
  writeTurnRow(problem, ws, frame.joint, axis, PITCH);
  const planned = axis[0] * wanted[3] + axis[2] * wanted[5];
  const is = axis[0] * velocity[3] + axis[2] * velocity[5];
  foot.plannedPitch = planned;
  const falls = foot.heelRate + h * (-p.heelStiffness * foot.heel - p.heelDamping * foot.heelRate);
  const { heelUp } = plan.feet[which];
  const heel = foot.stands && heelUp > 0 ? Math.max(falls, heelUp) : falls;
  problem.finishRow((planned + heel - is) / h, turnsSoft);
}

/** What a foot turns about. */
const UP = 0;
const ALONG = 1;
const PITCH = 2;

/** Component of the foot's angular velocity about one of these; `axis`: the foot's pitch axis, level. */
function writeTurnRow(
  problem: AccelerationProblem,
  ws: Workspace,
  joint: number,
  axis: Float64Array,
  about: typeof UP | typeof ALONG | typeof PITCH,
): void {
  const { freedoms, E } = problem;
  const freedom = freedoms.lastOf[joint];
  const o = problem.startRow(freedom);
  const { worldFromSegment: r } = ws;
  const x = about === UP ? 0 : about === ALONG ? -axis[2] : axis[0];
  const y = about === UP ? 1 : 0;
  const z = about === UP ? 0 : about === ALONG ? axis[0] : axis[2];
  E.fill(0, o, o + 3);
  const start = freedoms.start[freedom];
  const length = freedoms.length[freedom];
  for (let e = 3; e < length; e += 3) {
    const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
    for (let k = 0; k < 3; k++) E[o + e + k] = r[9 * j + k] * x + r[9 * j + 3 + k] * y + r[9 * j + 6 + k] * z;
  }
}
