/** Angles on the circle. */

/** The same direction within −π … π [rad]. */
export const wrapAngle = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
