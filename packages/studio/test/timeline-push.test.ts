/** Pushes set by hand: what the editor shows is what the track does. */
import { pushTrack } from 'poise/react';
import { describe, expect, it } from 'vitest';
import { judgedClip } from '../fixtures/time-clips.ts';
import { partsOf, settingsOf, trackWith } from '../src/panels/timeline/push-shape.ts';
import { attachedTo } from '../src/scene/attached.ts';

const { clip, body, report } = judgedClip();
/** A report whose person faces +x: left is −z. */
const facingX = { ...report, forward: report.forward.map((_, i) => (i % 2 === 0 ? 1 : 0)) };
const push = pushTrack({ segment: 3, impulse: [20, 0, 0], pointInSegment: [0, 0, 0], time: 1, duration: 0.2 });

describe('a push', () => {
  it('is read in the frame of the person', () => {
    expect(settingsOf(push, facingX)).toMatchObject({ heading: 0, rise: 0, segment: 3, start: 1 });
    expect(settingsOf(push, facingX).impulse).toBeCloseTo(20, 9);
    // Facing +z, +x is to the left.
    expect(settingsOf(push, undefined).heading).toBe(90);
    const back = pushTrack({ segment: 3, impulse: [0, 0, 20], pointInSegment: [0, 0, 0], time: 1, duration: 0.2 });
    expect(settingsOf(back, facingX).heading).toBe(-90);
  });

  it('keeps what is not changed, and takes what is', () => {
    const stronger = trackWith(push, facingX, { impulse: 50, heading: 135, rise: 30 });
    expect(settingsOf(stronger, facingX)).toMatchObject({ heading: 135, rise: 30, segment: 3, start: 1 });
    expect(settingsOf(stronger, facingX).impulse).toBeCloseTo(50, 6);
    expect(settingsOf(stronger, facingX).duration).toBeCloseTo(0.2, 9);
    const elsewhere = trackWith({ ...push, pointInSegment: [0, 0.1, 0] }, facingX, { segment: 5 });
    expect(elsewhere).toMatchObject({ segment: 5, pointInSegment: [0, 0, 0] });
  });

  it('stays within reason whatever is typed', () => {
    expect(settingsOf(trackWith(push, facingX, { impulse: 1e9 }), facingX).impulse).toBeCloseTo(200, 4);
    expect(settingsOf(trackWith(push, facingX, { duration: Number.NaN }), facingX).duration).toBeCloseTo(0.02, 9);
  });

  it('can be put on parts of the body by their names', () => {
    const parts = partsOf(clip);
    expect(parts.map(([, name]) => name)).toContain('left upper arm');
    expect(parts.map(([, name]) => name)).not.toContain('left index proximal');
  });
});

describe('a carried weight', () => {
  it('hangs where the body panel says: along left, up and forward of the person', () => {
    const at = attachedTo(clip, body, { to: 'hips', mass: 5, offset: [0, 0, 0.15], radius: 0.1 })!;
    expect(at.joint).toBe(body.roles.hips);
    expect(Math.hypot(...at.point)).toBeCloseTo(0.15, 6);
    expect(at.point[2]).toBeGreaterThan(0.14);
    expect(attachedTo(clip, body, { to: 'no such part', mass: 5, offset: [0, 0, 0] })).toBeUndefined();
  });
});
