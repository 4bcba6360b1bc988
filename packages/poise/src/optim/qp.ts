/**
 * Dense, strictly convex quadratic programs: min ½ xᵀHx + cᵀx subject to A x = b and G x ≤ h. The problem is plain data;
 * all memory is made once and every solve works inside it.
 */
import { UsageError } from '../errors.ts';

export interface QpProblem {
  readonly size: number; // n: unknowns
  equalities: number; // rows of A in use
  inequalities: number; // rows of G in use
  readonly H: Float64Array; // n×n, row-major, symmetric positive definite
  readonly c: Float64Array; // n
  readonly A: Float64Array; // most equalities × n
  readonly b: Float64Array;
  readonly G: Float64Array; // most inequalities × n
  readonly h: Float64Array; // Infinity switches a row off; −Infinity can never be met
}

/** 'solved': the conditions of optimality hold to kktResidual. 'infeasible': rows contradict each other, or a bound is
 *  −Infinity. 'stalled': H is not symmetric or not positive definite, a number is NaN or infinite where it must not be, or
 *  the active set kept changing; `reason` says which. x is of use only when solved. */
export type QpStatus = 'solved' | 'infeasible' | 'stalled';

/** What a solve found. The arrays are the scratch's own and change with its next solve. */
export interface QpOutcome {
  status: QpStatus;
  reason: string; // '' when solved
  iterations: number; // constraints added or dropped
  readonly x: Float64Array; // n
  readonly equalityMultipliers: Float64Array; // λ of H x + c + Aᵀλ + Gᵀμ = 0
  readonly multipliers: Float64Array; // μ ≥ 0, one per inequality, 0 where it is not active
  /** Largest violation of the optimality conditions, see measureKkt; Infinity unless solved. */
  kktResidual: number;
}

/** Memory of one problem with up to the given numbers of rows; all zeros, no rows in use. */
export function createQp(size: number, mostEqualities: number, mostInequalities: number): QpProblem {
  if (!(size > 0)) throw new UsageError(`a quadratic program needs at least one unknown, found ${size}`);
  return {
    size,
    equalities: 0,
    inequalities: 0,
    H: new Float64Array(size * size),
    c: new Float64Array(size),
    A: new Float64Array(mostEqualities * size),
    b: new Float64Array(mostEqualities),
    G: new Float64Array(mostInequalities * size),
    h: new Float64Array(mostInequalities),
  };
}

/** Relative difference of H_ij and H_ji that passes as rounding. */
const SYMMETRIC = 1e-9;

/** What makes a problem one that cannot be solved, whatever its rows ask for; '' when there is nothing. */
export function faultOf({ size: n, H, c, A, b, G, h, equalities, inequalities }: QpProblem): string {
  if (!isSound(H, n * n)) return 'H is not finite';
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const low = H[i * n + j];
      const high = H[j * n + i];
      if (Math.abs(low - high) > SYMMETRIC * (Math.abs(low) + Math.abs(high))) return 'H is not symmetric';
    }
  }
  if (!isSound(c, n)) return 'c is not finite';
  if (!isSound(A, equalities * n) || !isSound(b, equalities)) return 'an equality is not finite';
  if (!isSound(G, inequalities * n)) return 'an inequality is not finite';
  for (let row = 0; row < inequalities; row++) if (Number.isNaN(h[row])) return 'an inequality is not finite';
  return '';
}

/** Whether the first `count` numbers are neither NaN nor infinite. */
function isSound(values: Float64Array, count: number): boolean {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i] - values[i]; // 0, or NaN for ever
  return sum === 0;
}

/** Sets outcome.kktResidual: the largest violation of the conditions of optimality, each relative to the size of its terms:
 *  H x + c + Aᵀλ + Gᵀμ = 0, A x = b, G x ≤ h, μ ≥ 0, μ (h − G x) = 0. */
export function measureKkt(problem: QpProblem, outcome: QpOutcome): void {
  const { x, equalityMultipliers, multipliers } = outcome;
  const { size: n, H, c, A, b, G, h, equalities, inequalities } = problem;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    let sum = c[i];
    let scale = 1 + Math.abs(c[i]);
    for (let j = 0; j < n; j++) {
      sum += H[i * n + j] * x[j];
      scale += Math.abs(H[i * n + j] * x[j]);
    }
    for (let r = 0; r < equalities; r++) sum += A[r * n + i] * equalityMultipliers[r];
    for (let r = 0; r < inequalities; r++) if (multipliers[r] !== 0) sum += G[r * n + i] * multipliers[r];
    worst = Math.max(worst, Math.abs(sum) / scale);
  }
  for (let r = 0; r < equalities; r++) {
    let sum = -b[r];
    for (let j = 0; j < n; j++) sum += A[r * n + j] * x[j];
    worst = Math.max(worst, Math.abs(sum) / (1 + Math.abs(b[r])));
  }
  for (let r = 0; r < inequalities; r++) {
    if (h[r] === Infinity) continue;
    let slack = h[r];
    for (let j = 0; j < n; j++) slack -= G[r * n + j] * x[j];
    const scale = 1 + Math.abs(h[r]);
    worst = Math.max(worst, -slack / scale, -multipliers[r], Math.min(Math.abs(slack) / scale, multipliers[r]));
  }
  outcome.kktResidual = worst;
}
