/**
 * Sequential quadratic programming for one window: linearise the constraints, solve the banded quadratic program, go as far
 * as the merit E + ν Σ |violation| falls. Elastic rows tell what cannot be had.
 */
import { multiplyRows } from '../../optim/band-rows.ts';
import {
  type BandedOutcome,
  type BandedQp,
  correctResiduals,
  solveBandedQp,
} from '../../optim/banded-interior-point.ts';
import { objective, objectiveHessian } from './objective.ts';
import { violationOf, type WindowProblem, writeRows } from './problem.ts';
import type { RowKind } from './row-sink.ts';

export interface SqpSettings {
  readonly ceilingShare: number;
  readonly zmpCost: number; // ν_E
  readonly violation: number; // [m] stop below …
  readonly step: number; // [rad] … when steps are smaller than this …
  readonly saving: number; // … or save less than this share of the objective
  readonly maxIterations: number;
  readonly factorisations: number; // stop after so many
  readonly onIteration: (iteration: number, violation: number) => void;
}

export interface SqpStep {
  readonly objective: number;
  readonly violation: number; // [m] worst row after the step
  readonly step: number; // [rad] largest change
  readonly length: number; // share of the step taken; 0: refused
  readonly factorisations: number;
  readonly elastic: number; // [m] most that an inequality is given up by
}

/** A row that stands in the way: what, when, and its dual. */
export interface Conflict {
  readonly kind: RowKind;
  readonly site: number;
  readonly price: number; // change of E per metre
  readonly residual: number; // [m]
}

export interface SqpOutcome {
  readonly status: 'solved' | 'infeasible' | 'stopped' | 'diverged';
  readonly coefficients: Float64Array;
  readonly objective: number;
  readonly violation: number;
  readonly site: number; // of the worst row
  readonly steps: readonly SqpStep[];
  readonly conflicts: readonly Conflict[];
}

export const ZMP_COST = 1e3;
const OTHER_COST = 1e3;
const ARMIJO = 1e-4;
const HALVINGS = 12;
const GIVEN_UP = 1e-3; // [m] an elastic row beyond this is broken for good …
const SAME = 0.01; // … when it changes by less than this share …
const SAME_FOR = 5; // … over so many steps
const SAME_SLIGHTLY = 2; // steps after which one that is broken by less is no longer polished
const MOST_CONFLICTS = 8;

interface Run {
  readonly problem: WindowProblem;
  readonly settings: SqpSettings;
  readonly trial: Float64Array;
  coefficients: Float64Array;
  nu: number;
  damping: number;
}

/** Runs from `start` (all coefficients of the clip; not changed). */
export function solveWindow(problem: WindowProblem, start: Float64Array, settings: SqpSettings): SqpOutcome {
  const run: Run = { problem, settings, trial: start.slice(), coefficients: start.slice(), nu: 1, damping: 1e-3 };
  const { mechanism } = problem.demands.curve;
  const gradient = new Float64Array(problem.freeCount * mechanism.width);
  const steps: SqpStep[] = [];
  let status: SqpOutcome['status'] = 'stopped';
  let conflicts: Conflict[] = [];
  let [failures, unchanged, lastElastic, spent] = [0, 0, 0, 0];
  for (let iteration = 0; iteration < settings.maxIterations; iteration++) {
    const before = objective(problem, run.coefficients, gradient);
    writeRows(problem, run.coefficients, settings.ceilingShare, true);
    const violated = violationOf(problem.sink);
    settings.onIteration(iteration, violated.worst);
    const qp = programOf(run, gradient);
    const outcome = solveBandedQp(qp);
    const step = largest(outcome.d);
    spent += outcome.iterations;
    if (outcome.status === 'failed' || !Number.isFinite(step)) {
      run.damping *= 10;
      if (++failures < 3) continue;
      status = 'diverged';
      break;
    }
    const elastic = largest(outcome.e);
    run.nu = Math.max(1, 1.5 * Math.max(largest(outcome.y), largest(outcome.z)));
    conflicts = conflictsOf(problem, outcome);
    const taken = search(run, qp, outcome, before, violated.sum);
    run.damping =
      taken.length === 0 ? run.damping * 10 : taken.length === 1 ? Math.max(1e-7, 0.2 * run.damping) : run.damping;
    steps.push({ ...taken, step: taken.length * step, factorisations: outcome.iterations, elastic });
    const small = taken.length * step < settings.step || Math.abs(before - taken.objective) < settings.saving * before;
    if (taken.violation < settings.violation && small && taken.length > 0) {
      status = 'solved';
      break;
    }
    const same = elastic > settings.violation && Math.abs(elastic - lastElastic) < SAME * elastic;
    unchanged = same ? unchanged + 1 : 0;
    lastElastic = elastic;
    if (unchanged >= (elastic > GIVEN_UP ? SAME_FOR : SAME_SLIGHTLY)) {
      status = elastic > GIVEN_UP ? 'infeasible' : 'stopped';
      break;
    }
    if (run.damping > 1e8 || spent > settings.factorisations) break;
  }
  writeRows(problem, run.coefficients, settings.ceilingShare, false);
  const { worst, site } = violationOf(problem.sink);
  const energy = objective(problem, run.coefficients);
  return { status, coefficients: run.coefficients, objective: energy, violation: worst, site, steps, conflicts };
}

const largest = (values: Float64Array): number => {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
};

function programOf({ problem, settings, damping }: Run, gradient: Float64Array): BandedQp {
  const { equal, unequal } = problem.sink;
  const elasticCost = Float64Array.from(unequal.kinds, (kind) => (kind === 'zmp' ? settings.zmpCost : OTHER_COST));
  return {
    hessian: objectiveHessian(problem, damping),
    gradient,
    equalities: equal.rows,
    inequalities: unequal.rows,
    elasticCost,
  };
}

interface Taken {
  readonly objective: number;
  readonly violation: number;
  readonly length: number;
}

/** The full step, the full step corrected to second order, or a part of it; length 0 when the merit falls nowhere. */
function search(run: Run, qp: BandedQp, outcome: BandedOutcome, before: number, violated: number): Taken {
  const { problem } = run;
  const merit = before + run.nu * violated;
  const slope = directional(qp, outcome, run.nu, violated);
  const equal = qp.equalities.residual.slice(0, qp.equalities.count);
  const unequal = qp.inequalities.residual.slice(0, qp.inequalities.count);
  const kinds = problem.sink.unequal.kinds.join();
  let length = 1;
  for (let halving = 0; halving <= HALVINGS; halving++, length /= 2) {
    const found = tryStep(run, outcome.d, length, undefined);
    if (found.merit <= merit + ARMIJO * length * slope) return accept(run, found, length);
    if (halving > 0) continue;
    // the rows may have changed in number where angles came near their bounds; then there is nothing to correct
    if (problem.sink.unequal.kinds.join() !== kinds) continue;
    const correction = secondOrder(run, qp, outcome, equal, unequal);
    const corrected = tryStep(run, outcome.d, 1, correction);
    if (corrected.merit <= merit + ARMIJO * slope) return accept(run, corrected, 1);
  }
  const stay = tryStep(run, outcome.d, 0, undefined);
  return { objective: stay.objective, violation: stay.violation, length: 0 };
}

/** Slope of the merit along the step: gᵀd − ν (violation now − violation of the linear model). */
function directional(qp: BandedQp, { d }: BandedOutcome, nu: number, violated: number): number {
  let slope = 0;
  for (let i = 0; i < d.length; i++) slope += qp.gradient[i] * d[i];
  const { blockCount } = qp.hessian;
  const equal = new Float64Array(qp.equalities.count);
  const unequal = new Float64Array(qp.inequalities.count);
  multiplyRows(equal, qp.equalities, d, blockCount, 1);
  multiplyRows(unequal, qp.inequalities, d, blockCount, 1);
  let left = 0;
  for (const value of equal) left += Math.abs(value);
  for (const value of unequal) left += Math.max(0, -value);
  return Math.min(0, slope - nu * (violated - left));
}

interface Trial extends Omit<Taken, 'length'> {
  readonly merit: number;
}

/** Merit at coefficients + length · d + correction; the sink then holds the rows there. */
function tryStep(run: Run, d: Float64Array, length: number, correction: Float64Array | undefined): Trial {
  const { problem, trial, coefficients } = run;
  const { free, width, total } = problem.demands.curve.mechanism;
  trial.set(coefficients);
  for (let row = 0; row < problem.freeCount; row++) {
    const o = (problem.firstFree + row) * total;
    for (let j = 0; j < free; j++) {
      const i = row * width + j;
      trial[o + j] += length * d[i] + (correction ? correction[i] : 0);
    }
  }
  writeRows(problem, trial, run.settings.ceilingShare, false);
  const { worst, sum } = violationOf(problem.sink);
  const energy = objective(problem, trial);
  const merit = energy + run.nu * sum;
  return { objective: energy, violation: worst, merit: Number.isFinite(merit) ? merit : Infinity };
}

function accept(run: Run, { objective: energy, violation }: Trial, length: number): Taken {
  run.coefficients = run.trial.slice();
  return { objective: energy, violation, length };
}

/** What the rows at the full step have more than the linear model said, taken back to first order. The sink holds the rows
 *  at the full step; `equal` and `unequal` those at the start. */
function secondOrder(
  run: Run,
  qp: BandedQp,
  outcome: BandedOutcome,
  equal: Float64Array,
  unequal: Float64Array,
): Float64Array {
  const { blockCount } = qp.hessian;
  const seen = (rows: BandedQp['equalities']): Float64Array => rows.residual.slice(0, rows.count);
  const [equalAfter, unequalAfter] = [seen(qp.equalities), seen(qp.inequalities)];
  // the trial overwrote the residuals; its values were zeroed, so the derivatives are written anew
  writeRows(run.problem, run.coefficients, run.settings.ceilingShare, true);
  const modelEqual = new Float64Array(equal.length);
  const modelUnequal = new Float64Array(unequal.length);
  multiplyRows(modelEqual, qp.equalities, outcome.d, blockCount, 1);
  multiplyRows(modelUnequal, qp.inequalities, outcome.d, blockCount, 1);
  return correctResiduals(
    qp,
    outcome,
    modelEqual.map((value, i) => equalAfter[i] - value),
    modelUnequal.map((value, i) => unequalAfter[i] - value),
  );
}

/** Rows that are given up, the worst first; then those with the largest duals. */
function conflictsOf(problem: WindowProblem, { y, z, e }: BandedOutcome): Conflict[] {
  const { equal, unequal } = problem.sink;
  const all: Conflict[] = [
    ...Array.from(z, (price, i) => ({ kind: unequal.kinds[i], site: unequal.sites[i], price, residual: e[i] })),
    ...Array.from(y, (price, i) => ({
      kind: equal.kinds[i],
      site: equal.sites[i],
      price: Math.abs(price),
      residual: 0,
    })),
  ];
  const broken = all.filter(({ residual }) => residual > GIVEN_UP).sort((a, b) => b.residual - a.residual);
  const dear = all.filter(({ residual }) => residual <= GIVEN_UP).sort((a, b) => b.price - a.price);
  return [...broken.slice(0, MOST_CONFLICTS), ...dear].slice(0, MOST_CONFLICTS + 4);
}
