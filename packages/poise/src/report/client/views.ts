/** The person from the side, from the front and the whole path from above. */
import { colour, prepare, roundStep, type Surface } from './canvas.ts';
import { hullOf } from './hull.ts';
import type { Scene } from './unpack.ts';

/** Radius of the head over stature. */
const HEAD = 0.06;

/** A place for a horizontal coordinate and a height, or for two horizontal ones. */
interface Projection extends Surface {
  readonly scale: number; // pixels per metre
  readonly x: (across: number) => number;
  readonly y: (along: number) => number;
}

const dot = (context: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void => {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = colour('panel');
  context.stroke();
};

/** Coordinates of a figure point at a sample, between the two stored figures about it. */
function figureCoordinate(scene: Scene, axis: Float64Array, sample: number, point: number): number {
  const { stride, pointCount } = scene.data.figure;
  const last = axis.length / pointCount - 1;
  const at = Math.min(last, sample / stride);
  const i = Math.min(last, Math.floor(at));
  const j = Math.min(last, i + 1);
  const a = axis[i * pointCount + point]!;
  return a + (at - i) * (axis[j * pointCount + point]! - a);
}

/** Side: forward to the right. Front: the person's left to the right. The view follows the centre of mass. */
export function drawFigure(canvas: HTMLCanvasElement, scene: Scene, sample: number, view: 'side' | 'front'): void {
  const surface = prepare(canvas);
  const { context, width, height } = surface;
  const isSide = view === 'side';
  const across = isSide ? scene.figure.forward : scene.figure.left;
  const centre = (isSide ? scene.series.comForward : scene.series.comLeft)[sample]!;
  const floor = height - 40;
  const scale = Math.min((floor - 26) / (1.14 * scene.data.height), width / (0.6 * scene.data.height));
  const projection: Projection = {
    ...surface,
    scale,
    x: (a) => width / 2 + (a - centre) * scale,
    y: (h) => floor - h * scale,
  };
  drawFloor(projection, centre);
  drawSupportBar(projection, scene, sample, isSide);
  drawBones(projection, scene, across, sample, isSide);
  const comX = projection.x(centre);
  const comY = projection.y(scene.series.comHeight[sample]!);
  context.setLineDash([3, 3]);
  context.strokeStyle = colour('com');
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(comX, comY);
  context.lineTo(comX, floor);
  context.stroke();
  context.setLineDash([]);
  dot(context, comX, comY, 6, colour('com'));
  const zmp = (isSide ? scene.series.zmpForward : scene.series.zmpLeft)[sample]!;
  if (Number.isFinite(zmp) && Number.isFinite(scene.series.margin[sample]!)) {
    const inside = scene.series.margin[sample]! >= 0;
    dot(context, projection.x(zmp), floor, 6, colour(inside ? 'zmp' : 'out'));
  }
}

/** The floor with a tick every 50 cm that moves with the world. */
function drawFloor({ context, width, scale, x, y }: Projection, centre: number): void {
  context.strokeStyle = colour('support-edge');
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, y(0) + 0.5);
  context.lineTo(width, y(0) + 0.5);
  const reach = width / 2 / scale;
  for (let mark = Math.ceil((centre - reach) / 0.5) * 0.5; mark < centre + reach; mark += 0.5) {
    context.moveTo(x(mark), y(0));
    context.lineTo(x(mark), y(0) + 5);
  }
  context.stroke();
}

function drawSupportBar({ context, x, y }: Projection, scene: Scene, sample: number, isSide: boolean): void {
  const low = (isSide ? scene.series.supportBack : scene.series.supportRight)[sample]!;
  const high = (isSide ? scene.series.supportFront : scene.series.supportLeft)[sample]!;
  if (!Number.isFinite(low)) return;
  context.fillStyle = colour('support-edge');
  context.fillRect(x(low), y(0) + 1, x(high) - x(low), 5);
}

/** Far limbs fainter, so that left and right can be told apart; soles as their outline. */
function drawBones(
  { context, x, y, scale }: Projection,
  scene: Scene,
  across: Float64Array,
  sample: number,
  isSide: boolean,
): void {
  const { bones, soles, head } = scene.data.figure;
  const { up, left } = scene.figure;
  const place = (point: number): readonly [number, number] => [
    x(figureCoordinate(scene, across, sample, point)),
    y(figureCoordinate(scene, up, sample, point)),
  ];
  const middle = scene.series.comLeft[sample]!;
  context.lineCap = 'round';
  context.lineWidth = Math.max(2, 0.022 * scale);
  context.strokeStyle = colour('bone');
  for (let i = 0; i < bones.length; i += 2) {
    const [x1, y1] = place(bones[i]!);
    const [x2, y2] = place(bones[i + 1]!);
    const far = isSide && figureCoordinate(scene, left, sample, bones[i + 1]!) > middle + 0.02;
    context.globalAlpha = far ? 0.38 : 1;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
  if (head >= 0) {
    const [hx, hy] = place(head);
    context.beginPath();
    context.arc(hx, hy, HEAD * scene.data.height * scale, 0, 2 * Math.PI);
    context.fillStyle = colour('panel');
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour('bone');
    context.stroke();
  }
  for (const [foot, points] of soles.entries()) {
    context.globalAlpha = isSide && foot === 0 ? 0.38 : 1;
    const outline = hullOf(points.map(place));
    context.beginPath();
    for (const [px, py] of outline) context.lineTo(px, py);
    context.closePath();
    context.lineWidth = 2;
    context.strokeStyle = colour(foot === 0 ? 'bone-left' : 'bone-right');
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** The plan: forward to the right, left up. */
export function drawPath(canvas: HTMLCanvasElement, scene: Scene, sample: number, from: number, to: number): void {
  const surface = prepare(canvas);
  const { context } = surface;
  const projection = fitPlan(surface, scene, from, to);
  const paint = { com: colour('com'), zmp: colour('zmp'), out: colour('out') };
  drawPlanGrid(projection);
  for (const { side, points } of scene.data.footprints) {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(projection.x(points[i]!), projection.y(points[i + 1]!));
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
  drawPolygon(projection, scene, sample);
  drawTrail(projection, scene, scene.series.comForward, scene.series.comLeft, () => paint.com, 1.25, from, to);
  const tone = (i: number): string => (scene.series.margin[i]! < 0 ? paint.out : paint.zmp);
  // At lift-off and touch-down the ZMP runs far off; only what is judged is a path.
  const pathTone = (i: number): string | undefined => (scene.contacts[i]! & 64 ? tone(i) : undefined);
  drawTrail(projection, scene, scene.series.zmpForward, scene.series.zmpLeft, pathTone, 2, from, to);
  dot(
    context,
    projection.x(scene.series.comForward[sample]!),
    projection.y(scene.series.comLeft[sample]!),
    5,
    colour('com'),
  );
  const zmp = scene.series.zmpForward[sample]!;
  if (Number.isFinite(zmp) && Number.isFinite(scene.series.margin[sample]!)) {
    dot(context, projection.x(zmp), projection.y(scene.series.zmpLeft[sample]!), 6, tone(sample));
  }
}

/** Support, CoM and the judged ZMP of the shown time decide what is shown; a ZMP that shoots off at lift-off does not. */
function fitPlan(surface: Surface, scene: Scene, from: number, to: number): Projection {
  const box = {
    low: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    high: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  };
  const take = (forward: number, left: number): void => {
    if (!Number.isFinite(forward)) return;
    box.low = [Math.min(box.low[0]!, forward), Math.min(box.low[1]!, left)];
    box.high = [Math.max(box.high[0]!, forward), Math.max(box.high[1]!, left)];
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
  for (const { points } of whole ? scene.data.footprints : []) {
    for (let i = 0; i < points.length; i += 2) take(points[i]!, points[i + 1]!);
  }
  const air = 28;
  const spans = [Math.max(0.5, box.high[0]! - box.low[0]!), Math.max(0.5, box.high[1]! - box.low[1]!)];
  const scale = Math.min((surface.width - 2 * air) / spans[0]!, (surface.height - 2 * air) / spans[1]!);
  const middle = [(box.low[0]! + box.high[0]!) / 2, (box.low[1]! + box.high[1]!) / 2];
  return {
    ...surface,
    scale,
    x: (forward) => surface.width / 2 + (forward - middle[0]!) * scale,
    y: (left) => surface.height / 2 - (left - middle[1]!) * scale,
  };
}

function drawPlanGrid({ context, width, height, scale, x, y }: Projection): void {
  const step = roundStep(width / scale, width / 80);
  context.strokeStyle = colour('grid');
  context.lineWidth = 1;
  context.beginPath();
  const left = Math.ceil((0 - x(0)) / scale / step) * step;
  for (let forward = left; x(forward) < width; forward += step) {
    context.moveTo(Math.round(x(forward)) + 0.5, 0);
    context.lineTo(Math.round(x(forward)) + 0.5, height);
  }
  const bottom = Math.ceil((y(0) - height) / scale / step) * step;
  for (let side = bottom; y(side) > 0; side += step) {
    context.moveTo(0, Math.round(y(side)) + 0.5);
    context.lineTo(width, Math.round(y(side)) + 0.5);
  }
  context.stroke();
  context.fillStyle = colour('soft');
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillText(
    `grid ${step >= 1 ? `${step} m` : `${Math.round(100 * step)} cm`} · forward →`,
    width - 12,
    height - 10,
  );
}

function drawPolygon({ context, x, y }: Projection, scene: Scene, sample: number): void {
  const start = scene.polygonStart[sample]!;
  const end = scene.polygonStart[sample + 1]!;
  if (end <= start) return;
  context.beginPath();
  for (let i = start; i < end; i++) context.lineTo(x(scene.polygonForward[i]!), y(scene.polygonLeft[i]!));
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
  { context, x, y }: Projection,
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
    context.moveTo(x(forward[i - 1]!), y(left[i - 1]!));
    context.lineTo(x(forward[i]!), y(left[i]!));
    context.stroke();
  }
  context.globalAlpha = 1;
}
