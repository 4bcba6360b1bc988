/** The kernel of the wrench derivatives on a tree of hinges made of particles: no ball joint, no inertia tensor, no code in
 *  common with the library but the kernel itself. */
import { describe, it } from 'vitest';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import {
  AXIS,
  AXIS_VELOCITY,
  BASE_PUSH,
  BASE_VELOCITY,
  FREEDOM_SIZE,
  writeWrenchColumns,
} from '../../src/dynamics/wrench-column.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { mat3FromQuat } from '../../src/math/quat-mat3.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { crossMotion } from '../../src/math/spatial.ts';
import { expectDerivative, vectorDifference } from './support.ts';

type Triple = readonly [number, number, number];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const half = (v: Float64Array, i: 0 | 3): Triple => [v[i], v[i + 1], v[i + 2]];

const N = 7;
const PARTICLES = 3;

interface Tree {
  readonly parents: readonly number[];
  readonly offsets: readonly Triple[];
  readonly axes: readonly Triple[];
  readonly particles: readonly Triple[][]; // in the frame of their link, 1.5 kg each
}

function randomTree(seed: number): Tree {
  const rng = createRng(seed);
  const triple = (size: number): Triple => [size * normal(rng), size * normal(rng), size * normal(rng)];
  const links = Array.from({ length: N }, (_, i) => i);
  const unit = (a: Triple): Triple => {
    const s = 1 / Math.hypot(...a);
    return [s * a[0], s * a[1], s * a[2]];
  };
  return {
    parents: links.map((i) => (i === 0 ? -1 : Math.max(0, i - 1 - Math.floor(2 * rng.next())))),
    offsets: links.map(() => triple(0.3)),
    axes: links.map(() => unit(triple(1))),
    // link 2 is massless, as the inner hinges of a split ball joint are
    particles: links.map((i) => (i === 2 ? [] : Array.from({ length: PARTICLES }, () => triple(0.2)))),
  };
}

/** Everything at one state: spatial axes, velocities and accelerations of the links, and sums over subtrees. */
function move(tree: Tree, x: Float64Array, v: Float64Array, a: Float64Array) {
  const turn = new Float64Array(4 * N);
  const matrices = new Float64Array(9 * N);
  const origins: Triple[] = [];
  const S: Float64Array[] = [];
  const V: Float64Array[] = [];
  const A: Float64Array[] = [];
  const rest = new Float64Array(6);
  const through = (m: number, p: Triple): Triple => {
    const r = matrices.subarray(9 * m);
    const row = (k: number): number => r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2];
    return [row(0), row(1), row(2)];
  };
  const sums = {
    mass: new Float64Array(N),
    moment: new Float64Array(3 * N),
    inertia: new Float64Array(6 * N),
    momentum: new Float64Array(3 * N),
    swirl: new Float64Array(9 * N),
    wrench: new Float64Array(6 * N),
  };
  for (let i = 0; i < N; i++) {
    const p = tree.parents[i];
    quatFromAxisAngle(turn, 4 * i, ...tree.axes[i], x[i]);
    if (p >= 0) multiplyQuat(turn, 4 * i, turn, 4 * p, turn, 4 * i);
    mat3FromQuat(matrices, 9 * i, turn, 4 * i);
    origins.push(p < 0 ? tree.offsets[i] : plus(origins[p], through(p, tree.offsets[i])));
    const s = p < 0 ? tree.axes[i] : through(p, tree.axes[i]);
    S.push(Float64Array.of(...s, ...cross(origins[i], s)));
    const [baseV, baseA] = p < 0 ? [rest, rest] : [V[p], A[p]];
    const carried = new Float64Array(6);
    crossMotion(carried, 0, baseV, 0, S[i], 0);
    V.push(baseV.map((value, k) => value + S[i][k] * v[i]));
    A.push(baseA.map((value, k) => value + S[i][k] * a[i] + carried[k] * v[i]));
    for (const particle of tree.particles[i]) {
      const r = plus(origins[i], through(i, particle));
      const u = plus(half(V[i], 3), cross(half(V[i], 0), r));
      const acceleration = plus(plus(half(A[i], 3), cross(half(A[i], 0), r)), cross(half(V[i], 0), u));
      for (let j = i; j >= 0; j = tree.parents[j]) addParticle(sums, j, r, u, acceleration);
    }
  }
  return { S, V, A, rest, sums };
}

function addParticle(
  sums: ReturnType<typeof move>['sums'],
  j: number,
  r: Triple,
  u: Triple,
  acceleration: Triple,
): void {
  const m = 1.5;
  const force: Triple = [m * acceleration[0], m * (acceleration[1] + GRAVITY), m * acceleration[2]];
  const moment = cross(r, force);
  const rr = r[0] ** 2 + r[1] ** 2 + r[2] ** 2;
  sums.mass[j] += m;
  for (let k = 0; k < 3; k++) {
    sums.moment[3 * j + k] += m * r[k];
    sums.momentum[3 * j + k] += m * u[k];
    sums.inertia[6 * j + k] += m * (rr - r[k] ** 2);
    sums.wrench[6 * j + k] += moment[k];
    sums.wrench[6 * j + 3 + k] += force[k];
    for (let c = 0; c < 3; c++) sums.swirl[9 * j + 3 * k + c] += m * u[k] * r[c];
  }
  sums.inertia[6 * j + 3] -= m * r[0] * r[1];
  sums.inertia[6 * j + 4] -= m * r[0] * r[2];
  sums.inertia[6 * j + 5] -= m * r[1] * r[2];
}

describe('wrench columns of hinges', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 401))('match differences, tree %i', (seed) => {
    const tree = randomTree(seed);
    const rng = createRng(seed + 1000);
    const random = (): Float64Array => Float64Array.from({ length: N }, () => 2 * normal(rng));
    const [x, v, a] = [random(), random(), random()];
    const { S, V, A, rest, sums } = move(tree, x, v, a);
    const matrix = (): Float64Array => new Float64Array(6 * N);
    const out = { byPosition: matrix(), byVelocity: matrix(), byAcceleration: matrix() };
    const freedom = new Float64Array(FREEDOM_SIZE);
    for (let i = 0; i < N; i++) {
      const p = tree.parents[i];
      freedom.set(S[i], AXIS);
      freedom.set(p < 0 ? rest : V[p], BASE_VELOCITY);
      freedom.set(V[i], AXIS_VELOCITY);
      freedom.set(p < 0 ? rest : A[p], BASE_PUSH);
      freedom[BASE_PUSH + 4] += GRAVITY;
      writeWrenchColumns(out, N, i, freedom, sums, i);
    }
    const wrenchAt = (...state: [Float64Array, Float64Array, Float64Array]): Float64Array =>
      move(tree, ...state).sums.wrench.slice(0, 6);
    expectDerivative(
      out.byPosition,
      vectorDifference(x, 6, (y) => wrenchAt(y, v, a), 1e-6),
      1e-6,
    );
    expectDerivative(
      out.byVelocity,
      vectorDifference(v, 6, (y) => wrenchAt(x, y, a)),
      1e-6,
    );
    expectDerivative(
      out.byAcceleration,
      vectorDifference(a, 6, (y) => wrenchAt(x, v, y)),
      1e-6,
    );
  });
});
