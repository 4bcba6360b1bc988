/** What tasks follow, and how far their errors are heard. */

/** Shortens the vector at out[0] to `longest`, if it is longer: an error far away must not ask for any speed at all. */
export function limitLength(out: Float64Array, longest: number): void {
  if (longest === Infinity) return;
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  if (length > longest) for (let k = 0; k < 3; k++) out[k] *= longest / length;
}

/** A moving point, world axes. */
export interface PointReference {
  readonly position: Float64Array; // 3 [m]
  readonly velocity: Float64Array; // 3 [m/s]
}

export const createPointReference = (): PointReference => ({
  position: new Float64Array(3),
  velocity: new Float64Array(3),
});

/** A turning frame, world axes. */
export interface RotationReference {
  readonly rotation: Float64Array; // 4        world-from-segment quaternion
  readonly angularVelocity: Float64Array; // 3 [rad/s]
}

export const createRotationReference = (): RotationReference => ({
  rotation: Float64Array.of(0, 0, 0, 1),
  angularVelocity: new Float64Array(3),
});
