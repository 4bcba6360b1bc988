import { describe, expect, it } from 'vitest';
import {
  isNowhere,
  moveBetween,
  movePlace,
  movePose,
  moveVelocity,
  STAY,
  thenMove,
  undone,
} from '../../src/gait/placement.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';

const rng = createRng(1);
const some = () => ({ yaw: uniform(rng, -3, 3), x: uniform(rng, -2, 2), z: uniform(rng, -2, 2) });

describe('placements', () => {
  it('are made one after the other, and undone', () => {
    for (let trial = 0; trial < 20; trial++) {
      const [a, b] = [some(), some()];
      const [x, z] = movePlace(b, ...movePlace(a, 0.3, -0.7));
      const both = movePlace(thenMove(a, b), 0.3, -0.7);
      expect(both[0]).toBeCloseTo(x, 12);
      expect(both[1]).toBeCloseTo(z, 12);
      const back = thenMove(a, undone(a));
      for (const part of [back.yaw, back.x, back.z]) expect(part).toBeCloseTo(0, 12);
    }
    expect(isNowhere(STAY)).toBe(true);
    expect(isNowhere(some())).toBe(false);
  });

  it('turn positions, rotations and velocities of a root alike, as quaternions do', () => {
    const move = some();
    const rows = Float64Array.of(9, 0.4, 0.9, -0.2, 0.1, 0.2, 0.3, Math.sqrt(1 - 0.14));
    const from = rows.slice(1);
    movePose(move, rows, 1);
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 0, 1, 0, move.yaw);
    const expected = new Float64Array(4);
    multiplyQuat(expected, 0, turn, 0, from, 3);
    for (let k = 0; k < 4; k++) expect(rows[4 + k]).toBeCloseTo(expected[k], 12);
    const [x, z] = movePlace(move, from[0], from[2]);
    expect([...rows.subarray(0, 4)]).toEqual([9, x, 0.9, z]);
    // the velocity is what the difference of two places becomes
    const v = Float64Array.of(0.5, 0.1, -0.3);
    const ahead = movePlace(move, from[0] + v[0], from[2] + v[2]);
    moveVelocity(move, v);
    expect(v[0]).toBeCloseTo(ahead[0] - x, 12);
    expect(v[1]).toBe(0.1);
    expect(v[2]).toBeCloseTo(ahead[1] - z, 12);
    const found = moveBetween(from, rows, 0, 1);
    expect(found.yaw).toBeCloseTo(move.yaw, 12);
    expect(found.x).toBeCloseTo(move.x, 12);
    expect(found.z).toBeCloseTo(move.z, 12);
  });
});
