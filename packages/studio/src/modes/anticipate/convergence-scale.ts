/** Where the samples of a search are drawn: tries to the right, cost upwards on a logarithmic scale. */
import type { Sample, SearchView } from './types.ts';

export interface ConvergenceFrame {
  readonly width: number; // [px]
  readonly height: number;
  readonly evaluations: number; // at the right edge
  readonly low: number; // [m] at the bottom
  readonly high: number; // [m] at the top
}

export const MARGIN = { left: 30, right: 6, top: 6, bottom: 16 } as const; // [px]

const LEAST_WIDTH = 60; // tries

/** The right edge grows in steps, so that the picture does not creep. */
export function frameFor(view: SearchView, width: number, height: number): ConvergenceFrame {
  const { samples, threshold } = view;
  let high = 0.3;
  let low = threshold / 2;
  for (const { cost } of samples) {
    if (!Number.isFinite(cost) || cost <= 0) continue;
    high = Math.max(high, cost);
    low = Math.min(low, cost);
  }
  let evaluations = LEAST_WIDTH;
  while (evaluations < samples.length) evaluations *= evaluations < 500 ? 2 : 1.5;
  return { width, height, evaluations, low: low / 1.15, high: Math.min(3, 1.1 * high) };
}

export const tryX = ({ width, evaluations }: ConvergenceFrame, index: number): number =>
  MARGIN.left + ((index + 0.5) / evaluations) * (width - MARGIN.left - MARGIN.right);

export function costY({ height, low, high }: ConvergenceFrame, cost: number): number {
  const inside = Math.min(high, Math.max(low, cost));
  const share = Math.log(inside / low) / Math.log(high / low);
  return height - MARGIN.bottom - share * (height - MARGIN.top - MARGIN.bottom);
}

/** Index and cost wherever the best so far became better. */
export function bestSoFar(samples: readonly Sample[]): readonly { readonly index: number; readonly cost: number }[] {
  const steps: { readonly index: number; readonly cost: number }[] = [];
  let best = Number.POSITIVE_INFINITY;
  samples.forEach(({ cost }, index) => {
    if (!(cost < best)) return;
    best = cost;
    steps.push({ index, cost });
  });
  return steps;
}

/** Round costs [m] to write beside the axis. */
export const costTicks = ({ low, high }: ConvergenceFrame): readonly number[] =>
  [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2].filter((tick) => tick >= low && tick <= high);
