/** Nobody stands on the edge of the soles: a source whose masses put its balance point outside them has other masses than its character. */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import type { Reference } from './reference.ts';

const LEAST = 1e-3; // [m] outside: less is an error of the capture

/** Solves `cone`, whose wrench is the part of `own` that soles can give, anew: while both soles lie on the ground, the balance point is taken to
 *  be as far inside as it seems to be outside. False: no solution. */
export function mirrorInside(cone: ConeForce, own: Float64Array, { ws, feet, firmness, body }: Reference): boolean {
  const { wrench: w, g, H } = cone;
  const height = ws.com[1] - Math.min(feet[0].ball[1], feet[1].ball[1]);
  const roll = w[0] - own[0] + height * (w[5] - own[5]);
  const pitch = w[2] - own[2] - height * (w[3] - own[3]);
  if (roll * roll + pitch * pitch < (LEAST * body.totalMass * GRAVITY) ** 2) return true;
  let flat = 1;
  for (let k = 0; k < firmness.length; k++) flat = Math.min(flat, firmness[k]);
  if (flat === 0) return true;
  g[0] -= 2 * flat * H[0] * roll;
  g[2] -= 2 * flat * H[14] * pitch;
  return cone.solve(false);
}
