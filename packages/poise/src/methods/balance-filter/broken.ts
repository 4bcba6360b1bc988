/** Stretches of a clip that no motion near it can mend: the body stops, starts or jumps as nobody can. */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { SitePlan } from './plan.ts';

const SIDEWAYS = 2; // body weights along the ground: sprinters start with about 1
const DOWNWARDS = 1.5; // body weights that the ground would have to pull with
const ALTOGETHER = 10;
const AROUND = 0.1; // [s] on each side

/** A stretch, in frames, and the force it would take. */
export interface Broken {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly force: number; // [body weights]
}

/** Looks at the forces of the analysis, which are smoother than those of the curve. Of broken sites nothing is asked for. */
export function spareBroken(plans: readonly SitePlan[], { grf, mass }: BalanceReport, spacing: number) {
  const weight = mass * GRAVITY;
  const reach = Math.max(1, Math.round(AROUND / spacing));
  const spared = plans.slice();
  const broken: Broken[] = [];
  plans.forEach(({ frame }, k) => {
    const [x, y, z] = [0, 1, 2].map((c) => grf[3 * frame + c] / weight);
    const size = Math.hypot(x, y, z);
    if (Math.hypot(x, z) < SIDEWAYS && y > -DOWNWARDS && size < ALTOGETHER) return;
    const [first, last] = [Math.max(0, k - reach), Math.min(plans.length - 1, k + reach)];
    for (let site = first; site <= last; site++) {
      spared[site] = { ...plans[site], support: 'other', edges: undefined };
    }
    const open = broken[broken.length - 1];
    const [startFrame, endFrame] = [plans[first].frame, plans[last].frame];
    if (open && startFrame <= open.endFrame) {
      broken[broken.length - 1] = { ...open, endFrame, force: Math.max(open.force, size) };
    } else broken.push({ startFrame, endFrame, force: size });
  });
  return { plans: spared, broken };
}
