/** Curves of Anticipate over time: the centre of pressure against the support, and where the centre of mass is asked to be. */
import type { Scenario, Trace } from 'poise/anticipation';
import type { PlotBand, PlotData, PlotKind, PlotLine, PlotSource } from '../../panels/plots/types.ts';
import type { ColourName } from '../../panels/timeline/palette.ts';
import { type AnticipateResult, phasesOf, type Shown } from './types.ts';

const CM = 100;

type Axis = 0 | 1; // x to the left, z forward

/** Rows of a trace at the frames of the clip on stage: value 0 … of row, NaN where `holds` does not. */
function perFrame(
  source: PlotSource,
  { step, length }: Trace,
  value: (row: number) => number,
  holds: (row: number) => boolean = () => true,
): Float64Array {
  const { frameCount, frameTime } = source.clip;
  return Float64Array.from({ length: frameCount }, (_, frame) => {
    // row k is the state at time (k + 1) step
    const row = Math.max(0, Math.min(length - 1, Math.round((frame * frameTime) / step) - 1));
    return holds(row) ? value(row) : Number.NaN;
  });
}

const copOf = (source: PlotSource, { recording }: Shown, axis: Axis): Float64Array => {
  const { trace, rollout } = recording;
  const last = rollout.fall ? rollout.fall.time / trace.step : trace.length;
  return perFrame(
    source,
    trace,
    (row) => CM * (trace.cop[2 * row + axis]! - trace.support[2 * row + axis]!),
    (row) => trace.contact[row] === 1 && row <= last,
  );
};

/** The parts of the clip as bands from the lowest to the highest value. */
function phaseBands(source: PlotSource, scenario: Scenario, lines: readonly Float64Array[]): readonly PlotBand[] {
  let [low, high] = [-2, 2];
  for (const line of lines) {
    for (const value of line) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  const { task, settle, end } = phasesOf(scenario);
  const { frameCount, frameTime } = source.clip;
  const band = (label: string, colour: ColourName, from: number, to: number): PlotBand => {
    const inside = (frame: number): boolean =>
      frame * frameTime >= from - frameTime / 2 && frame * frameTime <= to + frameTime / 2;
    const edge = (value: number): Float64Array =>
      Float64Array.from({ length: frameCount }, (_, frame) => (inside(frame) ? value : Number.NaN));
    return { label, low: edge(low), high: edge(high), colour };
  };
  return [
    band('Prepare', 'accent', 0, task),
    band('Impact', 'right', task, settle),
    band('Settle', 'text-2', settle, end),
  ];
}

/** What was found out about the clip on stage. */
function foundFor({ clip, result }: PlotSource): (AnticipateResult & { readonly with: Shown }) | undefined {
  const found = result as AnticipateResult | undefined;
  return found?.with?.recording.clip === clip ? (found as AnticipateResult & { with: Shown }) : undefined;
}

function copPlot(source: PlotSource, axis: Axis): PlotData {
  const found = foundFor(source);
  if (!found) return { lines: [], note: 'only for what Anticipate has made' };
  const { with: shown, without, expected } = found;
  const { trace } = shown.recording;
  const edge = (side: 0 | 1): Float64Array =>
    perFrame(
      source,
      trace,
      (row) => CM * (trace.supportRange[4 * row + 2 * axis + side]! - trace.support[2 * row + axis]!),
      (row) => trace.contact[row] === 1,
    );
  const lines: PlotLine[] = [{ label: 'with', values: copOf(source, shown, axis), colour: 'good' }];
  if (without && without !== shown) {
    lines.unshift({ label: 'without', values: copOf(source, without, axis), colour: 'bad', quiet: true });
  }
  if (expected)
    lines.push({ label: 'as expected', values: copOf(source, expected, axis), colour: 'accent', quiet: true });
  const support = { low: edge(0), high: edge(1) };
  return {
    bands: [
      ...phaseBands(source, shown.scenario, [...lines.map(({ values }) => values), support.low, support.high]),
      { label: 'support', ...support, colour: 'double', edged: true },
    ],
    lines,
    levels: [{ value: 0, colour: 'text-2', label: 'middle of the support' }],
  };
}

function comPlot(source: PlotSource, axis: Axis): PlotData {
  const found = foundFor(source);
  if (!found) return { lines: [], note: 'only for what Anticipate has made' };
  const { trace, rollout } = found.with.recording;
  const last = rollout.fall ? rollout.fall.time / trace.step : trace.length;
  const line = (rows: Float64Array): Float64Array =>
    perFrame(
      source,
      trace,
      (row) => CM * (rows[2 * row + axis]! - trace.support[2 * row + axis]!),
      (row) => row <= last,
    );
  const lines: PlotLine[] = [
    { label: 'asked for', values: line(trace.comReference), colour: 'accent' },
    { label: 'CoM', values: line(trace.com), colour: 'good' },
  ];
  return {
    bands: phaseBands(
      source,
      found.with.scenario,
      lines.map(({ values }) => values),
    ),
    lines,
    levels: [{ value: 0, colour: 'text-2', label: 'middle of the support' }],
  };
}

const kind = (id: string, title: string, hint: string, select: PlotKind['select']): PlotKind => ({
  id,
  title,
  group: 'Anticipate',
  unit: 'cm',
  digits: 1,
  least: 6,
  ceiling: 60,
  hint,
  select,
});

export const anticipatePlots: readonly PlotKind[] = [
  kind(
    'anticipate-cop',
    'CoP from the middle',
    'How far the centre of pressure is ahead of the middle of the support, with and without anticipation.',
    (source) => copPlot(source, 1),
  ),
  kind(
    'anticipate-com',
    'CoM: asked and done',
    'Where the curve asks the centre of mass to be, and where it is; forward is up.',
    (source) => comPlot(source, 1),
  ),
  kind('anticipate-cop-left', 'CoP from the middle, left', 'The same sideways; left is up.', (source) =>
    copPlot(source, 0),
  ),
];
