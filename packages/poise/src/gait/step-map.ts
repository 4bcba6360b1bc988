/**
 * How a step carries the capture point: ξ(T) = τ ξ − A u⁻ − B u − C δ, from time t of a step of length T on foot u. Until T_d the
 * weight moves from u⁻ to u in a straight line; after that the balance point stays at u + δ. From ξ̇ = ω(ξ − p).
 */
export interface StepMap {
  tau: number; // e^{ω(T−t)}
  A: number; // of the place that the weight comes from
  B: number; // of the foot that carries it then
  C: number; // of the shift under that foot's sole
}

export const createStepMap = (): StepMap => ({ tau: 1, A: 0, B: 0, C: 0 });

/** out = the map over [t, T] for a pendulum of rate ω [1/s], the weight being over at `shifted` (T_d). It goes over from `begun` on; until
 *  then all of it is at u⁻. */
export function writeStepMap(out: StepMap, rate: number, t: number, T: number, shifted: number, begun = t): void {
  const end = Math.exp(rate * (T - t));
  const over = Math.exp(rate * (T - shifted));
  out.tau = end;
  out.A = 0;
  out.B = 0;
  if (t < shifted) {
    // ∫ω e^{ω(T−s)} (s − begun)/(T_d − begun) ds from there to T_d: the part that has gone over
    const from = Math.max(t, begun);
    const late = over * (shifted - begun + 1 / rate);
    const early = Math.exp(rate * (T - from)) * (from - begun + 1 / rate);
    out.B = (early - late) / (shifted - begun);
    out.A = end - over - out.B;
  }
  out.C = T > Math.max(t, shifted) ? (t < shifted ? over : end) - 1 : 0;
  out.B += out.C;
}
