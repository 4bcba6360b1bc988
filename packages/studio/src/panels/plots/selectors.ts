/** From a report to what a plot draws. Pure functions; units are those of the catalogue. */
import type { BalanceReport } from 'poise';
import { anatomicalAngles, coordinateCount, GRAVITY, quatIndex } from 'poise/dynamics';
import type { ColourName } from '../timeline/palette.ts';
import { IMBALANCE_ERROR, IMBALANCE_WARNING, imbalanceSize } from '../timeline/signals.ts';
import { type Axis, anchorOf, component, coordinate, supportExtent } from './heading.ts';
import type { PlotData, PlotLine, PlotSource } from './types.ts';

const CM = 100;
const DEGREES = 180 / Math.PI;

const perFrame = (report: BalanceReport, value: (frame: number) => number): Float64Array =>
  Float64Array.from({ length: report.frameCount }, (_, f) => value(f));

/** Where `holds`, the values; elsewhere NaN. One frame to each side is kept, so that marks join the line they mark. */
export function markWhere(values: Float64Array, holds: (frame: number) => boolean): Float64Array {
  return values.map((value, f) => {
    const near = holds(f) || (f > 0 && holds(f - 1)) || (f < values.length - 1 && holds(f + 1));
    return near ? value : Number.NaN;
  });
}

/** The parts of a line that lie outside: amber, and red where the verdict blames the clip for it. */
function outsideMarks(
  label: string,
  values: Float64Array,
  blamed: Uint8Array,
  outside: (frame: number) => boolean,
): readonly PlotLine[] {
  const marks = (name: string, colour: ColourName, blame: number): PlotLine => {
    const holds = (f: number): boolean => blamed[f] === blame && outside(f);
    return { label: name, values: markWhere(values, holds), colour, marks: label };
  };
  return [marks(`${label} outside, not blamed`, 'warn', 0), marks(`${label} outside, blamed`, 'bad', 1)];
}

/** ZMP against the support along one axis, in cm. The part that lies outside the polygon is marked. */
export function zmpPlot({ report, blamed }: PlotSource, axis: 'forward' | 'left'): PlotData {
  const { travels, points } = anchorOf(report);
  const zmp = coordinate(report, report.zmp, points, axis, CM);
  const com = coordinate(report, report.com, points, axis, CM);
  const support = supportExtent(report, points, axis, CM);
  const other = axis === 'forward' ? 'left' : 'forward';
  const across = coordinate(report, report.zmp, points, other, CM);
  const supportAcross = supportExtent(report, points, other, CM);
  const beyond = (values: Float64Array, { low, high }: typeof support, f: number): boolean =>
    values[f]! < low[f]! || values[f]! > high[f]!;
  // Outside the polygon counts here unless it is only the other axis that is to blame.
  const outside = (f: number): boolean =>
    report.margin[f]! < 0 && (beyond(zmp, support, f) || !beyond(across, supportAcross, f));
  return {
    bands: [{ label: 'support', ...support, colour: 'double', edged: true }],
    lines: [
      { label: 'CoM', values: com, colour: 'text-2', quiet: true },
      { label: 'ZMP', values: zmp, colour: 'good' },
      ...outsideMarks('ZMP', zmp, blamed, outside),
    ],
    note: travels ? 'counted from the centre of mass' : 'counted from the middle of the clip',
  };
}

export function marginPlot({ report, blamed }: PlotSource): PlotData {
  const margin = report.margin.map((value) => CM * value);
  const spread = (sign: number): Float64Array =>
    perFrame(report, (f) => CM * (report.margin[f]! + 2 * sign * report.marginDeviation[f]!));
  return {
    bands: [{ label: '±2σ', low: spread(-1), high: spread(1), colour: 'accent' }],
    lines: [
      { label: 'margin', values: margin, colour: 'good' },
      ...outsideMarks('margin', margin, blamed, (f) => margin[f]! < 0),
    ],
    levels: [{ value: 0, colour: 'text-2', label: 'edge of the support' }],
  };
}

export function imbalancePlot({ report }: PlotSource): PlotData {
  const size = Float64Array.from(imbalanceSize(report), (metres) => CM * metres);
  return {
    lines: [
      { label: 'imbalance', values: size, colour: 'good' },
      {
        label: 'warns',
        values: markWhere(size, (f) => size[f]! > CM * IMBALANCE_WARNING),
        colour: 'warn',
        marks: 'imbalance',
      },
      {
        label: 'objects',
        values: markWhere(size, (f) => size[f]! > CM * IMBALANCE_ERROR),
        colour: 'bad',
        marks: 'imbalance',
      },
    ],
    levels: [
      { value: CM * IMBALANCE_WARNING, colour: 'warn', label: 'warning' },
      { value: CM * IMBALANCE_ERROR, colour: 'bad', label: 'error' },
    ],
  };
}

export const comHeightPlot = ({ report }: PlotSource): PlotData => ({
  lines: [{ label: 'height', values: component(report, report.com, 'up', 1), colour: 'accent' }],
});

export const comSpeedPlot = ({ report }: PlotSource): PlotData => {
  const { comVelocity: v } = report;
  return {
    lines: [
      {
        label: 'horizontal',
        values: perFrame(report, (f) => Math.hypot(v[3 * f]!, v[3 * f + 2]!)),
        colour: 'accent',
      },
      { label: 'up', values: component(report, v, 'up', 1), colour: 'good' },
    ],
    levels: [{ value: 0, colour: 'text-2' }],
  };
};

const AXES: readonly (readonly [Axis, ColourName])[] = [
  ['forward', 'accent'],
  ['left', 'right'],
  ['up', 'good'],
];

/** A frames × 3 vector as three lines in the heading frame. `names` are of the forward, left and up axis. */
const threeLines = (
  report: BalanceReport,
  rows: Float64Array,
  scale: number,
  names: readonly [string, string, string] = ['forward', 'left', 'up'],
): readonly PlotLine[] =>
  AXES.map(([axis, colour], i) => ({ label: names[i]!, values: component(report, rows, axis, scale), colour }));

export const linearMomentumPlot = ({ report }: PlotSource): PlotData => ({
  lines: threeLines(report, report.linearMomentum, 1),
  levels: [{ value: 0, colour: 'text-2' }],
});

export const angularMomentumPlot = ({ report }: PlotSource): PlotData => ({
  lines: threeLines(report, report.angularMomentum, 1, ['roll', 'pitch', 'yaw']),
  levels: [{ value: 0, colour: 'text-2' }],
});

export const groundForcePlot = ({ report }: PlotSource): PlotData => ({
  lines: threeLines(report, report.grf, 1 / (report.mass * GRAVITY)),
  levels: [{ value: 1, colour: 'text-2', label: 'weight' }],
});

const DRY_RUBBER = 0.9; // friction that shoes on a dry floor give, where the linter warns

export const frictionPlot = ({ report }: PlotSource): PlotData => ({
  lines: [{ label: 'friction', values: report.friction, colour: 'accent' }],
  levels: [{ value: DRY_RUBBER, colour: 'warn', label: 'dry rubber' }],
});

const SIDE_COLOURS = ['left', 'right'] as const;

export const clearancePlot = ({ report }: PlotSource): PlotData => ({
  lines: report.feet.map((foot, i) => ({
    label: foot.side,
    values: foot.clearance.map((metres) => CM * metres),
    colour: SIDE_COLOURS[i]!,
  })),
  levels: [{ value: 0, colour: 'text-2', label: 'ground' }],
});

export const skatePlot = ({ report }: PlotSource): PlotData => ({
  lines: report.feet.map((foot, i) => ({
    label: foot.side,
    values: foot.skate.map((speed) => CM * speed),
    colour: SIDE_COLOURS[i]!,
  })),
});

/** Anatomical angles of one joint in degrees; what lies beyond the joint's range is marked. */
export function jointPlot({ clip, body }: PlotSource, name: string | undefined): PlotData {
  const joint = clip.skeleton.names.indexOf(name ?? '');
  if (!body || joint < 0) return { lines: [], note: body ? 'no such joint in this clip' : 'needs a person' };
  const { limits } = body;
  const nq = coordinateCount(clip.skeleton);
  const angles = [0, 1, 2].map(() => new Float64Array(clip.frameCount));
  const out = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let f = 0; f < clip.frameCount; f++) {
    anatomicalAngles(out, 0, limits, joint, clip.q, f * nq + quatIndex(joint), turn);
    for (let k = 0; k < 3; k++) angles[k]![f] = DEGREES * out[k]!;
  }
  const labels = ['flexion', 'abduction', 'twist'];
  const lines = angles.map((values, k): PlotLine => ({ label: labels[k]!, values, colour: AXES[k]![1] }));
  const marks = angles.map((values, k): PlotLine => {
    const low = DEGREES * limits.lower[3 * joint + k]! - 1e-6;
    const high = DEGREES * limits.upper[3 * joint + k]! + 1e-6;
    const beyond = markWhere(values, (f) => values[f]! < low || values[f]! > high);
    return { label: `${labels[k]} beyond range`, values: beyond, colour: 'bad', marks: labels[k]! };
  });
  return { lines: [...lines, ...marks], levels: [{ value: 0, colour: 'text-2' }] };
}
