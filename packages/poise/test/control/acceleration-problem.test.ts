/** The tree-sparse solve against the same problem written out as one dense QP over accelerations and forces. */
import { describe, expect, it } from 'vitest';
import { AccelerationProblem } from '../../src/control/acceleration-problem.ts';
import { createRootMomentum, readRoot } from '../../src/control/root-momentum.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { centroidalMomentumMatrix } from '../../src/dynamics/momentum-matrix.ts';
import { createMovingFreedoms, treeMassMatrix } from '../../src/dynamics/tree-mass.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { normal, uniform } from '../../src/math/random.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { ConeForce } from '../../src/optim/cone-force.ts';
import { createQp } from '../../src/optim/qp.ts';
import { createQpScratch, solveQp } from '../../src/optim/solve-qp.ts';
import { randomPose, seededBody } from '../support/random-body.ts';

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 501);
const ARMATURE = 0.5;
const PRICE = 1e-2;

interface Row {
  readonly freedom: number;
  readonly values: Float64Array; // along the path
  readonly target: number;
  readonly soft: number;
}

function scene(seed: number) {
  const { body, rng } = seededBody(seed, { joints: 9, massless: 0.2 });
  const ws = createWorkspace(body);
  const freedoms = createMovingFreedoms(body, ws);
  const nv = freedomCount(body.skeleton);
  forwardKinematics(body, ws, randomPose(rng, body.skeleton));
  const A = new Float64Array(6 * nv);
  centroidalMomentumMatrix(A, body, ws);
  const M = new Float64Array(nv * nv);
  massMatrix(M, body, ws);
  const { n, inV, length } = freedoms;
  // hard and soft rows along random paths; fewer hard ones than freedoms
  const rows: Row[] = Array.from({ length: 8 }, (_, r) => {
    const freedom = Math.floor(uniform(rng, 0, n));
    const values = Float64Array.from({ length: length[freedom] }, () => normal(rng));
    return { freedom, values, target: 3 * normal(rng), soft: r < 4 ? 0 : 10 ** uniform(rng, -3, 0) };
  });
  const generators = Float64Array.from({ length: 6 * 16 }, (_, e) => (e % 6 === 4 ? 1 : 0.7 * normal(rng)));
  return {
    body,
    ws,
    freedoms,
    A,
    rows,
    generators,
    wish: Float64Array.from({ length: n }, () => 4 * normal(rng)),
    c: Float64Array.from({ length: 6 }, () => 10 * normal(rng)),
    prior: Float64Array.from({ length: 16 }, () => Math.max(0, 10 * normal(rng))),
    goals: Float64Array.from({ length: 6 }, () => 10 * normal(rng)),
    weights: Float64Array.from({ length: 6 }, () => uniform(rng, 0.01, 0.3)),
    Q: Float64Array.from({ length: n * n }, (_, e) => {
      const [i, j] = [Math.floor(e / n), e % n];
      return M[inV[i] * nv + inV[j]] + (i === j ? ARMATURE : 0);
    }),
    momentum: Float64Array.from({ length: 6 * n }, (_, e) => A[Math.floor(e / n) * nv + inV[e % n]]),
  };
}

type Scene = ReturnType<typeof scene>;

/** As the reaction body does it. */
function solveTree(s: Scene): { x: Float64Array; wrench: Float64Array; force: Float64Array } {
  const { freedoms, rows, generators } = s;
  const problem = new AccelerationProblem(freedoms, rows.length + 2);
  treeMassMatrix(problem.metric, freedoms, s.body, s.ws, s.A);
  for (let k = 0; k < freedoms.n; k++) problem.metric[freedoms.start[k] + freedoms.length[k] - 1] += ARMATURE;
  expect(problem.factor()).toBe(true);
  problem.wish.set(s.wish);
  problem.momentum.set(s.momentum);
  problem.momentumTarget.set(s.c);
  problem.begin();
  for (const { freedom, values, target, soft } of rows) {
    problem.E.set(values, problem.startRow(freedom));
    problem.finishRow(target, soft);
  }
  const cone = new ConeForce(6, 16, PRICE);
  cone.count = 16;
  cone.W.set(generators);
  cone.prior.set(s.prior);
  expect(problem.price(cone)).toBe(true);
  for (let c = 0; c < 6; c++) {
    cone.H[7 * c] += s.weights[c];
    cone.g[c] -= s.weights[c] * s.goals[c];
  }
  expect(cone.solve(false)).toBe(true);
  problem.solve(cone.wrench);
  return { x: problem.x.slice(), wrench: cone.wrench.slice(), force: cone.force.slice() };
}

/** One QP over (x, λ): everything that is soft in the cost, hard rows and momentum as equalities, λ ≥ 0. */
function solveDense(s: Scene): { x: Float64Array; force: Float64Array } {
  const { n, start, path } = s.freedoms;
  const size = n + 16;
  const hard = s.rows.filter(({ soft }) => soft === 0);
  const qp = createQp(size, hard.length + 6, 16);
  qp.H.fill(0);
  const whole = ({ freedom, values }: Row): Float64Array => {
    const out = new Float64Array(size);
    values.forEach((value, j) => {
      out[path[start[freedom] + j]] = value;
    });
    return out;
  };
  const addSquare = (row: Float64Array, target: number, weight: number): void => {
    for (let i = 0; i < size; i++) {
      qp.c[i] -= weight * target * row[i];
      for (let j = 0; j < size; j++) qp.H[i * size + j] += weight * row[i] * row[j];
    }
  };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      qp.H[i * size + j] += s.Q[i * n + j];
      qp.c[i] -= s.Q[i * n + j] * s.wish[j];
    }
  }
  for (let k = 0; k < 16; k++)
    addSquare(
      Float64Array.from({ length: size }, (_, i) => +(i === n + k)),
      s.prior[k],
      PRICE,
    );
  for (let c = 0; c < 6; c++) {
    const wrench = Float64Array.from({ length: size }, (_, i) => (i < n ? 0 : s.generators[6 * (i - n) + c]));
    addSquare(wrench, s.goals[c], s.weights[c]);
    // A x − Wλ = c
    const row = wrench.map((value, i) => (i < n ? s.momentum[c * n + i] : -value));
    qp.A.set(row, c * size);
    qp.b[c] = s.c[c];
  }
  hard.forEach((row, r) => {
    qp.A.set(whole(row), (6 + r) * size);
    qp.b[6 + r] = row.target;
  });
  for (const row of s.rows) if (row.soft > 0) addSquare(whole(row), row.target, 1 / row.soft);
  qp.equalities = 6 + hard.length;
  qp.inequalities = 16;
  for (let k = 0; k < 16; k++) qp.G[k * size + n + k] = -1;
  const outcome = solveQp(qp, createQpScratch(qp));
  expect(outcome.status).toBe('solved');
  return { x: outcome.x.slice(0, n), force: outcome.x.slice(n) };
}

/** The same problem with its rows taken in and priced in two parts, the first row softer until then. */
function solveInParts(s: Scene, first: number, isSofter: boolean): Float64Array {
  const { freedoms, rows } = s;
  const problem = new AccelerationProblem(freedoms, rows.length + 2);
  const cone = new ConeForce(6, 16, PRICE);
  treeMassMatrix(problem.metric, freedoms, s.body, s.ws, s.A);
  for (let k = 0; k < freedoms.n; k++) problem.metric[freedoms.start[k] + freedoms.length[k] - 1] += ARMATURE;
  problem.factor();
  problem.wish.set(s.wish);
  problem.momentum.set(s.momentum);
  problem.momentumTarget.set(s.c);
  problem.begin();
  rows.forEach(({ freedom, values, target, soft }, r) => {
    if (r === first) {
      if (isSofter) problem.softness[0] += 1;
      expect(problem.price(cone)).toBe(true);
      if (isSofter) problem.softness[0] -= 1;
    }
    problem.E.set(values, problem.startRow(freedom));
    problem.finishRow(target, soft);
  });
  cone.count = 16;
  cone.W.set(s.generators);
  cone.prior.set(s.prior);
  expect(problem.price(cone)).toBe(true);
  for (let c = 0; c < 6; c++) {
    cone.H[7 * c] += s.weights[c];
    cone.g[c] -= s.weights[c] * s.goals[c];
  }
  cone.solve(false);
  problem.solve(cone.wrench);
  return problem.x;
}

/** Solves for the momentum rows once by the tree and once from the factor; armature is about joints only. */
function solveAtRoot(s: Scene): readonly [Float64Array, Float64Array] {
  const { freedoms, rows } = s;
  const root = createRootMomentum();
  readRoot(root, s.ws);
  root.armature.set([1, 0.2, 2, -0.3, 0.1, 3]);
  const [tree, factor] = ([false, true] as const).map((isAtRoot) => {
    const problem = new AccelerationProblem(freedoms, rows.length);
    treeMassMatrix(problem.metric, freedoms, s.body, s.ws, s.A);
    for (let k = 6; k < freedoms.n; k++) problem.metric[freedoms.start[k] + freedoms.length[k] - 1] += ARMATURE;
    for (let x = 0, entry = 0; x < 3; x++) {
      for (let y = 0; y <= x; y++) problem.metric[freedoms.start[3 + x] + 3 + y] += root.armature[entry++];
    }
    expect(problem.factor()).toBe(true);
    problem.wish.set(s.wish);
    problem.momentum.set(s.momentum);
    problem.momentumTarget.set(s.c);
    if (isAtRoot) problem.beginAtRoot(root);
    else problem.begin();
    for (const { freedom, values, target, soft } of rows) {
      problem.E.set(values, problem.startRow(freedom));
      problem.finishRow(target, soft);
    }
    expect(problem.price(new ConeForce(6, 16, PRICE))).toBe(true);
    problem.solve(s.goals);
    return problem.x;
  });
  return [tree, factor];
}

function expectNear(found: Float64Array, expected: Float64Array, tolerance: number, seed: number): void {
  const scale = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs(found[i] - expected[i]), `seed ${seed}`).toBeLessThan(tolerance * scale);
  }
}

describe('accelerations nearest to a wish', () => {
  it.each([
    ['', false],
    [', also when a row has become harder', true],
  ] as const)('are the same when rows come in parts%s', (_, isSofter) => {
    for (const seed of SEEDS) {
      const s = scene(seed);
      const { x } = solveTree(s);
      for (const first of [1, 4, 7]) expectNear(solveInParts(s, first, isSofter), x, 1e-7, seed);
    }
  });

  it('are the same with momentum read from the factor', () => {
    for (const seed of SEEDS) {
      const [tree, factor] = solveAtRoot(scene(seed));
      expectNear(factor, tree, 1e-8, seed);
    }
  });

  it('are those of a dense QP over accelerations and forces', () => {
    let corners = 0;
    for (const seed of SEEDS) {
      const s = scene(seed);
      const tree = solveTree(s);
      const dense = solveDense(s);
      let scale = 1;
      for (const value of dense.x) scale = Math.max(scale, Math.abs(value));
      for (const [i, value] of dense.x.entries()) {
        expect(Math.abs(tree.x[i] - value), `seed ${seed}`).toBeLessThan(1e-5 * scale);
      }
      const pushing = tree.force.filter((f) => f > 0).length;
      expect(pushing).toBe(dense.force.filter((f) => f > 1e-9).length);
      if (pushing > 0 && pushing < 16) corners++;
    }
    expect(corners).toBeGreaterThan(SEEDS.length / 2);
  });

  it('change momentum by what acts, and meet hard rows', () => {
    for (const seed of SEEDS) {
      const s = scene(seed);
      const { x, wrench } = solveTree(s);
      const { n, start, path } = s.freedoms;
      for (let c = 0; c < 6; c++) {
        let rate = 0;
        for (let i = 0; i < n; i++) rate += s.momentum[c * n + i] * x[i];
        expect(Math.abs(rate - s.c[c] - wrench[c])).toBeLessThan(1e-6 * (1 + Math.abs(rate) + Math.abs(wrench[c])));
      }
      for (const { freedom, values, target, soft } of s.rows) {
        if (soft > 0) continue;
        let sum = 0;
        values.forEach((value, j) => {
          sum += value * x[path[start[freedom] + j]];
        });
        expect(Math.abs(sum - target)).toBeLessThan(1e-6 * (1 + Math.abs(target)));
      }
    }
  });

  it('are the wish itself where that meets everything', () => {
    const s = scene(SEEDS[0]);
    const { n, start, path } = s.freedoms;
    const rows = s.rows.map((row) => {
      let target = 0;
      row.values.forEach((value, j) => {
        target += value * s.wish[path[start[row.freedom] + j]];
      });
      return { ...row, target };
    });
    const wrench = new Float64Array(6);
    for (let k = 0; k < 16; k++) for (let c = 0; c < 6; c++) wrench[c] += s.generators[6 * k + c] * s.prior[k];
    const c = wrench.map((w, r) => {
      let rate = -w;
      for (let i = 0; i < n; i++) rate += s.momentum[r * n + i] * s.wish[i];
      return rate;
    });
    const { x } = solveTree({ ...s, rows, c, goals: wrench });
    for (let i = 0; i < n; i++) expect(Math.abs(x[i] - s.wish[i])).toBeLessThan(1e-8);
  });
});
