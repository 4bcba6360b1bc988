/**
 * Angular momentum after a hit: what the hit gave dies away until the foot lands, then as much is taken back, so that its integral
 * is nothing and the posture returns. [Komura05] eq. 7–8, docs/methods/reactive-blend.md.
 * Deviates: eq. 8 as printed jumps in the middle and ends at half its height; here it is a triangle of the area needed.
 */

/** Share of the hit's angular momentum, `t` [s] after it; T1 until landing, T2 of taking back. */
export function momentumShare(t: number, T1: number, T2: number): number {
  if (t < 0 || t >= T1 + T2) return 0;
  if (t < T1) return 1 - t / T1;
  const u = (t - T1) / T2;
  const height = -T1 / T2; // 2M/T2 with M = −T1/2
  return height * (u < 0.5 ? 2 * u : 2 * (1 - u));
}

/** The same without corners where it is taken back: (M/T2)(1 − cos 2πu). */
export function smoothMomentumShare(t: number, T1: number, T2: number): number {
  if (t < T1 || t >= T1 + T2) return momentumShare(t, T1, T2);
  return (-T1 / (2 * T2)) * (1 - Math.cos((2 * Math.PI * (t - T1)) / T2));
}
