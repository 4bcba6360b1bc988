/** The last word of mending: nothing that is worse is handed out. */
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/balance/judge.ts';
import { isBetter, isWorse } from '../../src/mend/check.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const walking = resample(perform(walk, { values: { strides: 4 } }), 1 / 30);

/** Nobody flies. */
const report = { ...walking, phase: new Uint8Array(walking.frameCount), summary: { skate: 0.1, penetration: 0 } };

describe('isWorse', () => {
  it('counts time in which something is wrong once', () => {
    const error = (rule: string, start: number, end: number) =>
      ({ rule, severity: 'error', start, end }) as unknown as Judgement['findings'][number];
    const judged = (...findings: Judgement['findings']) => ({ findings, report }) as unknown as Judgement;
    const changed = withCoordinates(walking, walking.q);
    const floats = judged(error('unsupported', 0, 99));
    expect(isWorse(floats, walking, judged(error('balance', 0, 99), error('friction', 20, 60)), changed)).toBe(false);
    expect(isWorse(floats, walking, judged(error('balance', 0, 120)), changed)).toBe(true);
  });

  it('allows more errors only where they last clearly shorter; a wrong speed hides others', () => {
    const error = (start: number, end: number, rule = 'balance') =>
      ({ rule, severity: 'error', start, end }) as unknown as Judgement['findings'][number];
    const judged = (...findings: Judgement['findings']) => ({ findings, report }) as unknown as Judgement;
    const changed = withCoordinates(walking, walking.q);
    const some = judged(error(0, 4), error(10, 14));
    expect(isWorse(judged(error(0, 40)), walking, some, changed)).toBe(false);
    expect(isWorse(judged(error(0, 12)), walking, some, changed)).toBe(true);
    expect(isWorse(judged(error(0, walking.frameCount - 1, 'time-scale')), walking, some, changed)).toBe(true);
  });

  it('counts errors that a wrong speed hid before as errors of before', () => {
    const told = (rule: string, severity: 'error' | 'warning', value: number) =>
      ({ rule, severity, start: 0, end: 50, value, limit: 1 }) as unknown as Judgement['findings'][number];
    const judged = (...findings: Judgement['findings']) => ({ findings, report }) as unknown as Judgement;
    const changed = withCoordinates(walking, walking.q);
    const speed = told('time-scale', 'error', 0.5);
    const shown = judged(told('balance', 'error', 2));
    expect(isWorse(judged(speed, told('balance', 'warning', 2)), walking, shown, changed)).toBe(false);
    expect(isWorse(judged(speed, told('balance', 'warning', 0.9)), walking, shown, changed)).toBe(true);
    expect(isWorse(judged(told('balance', 'warning', 2)), walking, shown, changed)).toBe(true); // something unseen carried
  });

  it('allows no error where there was none, however short', () => {
    const told = (severity: 'error' | 'warning', rule: string) =>
      ({ rule, severity, start: 0, end: 1 }) as unknown as Judgement['findings'][number];
    const [warned, wrong] = [told('warning', 'pop'), told('error', 'joint-range')].map(
      (finding) => ({ findings: [finding], report }) as unknown as Judgement,
    );
    expect(isWorse(warned, walking, wrong, withCoordinates(walking, walking.q))).toBe(true);
  });

  it('allows no more to blame where nothing was an error', () => {
    const told = (severity: 'error' | 'warning') =>
      ({ rule: 'penetration', severity, start: 0, end: 9 }) as unknown as Judgement['findings'][number];
    const judged = (...findings: Judgement['findings']) => ({ findings, report }) as unknown as Judgement;
    const changed = withCoordinates(walking, walking.q);
    const warned = judged(told('warning'));
    expect(isWorse(warned, walking, judged(told('warning'), told('warning')), changed)).toBe(true);
    expect(isWorse(warned, walking, warned, changed)).toBe(false);
    expect(isWorse(judged(told('error')), walking, warned, changed)).toBe(false);
  });
});

describe('isBetter', () => {
  const judged = (findings: Judgement['findings'], skate: number, penetration: number) =>
    ({
      findings,
      report: { ...report, summary: { skate, penetration } },
    }) as unknown as Judgement;
  const slides = { rule: 'skate', severity: 'warning', start: 0, end: 9, value: 0.05, limit: 0.04 };
  const told = [slides] as unknown as Judgement['findings'];

  it('asks that the judge blames less, or that feet slide or sink clearly less', () => {
    const before = judged(told, 0.1, 0.02);
    expect(isBetter(before, judged(told, 0.1, 0.02), walking)).toBe(false);
    expect(isBetter(before, judged([], 0.1, 0.02), walking)).toBe(true);
    expect(isBetter(before, judged(told, 0.07, 0.02), walking)).toBe(true);
    expect(isBetter(before, judged(told, 0.1, 0.01), walking)).toBe(true);
    expect(isBetter(before, judged([...told, ...told], 0.09, 0.018), walking)).toBe(false);
  });
});
