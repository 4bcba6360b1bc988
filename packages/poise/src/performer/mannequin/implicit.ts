/**
 * Shapes as fields: about the distance to the surface [m], negative inside. Fields blend into one skin by smooth minima, so
 * a thigh grows out of the pelvis without a seam.
 */

import { smoothstep } from '../../math/ease.ts';
import { power } from '../../math/power.ts';
import { along, dot, norm, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';

export type Field = (p: Vec3) => number;

/** The smaller of two fields, rounded where they differ by less than `reach` [m]. */
export function smoothMin(a: number, b: number, reach: number): number {
  const overlap = Math.max(0, reach - Math.abs(a - b)) / reach;
  return Math.min(a, b) - (overlap * overlap * reach) / 4;
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function ramp(value: number, from: number, to: number): number {
  return smoothstep((value - from) / (to - from));
}

/** Beyond this distance [m] a field may be rough: nothing blends so far away. */
const ROUGH = 0.08;

/** A place in the body with its own axes: y runs along the bone, x to the outside, z to the front; all unit. */
export interface Frame {
  readonly origin: Vec3;
  readonly out: Vec3;
  readonly axis: Vec3;
  readonly front: Vec3;
}

/** Frame coordinates → world. */
export const placed = ({ origin, out, axis, front }: Frame, x: number, y: number, z: number): Vec3 =>
  along(along(along(origin, out, x), axis, y), front, z);

/** World → frame coordinates. */
export function localIn({ origin, out, axis, front }: Frame, p: Vec3): Vec3 {
  const offset = sub(p, origin);
  return [dot(offset, out), dot(offset, axis), dot(offset, front)];
}

/** Math.hypot guards against overflow and costs ten times as much. */
const length3 = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** An ellipsoid with half-axes along those of a frame. */
export function ellipsoid(frame: Frame, [rx, ry, rz]: Vec3): Field {
  const reach = Math.max(rx, ry, rz);
  return (p) => {
    const [x, y, z] = localIn(frame, p);
    const far = length3(x, y, z) - reach;
    if (far > ROUGH) return far;
    const k0 = length3(x / rx, y / ry, z / rz);
    const k1 = length3(x / (rx * rx), y / (ry * ry), z / (rz * rz));
    return k1 > 1e-9 ? (k0 * (k0 - 1)) / k1 : -Math.min(rx, ry, rz);
  };
}

/** Balls of changing radius along a line. */
export function roundCone(a: Vec3, b: Vec3, radiusA: number, radiusB: number): Field {
  const ab = sub(b, a);
  const square = dot(ab, ab);
  return (p) => {
    const t = Math.min(1, Math.max(0, dot(sub(p, a), ab) / square));
    return norm(sub(p, along(a, ab, t))) - (radiusA + t * (radiusB - radiusA));
  };
}

/** One cross-section of a tube: place along the bone (0 = near joint, 1 = far joint), then radii to four sides. */
export type Station = readonly [t: number, out: number, inside: number, front: number, back: number];

/** Radii between the stations: 4 columns, sampled finely from cubics through the table (Catmull-Rom). */
const SAMPLES = 96;

export interface Profile {
  readonly from: number;
  readonly to: number;
  readonly radii: Float64Array; // SAMPLES+1 × 4 [m]
}

export function profileOf(stations: readonly Station[], scale: number): Profile {
  const from = stations[0][0];
  const to = stations[stations.length - 1][0];
  const radii = new Float64Array(4 * (SAMPLES + 1));
  const slope = (k: number, column: number): number => {
    const a = stations[Math.max(0, k - 1)];
    const b = stations[Math.min(stations.length - 1, k + 1)];
    return (b[column] - a[column]) / (b[0] - a[0]);
  };
  let k = 0;
  for (let i = 0; i <= SAMPLES; i++) {
    const t = from + ((to - from) * i) / SAMPLES;
    while (k < stations.length - 2 && stations[k + 1][0] < t) k++;
    const span = stations[k + 1][0] - stations[k][0];
    const s = (t - stations[k][0]) / span;
    for (let column = 1; column <= 4; column++) {
      const a = stations[k][column];
      const b = stations[k + 1][column];
      const value =
        (1 + 2 * s) * (1 - s) ** 2 * a +
        s * (1 - s) ** 2 * span * slope(k, column) +
        s * s * (3 - 2 * s) * b -
        s * s * (1 - s) * span * slope(k + 1, column);
      radii[4 * i + column - 1] = scale * value;
    }
  }
  return { from, to, radii };
}

/** A tube along a bone, every quarter of its cross-section a superellipse; round caps. `length`: of the bone [m]. */
export function tube(frame: Frame, length: number, profile: Profile, exponent = 2): Field {
  const { from, to, radii } = profile;
  const reach = radii.reduce((most, radius) => Math.max(most, radius), 0);
  const section =
    exponent === 2
      ? (a: number, b: number): number => Math.sqrt(a * a + b * b)
      : (a: number, b: number): number =>
          power(power(Math.abs(a), exponent) + power(Math.abs(b), exponent), 1 / exponent);
  return (p) => {
    const [x, y, z] = localIn(frame, p);
    const t = Math.min(to, Math.max(from, y / length));
    const beyond = Math.abs(y - t * length);
    const away = Math.sqrt(x * x + z * z);
    const far = Math.max(away, beyond) - reach;
    if (far > ROUGH) return far;
    const at = ((t - from) / (to - from)) * SAMPLES;
    const i = Math.min(SAMPLES - 1, Math.floor(at));
    const s = at - i;
    const radius = (column: number): number => (1 - s) * radii[4 * i + column] + s * radii[4 * i + 4 + column];
    const rx = radius(x >= 0 ? 0 : 1);
    const rz = radius(z >= 0 ? 2 : 3);
    const k = section(x / rx, z / rz);
    const edge = k > 1e-6 ? away / k : Math.min(rx, rz); // how far the surface is in this direction
    if (beyond === 0) return k > 1e-6 ? away - edge : -edge;
    return Math.sqrt((away - edge + Math.min(rx, rz)) ** 2 + beyond ** 2) - Math.min(rx, rz);
  };
}

/** Value and slope of a field from the corners of a small tetrahedron: four looks instead of seven. */
export function slopeAt(field: Field, [x, y, z]: Vec3, step = 1e-3): { readonly value: number; readonly slope: Vec3 } {
  const a = field([x + step, y + step, z + step]);
  const b = field([x + step, y - step, z - step]);
  const c = field([x - step, y + step, z - step]);
  const d = field([x - step, y - step, z + step]);
  const s = 0.25 / step;
  return { value: (a + b + c + d) / 4, slope: [s * (a + b - c - d), s * (a - b + c - d), s * (a - b - c + d)] };
}
