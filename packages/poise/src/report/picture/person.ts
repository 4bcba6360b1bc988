/** A body as its shapes show it, in one frame, seen from one side. */
import type { Body } from '../../body/body.ts';
import type { BodyShape } from '../../body/shapes.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { type Canvas, type Colour, drawBall } from './canvas.ts';

/** Where a picture is looked at from: orthographic, unit vectors in world axes. */
export interface View {
  readonly right: readonly [x: number, z: number]; // of the picture; up is up
  readonly near: readonly [x: number, z: number]; // to the viewer
  readonly middle: readonly [x: number, z: number]; // [m] world point in the middle of the picture
  readonly floor: number; // [m] height of the world at the baseline
  readonly baseline: number; // [pixels] of the floor from the top
  readonly scale: number; // [pixels/m]
}

/** A character that faces (x, z), from its right side: it looks to the right of the picture. */
export const fromTheSide = ([x, z]: readonly [number, number]): Pick<View, 'right' | 'near'> => ({
  right: [x, z],
  near: [-z, x],
});

/** The same from ahead. */
export const fromTheFront = ([x, z]: readonly [number, number]): Pick<View, 'right' | 'near'> => ({
  right: [z, -x],
  near: [x, z],
});

const TRUNK: Colour = [188, 184, 176];
const LEFT: Colour = [226, 142, 74];
const RIGHT: Colour = [92, 140, 206];
const BALLS_PER_RADIUS = 3; // so close together that a row of balls looks like a capsule
const MOST_BALLS = 60;
const FILLED = 5; // steps from one capsule of the trunk to the next
const TRUNK_PARTS = ['pelvis', 'waist', 'chest'] as const;

/** Ends of a shape in the world: near, far [m], radii [m]. */
interface Placed {
  readonly ends: Float64Array; // 2×3
  readonly radii: readonly [near: number, far: number];
}

/** Draws a body whose kinematics ws holds. */
export function drawPerson(canvas: Canvas, body: Body, ws: Workspace, view: View): void {
  const placed = new Map(body.shapes.map((shape) => [shape, place(shape, ws)]));
  for (const [{ side }, capsule] of placed) {
    drawCapsule(canvas, view, capsule, side === undefined ? TRUNK : side === 'left' ? LEFT : RIGHT);
  }
  // the trunk's capsules lie across: what is between them is filled
  const trunk = TRUNK_PARTS.flatMap((part) =>
    [...placed].filter(([shape]) => shape.part === part).map(([, one]) => one),
  );
  for (let i = 1; i < trunk.length; i++) {
    for (let k = 1; k < FILLED; k++) drawCapsule(canvas, view, between(trunk[i - 1], trunk[i], k / FILLED), TRUNK);
  }
}

function place({ segment, near, far, nearRadius, farRadius }: BodyShape, ws: Workspace): Placed {
  const inSegment = Float64Array.of(...near, ...far);
  const ends = new Float64Array(6);
  for (const i of [0, 3]) {
    transformPoint3(ends, i, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, inSegment, i);
  }
  return { ends, radii: [nearRadius, farRadius] };
}

const between = (a: Placed, b: Placed, t: number): Placed => ({
  ends: a.ends.map((x, i) => x + t * (b.ends[i] - x)),
  radii: [a.radii[0] + t * (b.radii[0] - a.radii[0]), a.radii[1] + t * (b.radii[1] - a.radii[1])],
});

/** A row of balls that looks like a capsule. */
function drawCapsule(canvas: Canvas, view: View, { ends, radii: [near, far] }: Placed, colour: Colour): void {
  const length = Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
  const thin = Math.max(1e-3, Math.min(near, far));
  const count = Math.min(MOST_BALLS, 1 + Math.ceil((BALLS_PER_RADIUS * length) / thin));
  const point = new Float64Array(3);
  for (let k = 0; k <= count; k++) {
    const t = k / count;
    for (let c = 0; c < 3; c++) point[c] = ends[c] + t * (ends[3 + c] - ends[c]);
    drawAt(canvas, view, point, 0, near + t * (far - near), colour);
  }
}

/** A ball of `radius` [m] at the world point p[i]. */
export function drawAt(canvas: Canvas, view: View, p: Float64Array, i: number, radius: number, colour: Colour): void {
  const [x, z] = [p[i] - view.middle[0], p[i + 2] - view.middle[1]];
  const across = canvas.width / 2 + view.scale * (x * view.right[0] + z * view.right[1]);
  const down = view.baseline - view.scale * (p[i + 1] - view.floor);
  const near = view.scale * (x * view.near[0] + z * view.near[1]);
  drawBall(canvas, across, down, near, Math.max(1, view.scale * radius), colour);
}
