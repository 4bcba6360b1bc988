/** Limbo walking, [Tak00] §5.2: four upright steps become a walk under a bar of 1.10 m. */
import { describe, expect, it } from 'vitest';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { perform } from '../../src/performer/motion.ts';
import { limboRaw } from '../../src/performer/motions/limbo-raw.ts';
import { limboWalk } from '../../src/performer/motions/limbo-walk.ts';
import { filtered, flexion, judge } from './filter-cases.ts';
import { BAR, headHeight, LIMBO } from './limbo.ts';

describe('limbo of [Tak00]', () => {
  it('cannot be done by bending the waist back (clip 9)', () => {
    const { summary } = judge(perform(limboRaw, { preset: 'tak2000' }));
    expect(summary.worstZmpDistance).toBeGreaterThan(0.05);
  });

  it('goes under the bar leaning back over bent knees (clip 10)', () => {
    const walk = perform(limboWalk, { preset: 'tak2000' });
    const { clip, report } = filtered(walk, LIMBO);
    expect(report.status).toBe('balanced');
    expect(report.outside.sites).toBeLessThan(1e-3);
    expect(report.outside.between - 0.005).toBeLessThan(3e-3); // beyond the polygon itself, without the margin
    expect(report.feet.moved).toBeLessThan(5e-4);
    const frames = Array.from({ length: clip.frameCount }, (_, f) => f);
    for (const f of frames) expect(headHeight(tak2000Body(), clip, f)).toBeLessThan(BAR(f / 30) + 1e-3);
    expect(headHeight(tak2000Body(), clip, 68)).toBeLessThan(1.101);
    expect(Math.min(...frames.map((f) => flexion(clip, 'spine', f)))).toBeLessThan(-10);
    expect(Math.max(...frames.map((f) => flexion(clip, 'spine', f)))).toBeLessThan(0.1);
    expect(Math.max(...frames.map((f) => flexion(clip, 'leftLowerLeg', f)))).toBeGreaterThan(50);
    expect(judge(clip).summary.imbalance).toBeLessThan(judge(walk).summary.imbalance + 0.005);
  }, 120_000);
});
