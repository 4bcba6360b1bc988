/** The person from the side and from the front. */
import { colour, dot, prepare, type Surface } from './canvas.ts';
import { hullOf } from './hull.ts';
import type { Scene } from './unpack.ts';

/** Radius of the head over stature. */
const HEAD = 0.06;

/** A place for a horizontal coordinate and a height. */
interface Projection extends Surface {
  readonly scale: number; // pixels per metre
  readonly x: (across: number) => number;
  readonly y: (height: number) => number;
}

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
