/** How far a step moves for a change of speed: [Komura05] and the exact answers of the pendulum. docs/methods/reactive-blend.md. */

/** 'exact': the step ends at its time. 'place': it ends at its place. 'paper': first order, as [Komura05] has it. */
export type FootstepRule = 'exact' | 'place' | 'paper';

export interface SingleSupport {
  readonly rate: number; // w = √(g/H) [1/s]
  readonly duration: number; // T [s]
  readonly behind: number; // s [m] CoM behind the foot when single support begins
  readonly speed: number; // v_A [m/s] there
  readonly exit: number; // e [m] CoM ahead of the foot when it ends
}

/** The paper's rule is singular where the CoM is over the foot: no step moves farther than this [m]. */
const FARTHEST = 1.2;

/** How much farther along the push the foot is set down [m] to brake δv [m/s] more.
 *  Deviates: [Komura05] prints F_r,z − F_r,z for the difference of impulses; and its rule brakes 1.1 to 2.8 times too much. */
export function footstepShift(rule: FootstepRule, change: number, support: SingleSupport): number {
  const { rate: w, duration, behind: s, speed, exit } = support;
  if (change === 0) return 0;
  if (rule === 'exact') return bounded(change / (w * Math.sinh(w * duration)));
  if (rule === 'paper') return bounded((change * speed) / (w * w * s));
  const left = speed * speed + w * w * (exit * exit - s * s); // v_e²
  const wanted = Math.sqrt(Math.max(0, left)) - change;
  return bounded(Math.sqrt(Math.max(0, s * s + (left - wanted * Math.abs(wanted)) / (w * w))) - s);
}

const bounded = (shift: number): number => (Number.isNaN(shift) ? 0 : Math.max(-FARTHEST, Math.min(FARTHEST, shift)));
