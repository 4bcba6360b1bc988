/** How the real trunk leans, as the planner counts it. */
import type { Gauge } from './planner.ts';
import { axesOf, type Walker } from './walker-state.ts';

/** Lean and tipping momentum of the real trunk, along forward and left of step `count`. */
export function gaugeOf(walker: Walker, count: number): Gauge {
  const { follower } = walker;
  const { off, inertia } = follower;
  const { forward: f, left: l } = axesOf(walker, count);
  const about = (at: number) => {
    const part = (row: number): number =>
      inertia[3 * row] * off[at] + inertia[3 * row + 1] * off[at + 1] + inertia[3 * row + 2] * off[at + 2];
    const [x, z] = [part(0), part(2)];
    return [x * l[0] + z * l[1], -(x * f[0] + z * f[1])] as const;
  };
  const [turned, turning] = [about(3), about(9)];
  return { lean: [-turned[0], -turned[1]], momentum: turning };
}
