import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  coverageColumns,
  dominantColumns,
  largestColumns,
  NOTHING,
  shareColumns,
} from '../src/panels/timeline/columns.ts';
import { packRows, stretchAround } from '../src/panels/timeline/runs.ts';

const base = (frameCount: number) => ({ frameCount, frameTime: 0.01 });

describe('columns of pixels', () => {
  it('hold every frame of the range, in order, at every zoom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3000 }), fc.integer({ min: 1, max: 800 }), (frames, width) => {
        const span = (frames - 1) * 0.01;
        const { first, last } = columnsOf(base(frames), [0, span], width);
        const seen = new Set<number>();
        for (let c = 0; c < width; c++) {
          expect(last[c]!).toBeGreaterThanOrEqual(first[c]!);
          for (let f = first[c]!; f <= last[c]!; f++) seen.add(f);
        }
        expect(seen.size).toBe(frames);
      }),
      { numRuns: 40 },
    );
  });

  it('show a frame at its own place when zoomed in', () => {
    // 10 frames of 10 px each; frame 5 covers half a frame to each side of 0.05 s.
    const { first } = columnsOf(base(100), [0, 0.1], 100);
    expect([44, 45, 54, 55].map((c) => first[c])).toEqual([4, 5, 5, 6]);
  });

  it('never lose a peak of one frame', () => {
    const values = new Float32Array(30_000);
    values[17_771] = 3;
    const columns = columnsOf(base(30_000), [0, 299.99], 1000);
    const largest = largestColumns(values, columns);
    expect(Math.max(...largest)).toBe(3);
    expect([...largest].filter((value) => value === 3).length).toBeLessThanOrEqual(2);
  });

  it('tell undefined from zero', () => {
    const values = Float32Array.from({ length: 100 }, (_, f) => (f < 50 ? Number.NaN : 0));
    const largest = largestColumns(values, columnsOf(base(100), [0, 0.99], 10));
    expect([...largest].map((value) => Number.isNaN(value))).toEqual([
      ...new Array<boolean>(5).fill(true),
      ...new Array<boolean>(5).fill(false),
    ]);
  });

  it('take the most frequent category and the share of contact', () => {
    const values = Uint8Array.from({ length: 1000 }, (_, f) => (f % 10 < 7 ? 3 : 1));
    const columns = columnsOf(base(1000), [0, 9.99], 10);
    expect([...dominantColumns(values, columns, 5)]).toEqual(new Array(10).fill(3));
    const some = Uint8Array.from(values, (value) => (value === 1 ? 1 : 0));
    for (const share of coverageColumns([some], columns)) expect(share).toBeCloseTo(0.3, 1);
    const shares = shareColumns(values, columns, 5, 0);
    expect(shares[3]! + shares[1]!).toBeCloseTo(1, 5);
    expect(dominantColumns(values, { first: Int32Array.of(5), last: Int32Array.of(4) }, 5)[0]).toBe(NOTHING);
  });
});

describe('stretches', () => {
  it('reach as far as the answer stays the same', () => {
    const values = [0, 1, 1, 1, 0, 0];
    expect(stretchAround(2, 6, (f) => values[f]!)).toEqual({ start: 1, end: 3 });
    expect(stretchAround(5, 6, (f) => values[f]!)).toEqual({ start: 4, end: 5 });
  });

  it('are packed without overlap while there are rows', () => {
    const rows = packRows(
      [
        { start: 0, end: 10 },
        { start: 5, end: 20 },
        { start: 12, end: 14 },
        { start: 13, end: 30 },
        { start: 14, end: 16 },
      ],
      3,
      0,
    );
    expect(rows).toEqual([0, 1, 0, 2, 2]);
  });
});
