/** The samples are what they say: each is refused, and for its own reason. */
import { motions, perform } from 'poise';
import { describe, expect, it } from 'vitest';
import { judge } from '../src/worker/judge.ts';
import { samples } from '../src/worker/samples.ts';

const OPTIONS = { body: {}, contacts: [], external: [], inertia: 'full', cutoff: 'auto' } as const;

const RULES: Readonly<Record<string, string>> = {
  'sample-lean': 'balance',
  'sample-float': 'unsupported',
  'sample-slide': 'skate',
  'sample-tip': 'lean',
  'sample-slow-run': 'balance',
};

describe('samples', () => {
  it.each(samples.map((sample) => [sample.id, sample] as const))('%s goes wrong as it says', (id, { make }) => {
    const { verdict, findings } = judge(make(), OPTIONS);
    expect(verdict.status).toBe('bad');
    expect(findings[0]?.rule).toBe(RULES[id]);
  });

  it('float over the floor that they are drawn on', () => {
    const { report } = judge(samples.find(({ id }) => id === 'sample-float')!.make(), OPTIONS);
    expect(report.ground.height).toBe(0);
    expect(report.summary.float).toBeGreaterThan(0.04);
  });

  it('are exact: nothing is smoothed', () => {
    const walk = perform(motions.find(({ id }) => id === 'walk')!);
    expect(walk.source).toBeUndefined();
    expect(judge(walk, OPTIONS).report.cutoff).toBe(Number.POSITIVE_INFINITY);
  });
});
