/** Would the adapted steps land on ground, and not on the other foot? */
import { signedDistance } from '../../math/polygon.ts';
import { channelsOf } from './channels.ts';
import { type Entry, landingsOf } from './entries.ts';
import type { Candidate, FootPlace, Point, Query, Rejection } from './selection.ts';

const FARTHEST = 1.3; // [leg lengths] between the balls after a step
const LEAST_GAP = 0.08; // [m] between the balls sideways, while the feet are side by side
const BESIDE = 0.25; // [m] fore and aft
const TOE = 0.35; // the toes reach this share of the foot beyond the ball

/** Undefined when all is well. `leg`: leg length [m]; `shift`: where the response's neutral stance lies now [m]. */
export function checkLandings(
  entry: Entry,
  candidate: Pick<Candidate, 'frame' | 'amplitude' | 'psi'>,
  query: Query,
  leg: number,
  shift: Point,
): Rejection | undefined {
  const places: [Point, Point] = [query.feet[0].ball, query.feet[1].ball];
  const [sine, cosine] = [Math.sin(candidate.psi), Math.cos(candidate.psi)];
  const size = leg * candidate.amplitude;
  const { weightShift } = channelsOf(entry.response);
  const sign = entry.mirrored ? -1 : 1;
  for (const { side, frame, x, z, yaw } of landingsOf(entry)) {
    if (frame < candidate.frame) continue;
    const foot = side === 'left' ? 0 : 1;
    const { neutral } = query.feet[foot];
    // and what is kept of the shift of weight (weight-shift.ts)
    const own = entry.mirrored ? 1 - foot : foot;
    const gone = weightShift ? sign * weightShift.footprint * weightShift.share[own][frame] : 0;
    places[foot] = [
      neutral[0] + shift[0] + size * (cosine * x + sine * z) + gone * (leg - size * cosine),
      neutral[1] + shift[1] + size * (cosine * z - sine * x) + gone * size * sine,
    ];
    if (!onGround(places[foot], query.feet[foot], yaw, query.walkable)) return 'ground';
    if (Math.hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]) > FARTHEST * leg) return 'stance';
    const gap = places[0][0] - places[1][0];
    const beside = Math.abs(places[0][1] - places[1][1]) < BESIDE;
    if (beside && gap < LEAST_GAP && !entry.response.attributes.crossOver && candidate.psi !== 0) return 'crossing';
  }
  return undefined;
}

/** Do heel, ball and toes lie on one of the polygons? */
function onGround(ball: Point, foot: FootPlace, yaw: number, walkable: Query['walkable']): boolean {
  if (walkable.length === 0) return true;
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const heel: Point = [cosine * foot.heel[0] + sine * foot.heel[1], cosine * foot.heel[1] - sine * foot.heel[0]];
  return [0, 1, -TOE].every((share) => {
    const point: Point = [ball[0] + share * heel[0], ball[1] + share * heel[1]];
    return walkable.some((polygon) => isInside(polygon, point));
  });
}

const nearest = new Float64Array(2);

/** Points of a polygon may turn either way. */
export function isInside(polygon: readonly Point[], [x, z]: Point): boolean {
  const points = Float64Array.from(polygon.flat());
  if (signedDistance(nearest, points, 0, polygon.length, x, z) >= 0) return true;
  const other = Float64Array.from([...polygon].reverse().flat());
  return signedDistance(nearest, other, 0, polygon.length, x, z) >= 0;
}
