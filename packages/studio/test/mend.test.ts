/** The parts of Mend that are plain functions. */
import { type Clip, createClip, createSkeleton, type FilterReport } from 'poise';
import { describe, expect, it } from 'vitest';
import { describeWindows, handleAt, type WindowsData, windowAt } from '../src/modes/mend/lane.ts';
import { between, filterOptions, shareWithin, withoutWindows } from '../src/modes/mend/solve.ts';
import { MEND_SETTINGS } from '../src/modes/mend/types.ts';
import type { Companion, Lead, StageView } from '../src/scene/contract.ts';
import { ledView } from '../src/scene/led-view.ts';

const skeleton = createSkeleton({ names: ['root'], parents: [-1], offsets: [0, 0, 0] });
const clipOf = (fill: number): Clip => createClip({ skeleton, frameTime: 0.1, q: new Float64Array(10 * 7).fill(fill) });

const windows = [
  { startFrame: 1, endFrame: 3 },
  { startFrame: 6, endFrame: 8 },
] as unknown as FilterReport['windows'];

const heights = ({ q }: Clip): number[] => Array.from({ length: q.length / 7 }, (_, frame) => q[7 * frame]!);

describe('rejected windows', () => {
  const [before, after] = [clipOf(0), clipOf(1)];

  it('are as they were, the others stay mended', () => {
    const kept = withoutWindows(after, before, { windows }, [6]);
    expect(heights(kept)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 1]);
    expect(heights(after)).not.toContain(0);
  });

  it('may pass the seam of a loop', () => {
    const seam = [{ startFrame: 8, endFrame: 1 }] as unknown as FilterReport['windows'];
    expect(heights(withoutWindows(after, before, { windows: seam }, [8]))).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('cost nothing where there are none', () => {
    expect(withoutWindows(after, before, { windows }, [5])).toBe(after);
  });
});

it('strength leads from the original to the result, turns by the short way', () => {
  const turned = (angle: number, sign = 1): Clip => {
    const q = new Float64Array([0, 1, 0, 0, sign * Math.sin(angle / 2), 0, sign * Math.cos(angle / 2)]);
    return createClip({ skeleton, frameTime: 0.1, q });
  };
  const [a, b] = [turned(0), turned(0.2, -1)];
  for (const share of [0, 0.25, 1]) {
    const { q } = between(a, b, () => share);
    expect(2 * Math.atan2(Math.abs(q[4]!), Math.abs(q[6]!))).toBeCloseTo(0.2 * share, 4);
    expect(Math.hypot(...q.subarray(3))).toBeCloseTo(1, 12);
  }
  expect(between(clipOf(0), clipOf(1), () => 0.5).q[0]).toBe(0.5);
});

it('a part of the clip is changed wholly, its surroundings less and less, the rest not at all', () => {
  const part = between(clipOf(0), clipOf(1), shareWithin(clipOf(0), [0.4, 0.6], 0.2));
  expect(heights(part).map((height) => Number(height.toFixed(3)))).toEqual([0, 0, 0, 0.5, 1, 1, 1, 0.5, 0, 0]);
});

describe('settings', () => {
  const judging = { inertia: 'full', cutoff: 'auto', body: {}, contacts: [], external: [] } as const;

  it('become options of the filter', () => {
    const options = filterOptions(
      { ...MEND_SETTINGS, margin: 0.02, end: 'static', bar: 1.1, stiffness: { knee: -2, waist: 0 } },
      judging,
      true,
    );
    expect(options).toMatchObject({ margin: 0.02, endVelocity: 'zero', endStatic: true, loop: true });
    expect(options.stiffness).toEqual({ knee: 0.01 });
    expect(options.ceilings).toEqual([{ role: 'head', height: 1.1 }]);
    expect(options.analyse).toEqual({ contacts: { overrides: [] }, external: [], cutoff: 'auto' });
  });

  it('ask for nothing by themselves', () => {
    const options = filterOptions(MEND_SETTINGS, judging, false);
    expect(options).toMatchObject({ ceilings: [], stiffness: {} });
    expect(options.endStatic).toBeUndefined();
  });
});

describe('the lane of windows', () => {
  const data: WindowsData = {
    frameTime: 0.1,
    rows: [
      { start: 2, end: 10, taken: true, good: true },
      { start: 30, end: 4, taken: false, good: true }, // over the seam
    ],
  };

  it('finds the window at a frame, over the seam too', () => {
    expect(windowAt(data, 5)).toBe(data.rows[0]);
    expect(windowAt(data, 40)).toBe(data.rows[1]);
    expect(windowAt(data, 20)).toBeUndefined();
    expect(windowAt(undefined, 5)).toBeUndefined();
  });

  it('can be taken hold of at its ends', () => {
    expect(handleAt(data, 3, 1)).toBe('start');
    expect(handleAt(data, 11, 1)).toBe('end');
    expect(handleAt(data, 6, 1)).toBeUndefined();
  });

  it('says what a click does', () => {
    expect(describeWindows(6, data).join()).toMatch(/Changed.*leave it as it was/);
    expect(describeWindows(35, data).join()).toMatch(/Left as it was.*click: change it/);
    expect(describeWindows(20, data)).toEqual(['Nothing is changed here']);
  });
});

describe('a companion that leads', () => {
  const [original, result] = [clipOf(0), clipOf(1)];
  const report = { frameCount: 10 } as Lead['report'];
  const view = { clip: original, body: undefined, report: undefined, overlays: {} } as unknown as StageView;
  const companion = (change: Partial<Lead>): Companion => ({
    clip: result,
    body: undefined,
    look: 'solid',
    tint: 1,
    beside: 0,
    leads: { report, findings: [], original: { tint: 2, beside: 0.5 }, ...change },
  });

  it('takes the stage with its own report, the other becomes light', () => {
    const with_ = { ...view, companion: companion({}) };
    const led = ledView(with_);
    expect(led.clip).toBe(result);
    expect(led.report).toBe(report);
    expect(led.companion).toEqual({ clip: original, body: undefined, look: 'ghost', tint: 2, beside: 0.5 });
    expect(ledView(with_).companion).toBe(led.companion);
  });

  it('gives way to the original left of a wipe', () => {
    const wiped = ledView({ ...view, companion: companion({}), wipe: 0.5 });
    expect(wiped.clip).toBe(result);
    expect(wiped.companion).toMatchObject({ clip: original, look: 'wiped' });
  });

  it('may stand alone', () => {
    expect(ledView({ ...view, companion: companion({ original: undefined }) }).companion).toBeUndefined();
  });

  it('changes nothing where none leads, or it is of another length', () => {
    const { leads: _, ...plain } = companion({});
    const beside = { ...view, companion: plain };
    expect(ledView(beside)).toBe(beside);
    const shorter = { ...companion({}), clip: createClip({ skeleton, frameTime: 0.1, q: new Float64Array(7) }) };
    const other = { ...view, companion: shorter };
    expect(ledView(other)).toBe(other);
  });
});
