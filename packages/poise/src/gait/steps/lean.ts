/** The lean λ goes back as a critically damped trunk does: what is left of it after a step is 1 − β. [Komura04] §3.3 */

/** x with (1 + x) e^{−x} = 1 − β: lengths of a step in time constants of the trunk. β in (0, 1). */
export function trunkTimesPerStep(beta: number): number {
  let low = 0;
  let high = 40;
  for (let round = 0; round < 60; round++) {
    const x = (low + high) / 2;
    if ((1 + x) * Math.exp(-x) > 1 - beta) low = x;
    else high = x;
  }
  return (low + high) / 2;
}

/** How λ goes on by itself, and what it has done to the capture point by then. */
export interface LeanCourse {
  lean: number; // λ [m] at the end
  leanRate: number; // λ̇ [m/s]
  pull: number; // ω ∫ e^{ω(T−s)} λ ds [m]
}

/** out = the course over `span` [s] from (λ, λ̇) with the trunk's time constant and the pendulum's rate. */
export function writeLeanCourse(
  out: LeanCourse,
  lean: number,
  leanRate: number,
  time: number,
  rate: number,
  span: number,
): void {
  // λ = (a + b s) e^{−s/time}
  const b = leanRate + lean / time;
  const fade = Math.exp(-span / time);
  const k = rate + 1 / time;
  const left = Math.exp(-k * span);
  const whole = lean * ((1 - left) / k) + b * ((1 - left * (1 + k * span)) / (k * k));
  out.pull = rate * Math.exp(rate * span) * whole;
  out.lean = (lean + b * span) * fade;
  out.leanRate = (b - (lean + b * span) / time) * fade;
}
