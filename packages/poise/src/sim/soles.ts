/** The soles as the engine feels them: a few points per foot, fixed to the links of ankle and toes. */
import type { Body, Sole, SolePart } from '../body/body.ts';
import { rotate3 } from '../math/quat.ts';
import { along, cross, dot, norm, scale, sub, turned, turnedBack, unit, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import type { WorldFrames } from '../motion/world-frames.ts';

export interface LinkSole {
  readonly link: number; // of the ankle
  readonly toeLink: number; // of the toes where they bend, else `link`
  readonly count: number;
  readonly points: Float64Array; // count×3 [m] on the sole, frame of the point's link, in order round the outline
  readonly links: Int32Array; // count: the link of each point
  readonly isFront: Uint8Array; // count: 1 for ball and toes, 0 for the heel
  readonly up: Vec3; // normal of the sole in the ankle link's frame
  readonly forward: Vec3; // heel to toes in the ankle link's frame
  readonly centre: Float64Array; // 3 [m] mean of the points of the ankle link
  readonly toeUp: Vec3; // normal of the part under the toes in their link's frame
  readonly toeCentre: Float64Array; // 3 [m] mean of its points there
}

/** Where segments are in their links, and all of them in the world, in the first pose. */
export interface PlacedSegments {
  readonly linkOf: Int32Array;
  readonly linkFromSegment: Float64Array;
  readonly originInLink: Float64Array;
  readonly frames: WorldFrames;
}

/** Corners per foot in space; more cost time and change little. */
const CORNERS = 5;

export function solesOf(body: Body, placed: PlacedSegments, planar: boolean): readonly [LinkSole, LinkSole] {
  const [left, right] = body.soles.map((sole) => {
    const bends = placed.linkOf[sole.toes] !== placed.linkOf[sole.foot];
    return bends ? bendingSole(sole, placed) : stiffSole(sole, placed, planar);
  });
  return [left, right];
}

/** A point of the sole in the frame of its link. */
function placeIn({ linkFromSegment, originInLink }: PlacedSegments, sole: Sole, k: number): Vec3 {
  const segment = sole.segments[k];
  const p = new Float64Array(3);
  rotate3(p, 0, linkFromSegment, 4 * segment, sole.points, 3 * k);
  return [0, 1, 2].map((c) => p[c] + originInLink[3 * segment + c]) as unknown as Vec3;
}

/** Points of a sole in the frames of their own segments. */
export const pointsOf = (sole: Sole, choose: (at: { readonly part: SolePart }) => boolean): Vec3[] =>
  [...sole.parts.keys()].filter((k) => choose({ part: sole.parts[k] })).map((k) => vectorAt(sole.points, 3 * k));

const ankleOf = ({ originInLink }: PlacedSegments, { foot }: Sole): Vec3 =>
  [0, 1, 2].map((c) => originInLink[3 * foot + c]) as unknown as Vec3;

function stiffSole(sole: Sole, placed: PlacedSegments, planar: boolean): LinkSole {
  const indices = [...sole.segments.keys()];
  const own = indices.filter((k) => sole.segments[k] === sole.foot).map((k) => placeIn(placed, sole, k));
  const up = normalOf(own, ankleOf(placed, sole));
  // Toes may be bent in the first pose; a sole that carries is flat.
  const flat = indices.map((k) => {
    const p = placeIn(placed, sole, k);
    return along(p, up, dot(sub(own[0], p), up));
  });
  const heel = meanOf(indices.filter((k) => sole.parts[k] === 'heel').map((k) => flat[k]));
  const front = meanOf(indices.filter((k) => sole.parts[k] !== 'heel').map((k) => flat[k]));
  const forward = unit(sub(front, heel), [0, 0, 1]);
  const corners = planar ? endsOf(flat, forward, heel, front) : outlineOf(flat, forward, cross(up, forward));
  const link = placed.linkOf[sole.foot];
  const centre = Float64Array.from(meanOf(corners));
  const middle = dot(sub(meanOf([heel, front]), heel), forward);
  return {
    link,
    toeLink: link,
    count: corners.length,
    points: Float64Array.from(corners.flat()),
    links: new Int32Array(corners.length).fill(link),
    isFront: Uint8Array.from(corners, (p) => (dot(sub(p, heel), forward) > middle ? 1 : 0)),
    up,
    forward,
    centre,
    toeUp: up,
    toeCentre: centre,
  };
}

/** Heel on the ankle's link; ball and toes on the link of the toes, which turns about the ball. */
function bendingSole(sole: Sole, placed: PlacedSegments): LinkSole {
  const { linkOf, frames } = placed;
  const indices = [...sole.segments.keys()];
  const at = (part: SolePart): Vec3[] =>
    indices.filter((k) => sole.parts[k] === part).map((k) => placeIn(placed, sole, k));
  const [heels, balls, toes] = [at('heel'), at('ball'), at('toe')];
  const up = normalOf([...heels, ...balls], ankleOf(placed, sole));
  const forward = unit(sub(meanOf(balls), meanOf(heels)), [0, 0, 1]);
  const [link, toeLink] = [linkOf[sole.foot], linkOf[sole.toes]];
  // the foot's forward in the toes' frame, laid into their sole: toes that are bent in the first pose lie flat when they carry
  const toeUp = normalOf(toes, [0, 0, 0]);
  const worldForward = turned(frames.rotations, 4 * sole.foot, forward);
  const ahead = turnedBack(frames.rotations, 4 * sole.toes, worldForward);
  const toeForward = unit(along(ahead, toeUp, -dot(ahead, toeUp)), [0, 0, 1]);
  const away = sub(vectorAt(frames.origins, 3 * sole.toes), vectorAt(frames.origins, 3 * sole.foot));
  const toeJoint = turnedBack(frames.rotations, 4 * sole.foot, away);
  const bases = [
    [forward, toeForward],
    [up, toeUp],
    [cross(up, forward), cross(toeUp, toeForward)],
  ] as const;
  const underToes = balls.map((ball) =>
    bases.reduce<Vec3>((sum, [from, to]) => along(sum, to, dot(sub(ball, toeJoint), from)), [0, 0, 0]),
  );
  const front = [...underToes, ...toes];
  const count = heels.length + front.length;
  return {
    link,
    toeLink,
    count,
    points: Float64Array.from([...heels, ...front].flat()),
    links: Int32Array.from({ length: count }, (_, i) => (i < heels.length ? link : toeLink)),
    isFront: Uint8Array.from({ length: count }, (_, i) => (i < heels.length ? 0 : 1)),
    up,
    forward,
    centre: Float64Array.from(meanOf([...heels, ...balls])),
    toeUp,
    toeCentre: Float64Array.from(meanOf(front)),
  };
}

const meanOf = (points: readonly Vec3[]): Vec3 =>
  points.reduce<Vec3>((sum, p) => along(sum, p, 1 / points.length), [0, 0, 0]);

/** Normal of the plane through the points, on the side of the ankle. */
export function normalOf(points: readonly Vec3[], ankle: Vec3): Vec3 {
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
