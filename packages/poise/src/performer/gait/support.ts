/** Where the planned feet carry: hulls of the sole parts that lie on the ground while a foot is locked. */
import { partRange, SOLE_PARTS } from '../../balance/contacts.ts';
import type { BodyTrace } from '../../balance/trace.ts';
import { convexHull, signedDistance } from '../../math/polygon.ts';
import type { Actor } from '../actor.ts';

const TOUCHING = 0.008; // [m] a part that is lower than this carries

/** One hull, points (x, z) [m]. */
export type Hull = Float64Array;

/** The hull of a frame; `locked`: which feet stand. */
export function hullAt(actor: Actor, trace: BodyTrace, frame: number, locked: readonly boolean[]): Hull {
  const corners: number[] = [];
  actor.body.soles.forEach((sole, k) => {
    if (!locked[k]) return;
    const row = frame * sole.points.length;
    for (const part of SOLE_PARTS) {
      const [first, end] = partRange(sole, part);
      for (let i = first; i < end; i++) {
        const o = row + 3 * i;
        if (trace.soles[k][o + 1] < TOUCHING) corners.push(trace.soles[k][o], trace.soles[k][o + 2]);
      }
    }
  });
  const out = new Float64Array(corners.length + 2);
  const count = convexHull(out, 0, Float64Array.from(corners), corners.length / 2);
  return out.subarray(0, corners.length === 0 ? 0 : 2 * count);
}

const scratch = new Float64Array(2);
const STEP = 1e-5; // [m]

/** By how much (x, z) is less than `margin` inside the hull [m] (0: far enough), and the direction (x, z) that leads in. */
export function shortfall(hull: Hull, x: number, z: number, margin: number): readonly [number, number, number] {
  if (hull.length === 0 || Number.isNaN(x)) return [0, 0, 0];
  const depth = (dx: number, dz: number): number => signedDistance(scratch, hull, 0, hull.length / 2, x + dx, z + dz);
  const here = depth(0, 0);
  if (here >= margin) return [0, 0, 0];
  const [gx, gz] = [(depth(STEP, 0) - depth(-STEP, 0)) / (2 * STEP), (depth(0, STEP) - depth(0, -STEP)) / (2 * STEP)];
  const size = Math.hypot(gx, gz);
  return size > 1e-6 ? [margin - here, gx / size, gz / size] : [0, 0, 0];
}

/** The shortest way to `margin` inside the hull; corners take a few steps. */
export function wayInside(hull: Hull, x: number, z: number, margin: number): readonly [number, number] {
  let [px, pz] = [x, z];
  for (let step = 0; step < 4; step++) {
    const [short, dx, dz] = shortfall(hull, px, pz, margin);
    if (short < 1e-4) break;
    px += short * dx;
    pz += short * dz;
  }
  return [px - x, pz - z];
}
