/** Does one leg go through the other? Thigh, shank and foot as capsules. */
import type { Body } from '../../body/body.ts';
import { radiusOverStature } from '../../body/cylinders.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { partRange } from '../contacts.ts';

export const LEG_PARTS = ['thigh', 'shank', 'foot'] as const;
/** Pairs of parts, left × right. */
export const LEG_PAIRS = LEG_PARTS.length ** 2;
const THIGH_START = 0.4; // of the thigh from the hip joint: above, the thighs of anybody who stands meet

/** How deep the cores of left and right parts lie in each other [m], frames × LEG_PAIRS; 0 where they do not. `core`: share of the radii. */
export function legDepths(body: Body, clip: Clip, core: number): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const radii = (['upperLeg', 'lowerLeg', 'foot'] as const).map((name) => core * radiusOverStature(name) * body.height);
  const ends = new Float64Array(2 * 3 * 6); // side × part × (near, far)
  const lift = radiusOverStature('foot') * body.height;
  const soles = soleEnds(body);
  const depths = new Float64Array(LEG_PAIRS * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    placeLegs(ends, body, ws, soles, lift);
    for (let left = 0; left < 3; left++) {
      for (let right = 0; right < 3; right++) {
        const apart = segmentDistance(ends, 6 * left, ends, 18 + 6 * right);
        const depth = radii[left] + radii[right] - apart;
        if (depth > 0) depths[frame * LEG_PAIRS + 3 * left + right] = depth;
      }
    }
  }
  return depths;
}

/** Heel and toe end of each sole in the segments that carry them: the middle of their points. */
interface SoleEnds {
  readonly segment: number;
  readonly point: Float64Array; // 3
}

function soleEnds(body: Body): readonly (readonly [heel: SoleEnds, toe: SoleEnds])[] {
  return body.soles.map((sole) => {
    const end = (part: 'heel' | 'toe'): SoleEnds => {
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

function placeLegs(
  ends: Float64Array,
  body: Body,
  ws: Workspace,
  soles: ReturnType<typeof soleEnds>,
  lift: number,
): void {
  for (let side = 0; side < 2; side++) {
    const hip = body.roles[`${SIDES[side]}UpperLeg`] ?? 0;
    const knee = body.roles[`${SIDES[side]}LowerLeg`] ?? 0;
    const ankle = body.roles[`${SIDES[side]}Foot`] ?? 0;
    const o = 18 * side;
    const at = ws.segmentOrigin;
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

/** Distance between the segments a (near, far at i) and b (at j). Ericson, Real-Time Collision Detection (2005), §5.1.9. */
export function segmentDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
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
  const clamp = (x: number): number => Math.min(1, Math.max(0, x));
  const cross = aa * bb - ab * ab;
  let s = cross > 1e-12 * aa * bb && aa > 0 ? clamp((ab * br - ar * bb) / cross) : 0;
  let t = bb > 0 ? (ab * s + br) / bb : 0;
  if (t < 0 || t > 1 || bb === 0) {
    t = clamp(t);
    s = aa > 0 ? clamp((ab * t - ar) / aa) : 0;
  }
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const x = a[i + c] + s * (a[i + 3 + c] - a[i + c]) - b[j + c] - t * (b[j + 3 + c] - b[j + c]);
    sum += x * x;
  }
  return Math.sqrt(sum);
}
