/**
 * The knee as a measure of how long a leg is. Near full stretch a millimetre is many degrees, and the angle ends at zero with an infinite
 * slope: below EVEN the angle is continued with the slope it has there, so that it can be asked for, bounded and solved for.
 *
 * Symbols: a, l lengths of thigh and shank; d from hip to ankle; κ angle of the knee, 0 when straight: d² = a² + l² + 2 a l cos κ.
 */
const EVEN = (4 * Math.PI) / 180; // [rad]; half: straight knees move the hips twice as strictly, double: they chatter
const MOST = 2.8; // [rad] a folded leg

/** Measure of the knee at which the leg has the length d. */
export function kneeOf(d: number, a: number, l: number): number {
  const longest = bonesLength(EVEN, a, l);
  if (d >= longest) return EVEN + (d - longest) / slopeAt(EVEN, a, l);
  return Math.min(MOST, Math.acos(Math.max(-1, (d * d - a * a - l * l) / (2 * a * l))));
}

/** Length of the leg [m] for the measure; beyond the bones' own length where they cannot give it. */
export function legLength(knee: number, a: number, l: number): number {
  if (knee < EVEN) return bonesLength(EVEN, a, l) + (knee - EVEN) * slopeAt(EVEN, a, l);
  return bonesLength(Math.min(MOST, knee), a, l);
}

/** Its derivative [m/rad], below zero. */
export const legSlope = (knee: number, a: number, l: number): number =>
  slopeAt(Math.max(EVEN, Math.min(MOST, knee)), a, l);

/** Length [m] of a leg whose knee has an angle [rad]. */
export const bonesLength = (knee: number, a: number, l: number): number =>
  Math.sqrt(a * a + l * l + 2 * a * l * Math.cos(knee));

const slopeAt = (knee: number, a: number, l: number): number => (-a * l * Math.sin(knee)) / bonesLength(knee, a, l);
