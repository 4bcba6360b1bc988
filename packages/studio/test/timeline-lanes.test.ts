import { createClip, createSkeleton, type Finding } from 'poise';
import { pushTrack } from 'poise/react';
import { describe, expect, it } from 'vitest';
import { describeHit, findingRowY, hitAt, type LaneContents } from '../src/panels/timeline/hit.ts';
import { actionOf } from '../src/panels/timeline/keys.ts';
import { comfortableHeight, laneAt, layoutLanes } from '../src/panels/timeline/lanes.ts';
import { inkOn } from '../src/panels/timeline/palette.ts';
import type { TimeRange } from '../src/panels/timeline/range.ts';
import { pushShape, shiftedPush } from '../src/panels/timeline/signals.ts';

const skeleton = createSkeleton({ names: ['hips', 'chest'], parents: [-1, 0], offsets: [0, 0, 0, 0, 0.3, 0] });
const FRAMES = 101;
const q = new Float64Array(FRAMES * 11);
for (let f = 0; f < FRAMES; f++) q.set([0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1], 11 * f);
const clip = createClip({ skeleton, frameTime: 0.01, q });
const finding: Finding = {
  rule: 'balance',
  severity: 'error',
  start: 20,
  end: 30,
  worst: 25,
  value: 0.05,
  limit: 0.03,
  unit: 'm',
  message: 'The body tips over.',
};
const push = pushTrack({
  name: 'shove',
  segment: 1,
  impulse: [0, 0, 10],
  pointInSegment: [0, 0, 0],
  time: 0.5,
  duration: 0.1,
});
const contents: LaneContents = {
  clip,
  report: undefined,
  imbalance: undefined,
  findings: [finding],
  findingRows: [0],
  overrides: [{ side: 'left', part: 'heel', start: 10, end: 19, touches: true }],
  events: [push],
  extra: [],
};
const layout = layoutLanes({ available: 0, findingRows: 1, folded: { left: false, right: false } });
const EXTRA = { id: 'x', label: 'Answers', least: 18, most: 26 };
const range: TimeRange = [0, 1];
const middleOf = (id: string): number => {
  const lane = layout.lanes.find((one) => one.id === id)!;
  return lane.y + lane.height / 2;
};
const hit = (x: number, y: number) => hitAt(contents, layout, range, 1000, x, y);

describe('the lanes', () => {
  it('lie below one another and grow with the panel, not beyond measure', () => {
    for (const available of [0, 250, 400, 4000]) {
      const { lanes, height } = layoutLanes({ available, findingRows: 2, folded: { left: false, right: true } });
      for (let i = 1; i < lanes.length; i++) {
        expect(lanes[i]!.y).toBeGreaterThanOrEqual(lanes[i - 1]!.y + lanes[i - 1]!.height);
      }
      expect(height).toBeLessThan(420);
      expect(lanes.filter(({ kind }) => kind === 'contact')).toHaveLength(4);
    }
    const bare = layoutLanes({
      available: 120,
      findingRows: 1,
      folded: { left: true, right: true },
      bare: true,
      extra: [EXTRA],
    });
    expect(bare.lanes.map(({ id }) => id)).toEqual(['events', 'x']);
    const low = { findingRows: 3, folded: { left: true, right: true }, extra: [EXTRA] };
    // The panel as it is at the start, with as many findings as are shown: nothing is cut off.
    expect(comfortableHeight(low)).toBeGreaterThan(166);
    const squeezed = layoutLanes({ available: 166, ...low });
    expect(squeezed.height).toBeLessThanOrEqual(166);
    for (const lane of squeezed.lanes) expect(lane.height).toBeGreaterThanOrEqual(12);
    const tall = layoutLanes({ available: 300, findingRows: 1, folded: { left: false, right: false } });
    expect(tall.height).toBeLessThanOrEqual(300);
    expect(tall.height).toBeGreaterThan(layout.height);
  });

  it('are found by height', () => {
    for (const lane of layout.lanes) expect(laneAt(layout, lane.y + 1)).toBe(lane);
    expect(laneAt(layout, -1)).toBeUndefined();
    expect(laneAt(layout, layout.height + 1)).toBeUndefined();
  });

  it('tell what lies under the pointer', () => {
    const findings = layout.lanes[0]!.y + findingRowY(0);
    expect(hit(250, findings)).toMatchObject({ kind: 'finding', index: 0 });
    expect(hit(600, findings)).toMatchObject({ kind: 'lane' });
    expect(hit(550, middleOf('events'))).toMatchObject({ kind: 'event', index: 0, frame: 55 });
    expect(hit(150, middleOf('contact-left-heel'))).toMatchObject({
      kind: 'contact',
      place: { side: 'left', part: 'heel' },
      stretch: { start: 10, end: 19 },
    });
  });

  it('say it in words', () => {
    const words = (x: number, y: number): string => describeHit(hit(x, y)!, contents).join(' | ');
    expect(words(250, layout.lanes[0]!.y + findingRowY(0))).toBe(
      'The body tips over. | error · frames 20–30 · click: its worst frame',
    );
    expect(words(150, middleOf('contact-left-heel'))).toBe(
      'Left heel: held on the ground | frames 10–19 · click: held off the ground · right click: clear',
    );
    expect(words(550, middleOf('events'))).toMatch(/^shove on chest: up to 1\d\d N/);
    expect(words(900, middleOf('events'))).toContain('double click: add one');
  });
});

describe('pushes', () => {
  it('have a start, an end and a strongest moment', () => {
    const { start, end, peak } = pushShape(push);
    expect([start, end, peak].map((t) => Number(t.toFixed(6)))).toEqual([0.5, 0.6, 0.55]);
  });

  it('move as a whole and stay inside the clip', () => {
    expect(pushShape(shiftedPush(push, 0.2, 1)).start).toBeCloseTo(0.7, 9);
    expect(pushShape(shiftedPush(push, 5, 1)).end).toBeCloseTo(1, 9);
    expect(pushShape(shiftedPush(push, -5, 1)).start).toBeCloseTo(0, 9);
    expect(pushShape(push).start).toBe(0.5);
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) =>
    actionOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it('step, leap and leave shortcuts of the browser alone', () => {
    expect(press('ArrowLeft')).toEqual({ kind: 'step', frames: -1 });
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ kind: 'step', frames: 10 });
    expect(press(' ')).toEqual({ kind: 'play' });
    expect(press('Home', { ctrlKey: true })).toBeUndefined();
    expect(press('x')).toBeUndefined();
  });
});

describe('ink', () => {
  it('is what reads better', () => {
    expect(inkOn('#2f6fd0')).toBe('#ffffff');
    expect(inkOn('#d9a400')).toBe('#000000');
  });
});
