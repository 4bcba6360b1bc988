import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, parseFrame, parseSpeed, readoutText } from '../src/panels/timeline/format.ts';
import {
  followedRange,
  frameOfTime,
  liveRange,
  pannedRange,
  settledRange,
  spanOf,
  type TimeRange,
  timeOfX,
  visibleRange,
  xOfTime,
  zoomedRange,
} from '../src/panels/timeline/range.ts';
import { frameStep, rulerTicks, secondStep } from '../src/panels/timeline/ticks.ts';
import { turnedRange } from '../src/panels/timeline/wheel.ts';

const base = { frameCount: 601, frameTime: 1 / 60 }; // 10 s

describe('the range of a recording that grows', () => {
  it('holds all of it, begins at the start, and changes seldom', () => {
    const seen = new Set<number>();
    for (let frameCount = 1; frameCount < 60 * 100; frameCount += 15) {
      const growing = { frameCount, frameTime: 1 / 60 };
      const [start, end] = liveRange(growing);
      expect(start).toBe(0);
      expect(end).toBeGreaterThan(spanOf(growing));
      expect(end).toBeLessThanOrEqual(Math.max(6, 2 * spanOf(growing) + 2));
      seen.add(end);
    }
    expect(seen.size).toBeLessThan(7);
  });
});

describe('the visible range', () => {
  it('stays inside the clip and never shrinks to nothing', () => {
    const number = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [start, end] = visibleRange(base, [a, b]);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(10 + 1e-9);
        expect(end - start).toBeGreaterThan(7.9 / 60);
      }),
    );
    expect(visibleRange(base, [Number.NaN, 2])).toEqual([0, 10]);
  });

  it('keeps the moment under the pointer when zooming', () => {
    const range: TimeRange = [2, 6];
    const about = 3;
    const before = xOfTime(range, 1000, about);
    const next = zoomedRange(base, range, about, 2);
    expect(next && next[1] - next[0]).toBeCloseTo(2, 9);
    expect(xOfTime(visibleRange(base, next), 1000, about)).toBeCloseTo(before, 6);
  });

  it('says the whole clip as undefined', () => {
    expect(zoomedRange(base, [1, 9], 5, 0.5)).toBeUndefined();
    expect(settledRange(base, [0, 10])).toBeUndefined();
    expect(settledRange(base, [0, 9])).toEqual([0, 9]);
  });

  it('pans with its width, up to the ends', () => {
    expect(pannedRange(base, [2, 4], 1)).toEqual([3, 5]);
    expect(pannedRange(base, [2, 4], 100)).toEqual([8, 10]);
  });

  it('turns the page when the playhead runs out of it', () => {
    const range: TimeRange = [2, 4];
    expect(followedRange(base, range, 3)).toBe(range);
    const next = followedRange(base, range, 4.1)!;
    expect(next[0]).toBeLessThan(4.1);
    expect(next[1] - next[0]).toBeCloseTo(2, 9);
    expect(followedRange(base, undefined, 5)).toBeUndefined();
  });

  it('works for a clip of one frame', () => {
    const single = { frameCount: 1, frameTime: 0.01 };
    expect(spanOf(single)).toBe(0.01);
    expect(frameOfTime(single, 5)).toBe(0);
    expect(timeOfX(visibleRange(single, undefined), 100, 0)).toBe(0);
  });

  it('zooms with Ctrl, pans without, and leaves the page its wheel while all is visible', () => {
    const turn = { deltaX: 0, deltaY: 120, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false };
    expect(turnedRange(base, undefined, 1000, 500, turn)).toBe('not mine');
    const panned = turnedRange(base, [2, 4], 1000, 500, turn) as TimeRange;
    expect(panned[0]).toBeCloseTo(2.24, 9);
    const zoomed = turnedRange(base, undefined, 1000, 500, { ...turn, deltaY: -300, ctrlKey: true }) as TimeRange;
    expect(zoomed[1] - zoomed[0]).toBeLessThan(6);
    expect((zoomed[0] + zoomed[1]) / 2).toBeCloseTo(5, 9);
  });
});

describe('the ruler', () => {
  it('steps by round numbers', () => {
    expect([0.3, 1, 1.01, 3, 7, 34, 51, 700].map(frameStep)).toEqual([1, 1, 2, 5, 10, 50, 100, 1000]);
    expect([0.004, 0.03, 0.3, 1.2, 7, 40, 5000].map(secondStep)).toEqual([0.01, 0.05, 0.5, 2, 10, 60, 7200]);
  });

  it.each([
    ['seconds', 10],
    ['frames', 10],
    ['seconds', 0.2],
    ['frames', 0.2],
  ] as const)('puts labels apart enough to read, in %s over %s s', (unit, span) => {
    const ticks = rulerTicks(base, [0.013, 0.013 + span], 900, unit, 0);
    const labels = ticks.filter(({ label }) => label !== undefined);
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length);
    for (let i = 1; i < labels.length; i++) expect(labels[i]!.x - labels[i - 1]!.x).toBeGreaterThanOrEqual(71.9);
    for (const { x } of ticks) expect(x >= -1e-6 && x <= 900 + 1e-6).toBe(true);
  });

  it("writes the file's own frame numbers", () => {
    const ticks = rulerTicks(base, [0, 10], 900, 'frames', 1);
    // Frame 100 of the file is index 99.
    const hundred = ticks.find(({ label }) => label === '100')!;
    expect(hundred.x).toBeCloseTo((99 / 600) * 900, 6);
  });
});

describe('numbers as written and read', () => {
  it('writes clocks', () => {
    expect(readoutText(0)).toBe('00:00.000');
    expect(readoutText(62.0504)).toBe('01:02.050');
    expect(readoutText(59.9996)).toBe('01:00.000');
    expect(clockText(7, 0)).toBe('0:07');
    expect(clockText(7.25, 1)).toMatch(/^0:07\.[23]$/);
  });

  it('reads speeds within their limits', () => {
    expect(['1', '0,5', '1/2', '50 %', '2x', '99', '0.01'].map(parseSpeed)).toEqual([1, 0.5, 0.5, 0.5, 2, 4, 0.1]);
    expect(['', 'fast', '0', '-1', '1/0'].map(parseSpeed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads frames as the file counts them', () => {
    expect(parseFrame('12', 1, 100)).toBe(11);
    expect(parseFrame('9999', 1, 100)).toBe(99);
    expect(parseFrame('x', 1, 100)).toBeUndefined();
  });
});
