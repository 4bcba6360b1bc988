/** Points on their way: place, velocity and acceleration of each axis, side by side. */

/** Moves one axis on by dt, along the smoothest way from how it moves now to rest on a target `left` seconds later; the target may move
 *  from call to call. */
export function glide(
  place: Float64Array,
  velocity: Float64Array,
  acceleration: Float64Array,
  axis: number,
  target: number,
  left: number,
  dt: number,
): void {
  // the jerk at the start of the quintic that ends at rest on the target
  const gap = target - place[axis];
  const [v, a] = [velocity[axis], acceleration[axis]];
  const jerk = ((60 * gap) / left - 36 * v) / (left * left) - (9 * a) / left;
  place[axis] += dt * (v + (dt / 2) * (a + (dt / 3) * jerk));
  velocity[axis] += dt * (a + (dt / 2) * jerk);
  acceleration[axis] += dt * jerk;
}
