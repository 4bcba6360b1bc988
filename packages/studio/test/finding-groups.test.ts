/** Hundreds of findings become a few cards. */
import type { Finding } from 'poise';
import { describe, expect, it } from 'vitest';
import { groupFindings } from '../src/panels/inspector/finding-groups.ts';
import { measureOf, measureText } from '../src/panels/inspector/finding-measure.ts';

const finding = (rule: string, severity: Finding['severity'], start: number, value: number): Finding => ({
  rule,
  severity,
  start,
  end: start + 9,
  worst: start + 4,
  value,
  limit: 0.03,
  unit: 'm',
  message: '',
});

describe('groups of findings', () => {
  const findings = [
    finding('balance', 'error', 300, 0.04),
    finding('skate', 'error', 10, 0.2),
    finding('balance', 'error', 100, 0.09),
    finding('balance', 'warning', 200, 0.02),
  ];

  it('hold each finding once, by rule and severity, in the order of time', () => {
    const groups = groupFindings(findings);
    expect(groups.map(({ key }) => key)).toEqual(['error balance', 'error skate', 'warning balance']);
    expect(groups[0]!.members).toEqual([2, 0]);
    expect(groups.flatMap(({ members }) => members).sort()).toEqual([0, 1, 2, 3]);
  });

  it('say which is worst and how long all last', () => {
    const [first] = groupFindings(findings);
    expect(first!.worst).toBe(2);
    expect(first!.frames).toBe(20);
  });
});

describe('the number of a finding', () => {
  it('is said in the unit people read, with its peak and limit', () => {
    expect(measureText(0.042, 'm')).toBe('4.2 cm');
    expect(measureText(1.5, 'm')).toBe('1.50 m');
    expect(measureText(Math.PI / 2, 'rad')).toBe('90°');
    expect(measureOf(finding('balance', 'error', 0, 0.09))).toEqual({
      quantity: 'How far the centre of mass would have to move for balance',
      peak: '9.0 cm',
      limit: '3.0 cm',
    });
  });
});
