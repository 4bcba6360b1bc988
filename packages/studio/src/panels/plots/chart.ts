/** One uPlot canvas: lines by uPlot; bands, levels and what lies beyond an edge painted beneath them. */
import uPlot from 'uplot';
import { clockText } from '../timeline/format.ts';
import type { Palette } from '../timeline/palette.ts';
import type { TimeRange } from '../timeline/range.ts';
import { secondStep } from '../timeline/ticks.ts';
import { type Channel, type Thinned, thin, valueRange } from './decimate.ts';
import type { PlotData, PlotKind } from './types.ts';

export const AXIS_WIDTH = 52; // [px] left of the plotted area

export interface ChartFrame {
  readonly width: number; // [px]
  readonly height: number; // [px]
  readonly padRight: number; // [px]
  readonly showsTime: boolean; // numbers along the bottom
}

export interface Chart {
  /** Shows another stretch of time. */
  readonly show: (range: TimeRange, hidden: ReadonlySet<string>) => void;
  readonly resize: (frame: ChartFrame) => void;
  /** The plotted area, for the pointer. */
  readonly area: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly dispose: () => void;
}

interface View {
  range: TimeRange;
  values: [number, number];
  thinned: Thinned;
  hidden: ReadonlySet<string>;
}

export function createChart(
  target: HTMLElement,
  kind: PlotKind,
  data: PlotData,
  time: Float64Array,
  palette: Palette,
  frame: ChartFrame,
): Chart {
  const view: View = {
    range: [0, 1],
    values: [0, 1],
    thinned: { time: [], values: [], exact: true },
    hidden: new Set(),
  };
  const channels = channelsOf(data);
  const chart = new uPlot(optionsOf(data, palette, frame, view), [[], ...data.lines.map(() => [])], target);
  const frameTime = time.length > 1 ? time[1]! - time[0]! : 1;
  return {
    show: (range, hidden) => {
      const first = Math.max(0, Math.floor(range[0] / frameTime) - 1);
      const last = Math.min(time.length - 1, Math.ceil(range[1] / frameTime) + 1);
      const thinned = thin(time, channels, first, last, chart.bbox.width);
      const seen = thinned.values.filter((_, i) => !hidden.has(labelOf(data, i)));
      Object.assign(view, { range, hidden, thinned, values: valueRange(seen, kind) });
      data.lines.forEach(({ label, marks = label }, i) => {
        const shown = !hidden.has(marks);
        if (chart.series[i + 1]?.show !== shown) chart.setSeries(i + 1, { show: shown });
      });
      chart.setData([thinned.time, ...thinned.values.slice(0, data.lines.length)] as uPlot.AlignedData);
    },
    resize: ({ width, height }) => chart.setSize({ width, height }),
    area: chart.over,
    canvas: chart.ctx.canvas,
    dispose: () => chart.destroy(),
  };
}

/** Lines first, then low and high of each band. */
function channelsOf({ lines, bands = [] }: PlotData): readonly Channel[] {
  return [
    ...lines.map(({ values }): Channel => ({ values, keep: 'both' })),
    ...bands.flatMap(({ low, high }): Channel[] => [
      { values: low, keep: 'least' },
      { values: high, keep: 'most' },
    ]),
  ];
}

const labelOf = ({ lines, bands = [] }: PlotData, channel: number): string =>
  lines[channel]?.marks ?? lines[channel]?.label ?? bands[(channel - lines.length) >> 1]?.label ?? '';

function optionsOf(data: PlotData, palette: Palette, frame: ChartFrame, view: View): uPlot.Options {
  const font = `13px ${palette.font}`;
  const shared = { font, stroke: palette['text-2'], ticks: { show: false } };
  const grid = { stroke: palette.line, width: 1 / (window.devicePixelRatio || 1) };
  return {
    width: frame.width,
    height: frame.height,
    padding: [8, frame.padRight, frame.showsTime ? 0 : 6, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: () => [...view.range] }, y: { range: () => view.values } },
    axes: [
      {
        ...shared,
        grid,
        size: frame.showsTime ? 24 : 0,
        splits: (u) => timeSplits(view.range, u.bbox.width / (window.devicePixelRatio || 1)),
        values: (_, splits) => {
          const step = splits.length > 1 ? splits[1]! - splits[0]! : 1;
          // A number that would be cut off at the right edge is left out.
          const last = view.range[1] - CUT_OFF * (view.range[1] - view.range[0]);
          const written = (t: number): boolean => frame.showsTime && (t <= last || frame.padRight > 16);
          return splits.map((t) => (written(t) ? clockText(t, step >= 1 ? 0 : step >= 0.1 ? 1 : 2) : ''));
        },
      },
      {
        ...shared,
        grid,
        size: AXIS_WIDTH,
        gap: 6,
        space: 17,
        incrs: INCREMENTS,
        values: (_, splits) => splits.map(axisText),
      },
    ],
    series: [
      {},
      ...data.lines.map(({ label, colour, quiet, marks }) => ({
        label,
        stroke: palette[colour],
        width: quiet ? 1 : marks ? 2.25 : 1.5,
        points: { show: false },
        pxAlign: 0,
      })),
    ],
    hooks: { drawAxes: [(u) => paintBeneath(u, data, palette, view)] },
  };
}

const INCREMENTS = [-3, -2, -1, 0, 1, 2, 3].flatMap((power) => [1, 2, 2.5, 5].map((m) => m * 10 ** power));
const LABEL_PX = 80;
const CUT_OFF = 0.008; // of the width
const axisText = (value: number): string => String(Number(value.toPrecision(6))).replace('-', '−');

function timeSplits([start, end]: TimeRange, width: number): number[] {
  const step = secondStep((LABEL_PX * (end - start)) / Math.max(1, width));
  const splits: number[] = [];
  for (let k = Math.ceil(start / step - 1e-9); k * step <= end + 1e-9; k++) splits.push(k * step);
  return splits;
}

/** Bands and levels, in canvas pixels, inside the plotted area. */
function paintBeneath(u: uPlot, data: PlotData, palette: Palette, view: View): void {
  const { ctx, bbox } = u;
  const ratio = window.devicePixelRatio || 1;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  (data.bands ?? []).forEach((band, i) => {
    if (view.hidden.has(band.label)) return;
    const low = view.thinned.values[data.lines.length + 2 * i] ?? [];
    const high = view.thinned.values[data.lines.length + 2 * i + 1] ?? [];
    paintBand(u, view.thinned.time, low, high, palette[band.colour], band.edged && view.thinned.exact ? ratio : 0);
  });
  ctx.font = `${10 * ratio}px ${palette.font}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  for (const { value, colour, label } of data.levels ?? []) {
    const y = Math.round(u.valToPos(value, 'y', true)) + 0.5;
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = palette[colour];
    ctx.globalAlpha = 0.7;
    ctx.lineWidth = ratio;
    ctx.setLineDash(label ? [4 * ratio, 3 * ratio] : []);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillStyle = palette[colour];
    ctx.globalAlpha = 1;
    if (label) ctx.fillText(label, bbox.left + bbox.width - 4 * ratio, y - 2 * ratio);
  }
  ctx.restore();
}

/** A filled area per stretch in which both edges are defined; a single frame still has some width. */
function paintBand(
  u: uPlot,
  time: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  colour: string,
  edge: number,
): void {
  const { ctx } = u;
  // Both scales are linear: two calls each give the whole map.
  const linear = (scale: 'x' | 'y'): ((value: number) => number) => {
    const zero = u.valToPos(0, scale, true);
    const slope = u.valToPos(1, scale, true) - zero;
    return (value) => zero + slope * value;
  };
  const [xOf, y] = [linear('x'), linear('y')];
  const x = (i: number): number => xOf(time[i]!);
  const paint = (from: number, to: number): void => {
    const path = new Path2D();
    for (let i = from; i <= to; i++) path.lineTo(x(i), y(high[i]!));
    if (from === to) path.lineTo(x(from) + 1, y(high[from]!));
    const roof = new Path2D(path);
    const floor = new Path2D();
    for (let i = to; i >= from; i--) {
      path.lineTo(x(i), y(low[i]!));
      floor.lineTo(x(i), y(low[i]!));
    }
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = colour;
    ctx.fill(path);
    if (edge === 0) return;
    ctx.globalAlpha = 0.55;
    ctx.strokeStyle = colour;
    ctx.lineWidth = edge;
    ctx.setLineDash([]);
    ctx.stroke(roof);
    ctx.stroke(floor);
  };
  let from = -1;
  for (let i = 0; i <= time.length; i++) {
    const defined = i < time.length && low[i] != null && high[i] != null;
    if (defined && from < 0) from = i;
    if (defined || from < 0) continue;
    paint(from, i - 1);
    from = -1;
  }
  ctx.globalAlpha = 1;
}
