/** Limbo walking, [Tak00] §5.2: four upright steps become a walk under a bar of 1.10 m. */
import { describe, expect, it } from 'vitest';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { perform } from '../../src/performer/motion.ts';
import { limboRaw } from '../../src/performer/motions/limbo-raw.ts';
import { limboWalk } from '../../src/performer/motions/limbo-walk.ts';
import { DEGREE, filtered, flexion, judge } from './filter-cases.ts';
import { BAR, headHeight, LIMBO } from './limbo.ts';

describe('limbo of [Tak00]', () => {
  it('cannot be done by bending the waist back (clip 9)', () => {
    const { summary } = judge(perform(limboRaw, { preset: 'tak2000' }));
    expect(summary.worstZmpDistance).toBeGreaterThan(0.05);
  });

  it('starts from an upright walk that is not quite in balance (clip 8)', () => {
    const walk = perform(limboWalk, { preset: 'tak2000' });
    expect(walk.frameCount).toBe(136);
    expect(headHeight(tak2000Body(), walk, 68)).toBeGreaterThan(1.4);
    expect(judge(walk).summary.worstZmpDistance).toBeGreaterThan(0.01);
  });

  it('goes under the bar leaning back over bent knees (clip 10)', () => {
    const body = tak2000Body();
    const walk = perform(limboWalk, { preset: 'tak2000' });
    const { clip, report } = filtered(walk, LIMBO);
    expect(report.status).toBe('balanced');
    expect(report.outside.sites).toBeLessThan(1e-3);
    expect(report.outside.between).toBeLessThan(3e-3);
    expect(report.feet.moved).toBeLessThan(5e-4);
    expect(report.feet.turned).toBeLessThan(0.1 * DEGREE);
    const frames = Array.from({ length: clip.frameCount }, (_, f) => f);
    for (const f of frames) expect(headHeight(body, clip, f)).toBeLessThan(BAR(f / 30) + 1e-3);
    expect(headHeight(body, clip, 68)).toBeLessThan(1.101);
    const waist = frames.map((f) => flexion(clip, 'spine', f));
    expect(Math.min(...waist)).toBeLessThan(-42);
    expect(Math.max(...waist)).toBeLessThan(0.1);
    expect(Math.max(...frames.map((f) => flexion(clip, 'leftLowerLeg', f)))).toBeGreaterThan(64);
    // four steps of 0.3 m, as in the walk
    expect(clip.q[135 * (clip.q.length / 136) + 2] - clip.q[2]).toBeGreaterThan(0.85);
    expect(judge(clip).summary.zmpOutsideFraction).toBe(0);
  }, 300_000);
});
