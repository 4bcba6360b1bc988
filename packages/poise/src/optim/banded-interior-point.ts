/**
 * Convex quadratic programs whose matrices are banded, by a primal-dual interior point (Mehrotra's predictor and corrector):
 *
 *   min ½ dᵀH d + gᵀd + Σ ν e   subject to   A_e d + r_e = 0,   A_i d + r_i + e ≥ 0,   e ≥ 0
 *
 * e makes every inequality elastic: where no d satisfies all, those that cost least are broken, and by how much is known.
 * Symbols: s slack, z ∈ (0, ν) its dual, u = ν − z, y duals of the equalities, δ their regularisation. One step solves
 *
 *   (H + A_eᵀA_e/δ + A_iᵀ D A_i) Δd = −r_d − A_eᵀ r_p/δ + A_iᵀ D κ,   D = 1/(s/z + e/u),   κ = −r_s − r_cs/z + r_ce/u
 *   Δz = D (κ − A_i Δd),   Δs = (−r_cs − s Δz)/z,   Δe = (−r_ce + e Δz)/u,   Δy = −(A_e Δd + r_p)/δ
 *
 * with r_d = H d + g − A_eᵀy − A_iᵀz, r_p = A_e d + r_e, r_s = A_i d + r_i + e − s, r_cs = s z − σμ, r_ce = e u − σμ.
 */
import { addGram, addTransposed, type BandRows, multiplyRows } from './band-rows.ts';
import {
  type BlockBanded,
  blockAt,
  createBlockBanded,
  factorBlockBanded,
  multiplyBlockBanded,
  solveBlockBanded,
} from './block-banded.ts';

export interface BandedQp {
  readonly hessian: BlockBanded;
  readonly gradient: Float64Array;
  readonly equalities: BandRows;
  readonly inequalities: BandRows;
  readonly elasticCost: Float64Array; // ν, at least one per inequality
}

/** stalled: as near as the arithmetic allows. failed: nowhere near. */
export interface BandedOutcome {
  readonly status: 'solved' | 'stalled' | 'failed';
  readonly iterations: number; // = factorisations
  readonly d: Float64Array;
  readonly y: Float64Array; // duals of the equalities
  readonly z: Float64Array; // duals of the inequalities
  readonly e: Float64Array; // how much each inequality is broken
  readonly factor: BlockBanded; // of the last step; with `weight` it answers small changes of the residuals
  readonly weight: Float64Array; // D of the last step
}

const DELTA = 1e-7;
const DUAL_TOLERANCE = 1e-6;
const PRIMAL_TOLERANCE = 1e-8;
const GAP_TOLERANCE = 1e-9;
const ROUNDED = 1e-10;
const MOST_STEPS = 50;
const MOST_WEIGHT = 1e13; // D of a row that is met exactly
const TO_BOUNDARY = 0.99;
const WORTHWHILE = 0.5; // of the predictor's reach
const CENTRING = 0.3;
const START_GAP = 1e-2;
const START_SLACK = 1e-2;

/** Memory of one solve. */
interface Iterate {
  readonly qp: BandedQp;
  readonly d: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly s: Float64Array;
  readonly e: Float64Array;
  readonly dualResidual: Float64Array; // r_d
  readonly equalityResidual: Float64Array; // r_p
  readonly slackResidual: Float64Array; // r_s
  readonly weight: Float64Array; // D
  readonly targetS: Float64Array; // r_cs
  readonly targetE: Float64Array; // r_ce
  readonly right: Float64Array; // κ, then Δz
  readonly stepD: Float64Array;
  readonly stepY: Float64Array;
  readonly stepS: Float64Array;
  readonly stepE: Float64Array;
}

/** Solves the program. */
export function solveBandedQp(qp: BandedQp): BandedOutcome {
  const { blockCount, blockSize } = qp.hessian;
  const base = createBlockBanded(blockCount, blockSize);
  base.entries.set(qp.hessian.entries);
  addGram(base, qp.equalities, new Float64Array(qp.equalities.count).fill(1 / DELTA));
  const factor = createBlockBanded(blockCount, blockSize);
  const at = startOf(qp);
  let status: BandedOutcome['status'] = 'stalled';
  let iterations = 0;
  while (iterations < MOST_STEPS) {
    const gap = writeResiduals(at);
    if (isSolved(at, gap)) {
      status = 'solved';
      break;
    }
    iterations++;
    for (let i = 0; i < at.z.length; i++) {
      const weight = 1 / (at.s[i] / at.z[i] + at.e[i] / (cost(at, i) - at.z[i]));
      at.weight[i] = Math.min(weight, MOST_WEIGHT);
    }
    if (!factorSum(factor, base, qp, at.weight)) {
      // what was reached before is good for a step, unless it was nothing
      status = iterations > 3 ? 'stalled' : 'failed';
      break;
    }
    predictAndCorrect(at, factor, gap);
  }
  return { status, iterations, d: at.d, y: at.y, z: at.z, e: at.e, factor, weight: at.weight };
}

/** factor ← Cholesky factor of base + A_iᵀ D A_i; where rounding has cost a pivot, with a little on the diagonal. */
function factorSum(factor: BlockBanded, base: BlockBanded, qp: BandedQp, weight: Float64Array): boolean {
  const { blockCount, blockSize } = base;
  for (let lift = 0; lift <= 1e-6; lift = lift === 0 ? 1e-12 : 100 * lift) {
    factor.entries.set(base.entries);
    addGram(factor, qp.inequalities, weight);
    for (let k = 0; k < blockCount && lift > 0; k++) {
      const at = blockAt(blockSize, k, 0);
      for (let i = 0; i < blockSize; i++) factor.entries[at + i * (blockSize + 1)] *= 1 + lift;
    }
    if (factorBlockBanded(factor) < 0) return true;
  }
  return false;
}

const cost = (at: Iterate, i: number): number => at.qp.elasticCost[i];

function startOf(qp: BandedQp): Iterate {
  const size = qp.gradient.length;
  const equal = qp.equalities.count;
  const unequal = qp.inequalities.count;
  const at: Iterate = {
    qp,
    d: new Float64Array(size),
    y: new Float64Array(equal),
    z: new Float64Array(unequal),
    s: new Float64Array(unequal),
    e: new Float64Array(unequal),
    dualResidual: new Float64Array(size),
    equalityResidual: new Float64Array(equal),
    slackResidual: new Float64Array(unequal),
    weight: new Float64Array(unequal),
    targetS: new Float64Array(unequal),
    targetE: new Float64Array(unequal),
    right: new Float64Array(unequal),
    stepD: new Float64Array(size),
    stepY: new Float64Array(equal),
    stepS: new Float64Array(unequal),
    stepE: new Float64Array(unequal),
  };
  for (let i = 0; i < unequal; i++) {
    at.s[i] = Math.max(START_SLACK, qp.inequalities.residual[i]);
    at.z[i] = Math.min(START_GAP / at.s[i], 0.5 * cost(at, i));
    at.e[i] = START_GAP / (cost(at, i) - at.z[i]);
  }
  return at;
}

/** Writes r_d, r_p, r_s; returns the mean complementarity μ. */
function writeResiduals(at: Iterate): number {
  const { qp, d, y, z, s, e, dualResidual, equalityResidual, slackResidual } = at;
  const { blockCount } = qp.hessian;
  multiplyBlockBanded(dualResidual, qp.hessian, d);
  for (let i = 0; i < d.length; i++) dualResidual[i] = -dualResidual[i] - qp.gradient[i];
  addTransposed(dualResidual, qp.equalities, y, blockCount);
  addTransposed(dualResidual, qp.inequalities, z, blockCount);
  for (let i = 0; i < d.length; i++) dualResidual[i] = -dualResidual[i];
  multiplyRows(equalityResidual, qp.equalities, d, blockCount, 1);
  multiplyRows(slackResidual, qp.inequalities, d, blockCount, 1);
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    slackResidual[i] += e[i] - s[i];
    sum += s[i] * z[i] + e[i] * (cost(at, i) - z[i]);
  }
  return z.length > 0 ? sum / (2 * z.length) : 0;
}

const largest = (values: Float64Array): number => {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
};

function isSolved(at: Iterate, gap: number): boolean {
  const met = largest(at.slackResidual) < PRIMAL_TOLERANCE;
  if (gap < ROUNDED && met && at.z.length > 0) return true; // nothing left to gain but rounding
  return (
    gap < GAP_TOLERANCE &&
    largest(at.dualResidual) < DUAL_TOLERANCE * (1 + largest(at.y)) &&
    largest(at.equalityResidual) < PRIMAL_TOLERANCE &&
    met
  );
}

/** One step: towards the boundary to see how far it goes, then centred and corrected with the same factor. */
function predictAndCorrect(at: Iterate, factor: BlockBanded, gap: number): void {
  const { z, s, e, targetS, targetE, right, stepS, stepE } = at;
  for (let i = 0; i < z.length; i++) {
    targetS[i] = s[i] * z[i];
    targetE[i] = e[i] * (cost(at, i) - z[i]);
  }
  writeStep(at, factor);
  const reach = longestStep(at);
  let after = 0;
  for (let i = 0; i < z.length; i++) {
    const newZ = z[i] + reach * right[i];
    after += (s[i] + reach * stepS[i]) * newZ + (e[i] + reach * stepE[i]) * (cost(at, i) - newZ);
  }
  const share = z.length > 0 ? after / (2 * z.length) / gap : 0;
  const centre = gap * share * share * share;
  for (let i = 0; i < z.length; i++) {
    targetS[i] = s[i] * z[i] - centre + stepS[i] * right[i];
    targetE[i] = e[i] * (cost(at, i) - z[i]) - centre - stepE[i] * right[i];
  }
  writeStep(at, factor);
  let longest = longestStep(at);
  if (longest < WORTHWHILE * reach) {
    // the correction was for a longer step than can be taken: centre instead
    for (let i = 0; i < z.length; i++) {
      targetS[i] = s[i] * z[i] - CENTRING * gap;
      targetE[i] = e[i] * (cost(at, i) - z[i]) - CENTRING * gap;
    }
    writeStep(at, factor);
    longest = longestStep(at);
  }
  const step = Math.min(1, TO_BOUNDARY * longest);
  for (let i = 0; i < at.d.length; i++) at.d[i] += step * at.stepD[i];
  for (let i = 0; i < at.y.length; i++) at.y[i] += step * at.stepY[i];
  for (let i = 0; i < z.length; i++) {
    z[i] += step * right[i];
    s[i] += step * stepS[i];
    e[i] += step * stepE[i];
  }
}

/** Writes Δd, Δy, Δz (into `right`), Δs, Δe for the targets r_cs, r_ce. */
function writeStep(at: Iterate, factor: BlockBanded): void {
  const { qp, z, s, e, weight, targetS, targetE, right, stepD, stepY, stepS, stepE } = at;
  const { blockCount } = qp.hessian;
  for (let i = 0; i < z.length; i++) {
    right[i] = weight[i] * (-at.slackResidual[i] - targetS[i] / z[i] + targetE[i] / (cost(at, i) - z[i]));
  }
  for (let i = 0; i < stepD.length; i++) stepD[i] = -at.dualResidual[i];
  for (let i = 0; i < stepY.length; i++) stepY[i] = -at.equalityResidual[i] / DELTA;
  addTransposed(stepD, qp.equalities, stepY, blockCount);
  addTransposed(stepD, qp.inequalities, right, blockCount);
  solveBlockBanded(factor, stepD);
  multiplyRows(stepY, qp.equalities, stepD, blockCount, 0);
  for (let i = 0; i < stepY.length; i++) stepY[i] = -(stepY[i] + at.equalityResidual[i]) / DELTA;
  multiplyRows(stepS, qp.inequalities, stepD, blockCount, 0);
  for (let i = 0; i < z.length; i++) {
    right[i] -= weight[i] * stepS[i];
    stepS[i] = (-targetS[i] - s[i] * right[i]) / z[i];
    stepE[i] = (-targetE[i] + e[i] * right[i]) / (cost(at, i) - z[i]);
  }
}

/** How far the step goes before a slack or dual becomes 0, at most 1/TO_BOUNDARY. */
function longestStep({ qp, z, s, e, right, stepS, stepE }: Iterate): number {
  let reach = 1 / TO_BOUNDARY;
  for (let i = 0; i < z.length; i++) {
    if (stepS[i] < 0) reach = Math.min(reach, -s[i] / stepS[i]);
    if (stepE[i] < 0) reach = Math.min(reach, -e[i] / stepE[i]);
    if (right[i] < 0) reach = Math.min(reach, -z[i] / right[i]);
    if (right[i] > 0) reach = Math.min(reach, (qp.elasticCost[i] - z[i]) / right[i]);
  }
  return reach;
}

/** d' such that the residuals change by `equalityError` and `inequalityError` less, to first order, with as little further
 *  change as the program allows: the second-order correction of a step, from the factor of the last iteration. */
export function correctResiduals(
  qp: BandedQp,
  { factor, weight }: BandedOutcome,
  equalityError: Float64Array,
  inequalityError: Float64Array,
): Float64Array {
  const out = new Float64Array(qp.gradient.length);
  addTransposed(
    out,
    qp.equalities,
    equalityError.map((x) => -x / DELTA),
    qp.hessian.blockCount,
  );
  addTransposed(
    out,
    qp.inequalities,
    inequalityError.map((x, i) => -x * weight[i]),
    qp.hessian.blockCount,
  );
  solveBlockBanded(factor, out);
  return out;
}
