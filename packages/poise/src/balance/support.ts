/**
 * Support polygons: per frame the convex hull of every sole point whose part touches the ground. One rule serves single,
 * double, heel, toe and no support alike.
 */
import type { Body } from '../body/body.ts';
import { convexHull } from '../math/polygon.ts';
import { type FootContacts, SOLE_PARTS } from './contacts.ts';
import type { BodyTrace } from './trace.ts';

/** Polygons of all frames, one after the other. */
export interface Support {
  readonly start: Int32Array; // frames+1 index of the first point of each frame
  readonly points: Float64Array; // points×2 [m] (x, z)
}

/** Builds the polygons from the contacts of the same frame, or, with `reach` > 0, of all frames within ± reach: the hull
 *  that uncertain contact times leave open. Points are those of the frame itself. */
export function supportPolygons(
  body: Body,
  trace: BodyTrace,
  contacts: readonly [FootContacts, FootContacts],
  reach = 0,
): Support {
  const frames = trace.frameCount;
  const most = body.soles[0].segments.length + body.soles[1].segments.length;
  const start = new Int32Array(frames + 1);
  const corners = new Float64Array(2 * most);
  let points = new Float64Array(2 * Math.max(16, 8 * frames));
  let size = 0; // in pairs
  const open = [dilate(contacts[0].touches, frames, reach), dilate(contacts[1].touches, frames, reach)];
  for (let frame = 0; frame < frames; frame++) {
    let count = 0;
    for (let foot = 0; foot < 2; foot++) {
      const sole = body.soles[foot];
      const row = frame * sole.points.length;
      for (let i = 0; i < sole.segments.length; i++) {
        if (open[foot][3 * frame + SOLE_PARTS.indexOf(sole.parts[i])] === 0) continue;
        corners[2 * count] = trace.soles[foot][row + 3 * i];
        corners[2 * count + 1] = trace.soles[foot][row + 3 * i + 2];
        count++;
      }
    }
    if (2 * (size + most + 1) > points.length) {
      const larger = new Float64Array(2 * points.length + 2 * most + 2);
      larger.set(points);
      points = larger;
    }
    start[frame] = size;
    size += convexHull(points, 2 * size, corners, count);
  }
  start[frames] = size;
  return { start, points: points.slice(0, 2 * size) };
}

/** 1 where any frame within ± reach is 1; per part (frames × 3). Linear in frames whatever the reach. */
function dilate(touches: Uint8Array, frames: number, reach: number): Uint8Array {
  if (reach === 0) return touches;
  const out = new Uint8Array(touches.length);
  for (let part = 0; part < 3; part++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let frame = 0; frame < frames; frame++) {
      if (touches[3 * frame + part]) last = frame;
      if (frame - last <= reach) out[3 * frame + part] = 1;
    }
    let next = Number.POSITIVE_INFINITY;
    for (let frame = frames - 1; frame >= 0; frame--) {
      if (touches[3 * frame + part]) next = frame;
      if (next - frame <= reach) out[3 * frame + part] = 1;
    }
  }
  return out;
}
