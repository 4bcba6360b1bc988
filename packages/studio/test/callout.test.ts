/** What the label on the stage says of a finding, and of which. */
import type { Finding } from 'poise';
import { expect, it } from 'vitest';
import { calloutAt, calloutWords } from '../src/state/callout.ts';

const finding = (rule: string, value: number, more: Partial<Finding> = {}): Finding => ({
  rule,
  severity: 'error',
  start: 10,
  end: 20,
  worst: 15,
  value,
  limit: 0.02,
  unit: 'm',
  message: '',
  ...more,
});

it('says value and unit in a few words', () => {
  expect(calloutWords(finding('ground', 0.046, { message: 'The whole clip floats' }))).toBe('4.6 cm of air');
  expect(calloutWords(finding('ground', 0.046, { message: 'The whole clip is sunk' }))).toBe('4.6 cm below the floor');
  const floating = 'The character floats: no foot touches the ground (the lower one is up to 4.6 cm above it).';
  expect(calloutWords(finding('unsupported', 1, { message: floating }))).toBe('4.6 cm of air');
  expect(calloutWords(finding('unsupported', 1))).toBe('floats');
  expect(calloutWords(finding('skate', 0.12))).toBe('slides 12 cm');
  expect(calloutWords(finding('balance', 0.07))).toBe('7.0 cm too far for the feet');
  expect(calloutWords(finding('pull', 0.31, { unit: 'body weights' }))).toBe('pulled down, 0.3 × its weight');
  expect(calloutWords(finding('unjudged', 1, { unit: '1' }))).toBeUndefined();
  expect(calloutWords(finding('balance', 0.07, { unit: 'body weights' })), 'another unit').toBeUndefined();
});

it('takes the worst of the moment: errors first, then the farthest over its limit', () => {
  const slide = finding('skate', 0.12, { message: 'The left foot slides 12 cm.' });
  const all = [
    finding('balance', 0.9, { severity: 'warning' }),
    slide,
    finding('penetration', 0.05),
    finding('lean', 0.9, { start: 30, end: 40 }),
    finding('balance', 2, { severity: 'note' }),
  ];
  expect(calloutAt(all, 15)).toEqual({ finding: slide, text: 'slides 12 cm', part: 'leftFoot' });
  expect(calloutAt(all, 30)?.part).toBe('hips');
  // The one that is looked at comes first, in its frames.
  const pop = finding('pop', 0.59, { start: 15, end: 15, message: '"lHand" jumps by 59 cm for a frame.' });
  expect(calloutAt([...all, pop], 15, pop)).toEqual({ finding: pop, text: 'jumps 59 cm', part: { joint: 'lHand' } });
  expect(calloutAt([...all, pop], 16, pop)?.text).toBe('slides 12 cm');
  expect(calloutAt(all, 25)).toBeUndefined();
});
