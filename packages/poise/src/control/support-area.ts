/** The area of the ground that a body stands on: the hull of the sole points that stand. */

import { convexHull, signedDistance } from '../math/polygon.ts';
import { LEAST_FIRMNESS } from './cone.ts';

export class SupportArea {
  readonly hull: Float64Array; // (x, z) pairs
  count = 0; // corners; 0: nothing stands
  readonly nearest = new Float64Array(2);
  readonly #points: Float64Array;

  constructor(most: number) {
    this.hull = new Float64Array(2 * (most + 1));
    this.#points = new Float64Array(2 * most);
  }

  read(points: Float64Array, firmness: Float64Array): void {
    let count = 0;
    for (let k = 0; k < firmness.length; k++) {
      if (!(firmness[k] > LEAST_FIRMNESS)) continue;
      this.#points[2 * count] = points[3 * k];
      this.#points[2 * count + 1] = points[3 * k + 2];
      count++;
    }
    this.count = count === 0 ? 0 : convexHull(this.hull, 0, this.#points, count);
  }

  /** Distance of (x, z) to the edge, positive inside; `nearest` is the nearest place of the area. −∞ where nothing stands. */
  distance(x: number, z: number): number {
    if (this.count === 0) return -Infinity;
    return signedDistance(this.nearest, this.hull, 0, this.count, x, z);
  }

  /** Holds p (x, z) to at most `reach` outside. Returns how far outside it was. */
  hold(p: Float64Array, reach: number): number {
    if (this.count === 0) return 0;
    const outside = -this.distance(p[0], p[1]);
    if (outside > reach) {
      const share = reach / outside;
      for (let k = 0; k < 2; k++) p[k] = this.nearest[k] + share * (p[k] - this.nearest[k]);
    }
    return Math.max(0, outside);
  }
}
