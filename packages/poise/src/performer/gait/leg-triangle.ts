/** A leg seen from the side: thigh and shank of given lengths make a triangle with the line from hip to ankle. */

const LEAST = (4.5 * Math.PI) / 180; // flexion below which the knee yields: its true slope is infinite when straight

/** Length from hip to ankle [m] at a flexion of the knee [rad]. */
export const legLength = (thigh: number, shank: number, knee: number): number =>
  Math.sqrt(thigh * thigh + shank * shank + 2 * thigh * shank * Math.cos(knee));

/** Flexion of the knee [rad] when hip and ankle are r [m] apart; a leg that is too short is nearly straight. */
export function kneeAt(thigh: number, shank: number, r: number): number {
  const cosine = (r * r - thigh * thigh - shank * shank) / (2 * thigh * shank);
  const over = cosine - Math.cos(LEAST);
  return over < 0 ? Math.acos(Math.max(-1, cosine)) : LEAST * Math.exp(-over / (LEAST * Math.sin(LEAST)));
}

/** How far the thigh is ahead of the line from hip to ankle [rad]. */
export const thighAhead = (thigh: number, shank: number, knee: number): number =>
  Math.atan2(shank * Math.sin(knee), thigh + shank * Math.cos(knee));
