import { describe, expect, it } from 'vitest';
import { inverseDynamics } from '../../src/dynamics/inverse-dynamics.ts';
import { comJacobian, pointJacobian, rotationJacobian } from '../../src/dynamics/jacobians.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { centroidalMomentumMatrix } from '../../src/dynamics/momentum-matrix.ts';
import { centroidalMomentumBias, centroidalMomentumRateMatrix } from '../../src/dynamics/momentum-rate.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { randomState, seededBody } from '../support/random-body.ts';
import { expectClose, expectDerivative, moveTo, poseDifference, times } from './support.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 101);

describe.each(SEEDS)('matrices of random body %i', (seed) => {
  const { body, rng } = seededBody(seed);
  const state = randomState(rng, body.skeleton);
  const nv = freedomCount(body.skeleton);
  const n = body.mass.length;
  const ws = createWorkspace(body);
  const momenta = (w = ws): Float64Array => Float64Array.of(...w.angularMomentum, ...w.linearMomentum);
  const rates = (): Float64Array => Float64Array.of(...ws.angularMomentumRate, ...ws.linearMomentumRate);

  it('the momentum matrix times v is the sum of the segments’ momenta', () => {
    const matrix = new Float64Array(6 * nv).fill(NaN);
    moveTo(body, ws, state);
    centroidalMomentumMatrix(matrix, body, ws);
    expectClose(times(matrix, state.v), momenta(), 1e-12);
  });

  it('its rate matrix is its difference along the motion, times v the bias, and A a + bias the momentum rates', () => {
    const matrix = new Float64Array(6 * nv);
    const rate = new Float64Array(6 * nv).fill(NaN);
    const bias = new Float64Array(6);
    moveTo(body, ws, state);
    centroidalMomentumMatrix(matrix, body, ws);
    centroidalMomentumRateMatrix(rate, body, ws);
    centroidalMomentumBias(bias, body, ws);
    expectClose(times(rate, state.v), bias, 1e-11);
    expectClose(
      times(matrix, state.a).map((x, i) => x + bias[i]),
      rates(),
      1e-11,
    );

    const step = 1e-5;
    const ahead = new Float64Array(6 * nv);
    const q = new Float64Array(state.q.length);
    integrate(q, body.skeleton, state.q, state.v, step);
    forwardKinematics(body, ws, q);
    centroidalMomentumMatrix(ahead, body, ws);
    integrate(q, body.skeleton, state.q, state.v, -step);
    forwardKinematics(body, ws, q);
    centroidalMomentumMatrix(matrix, body, ws);
    expectDerivative(
      rate,
      ahead.map((x, i) => (x - matrix[i]) / (2 * step)),
      1e-7,
    );
  });

  it('the mass matrix gives the kinetic energy, is symmetric, and lies between velocity and torque', () => {
    const mass = new Float64Array(nv * nv).fill(NaN);
    moveTo(body, ws, state);
    massMatrix(mass, body, ws);
    let energy = 0;
    for (const i of ws.massive) {
      for (let k = 0; k < 3; k++) {
        energy += 0.5 * body.mass[i] * ws.segmentComVelocity[3 * i + k] ** 2;
        energy += 0.5 * ws.segmentSpin[3 * i + k] * ws.angularVelocity[3 * i + k];
      }
    }
    const momentum = times(mass, state.v);
    const half = 0.5 * momentum.reduce((sum, x, i) => sum + x * state.v[i], 0);
    expectClose([half], [energy], 1e-12);
    for (let r = 0; r < nv; r++) for (let c = 0; c < r; c++) expect(mass[r * nv + c]).toBe(mass[c * nv + r]);

    // τ(a) = M a + τ(0)
    const tau = new Float64Array(nv);
    const bias = new Float64Array(nv);
    inverseDynamics(tau, body, ws, state.q, state.v, state.a);
    inverseDynamics(bias, body, ws, state.q, state.v, new Float64Array(nv));
    expectClose(
      times(mass, state.a).map((x, i) => x + bias[i]),
      tau,
      1e-11,
    );
  });

  it('Jacobians are differences of positions and give velocities', () => {
    const point = Float64Array.of(9, 9, 0.1, -0.2, 0.3);
    const place = new Float64Array(3);
    const segment = n - 1;
    const jacobian = new Float64Array(3 * nv).fill(NaN);
    const placeAt = (q: Float64Array): Float64Array => {
      forwardKinematics(body, ws, q);
      transformPoint3(place, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, point, 2);
      return place;
    };
    const quotient = poseDifference(body, state.q, 3, placeAt);
    forwardKinematics(body, ws, state.q);
    pointJacobian(jacobian, body, ws, segment, point, 2);
    expectDerivative(jacobian, quotient, 1e-7);

    const comQuotient = poseDifference(body, state.q, 3, (q) => {
      forwardKinematics(body, ws, q);
      return ws.com;
    });
    moveTo(body, ws, state);
    comJacobian(jacobian, body, ws);
    expectDerivative(jacobian, comQuotient, 1e-7);
    expectClose(times(jacobian, state.v), ws.comVelocity, 1e-12);
    expectClose(
      ws.linearMomentum.map((x) => x / body.totalMass),
      ws.comVelocity,
      1e-15,
    );

    for (let i = 0; i < n; i++) {
      rotationJacobian(jacobian, body, ws, i);
      expectClose(times(jacobian, state.v), ws.angularVelocity.subarray(3 * i, 3 * i + 3), 1e-12);
      pointJacobian(jacobian, body, ws, i, new Float64Array(3));
      expectClose(times(jacobian, state.v), ws.originVelocity.subarray(3 * i, 3 * i + 3), 1e-12);
    }
  });

  it('the momentum bias leaves the acceleration level alone', () => {
    moveTo(body, ws, state);
    const before = ws.originAcceleration.slice();
    centroidalMomentumBias(new Float64Array(6), body, ws);
    forwardVelocity(body, ws, state.v);
    expect(ws.originAcceleration).toEqual(before);
    forwardAcceleration(body, ws, state.a);
    expect(ws.originAcceleration).toEqual(before);
  });
});
