/** Footprints: where the soles of a character stand, taken when they stand still. */
import type { Body } from 'poise';
import { convexHull, createWorkspace, forwardKinematics } from 'poise/dynamics';
import { placeSole } from '../../scene/soles.ts';

export interface Print {
  readonly frame: number; // from which it is seen
  readonly side: 0 | 1; // left, right
  readonly own: boolean; // of the one who was hit; else of the undisturbed gait
  readonly outline: Float32Array; // corners × (x, z) [m], in order round the sole
}

const NEAR = 0.1; // [m] above the lowest place so far: it may stand; captured soles dip into the floor and hover by some centimetres
const SLOW = 0.6; // [m/s] of the middle of the sole: it stands, though it may roll
const FAST = 1.2; // it has left
const STILL = 2; // frames in a row

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
  const soles = [new Float64Array(body.soles[0].points.length), new Float64Array(body.soles[1].points.length)] as const;
  const feet = ([0, 1] as const).map((side): Foot => ({ side, before: undefined, still: 0, printed: false }));
  let floor = Number.POSITIVE_INFINITY; // [m] lowest point of a sole so far

  const look = (foot: Foot, frame: number, dt: number): Print | undefined => {
    const points = soles[foot.side];
    placeSole(points, body.soles[foot.side], { origins: ws.segmentOrigin, rotations: ws.segmentRotation });
    const low = lowest(points);
    floor = Math.min(floor, low);
    const middle: Point = [mean(points, 0), mean(points, 2)];
    const { before } = foot;
    foot.before = middle;
    if (!before) return undefined;
    const speed = Math.hypot(middle[0] - before[0], middle[1] - before[1]) / dt;
    if (speed > FAST) foot.printed = false;
    foot.still = speed < SLOW && low < floor + NEAR ? foot.still + 1 : 0;
    if (foot.printed || foot.still < STILL) return undefined;
    foot.printed = true;
    return { frame, side: foot.side, own, outline: outlineOf(points) };
  };

  return {
    frame(frame, q, dt) {
      forwardKinematics(body, ws, q);
      return feet.map((foot) => look(foot, frame, dt)).filter((print) => print !== undefined);
    },
  };
}

type Point = readonly [x: number, z: number];

/** Of m×3 points, coordinate c. */
function mean(points: Float64Array, c: 0 | 2): number {
  let sum = 0;
  for (let i = c; i < points.length; i += 3) sum += points[i]!;
  return (3 * sum) / points.length;
}

/** Height of the lowest of m×3 points. */
function lowest(points: Float64Array): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = 1; i < points.length; i += 3) low = Math.min(low, points[i]!);
  return low;
}

/** Corners (x, z) of what m×3 points cover of the floor, in order. */
export function outlineOf(points: Float64Array): Float32Array {
  const count = points.length / 3;
  const pairs = Float64Array.from({ length: 2 * count }, (_, i) => points[3 * (i >> 1) + 2 * (i % 2)]!);
  const hull = new Float64Array(2 * count + 2);
  return Float32Array.from(hull.subarray(0, 2 * convexHull(hull, 0, pairs, count)));
}
