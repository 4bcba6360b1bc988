/** One plot over time: bands, lines, axes. */
import type { SeriesName } from '../page-data.ts';
import type { Plot } from '../plots.ts';
import { colour, GUTTER, prepare, RIGHT, roundStep, type Surface, tickText, timeToX } from './canvas.ts';
import { type Scene, sampleAt } from './unpack.ts';

const TOP = 6;
const BOTTOM = 18;
const JUDGED = 64; // bit in scene.contacts

/** Everything needed to place a value of this plot on its canvas. */
interface Frame extends Surface {
  readonly first: number; // samples shown
  readonly last: number;
  readonly low: number; // values shown
  readonly high: number;
  readonly x: (sample: number) => number;
  readonly y: (value: number) => number;
}

/** What is drawn of a series at a sample: in the plot's unit and, where the clip travels, about the CoM. A ZMP without a
 *  support to hold it against says nothing. */
export function valueAt(plot: Plot, scene: Scene, name: SeriesName, i: number): number {
  if ((name === 'zmpForward' || name === 'zmpLeft') && Number.isNaN(scene.series.margin[i]!)) return Number.NaN;
  const about = plot.about && scene.data.travels ? scene.series[plot.about][i]! : 0;
  return plot.scale * (scene.series[name][i]! - about);
}

const valuesOf = (plot: Plot, scene: Scene, name: SeriesName): Float64Array =>
  Float64Array.from({ length: scene.count }, (_, i) => valueAt(plot, scene, name, i));

export function drawPlot(canvas: HTMLCanvasElement, plot: Plot, scene: Scene, from: number, to: number): void {
  const surface = prepare(canvas);
  const first = Math.max(0, sampleAt(scene, from) - 1);
  const last = Math.min(scene.count - 1, sampleAt(scene, to) + 1);
  const [low, high] = rangeOf(plot, scene, first, last);
  const room = surface.height - TOP - BOTTOM;
  const frame: Frame = {
    ...surface,
    first,
    last,
    low,
    high,
    x: (sample) => timeToX(scene.time[sample]!, from, to, surface.width),
    y: (value) => TOP + (1 - (value - low) / (high - low)) * room,
  };
  drawGrid(frame, from, to);
  const { context } = surface;
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, surface.width - GUTTER - RIGHT, surface.height - BOTTOM + 1);
  context.clip();
  drawBackground(frame, plot, scene);
  for (const line of [...plot.lines].reverse()) drawLine(frame, plot, scene, line.series, line.colour);
  context.restore();
}

/** Values shown, with some air. What is not judged may run far off (a ZMP at lift-off) and does not count, unless nothing
 *  is judged at all. */
function rangeOf(plot: Plot, scene: Scene, first: number, last: number): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (name: SeriesName, counts: (sample: number) => boolean): void => {
    const values = valuesOf(plot, scene, name);
    for (let i = first; i <= last; i++) {
      if (!Number.isFinite(values[i]!) || !counts(i)) continue;
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
    }
  };
  const isJudged = (i: number): boolean => (scene.contacts[i]! & JUDGED) !== 0;
  const judgedOnly = plot.band !== undefined || plot.deviation !== undefined;
  for (const { series } of plot.lines) take(series, judgedOnly ? isJudged : () => true);
  for (const name of plot.band ?? []) take(name, () => true);
  if (!(high >= low)) for (const { series } of plot.lines) take(series, () => true);
  if (plot.level !== undefined) {
    low = Math.min(low, plot.level);
    high = Math.max(high, plot.level);
  }
  if (!(high >= low)) return [-1, 1];
  const air = Math.max((high - low) * 0.06, 1e-3);
  return [low - air, high + air];
}

function drawGrid({ context, width, height, low, high, y }: Frame, from: number, to: number): void {
  context.lineWidth = 1;
  context.strokeStyle = colour('grid');
  context.fillStyle = colour('soft');
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const step = roundStep(high - low, (height - TOP - BOTTOM) / 24);
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    const at = Math.round(y(value)) + 0.5;
    line(context, GUTTER, at, width - RIGHT, at);
    context.fillText(tickText(value, step), GUTTER - 8, at);
  }
  drawTimeAxis(context, width, height, from, to);
}

export function drawTimeAxis(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  from: number,
  to: number,
): void {
  context.strokeStyle = colour('grid');
  context.fillStyle = colour('soft');
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const step = roundStep(to - from, (width - GUTTER) / 90);
  for (let t = Math.ceil(from / step) * step; t <= to + 1e-9; t += step) {
    const x = Math.round(timeToX(t, from, to, width)) + 0.5;
    line(context, x, TOP, x, height - BOTTOM);
    context.fillText(`${tickText(t, step)} s`, x, height - 4);
  }
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function drawBackground(frame: Frame, plot: Plot, scene: Scene): void {
  const { context, width, height, y } = frame;
  if (plot.badBelowZero) {
    context.fillStyle = colour('bad-wash');
    context.fillRect(GUTTER, y(0), width, Math.max(0, height - BOTTOM - y(0)));
  }
  if (plot.band) {
    const [lowName, highName] = plot.band;
    fillBetween(frame, valuesOf(plot, scene, lowName), valuesOf(plot, scene, highName), colour('support'), 0.75);
  }
  if (plot.deviation) {
    const centre = valuesOf(plot, scene, plot.lines[0]!.series);
    const spread = valuesOf(plot, scene, plot.deviation);
    const low = centre.map((value, i) => value - 2 * spread[i]!);
    const high = centre.map((value, i) => value + 2 * spread[i]!);
    fillBetween(frame, low, high, colour('margin'), 0.2);
  }
  if (plot.level !== undefined) {
    context.strokeStyle = colour('support-edge');
    context.setLineDash([4, 3]);
    const at = Math.round(y(plot.level)) + 0.5;
    line(context, GUTTER, at, width - RIGHT, at);
    context.setLineDash([]);
  }
}

/** Shades between two series, one piece per stretch in which both are defined. */
function fillBetween(frame: Frame, low: Float64Array, high: Float64Array, fill: string, alpha: number): void {
  const { context, first, last, x, y } = frame;
  context.globalAlpha = alpha;
  context.fillStyle = fill;
  let start = -1;
  for (let i = first; i <= last + 1; i++) {
    const defined = i <= last && Number.isFinite(low[i]!) && Number.isFinite(high[i]!);
    if (defined && start < 0) start = i;
    if (defined || start < 0) continue;
    context.beginPath();
    for (let k = start; k < i; k++) context.lineTo(x(k), y(high[k]!));
    for (let k = i - 1; k >= start; k--) context.lineTo(x(k), y(low[k]!));
    context.fill();
    start = -1;
  }
  context.globalAlpha = 1;
}

/** A line with gaps where undefined; ZMP and margin turn red where the ZMP is outside. */
function drawLine(frame: Frame, plot: Plot, scene: Scene, name: SeriesName, colourName: string): void {
  const { context, first, last, x, y } = frame;
  const values = valuesOf(plot, scene, name);
  const judged = colourName === 'zmp' || colourName === 'margin';
  const toneOf = (i: number): string => (judged && scene.series.margin[i]! < 0 ? 'out' : colourName);
  context.lineWidth = colourName === 'com' && plot.band ? 1.25 : 1.75;
  let tone = '';
  let open = false;
  for (let i = first; i <= last; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) {
      if (open) context.stroke();
      open = false;
      continue;
    }
    const next = toneOf(i);
    if (open && next === tone) context.lineTo(x(i), y(value));
    else {
      if (open) {
        context.lineTo(x(i), y(value));
        context.stroke();
      }
      tone = next;
      context.strokeStyle = colour(tone);
      context.beginPath();
      context.moveTo(x(i), y(value));
      open = true;
    }
  }
  if (open) context.stroke();
}
