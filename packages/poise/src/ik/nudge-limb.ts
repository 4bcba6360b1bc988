/**
 * A small correction of a leg: its end joint is moved to a place nearby and turned as asked, by the least turn of hip and knee. Unlike the
 * exact solution (leg-ik.ts) it never flips a knee that is straight or bent backward; what it cannot reach stays missing.
 *
 * ω: turn of the upper joint (world), θ: of the knee about its hinge k. e = ω × (a − h) + θ k × (a − m), with a, h, m the places of
 * ankle, hip and knee; least |ω|² + θ² by a damped 3×3 problem.
 */
import type { Workspace } from '../dynamics/workspace.ts';
import { expQuat, multiplyQuat, normalizeQuat, relativeQuat, rotate3 } from '../math/quat.ts';
import { quatIndex } from '../motion/skeleton.ts';
import { factorCholesky, solveCholesky } from '../optim/cholesky.ts';
import type { Limb } from './leg-ik.ts';

const DAMPING = 1e-6; // [m²] of the leg's length squared: a straight leg does not leap
const MOST_TURN = 0.05; // [rad] of one correction

/** Memory of nudgeLimb. */
export interface NudgeScratch {
  readonly matrix: Float64Array; // 9
  readonly error: Float64Array; // 3
  readonly hinge: Float64Array; // 3
  readonly turn: Float64Array; // 8
  readonly quats: Float64Array; // 12
}

export const createNudgeScratch = (): NudgeScratch => ({
  matrix: new Float64Array(9),
  error: new Float64Array(3),
  hinge: new Float64Array(3),
  turn: new Float64Array(8),
  quats: new Float64Array(12),
});

/** Writes the rotations of the three joints into q. ws holds the position level of q and is out of date afterwards. */
export function nudgeLimb(
  q: Float64Array,
  ws: Workspace,
  limb: Limb,
  position: Float64Array,
  rotation: Float64Array,
  scratch: NudgeScratch,
): void {
  const { segmentOrigin: o, segmentRotation } = ws;
  const { upper, lower, end } = limb;
  const { matrix: m, error: e, hinge, turn, quats } = scratch;
  const rx = o[3 * end] - o[3 * upper];
  const ry = o[3 * end + 1] - o[3 * upper + 1];
  const rz = o[3 * end + 2] - o[3 * upper + 2];
  const sx = o[3 * end] - o[3 * lower];
  const sy = o[3 * end + 1] - o[3 * lower + 1];
  const sz = o[3 * end + 2] - o[3 * lower + 2];
  rotate3(hinge, 0, segmentRotation, 4 * lower, limb.hinge, 0);
  const cx = hinge[1] * sz - hinge[2] * sy;
  const cy = hinge[2] * sx - hinge[0] * sz;
  const cz = hinge[0] * sy - hinge[1] * sx;
  const square = rx * rx + ry * ry + rz * rz;
  const soft = DAMPING * square;
  m[0] = square - rx * rx + cx * cx + soft;
  m[3] = -ry * rx + cy * cx;
  m[4] = square - ry * ry + cy * cy + soft;
  m[6] = -rz * rx + cz * cx;
  m[7] = -rz * ry + cz * cy;
  m[8] = square - rz * rz + cz * cz + soft;
  for (let c = 0; c < 3; c++) e[c] = position[c] - o[3 * end + c];
  if (factorCholesky(m, 3) >= 0) return;
  solveCholesky(m, 3, e);
  // ω = r × y, θ = c · y
  turn[0] = ry * e[2] - rz * e[1];
  turn[1] = rz * e[0] - rx * e[2];
  turn[2] = rx * e[1] - ry * e[0];
  let bend = cx * e[0] + cy * e[1] + cz * e[2];
  const size = Math.max(Math.abs(bend), Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]));
  const share = size > MOST_TURN ? MOST_TURN / size : 1;
  bend *= share;
  for (let c = 0; c < 3; c++) turn[c] *= share;
  // upper: world rotation turned by ω
  expQuat(turn, 4, turn, 0);
  multiplyQuat(quats, 0, turn, 4, segmentRotation, 4 * upper);
  if (limb.upperParent < 0) for (let c = 0; c < 4; c++) q[quatIndex(upper) + c] = quats[c];
  else relativeQuat(q, quatIndex(upper), segmentRotation, 4 * limb.upperParent, quats, 0);
  // what the foot hangs on, after both turns: exp(ω) exp(θk) R
  for (let c = 0; c < 3; c++) turn[c] = bend * hinge[c];
  expQuat(quats, 4, turn, 0);
  multiplyQuat(quats, 4, turn, 4, quats, 4);
  multiplyQuat(quats, 4, quats, 4, segmentRotation, 4 * limb.endParent);
  relativeQuat(q, quatIndex(end), quats, 4, rotation, 0);
  // knee: about its own hinge
  for (let c = 0; c < 3; c++) turn[c] = bend * limb.hinge[c];
  expQuat(turn, 4, turn, 0);
  multiplyQuat(q, quatIndex(lower), q, quatIndex(lower), turn, 4);
  normalizeQuat(q, quatIndex(upper), q, quatIndex(upper));
  normalizeQuat(q, quatIndex(lower), q, quatIndex(lower));
  normalizeQuat(q, quatIndex(end), q, quatIndex(end));
}
