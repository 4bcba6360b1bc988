import { expect, it } from 'vitest';
import { expQuat, logQuat, multiplyQuat } from '../../src/math/quat.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { writeTurnRate } from '../../src/math/rotation-vector.ts';

it('writeTurnRate is the derivative of a component of the rotation vector', () => {
  const rng = createRng(4);
  const step = 1e-6;
  for (let k = 0; k < 40; k++) {
    const phi = Float64Array.from({ length: 3 }, () => (k < 3 ? 1e-4 : 0.9) * normal(rng));
    if (Math.hypot(...phi) > 2.7) continue;
    const axis = Float64Array.from({ length: 3 }, () => normal(rng));
    const row = new Float64Array(3);
    writeTurnRate(row, phi, 0, axis, 0);
    const q = new Float64Array(4);
    expQuat(q, 0, phi, 0);
    for (let c = 0; c < 3; c++) {
      const component = (side: number): number => {
        const turn = new Float64Array(4);
        const moved = new Float64Array(4);
        turn[c] = side * step;
        expQuat(turn, 0, turn, 0);
        multiplyQuat(moved, 0, q, 0, turn, 0);
        logQuat(moved, 0, moved, 0);
        return axis[0]! * moved[0]! + axis[1]! * moved[1]! + axis[2]! * moved[2]!;
      };
      expect(row[c]).toBeCloseTo((component(1) - component(-1)) / (2 * step), 6);
    }
  }
});
