import { describe, expect, it } from 'vitest';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { multiplyQuat, rotate3 } from '../../src/math/quat.ts';
import { mat3FromQuat } from '../../src/math/quat-mat3.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { randomState, seededBody } from '../support/random-body.ts';
import { expectClose, largest, moveTo } from './support.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

/** Where q(t) is on the curve with velocity v and acceleration a at t = 0, to second order in the joints' own frames. */
function alongCurve(
  body: ReturnType<typeof seededBody>['body'],
  state: ReturnType<typeof randomState>,
  t: number,
): { q: Float64Array; v: Float64Array } {
  // v(t) = v + a t; q(t) = q ⊗ exp(v t + ½ a t²) + O(t³): the commutator [v, a] enters with t³ only
  const mean = state.v.map((v, i) => v + 0.5 * state.a[i] * t);
  const q = new Float64Array(state.q.length);
  integrate(q, body.skeleton, state.q, mean, t);
  return { q, v: state.v.map((v, i) => v + state.a[i] * t) };
}

describe.each(SEEDS)('kinematics of random body %i', (seed) => {
  const { body, rng } = seededBody(seed);
  const ws = createWorkspace(body);
  const state = randomState(rng, body.skeleton);

  it('places every joint by its chain of parents', () => {
    forwardKinematics(body, ws, state.q);
    const { parents, offsets } = body.skeleton;
    for (let i = 0; i < parents.length; i++) {
      // from the tip to the root, the other way round than the library goes
      const point = new Float64Array(3);
      const turn = Float64Array.of(0, 0, 0, 1);
      for (let j = i; j >= 0; j = parents[j]) {
        if (j !== i) rotate3(point, 0, state.q, 3 + 4 * j, point, 0);
        const base = j === 0 ? state.q : offsets.subarray(3 * j);
        for (let k = 0; k < 3; k++) point[k] += base[k];
        multiplyQuat(turn, 0, state.q, 3 + 4 * j, turn, 0);
      }
      const matrix = new Float64Array(9);
      mat3FromQuat(matrix, 0, turn, 0);
      expectClose(ws.segmentOrigin.subarray(3 * i, 3 * i + 3), point, 1e-12);
      expectClose(ws.worldFromSegment.subarray(9 * i, 9 * i + 9), matrix, 1e-12);
    }
  });

  it('velocities are the rates of positions', () => {
    const step = 1e-5;
    const other = createWorkspace(body);
    moveTo(body, ws, state);
    const q = new Float64Array(state.q.length);
    const difference = (pick: (w: typeof ws) => Float64Array): Float64Array => {
      integrate(q, body.skeleton, state.q, state.v, step);
      forwardKinematics(body, other, q);
      const ahead = pick(other).slice();
      integrate(q, body.skeleton, state.q, state.v, -step);
      forwardKinematics(body, other, q);
      return pick(other).map((behind, i) => (ahead[i] - behind) / (2 * step));
    };
    expectClose(
      ws.originVelocity,
      difference((w) => w.segmentOrigin),
      1e-7,
    );
    expectClose(
      ws.comVelocity,
      difference((w) => w.com),
      1e-7,
    );
    for (const i of ws.massive) {
      const rates = difference((w) => w.segmentCom.subarray(3 * i, 3 * i + 3));
      expectClose(ws.segmentComVelocity.subarray(3 * i, 3 * i + 3), rates, 1e-6);
    }
    // Ṙ Rᵀ = [ω]×
    const turning = difference((w) => w.worldFromSegment);
    for (let i = 0; i < body.mass.length; i++) {
      const r = ws.worldFromSegment.subarray(9 * i, 9 * i + 9);
      const d = turning.subarray(9 * i, 9 * i + 9);
      const spin = (row: number, column: number): number =>
        d[3 * row] * r[3 * column] + d[3 * row + 1] * r[3 * column + 1] + d[3 * row + 2] * r[3 * column + 2];
      expectClose(ws.angularVelocity.subarray(3 * i, 3 * i + 3), [spin(2, 1), spin(0, 2), spin(1, 0)], 1e-6);
    }
  });

  it('accelerations and momentum rates are the rates of velocities and momenta', () => {
    const step = 1e-4;
    moveTo(body, ws, state);
    const ahead = createWorkspace(body);
    const behind = createWorkspace(body);
    for (const [w, t] of [
      [ahead, step],
      [behind, -step],
    ] as const) {
      const { q, v } = alongCurve(body, state, t);
      forwardKinematics(body, w, q);
      forwardVelocity(body, w, v);
    }
    const rate = (pick: (w: typeof ws) => Float64Array): Float64Array =>
      pick(ahead).map((value, i) => (value - pick(behind)[i]) / (2 * step));
    expectClose(
      ws.originAcceleration,
      rate((w) => w.originVelocity),
      1e-5,
    );
    expectClose(
      ws.angularAcceleration,
      rate((w) => w.angularVelocity),
      1e-5,
    );
    expectClose(
      ws.comAcceleration,
      rate((w) => w.comVelocity),
      1e-5,
    );
    expectClose(
      ws.linearMomentumRate,
      rate((w) => w.linearMomentum),
      1e-5,
    );
    expectClose(
      ws.angularMomentumRate,
      rate((w) => w.angularMomentum),
      1e-5,
    );
    expectClose(
      ws.orbitalMomentumRate,
      rate((w) => w.orbitalMomentum),
      1e-5,
    );
  });
});

describe('kinematics', () => {
  it('reads a frame out of the middle of a clip', () => {
    const { body, rng } = seededBody(77);
    const first = randomState(rng, body.skeleton);
    const second = randomState(rng, body.skeleton);
    const whole = createWorkspace(body);
    const alone = createWorkspace(body);
    const both = (key: 'q' | 'v' | 'a'): Float64Array => Float64Array.of(...first[key], ...second[key]);
    forwardKinematics(body, whole, both('q'), second.q.length);
    forwardVelocity(body, whole, both('v'), second.v.length);
    forwardAcceleration(body, whole, both('a'), second.a.length);
    moveTo(body, alone, second);
    expect(largest(alone.originAcceleration)).toBeGreaterThan(0);
    expect(whole).toEqual(alone);
  });

  it('needs no mass on a joint to move it', () => {
    const { body, rng } = seededBody(5, { joints: 30, massless: 0.7 });
    const ws = createWorkspace(body);
    expect(ws.massive.length).toBeLessThan(body.mass.length);
    moveTo(body, ws, randomState(rng, body.skeleton));
    for (let i = 0; i < body.mass.length; i++) {
      expect(largest(ws.originVelocity.subarray(3 * i, 3 * i + 3))).toBeGreaterThan(0);
      expect(largest(ws.angularAcceleration.subarray(3 * i, 3 * i + 3))).toBeGreaterThan(0);
    }
  });
});
