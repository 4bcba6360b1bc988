/**
 * Support polygons: per frame the convex hull of all that touches the ground: sole points whose part touches, hands, knees, seat, back and head. One rule
 * serves single, double, heel, toe, crawling and no support alike.
 */
import type { Body } from '../body/body.ts';
import { convexHull } from '../math/polygon.ts';
import { type FootContacts, SOLE_PARTS } from './contacts.ts';
import type { PartContacts } from './parts.ts';
import type { BodyTrace } from './trace.ts';

/** Polygons of all frames, one after the other. */
export interface Support {
  readonly start: Int32Array; // frames+1 index of the first point of each frame
  readonly points: Float64Array; // points×2 [m] (x, z)
}

export interface SupportOptions {
  readonly parts?: PartContacts; // what touches besides the feet
  /** [frames] by which contacts reach to both sides in time; of the parts then all count that are near the ground, at rest or not. */
  readonly reach?: { readonly feet: number; readonly parts: number };
  /** Beside what touches, parts of the feet that are lower [m] and slower [m/s] than one of these may carry too, where they are needed. */
  readonly low?: readonly { readonly height: number; readonly speed: number }[];
}

/** Builds the polygons from the contacts of the same frame, or, with `reach`, of all frames around: the hull
 *  that uncertain contact times leave open. Points are those of the frame itself. */
export function supportPolygons(
  body: Body,
  trace: BodyTrace,
  contacts: readonly [FootContacts, FootContacts],
  options: SupportOptions = {},
): Support {
  const { reach, low } = options;
  const parts = options.parts?.near.includes(1) ? options.parts : undefined;
  const frames = trace.frameCount;
  const m = parts?.points.length ?? 0;
  const most = body.soles[0].segments.length + body.soles[1].segments.length + m;
  const start = new Int32Array(frames + 1);
  const corners = new Float64Array(2 * most);
  let points = new Float64Array(2 * Math.max(16, 8 * frames));
  let size = 0; // in pairs
  const feet = contacts.map(({ touches }) => dilate(touches, 3, reach?.feet ?? 0));
  const carries = parts && reach ? dilate(parts.near, m, reach.parts) : (parts?.touches ?? new Uint8Array(0));
  for (let frame = 0; frame < frames; frame++) {
    let count = 0;
    const isCarried = low && feet.some((touches) => touches.subarray(3 * frame, 3 * frame + 3).includes(1));
    for (let foot = 0; foot < 2; foot++) {
      const sole = body.soles[foot];
      const row = frame * sole.points.length;
      for (let i = 0; i < sole.segments.length; i++) {
        const part = 3 * frame + SOLE_PARTS.indexOf(sole.parts[i]);
        const { height, speed } = contacts[foot];
        const isLow = low?.some((limit) => height[part] < limit.height && speed[part] < limit.speed);
        if (feet[foot][part] === 0 && !(isLow && isCarried)) continue;
        corners[2 * count] = trace.soles[foot][row + 3 * i];
        corners[2 * count + 1] = trace.soles[foot][row + 3 * i + 2];
        count++;
      }
    }
    for (let k = 0; k < m; k++) {
      if (carries[frame * m + k] === 0) continue;
      corners[2 * count] = trace.touchable[3 * (frame * m + k)];
      corners[2 * count + 1] = trace.touchable[3 * (frame * m + k) + 2];
      count++;
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

/** 1 where any frame within ± reach is 1; per column (frames × width). Linear in frames whatever the reach. */
function dilate(touches: Uint8Array, width: number, reach: number): Uint8Array {
  if (reach === 0) return touches;
  const frames = width > 0 ? touches.length / width : 0;
  const out = new Uint8Array(touches.length);
  for (let column = 0; column < width; column++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let frame = 0; frame < frames; frame++) {
      if (touches[width * frame + column]) last = frame;
      if (frame - last <= reach) out[width * frame + column] = 1;
    }
    let next = Number.POSITIVE_INFINITY;
    for (let frame = frames - 1; frame >= 0; frame--) {
      if (touches[width * frame + column]) next = frame;
      if (next - frame <= reach) out[width * frame + column] = 1;
    }
  }
  return out;
}
