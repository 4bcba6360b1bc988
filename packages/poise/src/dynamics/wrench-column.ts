/**
 * How the ground wrench W = (Mo; F) answers to one degree of freedom: one column each of ∂W/∂θ, ∂W/∂θ̇, ∂W/∂θ̈, in O(1),
 * from sums over the subtree that the freedom moves. The kernel knows nothing of joint types: a hinge, a slide and each
 * axis of a ball joint pass their own axis and motions, so chains of massless hinges and ball joints share it.
 *
 * Spatial vectors at the world origin. S: the motion that a unit of the freedom gives. V_p, A_p: velocity and
 * acceleration of what the freedom stands on; V: velocity of the frame that carries S along, so Ṡ = V × S; a_g = (0; −g ŷ).
 * For a subtree with velocity V_i = V_p + Σ S_l θ̇_l and A_i = V̇_i, a change δθ along S, components of θ̇ and θ̈ held,
 * carries the subtree rigidly: δI, δS_l follow S, and
 *
 *     δV_i = S × (V_i − V_p)                        = S × V_i + ψ,                      ψ = V_p × S
 *     δA_i = S × (A_i − A_p) + ψ × (V_i − V_p)      = S × (A_i − a_g) + χ + ψ × V_i,    χ = (A_p − a_g) × S − ψ × V_p
 *
 * The parts S × … turn the wrench F of the subtree with it; the rest is a change of velocity ψ and of acceleration
 * χ + ψ × V_i. With I, B, F summed over the subtree:
 *
 *     ∂W/∂θ  = S ×* F + I χ + B ψ
 *     ∂W/∂θ̇ = I (V_p × S + V × S) + B S
 *     ∂W/∂θ̈ = I S
 *
 * For a hinge V × S = V_p × S, and these are the formulas of the balance filter's specification, which writes χ with the
 * velocity and acceleration of the moved body instead: the difference cancels.
 */
import { addCoriolisTimes, addInertiaTimes, crossForce, crossMotion, type SpatialSums } from '../math/spatial.ts';

/** Places in the array that describes one freedom: six numbers each. */
export const AXIS = 0; // S
export const BASE_VELOCITY = 6; // V_p
export const AXIS_VELOCITY = 12; // V
export const BASE_PUSH = 18; // A_p − a_g
const PSI = 24;
const CHI = 30;
const COLUMN = 36;
/** Length of that array; the kernel uses the rest as scratch. */
export const FREEDOM_SIZE = 42;

/** The three matrices of wrenchDerivatives, 6 × nv each, row-major: rows 0–2 moment about the world origin, 3–5 force. */
export interface WrenchDerivatives {
  readonly byPosition: Float64Array; // ∂W/∂θ
  readonly byVelocity: Float64Array; // ∂W/∂θ̇
  readonly byAcceleration: Float64Array; // ∂W/∂θ̈
}

/** Writes column `column` of the three matrices (rows of nv numbers) for the freedom described in `freedom`, which moves
 *  row k of `sums`. */
export function writeWrenchColumns(
  out: WrenchDerivatives,
  nv: number,
  column: number,
  freedom: Float64Array,
  sums: SpatialSums,
  k: number,
): void {
  // I S
  freedom.fill(0, COLUMN, COLUMN + 6);
  addInertiaTimes(freedom, COLUMN, sums, k, freedom, AXIS);
  writeColumn(out.byAcceleration, nv, column, freedom);
  // S ×* F + I χ + B ψ
  crossMotion(freedom, PSI, freedom, BASE_VELOCITY, freedom, AXIS);
  writeChi(freedom);
  crossForce(freedom, COLUMN, freedom, AXIS, sums.wrench, 6 * k);
  addInertiaTimes(freedom, COLUMN, sums, k, freedom, CHI);
  addCoriolisTimes(freedom, COLUMN, sums, k, freedom, PSI);
  writeColumn(out.byPosition, nv, column, freedom);
  // I (V_p × S + V × S) + B S
  crossMotion(freedom, CHI, freedom, AXIS_VELOCITY, freedom, AXIS);
  for (let c = 0; c < 6; c++) freedom[CHI + c] += freedom[PSI + c];
  freedom.fill(0, COLUMN, COLUMN + 6);
  addInertiaTimes(freedom, COLUMN, sums, k, freedom, CHI);
  addCoriolisTimes(freedom, COLUMN, sums, k, freedom, AXIS);
  writeColumn(out.byVelocity, nv, column, freedom);
}

/** χ = (A_p − a_g) × S − ψ × V_p */
function writeChi(freedom: Float64Array): void {
  crossMotion(freedom, CHI, freedom, BASE_PUSH, freedom, AXIS);
  crossMotion(freedom, COLUMN, freedom, PSI, freedom, BASE_VELOCITY);
  for (let c = 0; c < 6; c++) freedom[CHI + c] -= freedom[COLUMN + c];
}

function writeColumn(out: Float64Array, nv: number, column: number, freedom: Float64Array): void {
  for (let row = 0; row < 6; row++) out[row * nv + column] = freedom[COLUMN + row];
}
