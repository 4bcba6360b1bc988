/** The centre of pressure over time below the curve, on the same time axis: with and without anticipation, and as expected. */
import type { Recording } from 'poise/anticipation';
import { useMemo } from 'react';
import { useStudio } from '../../state/use-studio.ts';
import { type CurveFrame, PAD, xOf, yOf } from './curve-geometry.ts';
import { PhaseBands, Playhead, SIZE, TimeScale } from './time-axis.tsx';
import { anticipateResult, type Plan, type Shown } from './types.ts';

const HEIGHT = 118; // [px]
const MOST = 0.24; // [m] at the edges; a foot is within

const WAYS = [
  ['without', 'without'],
  ['expected', 'as expected'],
  ['with', 'with'],
] as const;

export function CopChart({ plan }: { readonly plan: Plan }) {
  const result = useStudio(anticipateResult);
  const { duration } = plan.believed;
  const frame = useMemo<CurveFrame>(() => ({ width: SIZE.width, height: HEIGHT, duration, most: MOST }), [duration]);
  const alone = !plan.anticipated && result.search?.status !== 'running';
  const titleOf = (key: string, title: string): string => (key === 'with' && alone ? 'without' : title);
  const lines = WAYS.map(([key, title]) => ({ key, title: titleOf(key, title), shown: result[key] })).filter(
    ({ key, shown }) => shown && (key === 'with' || shown !== result.with),
  );
  return (
    <figure className="cop-chart">
      <svg className="cmrt" viewBox={`0 0 ${SIZE.width} ${HEIGHT}`} role="img" aria-label={describe(lines)}>
        <PhaseBands frame={frame} scenario={plan.believed} />
        <TimeScale frame={frame} levels={[0.1, 0, -0.1]} />
        {result.with && <Edges frame={frame} recording={result.with.recording} />}
        {lines.map(({ key, shown }) => (
          <Line key={key} frame={frame} name={key} shown={shown as Shown} />
        ))}
        <Playhead frame={frame} />
      </svg>
      <figcaption className="soft">
        Centre of pressure, cm ahead of the middle
        {lines.map(({ key, title }) => (
          <span key={key} className={key}>
            {title}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const describe = (lines: readonly { readonly title: string; readonly shown: Shown | undefined }[]): string =>
  `Centre of pressure: ${lines
    .map(({ title, shown }) => `${title} ${(1000 * (shown?.recording.rollout.rms ?? 0)).toFixed(0)} mm off`)
    .join(', ')}`;

function Line({ frame, name, shown }: { frame: CurveFrame; name: string; shown: Shown }) {
  const points = useMemo(() => copPoints(shown.recording), [shown]);
  const parts = useMemo(() => pathOf(frame, points), [frame, points]);
  return <path className={`cop-line ${name}`} d={parts} />;
}

/** Toes and heels: where the pressure can be. */
function Edges({ frame, recording }: { readonly frame: CurveFrame; readonly recording: Recording }) {
  const { supportRange, support } = recording.trace;
  if (supportRange.length < 4) return null;
  return [2, 3].map((k) => {
    const y = yOf(frame, supportRange[k]! - support[1]!);
    return <line key={k} className="cop-edge" x1={PAD.left} x2={frame.width - PAD.right} y1={y} y2={y} />;
  });
}

export interface CopPoint {
  readonly time: number; // [s]
  readonly ahead: number; // [m] of the middle of the support; NaN: nothing touches
}

const EVERY = 3; // rows of the trace

/** Up to the fall, where there is one. */
export function copPoints({ trace, rollout }: Pick<Recording, 'trace' | 'rollout'>): readonly CopPoint[] {
  const points: CopPoint[] = [];
  const end = rollout.fall?.time ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row < trace.length; row += EVERY) {
    const time = (row + 1) * trace.step;
    if (time > end) break;
    const ahead = trace.contact[row] === 1 ? trace.cop[2 * row + 1]! - trace.support[2 * row + 1]! : Number.NaN;
    points.push({ time, ahead });
  }
  return points;
}

/** Breaks where nothing touches, and is cut at the edges. */
export function pathOf(frame: CurveFrame, points: readonly CopPoint[]): string {
  let down = false;
  const parts: string[] = [];
  for (const { time, ahead } of points) {
    if (Number.isNaN(ahead) || time > frame.duration) {
      down = false;
      continue;
    }
    const inside = Math.max(-frame.most, Math.min(frame.most, ahead));
    parts.push(`${down ? 'L' : 'M'}${xOf(frame, time).toFixed(1)} ${yOf(frame, inside).toFixed(1)}`);
    down = true;
  }
  return parts.join('');
}
