import { describe, expect, it } from 'vitest';
import { HITS_STATE, Hits, MOST_HITS } from '../../src/control/hits.ts';
import { pointJacobian } from '../../src/dynamics/jacobians.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createMovingFreedoms } from '../../src/dynamics/tree-mass.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { normal } from '../../src/math/random.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { randomPose, seededBody } from '../support/random-body.ts';
import { hit, reacting, tick } from './reacting.ts';

const { body, rng } = seededBody(41, { joints: 10, massless: 0.3 });
const ws = createWorkspace(body);
const freedoms = createMovingFreedoms(body, ws);
const nv = freedomCount(body.skeleton);
forwardKinematics(body, ws, randomPose(rng, body.skeleton));
const force = new Float64Array(freedoms.n);

describe('hits', () => {
  it.each([1 / 60, 1 / 120, 1 / 93])('deliver their impulse, and no more, in ticks of %f s', (h) => {
    const hits = new Hits();
    const first = [3, -2, 7];
    const second = [-1, 5, 2];
    hits.add(first, 3, [0.1, 0, 0.2], 0.1);
    const sum = new Float64Array(3);
    for (let k = 0; k < 60; k++) {
      if (k === 4) hits.add(second, 5, [0, 0.3, 0], 0.037);
      hits.deliver(force, body, ws, freedoms, h);
      for (let c = 0; c < 3; c++) sum[c] += h * hits.wrench[3 + c];
    }
    for (let c = 0; c < 3; c++) expect(sum[c]).toBeCloseTo(first[c] + second[c], 12);
    expect(hits.active).toBe(false);
  });

  it('act on the freedoms by the Jacobian of the place that is hit', () => {
    const J = new Float64Array(3 * nv);
    for (let segment = 0; segment < body.mass.length; segment++) {
      const hits = new Hits();
      const point = Float64Array.from({ length: 3 }, () => 0.2 * normal(rng));
      hits.add([4, 5, -6], segment, point, 0.05);
      hits.deliver(force, body, ws, freedoms, 0.05); // the first tick is given the force of half a tick
      pointJacobian(J, body, ws, segment, point, 0);
      for (let k = 0; k < freedoms.n; k++) {
        let expected = 0;
        for (let c = 0; c < 3; c++) expected += (J[c * nv + freedoms.inV[k]] * [4, 5, -6][c]) / 2 / 0.05;
        expect(Math.abs(force[k] - expected)).toBeLessThan(1e-10 * (1 + Math.abs(expected)));
      }
    }
  });

  it('go on from a save to the byte', () => {
    const hits = new Hits();
    for (let k = 0; k < 3; k++) {
      hits.add([k, 1, -k], k, [0.1 * k, 0, 0], 0.03 * (3 - k));
      hits.deliver(force, body, ws, freedoms, 1 / 120);
    }
    const state = new Float64Array(HITS_STATE);
    hits.save(state, 0);
    const other = new Hits();
    other.restore(state, 0, body);
    for (let k = 0; k < 12; k++) {
      hits.deliver(force, body, ws, freedoms, 1 / 120);
      const expected = force.slice();
      other.deliver(force, body, ws, freedoms, 1 / 120);
      expect(force).toEqual(expected);
      expect(other.wrench).toEqual(hits.wrench);
    }
  });

  it('keep what is left of a long push that short ones followed', () => {
    const hits = new Hits();
    hits.add([0, 0, 10], 2, [0, 0, 0], 0.2);
    let sum = 0;
    for (let k = 0; k < 60; k++) {
      if (k < MOST_HITS - 2) hits.add([1, 0, 0], 1, [0, 0, 0], 0.01);
      hits.deliver(force, body, ws, freedoms, 1 / 120);
      sum += hits.wrench[5] / 120;
    }
    expect(sum).toBeCloseTo(10, 10);
  });
});

describe('a hit on a light part', () => {
  const child = perform(idle, { body: { height: 1.15, mass: 21 } });
  it.each(['head', 'leftLowerArm'] as const)(
    'turns no joint faster than people turn them: 25 N·s at the %s',
    (role) => {
      const someone = reacting(child);
      const { reaction } = someone;
      hit(someone, role, [0, 0, -25]);
      const before = reaction.v.slice();
      let most = 0;
      for (let k = 0; k < 14; k++) {
        before.set(reaction.v);
        for (let half = 0; half < 2; half++) tick(someone);
        for (let o = 6; o < before.length; o += 3) {
          const turn = [0, 1, 2].map((c) => reaction.v[o + c] - before[o + c]);
          most = Math.max(most, Math.hypot(...turn));
        }
      }
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThan(8.5); // [rad/s] within 1/60 s
    },
  );
});
