/** Points kept inside a convex polygon of (x, z) pairs, which turns from +x towards +z. */

/** Largest share (0 … 1) of the way (dx, dz) from an inner point (x, z) that stays inside. 0 when the point is outside. */
export function shareInside(hull: Float64Array, count: number, x: number, z: number, dx: number, dz: number): number {
  if (count < 3) return 0;
  let share = 1;
  for (let k = 0; k < count; k++) {
    const a = 2 * k;
    const b = 2 * ((k + 1) % count);
    const ex = hull[b] - hull[a];
    const ez = hull[b + 1] - hull[a + 1];
    // how far inside of this edge, times its length, and how fast the way leaves it
    const inside = ex * (z - hull[a + 1]) - ez * (x - hull[a]);
    const leaving = ez * dx - ex * dz;
    if (inside < 0) return 0;
    if (leaving > 0) share = Math.min(share, inside / leaving);
  }
  return share;
}

/** Moves a point (2) towards the mean of the corners by `by` [m], not beyond it. */
export function moveInwards(point: Float64Array, hull: Float64Array, count: number, by: number): void {
  let x = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    x += hull[2 * i] / count;
    z += hull[2 * i + 1] / count;
  }
  const far = Math.sqrt((x - point[0]) ** 2 + (z - point[1]) ** 2);
  const share = far > 0 ? Math.min(1, by / far) : 0;
  point[0] += share * (x - point[0]);
  point[1] += share * (z - point[1]);
}
