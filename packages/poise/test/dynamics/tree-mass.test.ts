import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { centroidalMomentumMatrix } from '../../src/dynamics/momentum-matrix.ts';
import { createMovingFreedoms, treeMassMatrix } from '../../src/dynamics/tree-mass.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { randomPose, seededBody } from '../support/random-body.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 301);

describe.each(SEEDS)('mass matrix of random body %i along its tree', (seed) => {
  const { body, rng } = seededBody(seed, { joints: 14, massless: 0.4 });
  const ws = createWorkspace(body);
  const freedoms = createMovingFreedoms(body, ws);
  const nv = freedomCount(body.skeleton);
  const dense = new Float64Array(nv * nv);
  const values = new Float64Array(freedoms.size).fill(NaN);
  const columns = new Float64Array(6 * nv);
  forwardKinematics(body, ws, randomPose(rng, body.skeleton));
  massMatrix(dense, body, ws);
  centroidalMomentumMatrix(columns, body, ws);
  treeMassMatrix(values, freedoms, body, ws, columns);
  const { n, start, length, path, inV } = freedoms;

  it('has the entries of the whole mass matrix', () => {
    let scale = 0;
    for (const value of dense) scale = Math.max(scale, Math.abs(value));
    for (let k = 0; k < n; k++) {
      for (let e = start[k]; e < start[k] + length[k]; e++) {
        expect(Math.abs(values[e] - dense[inV[k] * nv + inV[path[e]]])).toBeLessThan(1e-12 * scale);
      }
    }
  });

  it('leaves out what is zero, and nothing else', () => {
    const listed = new Set<number>();
    for (let k = 0; k < n; k++) {
      for (let e = start[k]; e < start[k] + length[k]; e++) {
        listed.add(inV[k] * nv + inV[path[e]]);
        listed.add(inV[path[e]] * nv + inV[k]);
      }
    }
    for (let e = 0; e < dense.length; e++) if (!listed.has(e)) expect(Math.abs(dense[e])).toBeLessThan(1e-12);
  });
});
