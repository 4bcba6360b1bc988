/** The one solve under reacting and simulated bodies, against the general solver on dense matrices. */
import { describe, expect, it } from 'vitest';
import { AccelerationProblem } from '../../src/control/acceleration-problem.ts';
import { EDGES, writeGenerators } from '../../src/control/cone.ts';
import { createRng, normal, type Rng } from '../../src/math/random.ts';
import { ConeForce } from '../../src/optim/cone-force.ts';
import { createQp, type QpProblem } from '../../src/optim/qp.ts';
import { createQpScratch, solveQp } from '../../src/optim/solve-qp.ts';
import { createTreePattern, type TreePattern } from '../../src/optim/tree-factor.ts';

/** Two legs and an arm on a root of three freedoms. */
const tree = createTreePattern(Int32Array.of(-1, 0, 1, 2, 3, 4, 2, 6, 7, 2, 9, 10));
const ENDS = [5, 8, 11, 2, 7];
const { n } = tree;
const EXACT = 2; // rows that are met without fail
const FORCE_PRICE = 1e-3;

interface Trial {
  readonly problem: AccelerationProblem<TreePattern>;
  readonly cone: ConeForce;
  readonly qp: QpProblem; // in x and the forces of the generators
}

/** A random matrix with a tree's entries, Q = LᵀL, into metric and Hessian. */
function writeMetric({ problem, qp }: Trial, rng: Rng): void {
  const L = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let e = 0; e < tree.length[k]; e++) L[k * n + tree.path[tree.start[k] + e]] = 0.4 * normal(rng);
    L[k * n + k] = 1 + rng.next();
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) qp.H[i * qp.size + j] += L[k * n + i] * L[k * n + j];
    }
    for (let e = 0; e < tree.length[i]; e++) {
      const at = tree.start[i] + e;
      problem.metric[at] = qp.H[i * qp.size + tree.path[at]];
    }
  }
  expect(problem.factor()).toBe(true);
}

function writeDiagonal({ problem, qp }: Trial, rng: Rng): void {
  const weight = Float64Array.from({ length: n }, () => 0.1 + rng.next());
  for (let i = 0; i < n; i++) qp.H[i * qp.size + i] = weight[i];
  problem.setDiagonal(weight);
}

/** Wish and momentum rows: A x − W λ = c. */
function writeMomentum({ problem, cone, qp }: Trial, rng: Rng): void {
  for (let i = 0; i < n; i++) problem.wish[i] = normal(rng);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) qp.c[i] -= qp.H[i * qp.size + j] * problem.wish[j];
  }
  for (let r = 0; r < cone.size; r++) {
    problem.momentumTarget[r] = normal(rng);
    qp.b[r] = problem.momentumTarget[r];
    for (let i = 0; i < n; i++) {
      problem.momentum[r * n + i] = normal(rng);
      qp.A[r * qp.size + i] = problem.momentum[r * n + i];
    }
    for (let k = 0; k < cone.count; k++) {
      cone.W[k * cone.size + r] = normal(rng);
      qp.A[r * qp.size + n + k] = -cone.W[k * cone.size + r];
    }
  }
}

/** One row: soft ones go into the cost, the first EXACT into the equalities. */
function addRow({ problem, cone, qp }: Trial, rng: Rng, end: number | 'whole', index: number): void {
  const start = end === 'whole' ? problem.startWholeRow() : problem.startRow(end);
  const length = end === 'whole' ? n : tree.length[end];
  const dense = new Float64Array(n);
  for (let j = 0; j < length; j++) {
    problem.E[start + j] = normal(rng);
    dense[end === 'whole' ? j : tree.path[tree.start[end] + j]] = problem.E[start + j];
  }
  const target = normal(rng);
  const soft = index < EXACT ? 0 : 0.2 + rng.next();
  problem.finishRow(target, soft);
  if (soft === 0) {
    qp.A.set(dense, (cone.size + index) * qp.size);
    qp.b[cone.size + index] = target;
    return;
  }
  for (let i = 0; i < n; i++) {
    qp.c[i] -= (target * dense[i]) / soft;
    for (let j = 0; j < n; j++) qp.H[i * qp.size + j] += (dense[i] * dense[j]) / soft;
  }
}

/** A goal of the wrench, ½ Σ (w − goal)², in both forms. */
function addGoal({ cone, qp }: Trial, goal: Float64Array): void {
  const { size, W } = cone;
  for (let r = 0; r < size; r++) {
    cone.H[r * size + r] += 1;
    cone.g[r] -= goal[r];
  }
  for (let a = 0; a < cone.count; a++) {
    qp.H[(n + a) * qp.size + n + a] += FORCE_PRICE;
    for (let r = 0; r < size; r++) qp.c[n + a] -= W[a * size + r] * goal[r];
    for (let b = 0; b < cone.count; b++) {
      for (let r = 0; r < size; r++) qp.H[(n + a) * qp.size + n + b] += W[a * size + r] * W[b * size + r];
    }
  }
}

describe.each([
  ['a metric of the tree, in space', 6, writeMetric],
  ['a diagonal metric, in space', 6, writeDiagonal],
  ['a diagonal metric, in the plane', 3, writeDiagonal],
] as const)('accelerations with %s', (_, size, write) => {
  it.each([
    ['rows along paths', 'paths', ENDS],
    ['whole rows among them', 'whole', [5, 'whole', 8, 'whole', 11, 2]],
    ['three along one path', 'paths', [5, 8, 8, 8, 11, 5]],
    ['three along one path after a whole row', 'whole', ['whole', 8, 8, 8, 8]],
  ] as const)('are what the general solver finds: %s', (_name, rows, ends) => {
    const rng = createRng(17 + size);
    const generators = 8;
    for (let trial = 0; trial < 10; trial++) {
      const all: Trial = {
        problem: new AccelerationProblem(tree, ends.length + 1, { wrench: size, rows, relaxed: 1e-12 }),
        cone: new ConeForce(size, generators, FORCE_PRICE),
        qp: createQp(n + generators, size + EXACT, generators),
      };
      const { problem, cone, qp } = all;
      cone.count = generators;
      qp.equalities = size + EXACT;
      qp.inequalities = generators;
      for (let k = 0; k < generators; k++) qp.G[k * qp.size + n + k] = -1;
      write(all, rng);
      writeMomentum(all, rng);
      problem.begin();
      ends.forEach((end, index) => {
        addRow(all, rng, end, index);
      });
      // a row that is forgotten again counts for nothing
      problem.E.fill(1, problem.startRow(5), problem.startRow(5) + tree.length[5]);
      problem.finishRow(7, 0);
      problem.count--;
      const goal = Float64Array.from({ length: size }, () => 2 * normal(rng));
      expect(problem.price(cone)).toBe(true);
      addGoal(all, goal);
      expect(cone.solve(false)).toBe(true);
      problem.solve(cone.wrench);
      const { status, x } = solveQp(qp, createQpScratch(qp));
      expect(status).toBe('solved');
      for (let i = 0; i < n; i++) expect(problem.x[i]).toBeCloseTo(x[i], 5);
      for (let k = 0; k < generators; k++) expect(cone.force[k]).toBeCloseTo(x[n + k], 4);
    }
  });
});

describe('generators', () => {
  const points = Float64Array.of(0, 0.1, 0.2, 0, 0, -0.1, 0, 0.05, 0.3);
  const normals = Float64Array.of(0, 1, 0, 0, Math.cos(0.2), Math.sin(0.2), 0, 1, 0);
  const firmness = Float64Array.of(1, 0.5, 0);
  const origin = Float64Array.of(0, 1, 0.05);

  it('lie on the friction cone of points that stand, with their moments', () => {
    const cone = new ConeForce(6, 3 * EDGES, 1);
    const rank = new Int32Array(3 * EDGES);
    writeGenerators(cone, rank, points, normals, firmness, origin, 0.7);
    expect(cone.count).toBe(2 * EDGES);
    expect([...rank]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1]);
    for (let c = 0; c < cone.count; c++) {
      const k = Math.floor(c / EDGES);
      const [mx, my, mz, fx, fy, fz] = cone.W.subarray(6 * c, 6 * c + 6) as unknown as number[];
      const push = fx * normals[3 * k] + fy * normals[3 * k + 1] + fz * normals[3 * k + 2];
      expect(push).toBeCloseTo(firmness[k], 12);
      expect(Math.hypot(fx, fy, fz) ** 2 - push ** 2).toBeCloseTo((0.7 * firmness[k]) ** 2, 12);
      // a force through a point has no moment about it: m = r × f is orthogonal to both
      const r = [0, 1, 2].map((i) => points[3 * k + i] - origin[i]);
      expect(mx * fx + my * fy + mz * fz).toBeCloseTo(0, 12);
      expect(mx * r[0]! + my * r[1]! + mz * r[2]!).toBeCloseTo(0, 12);
      expect(mx).toBeCloseTo(r[1]! * fz - r[2]! * fy, 12);
    }
  });

  it('of a plane are those of space that lie in it', () => {
    const space = new ConeForce(6, 3 * EDGES, 1);
    const plane = new ConeForce(3, 3 * EDGES, 1);
    const ranks = [new Int32Array(3 * EDGES), new Int32Array(3 * EDGES)] as const;
    writeGenerators(space, ranks[0], points, normals, firmness, origin, 0.7);
    writeGenerators(plane, ranks[1], points, normals, firmness, origin, 0.7);
    expect(plane.count).toBe(4);
    for (let k = 0; k < ranks[1].length; k++) {
      if (ranks[1][k] < 0) continue;
      const [o, p] = [6 * ranks[0][k], 3 * ranks[1][k]];
      expect(space.W[o + 3]).toBe(0);
      expect([...plane.W.subarray(p, p + 3)]).toEqual([space.W[o], space.W[o + 4], space.W[o + 5]]);
    }
  });
});
