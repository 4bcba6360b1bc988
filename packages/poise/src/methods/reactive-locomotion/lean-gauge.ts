/** How the real body leans, as the planner counts it. */
import type { Gauge } from './planner.ts';
import { axesOf, TICK, type Walker } from './walker-state.ts';

export const runs = ({ gait }: Pick<Walker, 'gait'>): boolean => gait.steps[0]!.measures.gait === 'run';

/** Posture error and tipping momentum along forward and left of step `count`; memory, which the next call writes over. A runner's are
 *  those of the whole body ([Komura04] eq. 11): in flight nothing else stays. A walker's are those of the trunk: legs that step
 *  elsewhere come back by themselves, and a trunk that made up for each of them would never be still. */
export function gaugeOf(walker: Walker, count: number): Gauge {
  const { follower, gauge } = walker;
  const { off, inertia } = follower;
  const { forward: f, left: l } = axesOf(walker, count);
  if (runs(walker)) {
    const { history: h, push } = follower.guard;
    writeAbout(gauge.lean, f, l, h[18], h[20]);
    // with what a push brings in the tick that has begun: the plan has it already
    writeAbout(gauge.momentum, f, l, h[6] - h[9] + TICK * push[3], h[8] - h[11] + TICK * push[5]);
    return gauge;
  }
  for (let at = 3; at <= 9; at += 6) {
    const x = inertia[0] * off[at] + inertia[1] * off[at + 1] + inertia[2] * off[at + 2];
    const z = inertia[6] * off[at] + inertia[7] * off[at + 1] + inertia[8] * off[at + 2];
    // a posture error is what the clip has beyond the body
    if (at === 3) writeAbout(gauge.lean, f, l, -x, -z);
    else writeAbout(gauge.momentum, f, l, x, z);
  }
  return gauge;
}

type OnFloor = readonly [x: number, z: number];

/** A vector about x and z of the world as one that tips: up × forward is left, up × left is backward. */
function writeAbout(out: [number, number], f: OnFloor, l: OnFloor, x: number, z: number): void {
  out[0] = x * l[0] + z * l[1];
  out[1] = -(x * f[0] + z * f[1]);
}
