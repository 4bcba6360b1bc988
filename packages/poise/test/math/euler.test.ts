import { describe, expect, it } from 'vitest';
import { type Axis, createEulerOrder, eulerFromQuat, quatFromEuler } from '../../src/math/euler.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';

const AXES: readonly Axis[] = [0, 1, 2];
const allOrders = AXES.flatMap((a) => AXES.flatMap((b) => AXES.map((c): Axis[] => [a, b, c])));
const fullOrders = allOrders.filter(([a, b, c]) => a !== b && b !== c);
const name = (axes: readonly Axis[]) => axes.map((axis) => 'XYZ'[axis]).join('');

/** The product of single turns, by the general quaternion kernels. */
function product(axes: readonly Axis[], angles: ArrayLike<number>): Float64Array {
  const q = Float64Array.of(0, 0, 0, 1);
  const turn = new Float64Array(4);
  axes.forEach((axis, n) => {
    quatFromAxisAngle(turn, 0, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, angles[n]);
    multiplyQuat(q, 0, q, 0, turn, 0);
  });
  return q;
}

/** Largest difference of two rotations; q and −q are one. */
function apart(a: Float64Array, b: Float64Array): number {
  const by = (sign: number) => Math.max(...a.map((value, n) => Math.abs(value - sign * b[n])));
  return Math.min(by(1), by(-1));
}

function solve(axes: readonly Axis[], q: Float64Array, near: ArrayLike<number> = axes.map(() => 0)): Float64Array {
  const out = new Float64Array(axes.length);
  eulerFromQuat(out, 0, createEulerOrder(axes), q, 0, Float64Array.from(near), 0);
  return out;
}

describe('quatFromEuler', () => {
  it('multiplies single turns from left to right (seed 1)', () => {
    const rng = createRng(1);
    for (const axes of [[], [0], [2, 1], ...allOrders, [0, 1, 2, 0, 1]] as Axis[][]) {
      const angles = Float64Array.from(axes, () => uniform(rng, -7, 7));
      const q = new Float64Array(4);
      quatFromEuler(q, 0, createEulerOrder(axes), angles, 0);
      expect(apart(q, product(axes, angles)), name(axes)).toBeLessThan(1e-15);
    }
  });
});

describe('eulerFromQuat', () => {
  it.each(fullOrders.map(name))('%s gives every rotation back (seed 2)', (label) => {
    const axes = [...label].map((letter) => 'XYZ'.indexOf(letter) as Axis);
    const rng = createRng(2);
    for (let n = 0; n < 200; n++) {
      const q = product(axes, [uniform(rng, -7, 7), uniform(rng, -7, 7), uniform(rng, -7, 7)]);
      expect(apart(product(axes, solve(axes, q)), q)).toBeLessThan(1e-15 * 4);
    }
  });

  it.each(fullOrders.map(name))(
    '%s finds the very angles when started near them, on either branch (seed 3)',
    (label) => {
      const axes = [...label].map((letter) => 'XYZ'.indexOf(letter) as Axis);
      const rng = createRng(3);
      for (let n = 0; n < 100; n++) {
        const angles = [uniform(rng, -9, 9), uniform(rng, -9, 9), uniform(rng, -9, 9)];
        const found = solve(axes, product(axes, angles), angles);
        for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(angles[k], 9);
      }
    },
  );

  it.each(fullOrders.map(name))('%s is exact in gimbal lock and keeps the free angle', (label) => {
    const axes = [...label].map((letter) => 'XYZ'.indexOf(letter) as Axis);
    const locked = axes[0] === axes[2] ? [0, Math.PI] : [Math.PI / 2, -Math.PI / 2];
    for (const middle of locked) {
      const angles = [0.4, middle, -0.9];
      const found = solve(axes, product(axes, angles), angles);
      expect(apart(product(axes, found), product(axes, angles))).toBeLessThan(1e-12);
      for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(angles[k], 6);
    }
  });

  it('stays continuous through gimbal lock and over whole turns', () => {
    const axes: Axis[] = [2, 0, 1];
    let last: Float64Array = Float64Array.of(0, 0, 0);
    let largest = 0;
    for (let n = 0; n <= 1000; n++) {
      const t = n / 1000;
      const q = product(axes, [6 * t, 9 * t, -7 * t]); // the middle angle passes 90° and 270°
      const found = solve(axes, q, last);
      expect(apart(product(axes, found), q)).toBeLessThan(1e-12);
      for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(found[k] - last[k]));
      last = found;
    }
    expect(largest).toBeLessThan(0.02);
    expect([...last].map((value) => value.toFixed(6))).toEqual(['6.000000', '9.000000', '-7.000000']);
  });

  it('two axes express what they can, in every pose (seed 4)', () => {
    const rng = createRng(4);
    for (const axes of [
      [0, 2],
      [2, 0],
      [1, 2],
      [2, 1],
      [0, 1],
      [1, 0],
      [1, 1, 0],
    ] as Axis[][]) {
      for (let n = 0; n < 100; n++) {
        const angles = axes.map(() => uniform(rng, -7, 7));
        const q = product(axes, angles);
        const found = solve(axes, q, angles);
        expect(apart(product(axes, found), q), name(axes)).toBeLessThan(1e-14);
      }
      const lock = product(
        axes,
        axes.map((_, n) => (n === axes.length - 1 ? Math.PI / 2 : 0)),
      );
      expect(apart(product(axes, solve(axes, lock)), lock)).toBeLessThan(1e-14);
    }
  });

  it('one axis takes the part of the turn about it', () => {
    const tilted = product([0, 2], [0.6, 1e-3]);
    expect(solve([0], tilted)[0]).toBeCloseTo(0.6, 6);
    expect(solve([0, 0], product([0], [0.5]))).toEqual(Float64Array.of(0.5, 0));
  });

  it('a fit with too few axes is better than its neighbours (seed 5)', () => {
    const rng = createRng(5);
    const axes: Axis[] = [0, 2];
    for (let n = 0; n < 50; n++) {
      const q = product([0, 1, 2], [uniform(rng, -3, 3), uniform(rng, -1, 1), uniform(rng, -3, 3)]);
      const found = solve(axes, q);
      const cosine = (angles: number[]) => Math.abs(product(axes, angles).reduce((sum, v, k) => sum + v * q[k], 0));
      const best = cosine([...found]);
      for (const [da, db] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        expect(cosine([found[0] + 1e-3 * da, found[1] + 1e-3 * db])).toBeLessThanOrEqual(best + 1e-12);
      }
    }
  });
});
