/** The whole path from above. A straight path is turned so that it runs along the wide side. */
import { colour, dot, prepare, roundStep, type Surface } from './canvas.ts';
import type { Scene } from './unpack.ts';

type Point = readonly [number, number];

interface Projection extends Surface {
  readonly scale: number; // pixels per metre
  readonly turn: number; // [rad] from forward to the right side of the picture, anticlockwise
  readonly place: (forward: number, left: number) => Point;
}

/** A path this many times as long as it is wide has a direction of its own. */
const STRAIGHT = 2;
const LEAST_LENGTH = 1; // [m]
const AIR = 28; // [px] about the path

export function drawPath(canvas: HTMLCanvasElement, scene: Scene, sample: number, from: number, to: number): void {
  const surface = prepare(canvas);
  const { context } = surface;
  const projection = fitPlan(surface, scene, from, to);
  const paint = { com: colour('com'), zmp: colour('zmp'), out: colour('out') };
  drawGrid(projection);
  drawFootprints(projection, scene);
  drawPolygon(projection, scene, sample);
  const { comForward, comLeft, zmpForward, zmpLeft, margin } = scene.series;
  drawTrail(projection, scene, comForward, comLeft, () => paint.com, 1.25, from, to);
  const tone = (i: number): string => (margin[i]! < 0 ? paint.out : paint.zmp);
  // At lift-off and touch-down the ZMP runs far off; only what is judged is a path.
  const pathTone = (i: number): string | undefined => (scene.contacts[i]! & 64 ? tone(i) : undefined);
  drawTrail(projection, scene, zmpForward, zmpLeft, pathTone, 2, from, to);
  dot(context, ...projection.place(comForward[sample]!, comLeft[sample]!), 5, paint.com);
  if (Number.isFinite(zmpForward[sample]!) && Number.isFinite(margin[sample]!)) {
    dot(context, ...projection.place(zmpForward[sample]!, zmpLeft[sample]!), 6, tone(sample));
  }
}

/** Support, CoM and the judged ZMP of the shown time decide what is shown; a ZMP that shoots off at lift-off does not. */
function fitPlan(surface: Surface, scene: Scene, from: number, to: number): Projection {
  const points: Point[] = [];
  const take = (forward: number, left: number): void => {
    if (Number.isFinite(forward)) points.push([forward, left]);
  };
  const whole = to - from >= scene.duration - 1e-9;
  for (let i = 0; i < scene.count; i++) {
    if (scene.time[i]! < from || scene.time[i]! > to) continue;
    take(scene.series.comForward[i]!, scene.series.comLeft[i]!);
    if (scene.contacts[i]! & 64) take(scene.series.zmpForward[i]!, scene.series.zmpLeft[i]!);
    for (let p = scene.polygonStart[i]!; p < scene.polygonStart[i + 1]!; p++) {
      take(scene.polygonForward[p]!, scene.polygonLeft[p]!);
    }
  }
  for (const { points: print } of whole ? scene.data.footprints : []) {
    for (let i = 0; i < print.length; i += 2) take(print[i]!, print[i + 1]!);
  }
  const turn = turnOf(points);
  const box = boxOf(points, turn);
  const spans = [Math.max(0.5, box.high[0] - box.low[0]), Math.max(0.5, box.high[1] - box.low[1])] as const;
  const scale = Math.min((surface.width - 2 * AIR) / spans[0], (surface.height - 2 * AIR) / spans[1]);
  const middle = [(box.low[0] + box.high[0]) / 2, (box.low[1] + box.high[1]) / 2] as const;
  const place = (forward: number, left: number): Point => {
    const [along, across] = turned(forward, left, turn);
    return [surface.width / 2 + (along - middle[0]) * scale, surface.height / 2 - (across - middle[1]) * scale];
  };
  return { ...surface, scale, turn, place };
}

const turned = (forward: number, left: number, turn: number): Point => [
  Math.cos(turn) * forward - Math.sin(turn) * left,
  Math.sin(turn) * forward + Math.cos(turn) * left,
];

function boxOf(points: readonly Point[], turn: number): { readonly low: Point; readonly high: Point } {
  let [lowX, lowY, highX, highY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1 / 0, -1 / 0];
  for (const point of points) {
    const [x, y] = turned(...point, turn);
    lowX = Math.min(lowX, x);
    lowY = Math.min(lowY, y);
    highX = Math.max(highX, x);
    highY = Math.max(highY, y);
  }
  return { low: [lowX, lowY], high: [highX, highY] };
}

/** The turn that lays the main axis of the points across the picture, forward staying to the right; 0 where they have none. */
function turnOf(points: readonly Point[]): number {
  const n = Math.max(1, points.length);
  const mean = [0, 0];
  for (const [x, y] of points) {
    mean[0] = mean[0]! + x / n;
    mean[1] = mean[1]! + y / n;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mean[0]!) ** 2;
    xy += (x - mean[0]!) * (y - mean[1]!);
    yy += (y - mean[1]!) ** 2;
  }
  // The main axis lies at half the angle of (xx − yy, 2 xy), within a quarter turn of forward.
  const turn = -0.5 * Math.atan2(2 * xy, xx - yy);
  const { low, high } = boxOf(points, turn);
  const straight = high[0] - low[0] > Math.max(LEAST_LENGTH, STRAIGHT * (high[1] - low[1]));
  return straight ? turn : 0;
}

/** Squares along the sides of the picture, and an arrow that says where forward is. */
function drawGrid({ context, width, height, scale, turn }: Projection): void {
  const step = roundStep(width / scale, width / 80);
  context.strokeStyle = colour('grid');
  context.lineWidth = 1;
  context.beginPath();
  for (let x = (width / 2) % (step * scale); x < width; x += step * scale) {
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, height);
  }
  for (let y = (height / 2) % (step * scale); y < height; y += step * scale) {
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
  }
  context.stroke();
  context.fillStyle = colour('soft');
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  const size = step >= 1 ? `${step} m` : `${Math.round(100 * step)} cm`;
  context.fillText(`grid ${size} · forward`, width - 34, height - 10);
  drawArrow(context, width - 20, height - 14, turn);
}

/** A small arrow about a point; turned anticlockwise from pointing right. */
function drawArrow(context: CanvasRenderingContext2D, x: number, y: number, turn: number): void {
  const way = [Math.cos(turn), -Math.sin(turn)] as const;
  context.strokeStyle = colour('soft');
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(x - 7 * way[0], y - 7 * way[1]);
  context.lineTo(x + 7 * way[0], y + 7 * way[1]);
  for (const side of [1, -1]) {
    context.moveTo(x + 7 * way[0], y + 7 * way[1]);
    context.lineTo(x + 2 * way[0] - 4 * side * way[1], y + 2 * way[1] + 4 * side * way[0]);
  }
  context.stroke();
}

function drawFootprints({ context, place }: Projection, scene: Scene): void {
  for (const { side, points } of scene.data.footprints) {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(...place(points[i]!, points[i + 1]!));
    context.closePath();
    context.fillStyle = colour('support');
    context.globalAlpha = 0.55;
    context.fill();
    context.globalAlpha = 0.9;
    context.lineWidth = 1.25;
    context.strokeStyle = colour(side === 'left' ? 'bone-left' : 'bone-right');
    context.stroke();
    context.globalAlpha = 1;
  }
}

function drawPolygon({ context, place }: Projection, scene: Scene, sample: number): void {
  const start = scene.polygonStart[sample]!;
  const end = scene.polygonStart[sample + 1]!;
  if (end <= start) return;
  context.beginPath();
  for (let i = start; i < end; i++) context.lineTo(...place(scene.polygonForward[i]!, scene.polygonLeft[i]!));
  context.closePath();
  context.fillStyle = colour('zmp');
  context.globalAlpha = 0.16;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colour('zmp');
  context.lineWidth = 1.5;
  context.stroke();
}

/** A path whose colour may change; what lies outside the shown time is faint. */
function drawTrail(
  { context, place }: Projection,
  scene: Scene,
  forward: Float64Array,
  left: Float64Array,
  tone: (sample: number) => string | undefined,
  width: number,
  from: number,
  to: number,
): void {
  context.lineWidth = width;
  for (let i = 1; i < scene.count; i++) {
    const stroke = tone(i);
    if (!stroke || !Number.isFinite(forward[i]!) || !Number.isFinite(forward[i - 1]!)) continue;
    const shown = scene.time[i]! >= from && scene.time[i]! <= to;
    context.globalAlpha = shown ? 0.95 : 0.15;
    context.strokeStyle = stroke;
    context.beginPath();
    context.moveTo(...place(forward[i - 1]!, left[i - 1]!));
    context.lineTo(...place(forward[i]!, left[i]!));
    context.stroke();
  }
  context.globalAlpha = 1;
}
