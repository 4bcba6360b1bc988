import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { inverseDynamics } from '../../src/dynamics/inverse-dynamics.ts';
import { comJacobian } from '../../src/dynamics/jacobians.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { createWorkspace, type Workspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY, groundWrench } from '../../src/dynamics/wrench.ts';
import { multiplyQuat, rotate3 } from '../../src/math/quat.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { type RandomState, randomState, randomTangent, seededBody } from '../support/random-body.ts';
import { expectClose, largest, moveTo } from './support.ts';

const SEEDS = Array.from({ length: 10 }, (_, i) => i + 301);

/** Solves A x = b by elimination with row exchange; A is overwritten. */
function solve(A: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const x = b.slice();
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(A[r * n + k]) > Math.abs(A[pivot * n + k])) pivot = r;
    for (let c = 0; c < n; c++) [A[k * n + c], A[pivot * n + c]] = [A[pivot * n + c], A[k * n + c]];
    [x[k], x[pivot]] = [x[pivot], x[k]];
    for (let r = k + 1; r < n; r++) {
      const f = A[r * n + k] / A[k * n + k];
      for (let c = k; c < n; c++) A[r * n + c] -= f * A[k * n + c];
      x[r] -= f * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let c = k + 1; c < n; c++) x[k] -= A[k * n + c] * x[c];
    x[k] /= A[k * n + k];
  }
  return x;
}

/** Acceleration of a body on which nothing acts but gravity: M a = −τ(a = 0). */
function freeFlight(body: Body, ws: Workspace, q: Float64Array, v: Float64Array): Float64Array {
  const tau = new Float64Array(v.length);
  const mass = new Float64Array(v.length ** 2);
  inverseDynamics(tau, body, ws, q, v, new Float64Array(v.length));
  massMatrix(mass, body, ws);
  return solve(
    mass,
    tau.map((x) => -x),
  );
}

/** The same motion seen after turning the world by Q and moving it by d. */
function moved(state: RandomState, Q: Float64Array, d: readonly number[]): RandomState {
  const q = state.q.slice();
  const v = state.v.slice();
  const a = state.a.slice();
  rotate3(q, 0, Q, 0, q, 0);
  multiplyQuat(q, 3, Q, 0, q, 3);
  rotate3(v, 0, Q, 0, v, 0);
  rotate3(a, 0, Q, 0, a, 0);
  for (let k = 0; k < 3; k++) q[k] += d[k];
  return { q, v, a };
}

const turned = (Q: Float64Array, x: ArrayLike<number>): Float64Array => {
  const out = Float64Array.from({ length: 3 }, (_, k) => x[k]);
  rotate3(out, 0, Q, 0, out, 0);
  return out;
};

/** Left and right exchanged: x → −x. Turning vectors keep x and change sign in y and z. */
function mirrored(body: Body, state: RandomState): { body: Body; state: RandomState } {
  const flip = (x: Float64Array, signs: readonly number[]): Float64Array =>
    x.map((value, i) => value * signs[i % signs.length]);
  const arrow = [-1, 1, 1];
  const spin = [1, -1, -1];
  const split = (x: Float64Array, width: number[]): Float64Array =>
    Float64Array.of(...flip(x.subarray(0, 3), arrow), ...flip(x.subarray(3), width));
  return {
    body: {
      ...body,
      skeleton: { ...body.skeleton, offsets: flip(body.skeleton.offsets, arrow) },
      comInSegment: flip(body.comInSegment, arrow),
      inertiaInSegment: flip(body.inertiaInSegment, [1, 1, 1, -1, -1, 1]),
    },
    state: { q: split(state.q, [1, -1, -1, 1]), v: split(state.v, spin), a: split(state.a, spin) },
  };
}

describe('laws', () => {
  it('a held pose puts the ZMP under the CoM and asks for the weight', () => {
    for (const seed of SEEDS) {
      const { body, rng } = seededBody(seed);
      const state = randomState(rng, body.skeleton);
      const ws = createWorkspace(body);
      const w = new Float64Array(6);
      moveTo(body, ws, { q: state.q, v: new Float64Array(state.v.length), a: new Float64Array(state.a.length) });
      for (const seg of [0, 1] as const) {
        groundWrench(w, body, ws, seg);
        expectClose([w[2] / w[4], -w[0] / w[4]], [ws.com[0], ws.com[2]], 1e-12);
        expectClose([w[4]], [body.totalMass * GRAVITY], 1e-12);
      }
    }
  });

  it('weighs as virtual work says: held joint torques are the gradient of the height of the CoM', () => {
    const { body, rng } = seededBody(9);
    const state = randomState(rng, body.skeleton);
    const nv = state.v.length;
    const ws = createWorkspace(body);
    const tau = new Float64Array(nv);
    const jacobian = new Float64Array(3 * nv);
    inverseDynamics(tau, body, ws, state.q, new Float64Array(nv), new Float64Array(nv));
    comJacobian(jacobian, body, ws);
    expectClose(
      tau,
      jacobian.subarray(nv, 2 * nv).map((x) => body.totalMass * GRAVITY * x),
      1e-11,
    );
  });

  it('free flight with loose joints keeps the angular momentum and falls like a stone', () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const { body, rng } = seededBody(seed, { joints: 5, massless: 0 });
      const { q } = randomState(rng, body.skeleton);
      const v = randomTangent(rng, body.skeleton, 1);
      const ws = createWorkspace(body);
      const middle = new Float64Array(q.length);
      moveTo(body, ws, { q, v, a: new Float64Array(v.length) });
      const L = ws.linearMomentum.slice();
      const H = ws.angularMomentum.slice();
      const segmentSpins = ws.segmentSpin.slice();
      const dt = 2e-4;
      const steps = 500;
      for (let step = 0; step < steps; step++) {
        // midpoint rule on the manifold: second order
        const a = freeFlight(body, ws, q, v);
        const vMiddle = v.map((x, i) => x + 0.5 * dt * a[i]);
        integrate(middle, body.skeleton, q, v, 0.5 * dt);
        const aMiddle = freeFlight(body, ws, middle, vMiddle);
        integrate(q, body.skeleton, q, vMiddle, dt);
        for (let i = 0; i < v.length; i++) v[i] += dt * aMiddle[i];
      }
      moveTo(body, ws, { q, v, a: freeFlight(body, ws, q, v) });
      L[1] -= body.totalMass * GRAVITY * dt * steps;
      expectClose(ws.angularMomentum, H, 1e-5);
      expectClose(ws.linearMomentum, L, 1e-5);
      expect(largest(ws.angularMomentumRate)).toBeLessThan(1e-8 * largest(ws.segmentSpinRate));
      // the segments did exchange momentum meanwhile
      expect(largest(ws.segmentSpin.map((x, i) => x - segmentSpins[i]))).toBeGreaterThan(0.01 * largest(segmentSpins));
    }
  });

  it('shifting and turning the world shifts and turns every result', () => {
    const Q = Float64Array.of(0.1, 0.7, -0.5, Math.sqrt(1 - 0.75));
    const d = [1, -2, 3];
    for (const seed of SEEDS) {
      const { body, rng } = seededBody(seed);
      const state = randomState(rng, body.skeleton);
      const ws = createWorkspace(body);
      const other = createWorkspace(body);
      moveTo(body, ws, state);
      moveTo(body, other, moved(state, Q, d));
      expectClose(
        other.com,
        turned(Q, ws.com).map((x, k) => x + d[k]),
        1e-12,
      );
      for (const key of ['comVelocity', 'linearMomentum', 'angularMomentum', 'orbitalMomentum'] as const) {
        expectClose(other[key], turned(Q, ws[key]), 1e-11);
      }
      for (const key of ['linearMomentumRate', 'angularMomentumRate', 'orbitalMomentumRate'] as const) {
        expectClose(other[key], turned(Q, ws[key]), 1e-11);
      }
    }
  });

  it('turning about the vertical leaves joint torques alone', () => {
    const Q = Float64Array.of(0, 0.6, 0, 0.8);
    const { body, rng } = seededBody(SEEDS[0]);
    const state = randomState(rng, body.skeleton);
    const other = moved(state, Q, [5, 0.3, -4]);
    const ws = createWorkspace(body);
    const before = new Float64Array(state.v.length);
    const after = new Float64Array(state.v.length);
    inverseDynamics(before, body, ws, state.q, state.v, state.a);
    inverseDynamics(after, body, ws, other.q, other.v, other.a);
    expectClose(after.subarray(3), before.subarray(3), 1e-11);
    expectClose(after.subarray(0, 3), turned(Q, before), 1e-11);
  });

  it('mirroring body and motion mirrors every result', () => {
    for (const seed of SEEDS) {
      const { body, rng } = seededBody(seed);
      const state = randomState(rng, body.skeleton);
      const other = mirrored(body, state);
      const ws = createWorkspace(body);
      const reflection = createWorkspace(other.body);
      const w = new Float64Array(6);
      const wReflected = new Float64Array(6);
      moveTo(body, ws, state);
      moveTo(other.body, reflection, other.state);
      groundWrench(w, body, ws);
      groundWrench(wReflected, other.body, reflection);
      const [x, y, z] = ws.com;
      expectClose(reflection.com, [-x, y, z], 1e-12);
      const [hx, hy, hz] = ws.angularMomentum;
      expectClose(reflection.angularMomentum, [hx, -hy, -hz], 1e-12);
      expectClose(wReflected, [w[0], -w[1], -w[2], -w[3], w[4], w[5]], 1e-12);
    }
  });

  it('a common factor on all masses scales the wrench and leaves the ZMP', () => {
    const { body, rng } = seededBody(SEEDS[1]);
    const state = randomState(rng, body.skeleton);
    const heavy: Body = {
      ...body,
      totalMass: 3 * body.totalMass,
      mass: body.mass.map((m) => 3 * m),
      inertiaInSegment: body.inertiaInSegment.map((x) => 3 * x),
    };
    const w = new Float64Array(6);
    const wHeavy = new Float64Array(6);
    const ws = createWorkspace(body);
    moveTo(body, ws, state);
    groundWrench(w, body, ws);
    const wsHeavy = createWorkspace(heavy);
    moveTo(heavy, wsHeavy, state);
    groundWrench(wHeavy, heavy, wsHeavy);
    expectClose(
      wHeavy,
      w.map((x) => 3 * x),
      1e-12,
    );
    expectClose([wHeavy[2] / wHeavy[4]], [w[2] / w[4]], 1e-12);
  });

  it('a rigid body that slides has its ZMP at p = x − H ẍ/g', () => {
    const { body } = seededBody(3, { joints: 1 });
    const ws = createWorkspace(body);
    const w = new Float64Array(6);
    const q = Float64Array.of(0.3, 1.2, -0.4, 0, 0, 0, 1);
    moveTo(body, ws, { q, v: new Float64Array(6), a: Float64Array.of(2, 0, -1, 0, 0, 0) });
    groundWrench(w, body, ws);
    const [x, height, z] = ws.com;
    expectClose([w[2] / w[4], -w[0] / w[4]], [x - (height * 2) / GRAVITY, z + height / GRAVITY], 1e-12);
  });
});
