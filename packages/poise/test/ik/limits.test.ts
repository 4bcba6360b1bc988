import { describe, expect, it } from 'vitest';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import { createLimitRows } from '../../src/ik/limit-rows.ts';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import { randomTangent } from '../support/random-body.ts';
import { solveDense } from './dense-qp.ts';
import { createScene, turnsNoFaster } from './scene.ts';
import { bend, crouching, DT, largest, person, shaken, standing } from './support.ts';

const who = person();
const { body, nv } = who;

function anglesOf(q: Float64Array, joint: number): Float64Array {
  const out = new Float64Array(3);
  anatomicalAngles(out, 0, body.limits, joint, q, quatIndex(joint));
  return out;
}

describe('joint range', () => {
  it('directions give the rates of the anatomical angles', () => {
    const rng = createRng(1);
    for (let trial = 0; trial < 10; trial++) {
      const q = shaken(who, rng, crouching(who), 0.5);
      const v = randomTangent(rng, body.skeleton, 1);
      const limit = jointRange(body, DT);
      const rows = createLimitRows(limit.dim);
      limit.rows(rows, body, { q, v });
      expect(rows.count).toBe(limit.dim);
      const ends = [1e-6, -1e-6].map((h) => {
        const moved = new Float64Array(q.length);
        integrate(moved, body.skeleton, q, v, h);
        return moved;
      });
      for (let row = 0; row < rows.count; row++) {
        const joint = rows.joint[row];
        const rate = [0, 1, 2].reduce((sum, k) => sum + rows.direction[3 * row + k] * v[3 + 3 * joint + k], 0);
        const found = (anglesOf(ends[0], joint)[row % 3] - anglesOf(ends[1], joint)[row % 3]) / 2e-6;
        expect(Math.abs(rate - found)).toBeLessThan(1e-7);
      }
    }
  });

  it('stiffens within 0.15 rad and turns round past the limit', () => {
    const knee = who.joint('leftLowerLeg');
    const limit = jointRange(body, DT);
    const upper = body.limits.upper[3 * knee];
    for (const [gap, growth] of [
      [0.2, 0],
      [0.075, 200 / 16],
      [0, 200],
      [-0.03, 200 * 1.2 ** 4],
    ]) {
      const q = standing(who);
      bend(q, knee, 'x', upper - gap);
      const rows = createLimitRows(limit.dim);
      limit.rows(rows, body, { q, v: new Float64Array(nv) });
      const row = rows.joint.indexOf(knee);
      expect(rows.growth[row]).toBeCloseTo(growth, 6);
      expect(rows.upper[row]).toBeCloseTo(Math.max(0, gap) / DT, 6);
      if (gap < 0) expect(rows.preferUpper[row]).toBeCloseTo(2 * gap, 9);
      else if (gap < 0.15) expect(rows.preferUpper[row]).toBeCloseTo((10 * gap) / (1 - gap / 0.15), 6);
      else expect(rows.preferUpper[row]).toBe(Infinity);
    }
  });

  it('holds a joint that would pass its limit, exactly there', () => {
    const elbow = who.joint('leftLowerArm');
    const q = crouching(who);
    const upper = 3; // the elbow's 180° would turn the rotation vector over
    bend(q, elbow, 'x', -(upper - anglesOf(q, elbow)[0] - 0.05));
    const scene = createScene(who, q, { limits: [jointRange(body, DT, { growth: 0, brake: 1e9 })] });
    scene.pose.reference.v[3 + 3 * elbow] = -20;
    const { status, passes, frozen, frozenCount } = scene.step();
    expect(status).toBe('solved');
    const held = frozen.subarray(0, frozenCount).map((row) => scene.problem.limitRows.joint[row]);
    expect([...new Set(held)]).toEqual([elbow]);
    expect(passes).toBe(1);
    expect(anglesOf(scene.q, elbow)[0]).toBeCloseTo(upper, 6);
    scene.step();
    expect(anglesOf(scene.q, elbow)[0]).toBeLessThan(upper + 1e-6);
  });

  it('does not touch a clip that stays within it', () => {
    const scene = createScene(who, crouching(who), { limits: [jointRange(body, DT)] });
    const free = createScene(who, crouching(who));
    for (let frame = 0; frame < 30; frame++) {
      scene.step();
      free.step();
    }
    expect(largest(scene.q.map((x, i) => x - free.q[i]))).toBeLessThan(1e-9);
  });
});

describe('limits in the way of the tasks', () => {
  it('are kept; the outcome says so, and support feet are still met', () => {
    const scene = createScene(who, crouching(who), { limits: [jointRange(body, DT), turnsNoFaster(who, 0.3)] });
    scene.centre.reference.velocity.set([0, 0, 0.9]);
    scene.angular.reference.momentum.set([6, 0, 0]);
    const { status, reason, worstTask, x, residuals } = scene.solve();
    expect([status, reason, worstTask]).toEqual(['infeasible', 'limits stand in the way', 'centre of mass']);
    expect(largest(x.subarray(3))).toBeLessThan(0.3 + 1e-6);
    for (let t = 0; t < 4; t++) expect(residuals[t]).toBeLessThan(1e-6);
  });
});

describe('against the QP with true inequalities', () => {
  it('keeps limits as it does, costs little more, and the QP keeps them exactly', () => {
    let held = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const rng = createRng(seed);
      const limits = [jointRange(body, DT), turnsNoFaster(who, 0.6)];
      const scene = createScene(who, shaken(who, rng, crouching(who), 0.1), { limits });
      for (let k = 0; k < 3; k++) scene.centre.reference.velocity[k] = 0.07 * normal(rng);
      for (let k = 0; k < 3; k++) scene.angular.reference.momentum[k] = normal(rng);
      const outcome = scene.solve();
      const { qp, outcome: dense } = solveDense(scene.problem);
      if (outcome.status !== 'solved') continue;
      expect(dense.status).toBe('solved');
      expect(dense.kktResidual).toBeLessThan(1e-6);
      const cost = (x: Float64Array): number => {
        let sum = 0;
        for (let i = 0; i < nv; i++) {
          for (let j = 0; j < nv; j++) sum += 0.5 * x[i] * qp.H[i * nv + j] * x[j];
          sum += qp.c[i] * x[i];
        }
        return sum;
      };
      const scale = Math.abs(cost(dense.x)) + 1;
      expect(cost(outcome.x) - cost(dense.x)).toBeGreaterThan(-1e-4 * scale);
      expect(cost(outcome.x) - cost(dense.x)).toBeLessThan(0.1 * scale);
      if (outcome.frozenCount > 0) held++;
    }
    expect(held).toBeGreaterThan(3);
  });
});
