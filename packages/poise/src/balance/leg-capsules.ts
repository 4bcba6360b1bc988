/** Thighs, shanks and feet as capsules: how near the left leg is to the right. */
import type { Body } from '../body/body.ts';
import { radiusOverStature } from '../body/cylinders.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { rotate3 } from '../math/quat.ts';
import { SIDES } from '../motion/roles.ts';
import { partRange } from './contacts.ts';

export const LEG_PARTS = ['thigh', 'shank', 'foot'] as const;
const THIGH_START = 0.4; // of the thigh from the hip joint: above, the thighs of anybody who stands meet

export interface LegCapsules {
  readonly body: Body;
  readonly radii: readonly number[]; // [m] of thigh, shank and foot
  /** side × part × (near, far) × 3 [m], world; written by placeLegs. */
  readonly ends: Float64Array;
  readonly joints: Int32Array; // side × part: the joint that each part moves with
  readonly soles: readonly (readonly [heel: SoleEnd, toe: SoleEnd])[];
}

/** Heel or toe end of a sole in the segment that carries it: the middle of its points. */
interface SoleEnd {
  readonly segment: number;
  readonly point: Float64Array; // 3
}

/** `core`, and `footCore` of feet: share of the radii of an average person. */
export function createLegCapsules(body: Body, core: number, footCore = core): LegCapsules {
  const radii = (['upperLeg', 'lowerLeg', 'foot'] as const).map(
    (name) => (name === 'foot' ? footCore : core) * radiusOverStature(name) * body.height,
  );
  const joints = SIDES.flatMap((side) =>
    (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => body.roles[`${side}${part}`] ?? 0),
  );
  return { body, radii, ends: new Float64Array(36), joints: Int32Array.from(joints), soles: soleEnds(body) };
}

function soleEnds(body: Body): LegCapsules['soles'] {
  return body.soles.map((sole) => {
    const end = (part: 'heel' | 'toe'): SoleEnd => {
      const own = sole.parts.includes(part) ? part : 'ball';
      const [first, last] = partRange(sole, own);
      const point = new Float64Array(3);
      for (let i = first; i < last; i++) {
        for (let c = 0; c < 3; c++) point[c] += sole.points[3 * i + c] / (last - first);
      }
      return { segment: sole.segments[first], point };
    };
    return [end('heel'), end('toe')] as const;
  });
}

/** Writes the ends of all parts. Needs the position level. */
export function placeLegs({ ends, body, soles, joints }: LegCapsules, ws: Workspace): void {
  const lift = radiusOverStature('foot') * body.height;
  const at = ws.segmentOrigin;
  for (let side = 0; side < 2; side++) {
    const hip = joints[3 * side];
    const knee = joints[3 * side + 1];
    const ankle = joints[3 * side + 2];
    const o = 18 * side;
    for (let c = 0; c < 3; c++) {
      ends[o + c] = at[3 * hip + c] + THIGH_START * (at[3 * knee + c] - at[3 * hip + c]);
      ends[o + 3 + c] = at[3 * knee + c];
      ends[o + 6 + c] = at[3 * knee + c];
      ends[o + 9 + c] = at[3 * ankle + c];
    }
    for (let k = 0; k < 2; k++) {
      const { segment, point } = soles[side][k];
      const i = o + 12 + 3 * k;
      rotate3(ends, i, ws.segmentRotation, 4 * segment, point, 0);
      for (let c = 0; c < 3; c++) ends[i + c] += at[3 * segment + c];
      // The foot's middle lies above its sole, towards the ankle.
      let up = 0;
      for (let c = 0; c < 3; c++) up += (at[3 * ankle + c] - ends[i + c]) ** 2;
      const share = Math.min(1, lift / Math.max(1e-9, Math.sqrt(up)));
      for (let c = 0; c < 3; c++) ends[i + c] += share * (at[3 * ankle + c] - ends[i + c]);
    }
  }
}

/** Distance [m] between the segments a (near, far at i) and b (at j). */
export function segmentDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const out = new Float64Array(3);
  nearestPoints(out, 0, a, i, b, j);
  return out[2];
}

/** out[o…] = how far along the segments a (near, far at i) and b (at j) their nearest points are, 0 … 1, and the distance [m] between these.
 *  Ericson, Real-Time Collision Detection (2005), §5.1.9. */
export function nearestPoints(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  let aa = 0;
  let bb = 0;
  let ab = 0;
  let ar = 0;
  let br = 0;
  for (let c = 0; c < 3; c++) {
    const da = a[i + 3 + c] - a[i + c];
    const db = b[j + 3 + c] - b[j + c];
    const r = a[i + c] - b[j + c];
    aa += da * da;
    bb += db * db;
    ab += da * db;
    ar += da * r;
    br += db * r;
  }
  const cross = aa * bb - ab * ab;
  let s = cross > 1e-12 * aa * bb && aa > 0 ? Math.min(1, Math.max(0, (ab * br - ar * bb) / cross)) : 0;
  let t = bb > 0 ? (ab * s + br) / bb : 0;
  if (t < 0 || t > 1 || bb === 0) {
    t = Math.min(1, Math.max(0, t));
    s = aa > 0 ? Math.min(1, Math.max(0, (ab * t - ar) / aa)) : 0;
  }
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const x = a[i + c] + s * (a[i + 3 + c] - a[i + c]) - b[j + c] - t * (b[j + 3 + c] - b[j + c]);
    sum += x * x;
  }
  out[o] = s;
  out[o + 1] = t;
  out[o + 2] = Math.sqrt(sum);
}
