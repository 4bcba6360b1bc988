/** Polynomials of fifth degree that carry value, rate and curvature. */

/** Starts at u = 0 with the given value, rate and curvature (per u) and is zero, at rest, from u = 1 on. */
export function fadeOut(u: number, value: number, rate: number, curvature: number): number {
  if (u >= 1) return 0;
  const u2 = u * u;
  const u3 = u2 * u;
  return (
    value * (1 + u3 * (-10 + u * (15 - 6 * u))) +
    rate * (u + u3 * (-6 + u * (8 - 3 * u))) +
    curvature * (0.5 * u2 + u3 * (-1.5 + u * (1.5 - 0.5 * u)))
  );
}
