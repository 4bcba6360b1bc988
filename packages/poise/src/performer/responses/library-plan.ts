/** What the built-in library holds (performer.md §5): pushes, ways to answer them, and the timing found for each. */
import type { ResponseRequest, StepTiming } from './request.ts';

/** [deg] 0 forward, 90 left, 180 backward; mirror images give the right. */
const DIRECTIONS = [0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5, 180];

const ONE: StepTiming = {
  count: 1,
  ending: 'close',
  lift: 0.18,
  swing: 0.36,
  between: 0.06,
  later: 0.3,
  rest: 0.1,
  close: 0.42,
  transfer: 0.1,
};
const BACK: Partial<StepTiming> = { lift: 0.21, swing: 0.36 };
const ASIDE: Partial<StepTiming> = { lift: 0.2, swing: 0.27, close: 0.4 };
const RETURN: Partial<StepTiming> = { ending: 'return', rest: 0.7, close: 0.5, transfer: 0.12 };
const TWO: Partial<StepTiming> = { count: 2, lift: 0.19, swing: 0.3, later: 0.32, between: 0.07, rest: 0.12 };
const TWO_ASIDE: Partial<StepTiming> = { count: 2, lift: 0.19, swing: 0.26, later: 0.29, between: 0.06, rest: 0.1 };

/** Timing of people for a direction [deg]. */
function timingFor(direction: number): StepTiming {
  if (direction > 50 && direction < 130) return { ...ONE, ...ASIDE };
  return direction >= 130 ? { ...ONE, ...BACK } : ONE;
}

const isAside = (direction: number): boolean => direction >= 45 && direction <= 135;

/** All requests of the built-in library. */
export function libraryPlan(): ResponseRequest[] {
  const requests: ResponseRequest[] = [];
  const add = (name: string, request: Omit<ResponseRequest, 'name' | 'seed'>): void => {
    const label = `${name}-${request.direction}-${request.impulse}`;
    requests.push({ ...request, name: label, seed: requests.length + 1 });
  };
  for (const direction of DIRECTIONS) {
    const steps = timingFor(direction);
    add('ankle', { strategy: 'ankle', direction, impulse: 6 });
    for (const impulse of [9, 13, 18]) add('hip', { strategy: 'hip', direction, impulse });
    [17, 20, 22].forEach((impulse, k) => {
      add('arm', { strategy: 'arm', direction, impulse: direction > 150 && k === 2 ? 21 : impulse, turns: k + 1 });
    });
    for (const impulse of [22, 27, 32, 38]) add('step1', { strategy: 'step', direction, impulse, steps });
    if (!isAside(direction)) {
      for (const impulse of [25, 31])
        add('return', { strategy: 'step', direction, impulse, steps: { ...steps, ...RETURN } });
    }
    const two = { ...steps, ...(isAside(direction) ? TWO_ASIDE : TWO) };
    for (const impulse of [40, 46, 52]) add('step2', { strategy: 'step', direction, impulse, steps: two });
  }
  return requests;
}
