/** What is expected of loads, and how it follows what came. */
import { describe, expect, it } from 'vitest';
import { afterCatch, beliefIn, preparedFor } from '../../src/methods/anticipation/belief.ts';

describe('a belief', () => {
  it('in one load is that load', () => {
    for (const load of [0.3, 7, 50]) expect(preparedFor(beliefIn([load]))).toBeCloseTo(load, 12);
  });

  it('in four loads prepares for about the second heaviest, whatever their unit', () => {
    for (const unit of [1, 4.4, 100]) {
      const loads = [0.5, 1.33, 2.17, 3].map((load) => unit * load);
      const level = preparedFor(beliefIn(loads));
      const nearest = [...loads].sort((a, b) => Math.abs(a - level) - Math.abs(b - level))[0];
      expect(nearest).toBe(loads[2]);
    }
  });

  it.each([
    [7, 2],
    [2, 7],
  ])('follows the last catch, and is there again within four to six: %s then %s', (before, after) => {
    let belief = beliefIn([before]);
    const off: number[] = [];
    for (let k = 0; k < 8; k++) {
      off.push(Math.abs(belief.mean - after) / Math.abs(after - before));
      belief = afterCatch(belief, after);
    }
    expect(off[1]).toBeLessThan(0.8); // moved at once
    expect(off[3]).toBeGreaterThan(0.1); // not there after three
    expect(off[6]).toBeLessThan(0.05); // there after six
    expect(Math.abs(preparedFor(belief) - after)).toBeLessThan(0.1 * Math.abs(after - before));
    expect(belief.spread).toBeGreaterThanOrEqual(0.04 * belief.mean);
  });

  it('is unsure after a surprise, and sure again after more of the same', () => {
    let belief = beliefIn([5]);
    const spreads: number[] = [];
    for (const load of [5, 2, 2, 2, 2, 2, 2, 2]) {
      belief = afterCatch(belief, load);
      spreads.push(belief.spread);
    }
    expect(spreads[1]).toBeGreaterThan(5 * spreads[0]!);
    expect(spreads.at(-1)!).toBeLessThan(0.2 * spreads[1]!);
  });

  it.each([[[]], [[0]], [[-1, 2]], [[Number.NaN]]])('in %j is refused', (loads) => {
    expect(() => beliefIn(loads)).toThrow(/expected a load above 0|needs one load/);
  });
});
