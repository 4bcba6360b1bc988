/** What the built-in library holds (docs/performer.md): pushes, ways to answer them, and the timing found for each. */
import type { ResponseRequest, StepTiming } from './request.ts';
import { TUNED } from './tuned-timing.ts';

/** [deg] 0 forward, 90 left, 180 backward; mirror images give the right. */
const DIRECTIONS = [0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5, 180];

/** The mean of people who step forward (statistics, push_summary.json: lift-off 0.15–0.17 s, swing 0.37–0.39 s). */
const FORWARD: StepTiming = {
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
const BACK: StepTiming = { ...FORWARD, lift: 0.21 };
const ASIDE: StepTiming = { ...FORWARD, lift: 0.21, swing: 0.28, close: 0.4 };

const isAside = (direction: number): boolean => direction >= 45 && direction <= 135;

function oneStep(direction: number): StepTiming {
  if (isAside(direction)) return ASIDE;
  return direction > 90 ? BACK : FORWARD;
}

const outAndBack = (direction: number): StepTiming => ({
  ...oneStep(direction),
  ending: 'return',
  rest: 0.7,
  close: 0.5,
  transfer: 0.12,
});

/** Someone who did not expect it. */
function relaxed(direction: number): StepTiming {
  const timing = oneStep(direction);
  return { ...timing, lift: timing.lift + 0.06, close: timing.close + 0.05 };
}

/** Someone in a hurry: strong pushes caught with one step. */
const quick = (direction: number): StepTiming => ({
  ...oneStep(direction),
  lift: isAside(direction) ? 0.2 : 0.19,
  swing: 0.24,
});

function twoSteps(direction: number): StepTiming {
  return isAside(direction)
    ? { ...ASIDE, count: 2, swing: 0.26, later: 0.3 }
    : { ...FORWARD, count: 2, lift: 0.19, swing: 0.3, later: 0.38, between: 0.07, rest: 0.12 };
}

const quickTwo = (direction: number): StepTiming => {
  const timing = twoSteps(direction);
  return { ...timing, swing: timing.swing - 0.05, between: 0.05, later: timing.later - 0.03 };
};

const threeSteps = (direction: number): StepTiming => ({ ...twoSteps(direction), count: 3 });

/** Impulses [N·s] for the reference body by the way to answer, in a direction. */
const IMPULSES = {
  ankle: () => [6],
  hip: (direction: number) => (direction > 150 ? [9, 13, 18] : [9, 14, 19]),
  arm: (direction: number) => (direction > 150 ? [17, 20, 22] : [17, 21, 25]),
  step1: (direction: number) =>
    isAside(direction) ? [24, 28, 33, 38] : direction === 0 ? [23, 27, 32, 37, 42] : [23, 27, 32, 37],
  relaxed: () => [25],
  quick: (direction: number) => (isAside(direction) ? [40] : [42]),
  return: (direction: number) => (direction % 180 === 0 ? [24, 28, 32] : isAside(direction) ? [] : [22]),
  step2: (direction: number) => (isAside(direction) ? [35, 39, 43] : [40, 45, 49]),
  quick2: (direction: number) => (isAside(direction) ? [45] : [52]),
  step3: (direction: number) => (!isAside(direction) ? [53, 57] : direction === 67.5 ? [] : [48]),
} as const satisfies Record<string, (direction: number) => readonly number[]>;

const TIMINGS: Readonly<Record<string, (direction: number) => StepTiming>> = {
  step1: oneStep,
  relaxed,
  quick,
  return: outAndBack,
  step2: twoSteps,
  quick2: quickTwo,
  step3: threeSteps,
};

/** A style of its own for every response, which does not change when the list does (FNV-1a). */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 0x01000193) >>> 0;
  return hash % 100_000;
}

/** All requests of the built-in library. */
export function libraryPlan(): ResponseRequest[] {
  const requests: ResponseRequest[] = [];
  for (const direction of DIRECTIONS) {
    for (const [kind, impulses] of Object.entries(IMPULSES)) {
      impulses(direction).forEach((impulse, k) => {
        const name = `${kind}-${direction}-${impulse}`;
        const timing = TIMINGS[kind]?.(direction);
        requests.push({
          name,
          strategy: kind === 'ankle' || kind === 'hip' || kind === 'arm' ? kind : 'step',
          direction,
          impulse,
          ...(timing && { steps: { ...timing, ...TUNED[name] } }),
          ...(kind === 'arm' && { turns: k + 1 }),
          seed: seedOf(name),
        });
      });
    }
  }
  return requests;
}
