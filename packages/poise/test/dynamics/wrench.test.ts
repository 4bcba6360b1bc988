import { describe, expect, it } from 'vitest';
import { inverseDynamics, jointTorques } from '../../src/dynamics/inverse-dynamics.ts';
import { pointJacobian } from '../../src/dynamics/jacobians.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY, groundWrench } from '../../src/dynamics/wrench.ts';
import { createWrenchDerivatives, wrenchDerivatives } from '../../src/dynamics/wrench-derivatives.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { randomState, randomTangent, seededBody } from '../support/random-body.ts';
import { expectClose, expectDerivative, moveTo, poseDifference, relativeError, vectorDifference } from './support.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 201);

describe.each(SEEDS)('wrench of random body %i', (seed) => {
  const { body, rng } = seededBody(seed);
  const state = randomState(rng, body.skeleton);
  const nv = freedomCount(body.skeleton);
  const ws = createWorkspace(body);
  const wrench = new Float64Array(6);

  it('is the sum over segments, with and without their own inertia', () => {
    moveTo(body, ws, state);
    const point = new Float64Array(6);
    const spin = new Float64Array(3);
    for (const i of ws.massive) {
      const [x, y, z] = ws.segmentCom.subarray(3 * i, 3 * i + 3);
      const m = body.mass[i];
      const fx = m * ws.segmentComAcceleration[3 * i];
      const fy = m * (ws.segmentComAcceleration[3 * i + 1] + GRAVITY);
      const fz = m * ws.segmentComAcceleration[3 * i + 2];
      const terms = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx, fx, fy, fz];
      for (let k = 0; k < 6; k++) point[k] += terms[k];
      for (let k = 0; k < 3; k++) spin[k] += ws.segmentSpinRate[3 * i + k];
    }
    groundWrench(wrench, body, ws, 0);
    expectClose(wrench, point, 1e-12);
    groundWrench(wrench, body, ws);
    expectClose(
      wrench,
      point.map((x, k) => (k < 3 ? x + spin[k] : x)),
      1e-12,
    );
    expect(relativeError(wrench, point)).toBeGreaterThan(1e-4);
  });

  it('equals the root rows of inverse dynamics', () => {
    const tau = new Float64Array(nv);
    inverseDynamics(tau, body, ws, state.q, state.v, state.a);
    groundWrench(wrench, body, ws);
    expectClose(tau.subarray(0, 3), wrench.subarray(3), 1e-12);
    // moment about the root, turned to world axes, moved to the origin
    const r = ws.worldFromSegment;
    const moment = [0, 1, 2].map((k) => r[3 * k] * tau[3] + r[3 * k + 1] * tau[4] + r[3 * k + 2] * tau[5]);
    const [x, y, z] = ws.segmentOrigin;
    moment[0] += y * tau[2] - z * tau[1];
    moment[1] += z * tau[0] - x * tau[2];
    moment[2] += x * tau[1] - y * tau[0];
    expectClose(moment, wrench.subarray(0, 3), 1e-11);
  });

  it.each([0, 1] as const)('derivatives match differences on the manifold, seg %i', (seg) => {
    const d = createWrenchDerivatives(body);
    for (const out of [d.byPosition, d.byVelocity, d.byAcceleration]) out.fill(NaN);
    moveTo(body, ws, state);
    wrenchDerivatives(d, body, ws, seg);
    const other = createWorkspace(body);
    const wrenchAt = (q: Float64Array, v: Float64Array, a: Float64Array): Float64Array => {
      moveTo(body, other, { q, v, a });
      groundWrench(wrench, body, other, seg);
      return wrench;
    };
    const { q, v, a } = state;
    expectDerivative(
      d.byPosition,
      poseDifference(body, q, 6, (x) => wrenchAt(x, v, a)),
      1e-7,
    );
    expectDerivative(
      d.byVelocity,
      vectorDifference(v, 6, (x) => wrenchAt(q, x, a)),
      1e-7,
    );
    expectDerivative(
      d.byAcceleration,
      vectorDifference(a, 6, (x) => wrenchAt(q, v, x)),
      1e-7,
    );
  });

  it('external forces do the same work on every joint as their Jacobians say', () => {
    const n = body.mass.length;
    const free = new Float64Array(nv);
    const pushed = new Float64Array(nv);
    moveTo(body, ws, state);
    jointTorques(free, body, ws);
    // a force at a point of the last segment: Mo = p × f
    const pointInSegment = Float64Array.of(0.1, 0.2, -0.1);
    const force = randomTangent(rng, body.skeleton, 50).subarray(0, 3);
    const jacobian = new Float64Array(3 * nv);
    pointJacobian(jacobian, body, ws, n - 1, pointInSegment);
    const r = ws.worldFromSegment.subarray(9 * (n - 1));
    const [x, y, z] = [0, 1, 2].map(
      (k) =>
        ws.segmentOrigin[3 * (n - 1) + k] +
        r[3 * k] * pointInSegment[0] +
        r[3 * k + 1] * pointInSegment[1] +
        r[3 * k + 2] * pointInSegment[2],
    );
    const external = new Float64Array(6 * n);
    external.set(
      [y * force[2] - z * force[1], z * force[0] - x * force[2], x * force[1] - y * force[0], ...force],
      6 * (n - 1),
    );
    jointTorques(pushed, body, ws, external);
    // τ = M a + bias − Jᵀ f
    const work = new Float64Array(nv);
    for (let c = 0; c < nv; c++) for (let k = 0; k < 3; k++) work[c] += jacobian[k * nv + c] * force[k];
    expectClose(
      free.map((t, i) => t - pushed[i]),
      work,
      1e-9,
    );
  });
});
