/** What the built-in library holds (performer.md §5): pushes, ways to answer them, and the timing found for each. */
import type { ResponseRequest, StepTiming } from './request.ts';

const ONE: StepTiming = {
  count: 1,
  ending: 'close',
  lift: 0.17,
  swing: 0.37,
  between: 0.05,
  later: 0.25,
  rest: 0.1,
  close: 0.42,
  transfer: 0.1,
};

const inPlace = (direction: number, impulse: number, seed: number): ResponseRequest => ({
  name: `hip-${direction}-${impulse}`,
  strategy: 'hip',
  direction,
  impulse,
  seed,
});

const oneStep = (direction: number, impulse: number, seed: number): ResponseRequest => ({
  name: `step1-${direction}-${impulse}`,
  strategy: 'step',
  direction,
  impulse,
  steps: { ...ONE, swing: direction === 90 ? 0.28 : 0.37, lift: direction === 180 ? 0.2 : 0.17 },
  seed,
});

/** All requests of the built-in library. */
export function libraryPlan(): ResponseRequest[] {
  const directions = [0, 45, 90, 135, 180];
  return [
    ...directions.flatMap((direction, k) => [8, 13].map((impulse, i) => inPlace(direction, impulse, 10 * k + i))),
    ...directions.map((direction, k) => oneStep(direction, 30, 100 + k)),
  ];
}
