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
import { MOST_KEPT, movedTimes, repeatedMove } from '../../src/gait/repeated-move.ts';
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

describe('a move made again and again', () => {
  const one = { yaw: 0.01, x: 0.3, z: 1.2 };

  it('is that many moves, also beyond those that are kept', () => {
    const moves = repeatedMove(one);
    let move = { ...STAY };
    for (let times = 1; times <= 3 * MOST_KEPT; times++) {
      move = thenMove(move, one);
      if (times % 1000 > 1) continue;
      const found = movedTimes(moves, times);
      for (const key of ['yaw', 'x', 'z'] as const) expect(found[key]).toBeCloseTo(move[key], 9);
    }
  });

  it('is the same whatever was asked before, and is known for any number of times', () => {
    const often = repeatedMove(one);
    for (let times = 0; times < 5000; times += 7) movedTimes(often, times);
    for (const times of [4097, 10_001, 1e6, 2e11]) {
      expect(movedTimes(often, times)).toEqual(movedTimes(repeatedMove(one), times));
      expect(movedTimes(often, times).yaw / times).toBeCloseTo(0.01, 9);
    }
  });
});
