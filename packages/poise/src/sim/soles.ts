/** The soles as the engine feels them: a few points per foot, fixed to its link. */
import type { Body, Sole } from '../body/body.ts';
import { along, cross, dot, norm, scale, sub, unit } from '../body/tuple.ts';
import { rotate3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';

export interface LinkSole {
  readonly link: number;
  readonly count: number;
  readonly points: Float64Array; // count×3 [m] on the sole, link frame, in order round the outline
  readonly up: Vec3; // normal of the sole in the link's frame
  readonly forward: Vec3; // heel to toes in the link's frame
  readonly centre: Float64Array; // 3 [m] mean of the points
}

/** Corners per foot in space; more cost time and change little. */
const CORNERS = 5;

export function solesOf(
  body: Body,
  linkOf: Int32Array,
  linkFromSegment: Float64Array,
  originInLink: Float64Array,
  planar: boolean,
): readonly [LinkSole, LinkSole] {
  const [left, right] = body.soles.map((sole) => linkSole(sole, linkOf, linkFromSegment, originInLink, planar));
  return [left, right];
}

function linkSole(
  sole: Sole,
  linkOf: Int32Array,
  linkFromSegment: Float64Array,
  originInLink: Float64Array,
  planar: boolean,
): LinkSole {
  const place = (segment: number, k: number): Vec3 => {
    const p = new Float64Array(3);
    rotate3(p, 0, linkFromSegment, 4 * segment, sole.points, 3 * k);
    return [0, 1, 2].map((c) => p[c] + originInLink[3 * segment + c]) as unknown as Vec3;
  };
  const indices = [...sole.segments.keys()];
  const own = indices.filter((k) => sole.segments[k] === sole.foot).map((k) => place(sole.foot, k));
  const ankle: Vec3 = [0, 1, 2].map((c) => originInLink[3 * sole.foot + c]) as unknown as Vec3;
  const up = normalOf(own, ankle);
  // Toes may be bent in the first pose; a sole that carries is flat.
  const flat = indices.map((k) => {
    const p = place(sole.segments[k], k);
    return along(p, up, dot(sub(own[0], p), up));
  });
  const heel = meanOf(indices.filter((k) => sole.parts[k] === 'heel').map((k) => flat[k]));
  const front = meanOf(indices.filter((k) => sole.parts[k] !== 'heel').map((k) => flat[k]));
  const forward = unit(sub(front, heel), [0, 0, 1]);
  const corners = planar ? endsOf(flat, forward, heel, front) : outlineOf(flat, forward, cross(up, forward));
  return {
    link: linkOf[sole.foot],
    count: corners.length,
    points: Float64Array.from(corners.flat()),
    up,
    forward,
    centre: Float64Array.from(meanOf(corners)),
  };
}

const meanOf = (points: readonly Vec3[]): Vec3 =>
  points.reduce<Vec3>((sum, p) => along(sum, p, 1 / points.length), [0, 0, 0]);

/** Normal of the plane through the points, on the side of the ankle. */
function normalOf(points: readonly Vec3[], ankle: Vec3): Vec3 {
  let best: Vec3 = [0, 0, 0];
  for (const a of points) {
    for (const b of points) {
      const normal = cross(sub(a, points[0]), sub(b, points[0]));
      if (norm(normal) > norm(best)) best = normal;
    }
  }
  const normal = unit(best, [0, 1, 0]);
  return dot(normal, sub(ankle, points[0])) < 0 ? scale(normal, -1) : normal;
}

/** Rear and front end on the line from heel to toes. */
function endsOf(points: readonly Vec3[], forward: Vec3, heel: Vec3, front: Vec3): Vec3[] {
  const ahead = points.map((p) => dot(sub(p, heel), forward));
  const middle = dot(sub(front, heel), forward);
  const at = (distance: number): Vec3 => along(along(front, forward, -middle), forward, distance);
  return [at(Math.min(...ahead)), at(Math.max(...ahead))];
}

/** The points round their centre; those that matter least to the area are left out. */
function outlineOf(points: readonly Vec3[], forward: Vec3, side: Vec3): Vec3[] {
  const centre = meanOf(points);
  const angle = (p: Vec3): number => Math.atan2(dot(sub(p, centre), side), dot(sub(p, centre), forward));
  const kept = [...points].sort((a, b) => angle(a) - angle(b));
  while (kept.length > CORNERS) {
    const loss = kept.map((p, i) => {
      const before = kept[(i + kept.length - 1) % kept.length];
      const after = kept[(i + 1) % kept.length];
      return norm(cross(sub(p, before), sub(after, before)));
    });
    kept.splice(loss.indexOf(Math.min(...loss)), 1);
  }
  return kept;
}
