/** Footprints: where the soles of a character stand, taken when they stand still. */
import { type Body, createWorkspace, forwardKinematics, type Workspace } from 'poise';

export interface Print {
  readonly frame: number; // from which it is seen
  readonly side: 0 | 1; // left, right
  readonly own: boolean; // of the one who was hit; else of the undisturbed gait
  readonly outline: Float32Array; // corners × (x, z) [m], in order round the sole
}

const NEAR = 0.03; // [m] above the lowest place so far: it may stand
const SLOW = 0.3; // [m/s] of the middle of the sole: it stands
const FAST = 0.9; // it has left
const STILL = 3; // frames in a row

export interface PrintMaker {
  /** Tells of every frame in turn; returns the prints that were made in it. */
  readonly frame: (frame: number, q: Float64Array, dt: number) => readonly Print[];
}

interface Foot {
  readonly side: 0 | 1;
  before: Point | undefined; // middle of the sole in the last frame
  still: number; // frames in a row
  printed: boolean; // since it last left
}

export function createPrints(body: Body, own: boolean): PrintMaker {
  const ws = createWorkspace(body);
  const feet = ([0, 1] as const).map((side): Foot => ({ side, before: undefined, still: 0, printed: false }));
  let floor = Number.POSITIVE_INFINITY; // [m] lowest point of a sole so far

  const look = (foot: Foot, frame: number, dt: number): Print | undefined => {
    const { points, low } = soleOf(body, ws, foot.side);
    floor = Math.min(floor, low);
    const middle: Point = [mean(points, 0), mean(points, 1)];
    const { before } = foot;
    foot.before = middle;
    if (!before) return undefined;
    const speed = Math.hypot(middle[0] - before[0], middle[1] - before[1]) / dt;
    if (speed > FAST) foot.printed = false;
    foot.still = speed < SLOW && low < floor + NEAR ? foot.still + 1 : 0;
    if (foot.printed || foot.still < STILL) return undefined;
    foot.printed = true;
    return { frame, side: foot.side, own, outline: hullOf(points) };
  };

  return {
    frame(frame, q, dt) {
      forwardKinematics(body, ws, q);
      return feet.map((foot) => look(foot, frame, dt)).filter((print) => print !== undefined);
    },
  };
}

const mean = (points: readonly Point[], c: 0 | 1): number =>
  points.reduce((sum, point) => sum + point[c], 0) / points.length;

type Point = readonly [x: number, z: number];

/** Points of a sole over the floor, and its lowest height [m]. */
function soleOf(
  body: Body,
  { segmentOrigin, worldFromSegment }: Workspace,
  side: 0 | 1,
): { readonly points: readonly Point[]; readonly low: number } {
  const { segments, points } = body.soles[side];
  let low = Number.POSITIVE_INFINITY;
  const placed = Array.from(segments, (segment, i): Point => {
    const row = (r: number): number =>
      segmentOrigin[3 * segment + r]! +
      [0, 1, 2].reduce((sum, c) => sum + worldFromSegment[9 * segment + 3 * r + c]! * points[3 * i + c]!, 0);
    low = Math.min(low, row(1));
    return [row(0), row(2)];
  });
  return { points: placed, low };
}

/** Corners of the convex hull, in order. */
export function hullOf(points: readonly Point[]): Float32Array {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (order: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of order) {
      while (chain.length >= 2) {
        const [a, b] = [chain.at(-2)!, chain.at(-1)!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return Float32Array.from([...half(sorted), ...half(sorted.reverse())].flat());
}
