/** Tries of somebody who follows a clip and knows what comes. */
import { describe, expect, it } from 'vitest';
import { costOfFollowing } from '../../src/methods/anticipation/anticipate-clip.ts';

const DURATION = 4; // [s]
const SAMPLES = 1000;

const course = (fellAt: number | undefined, steps = 0) => ({
  status: fellAt === undefined ? ('stands' as const) : ('fell' as const),
  fellAt,
  trackingError: 0.05,
  steps,
  cop: { samples: SAMPLES, valid: Math.round((SAMPLES * (fellAt ?? DURATION)) / DURATION), squares: 0.5 },
});

describe('a try', () => {
  it('costs less the later it falls, and least when it stands', () => {
    const costs = [0.2, 1, 2, 3.8, undefined].map((fellAt) => costOfFollowing(course(fellAt), DURATION));
    for (let i = 1; i < costs.length; i++) expect(costs[i]!).toBeLessThan(costs[i - 1]!);
  });

  it('costs more with a step, but less than a fall', () => {
    const [stands, steps, falls] = [course(undefined), course(undefined, 2), course(3.9)].map((one) =>
      costOfFollowing(one, DURATION),
    );
    expect(steps).toBeGreaterThan(stands!);
    expect(falls).toBeGreaterThan(steps!);
  });
});
