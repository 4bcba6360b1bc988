import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkedReport } from '../fixtures/time-clips.ts';
import { PLOTS } from '../src/panels/plots/catalogue.ts';
import { exportName, plotCsv } from '../src/panels/plots/csv.ts';
import { type Channel, thin, valueRange } from '../src/panels/plots/decimate.ts';

const clock = (count: number): Float64Array => Float64Array.from({ length: count }, (_, f) => f / 60);
const both = (values: Float64Array): Channel => ({ values, keep: 'both' });
const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

describe('thinning', () => {
  it('leaves what fits as it is, with null for undefined', () => {
    const { time, values, exact } = thin(clock(4), [both(Float64Array.of(1, Number.NaN, 0, 2))], 0, 3, 100);
    expect(time).toHaveLength(4);
    expect(values[0]).toEqual([1, null, 0, 2]);
    expect(exact).toBe(true);
  });

  it('keeps the least and the greatest value and the order of time, whatever the width', () => {
    const size = fc.integer({ min: 500, max: 5000 });
    fc.assert(
      fc.property(size, fc.integer({ min: 20, max: 200 }), fc.integer({ min: 0, max: 99 }), (count, columns, from) => {
        const values = Float64Array.from({ length: count }, (_, f) => Math.sin(f * f * 0.37 + from));
        const result = thin(clock(count), [both(values)], from, count - 1, columns);
        const seen = numbers(result.values[0]!);
        const inside = values.subarray(from);
        expect(Math.max(...seen)).toBeGreaterThanOrEqual(Math.max(...inside) - 1e-12);
        expect(Math.min(...seen)).toBeLessThanOrEqual(Math.min(...inside) + 1e-12);
        expect(result.time.length).toBeLessThanOrEqual(2 * columns + 4);
        expect(result.values[0]).toHaveLength(result.time.length);
        for (let i = 1; i < result.time.length; i++) expect(result.time[i]!).toBeGreaterThan(result.time[i - 1]!);
      }),
      { numRuns: 60 },
    );
  });

  it('breaks the line where a whole column is undefined', () => {
    const values = new Float64Array(3000).fill(1).fill(Number.NaN, 1000, 2000);
    const { time, values: thinned } = thin(clock(3000), [both(values)], 0, 2999, 100);
    thinned[0]!.forEach((value, i) => {
      const frame = time[i]! * 60;
      if (frame > 1030 && frame < 1970) expect(value).toBeNull();
      if (frame < 970 || frame > 2030) expect(value).toBe(1);
    });
  });

  it('takes outer edges for bands', () => {
    const values = Float64Array.from({ length: 1000 }, (_, f) => (f % 10 === 3 ? -1 : f % 10 === 7 ? 1 : 0));
    const { values: thinned } = thin(
      clock(1000),
      [
        { values, keep: 'least' },
        { values, keep: 'most' },
      ],
      0,
      999,
      50,
    );
    expect(new Set(thinned[0])).toEqual(new Set([-1]));
    expect(new Set(thinned[1])).toEqual(new Set([1]));
  });

  it('shows the same points of the middle while panning', () => {
    const values = Float64Array.from({ length: 9000 }, (_, f) => Math.sin(f));
    const at = (first: number) => {
      const { time, values: thinned } = thin(clock(9000), [both(values)], first, first + 4000, 200);
      return new Map(time.map((t, i) => [t.toFixed(6), thinned[0]![i]]));
    };
    const [a, b] = [at(1000), at(1013)];
    const shared = [...a.keys()].filter((t) => b.has(t) && Number(t) > 20 && Number(t) < 80);
    expect(shared.length).toBeGreaterThan(300);
    for (const t of shared) expect(b.get(t)).toBe(a.get(t));
  });
});

describe('the axis of values', () => {
  it('has air, a least height and a ceiling', () => {
    expect(valueRange([[]], { least: 4 })).toEqual([-2, 2]);
    const [low, high] = valueRange([[-5, 10, null]], { least: 4 });
    expect(low).toBeLessThan(-5);
    expect(high).toBeGreaterThan(10);
    const [flatLow, flatHigh] = valueRange([[-3, -3]], { least: 4 });
    expect(flatHigh - flatLow).toBeCloseTo(4, 9);
    expect(valueRange([[0.2, 900]], { least: 0.5, ceiling: 2.5 })[1]).toBeLessThan(3);
  });

  it('stands on zero for what is never negative', () => {
    const [low, high] = valueRange([[0, 1.2]], { least: 4 });
    expect(low).toBeGreaterThan(-0.1);
    expect(high).toBeGreaterThanOrEqual(4);
    expect(valueRange([[5, 10]], { least: 2, fromZero: true })[0]).toBeLessThanOrEqual(0);
    expect(valueRange([[5, 10]], { least: 2 })[0]).toBeGreaterThan(4);
  });
});

describe('tables', () => {
  const { clip, report } = walkedReport(600);
  const kind = PLOTS.find(({ id }) => id === 'zmp-forward')!;
  const blamed = new Uint8Array(report.frameCount);
  const data = kind.select({ clip, report, body: undefined, blamed }, undefined);
  const rows = plotCsv(clip, kind, data, report.time).trimEnd().split('\n');

  it('have a header with units and a row per frame', () => {
    expect(rows[0]).toBe('frame,time [s],CoM [cm],ZMP [cm],support low [cm],support high [cm]');
    expect(rows).toHaveLength(1 + report.frameCount);
    const cells = rows[11]!.split(',').map(Number);
    expect(cells[0]).toBe(10);
    expect(cells[1]).toBeCloseTo(10 / 60, 5);
    expect(cells[3]).toBeCloseTo(data.lines[1]!.values[10]!, 6);
  });

  it('leave cells empty in flight', () => {
    const flight = report.phase.indexOf(0);
    expect(rows[1 + flight]!.endsWith(',,,')).toBe(true);
  });

  it('get file names that every system takes', () => {
    expect(exportName({ ...clip, name: 'walk: fast/2.bvh' }, 'joint:Left Leg', 'csv')).toBe(
      'walk-fast-2-joint-Left-Leg.csv',
    );
  });
});
