/** What must hold of whole-body IK, on every kind of body. */
import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { mocapPresent } from '../support/mocap.ts';
import { randomTangent } from '../support/random-body.ts';
import { solveKkt } from './kkt.ts';
import { captured, madeUp, mannequin } from './people.ts';
import { createScene } from './scene.ts';
import { largest } from './support.ts';

const people = [
  ['made up', madeUp()],
  ['mannequin', mannequin()],
  ...(mocapPresent ? ([['captured', await captured()]] as const) : []),
] as const;

describe.each(people)('whole-body IK: %s', (_, who) => {
  const { body } = who;

  it('equals a dense solve of the KKT system, and meets hard rows to 1e-6', () => {
    const rng = createRng(3);
    for (const softness of [0, 1e-2]) {
      const scene = createScene(who, who.q, { angularSoftness: softness });
      for (let k = 0; k < 3; k++) scene.centre.reference.velocity[k] = 0.12 * normal(rng);
      for (let k = 0; k < 3; k++) scene.angular.reference.momentum[k] = normal(rng);
      scene.pose.reference.v.set(randomTangent(rng, body.skeleton, 0.3));
      const { status, x, residual } = scene.solve();
      const dense = solveKkt(scene.problem);
      expect(status).toBe('solved');
      expect(largest(x.map((value, i) => value - dense[i])) / largest(dense)).toBeLessThan(1e-9);
      expect(residual).toBeLessThan(1e-6);
    }
  });
});
