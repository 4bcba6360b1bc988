/** What a stage did is kept where the judge blames less by more than the price of moving joints. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { TERMS, worthwhile } from '../../src/mend/worth.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { asFile, shifted } from './damage.ts';

const walking = asFile(resample(perform(walk, { values: { strides: 6 } }), 1 / 30));
const body = fitBody(walking);
const judgeOf = (clip: Clip) => judge(clip, { person: body });

/** 1 between two times, 0 outside, smooth. */
const bump = (t: number, from: number, to: number): number =>
  t > from && t < to ? Math.sin((Math.PI * (t - from)) / (to - from)) ** 2 : 0;
const floating = shifted(walking, (t) => [0, 0.12 * bump(t, 1, 2.5), 0]);
/** The float is mended, and somewhere else the body is moved for nothing. */
const restless = shifted(walking, (t) => [0.03 * bump(t, 4, 5.5), 0, 0]);
const weigh = (after: Clip, terms: (typeof TERMS)[keyof typeof TERMS], hasFaults = () => false) =>
  worthwhile({ source: floating, judgeOf, hasFaults }, { clip: floating, judgement: judgeOf(floating) }, after, terms);

describe('worthwhile', () => {
  it('keeps the stretch that is worth it, and leaves the rest bit for bit', () => {
    const { clip, left } = weigh(restless, TERMS.measured);
    const nq = coordinateCount(walking.skeleton);
    const frames = (from: number, to: number) => [Math.ceil(30 * from) * nq, Math.floor(30 * to) * nq] as const;
    expect(clip.q.subarray(...frames(1.2, 2.3))).toEqual(walking.q.subarray(...frames(1.2, 2.3)));
    expect(clip.q.subarray(...frames(4, 5.5))).toEqual(floating.q.subarray(...frames(4, 5.5)));
    expect(left.some(({ start, end }) => start <= 142 && end >= 142)).toBe(true);
  });

  it('takes nothing in which the judge blames no less', () => {
    const aside = shifted(floating, (t) => [0.02 * bump(t, 4, 5.5), 0, 0]);
    expect(weigh(aside, TERMS.measured).clip).toBe(floating);
  });

  it('takes a change as a whole or not at all where parts mean nothing, or would make joints jump', () => {
    expect(weigh(restless, TERMS.elsewhere).clip).toBe(restless);
    expect(weigh(restless, TERMS.measured, () => true).clip).toBe(restless);
  });
});
