/** The CMRT over time with the phases behind it and knots to take hold of, by pointer or by keys; what changes is replayed at once. */
import { type Cmrt, cmrtCurve, flatCmrt } from 'poise/anticipation';
import { useMemo, useRef, useState } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { change } from './change.ts';
import {
  type CurveFrame,
  heightFor,
  knotByKey,
  knotWords,
  MOST_OFFSET,
  offsetAt,
  type Strand,
  timeAt,
  withKnot,
  xOf,
  yOf,
} from './curve-geometry.ts';
import { PhaseBands, Playhead, SIZE, TimeScale } from './time-axis.tsx';
import { anticipateResult, type Plan } from './types.ts';

const LINE_POINTS = 120;

export function CurveEditor({ plan }: { readonly plan: Plan }) {
  const { store } = useApp();
  const searching = useStudio((state) => anticipateResult(state).search?.status === 'running');
  const empty = useMemo(() => flatCmrt(plan.believed.duration, plan.believed.planar), [plan.believed]);
  const curve = plan.curve ?? empty;
  const [held, setHeld] = useState<{ readonly strand: Strand; readonly index: number; readonly most: number }>();
  const svg = useRef<SVGSVGElement>(null);
  const lines = useMemo(() => sampled(curve), [curve]);
  // the scale stays while a knot is held
  const most = held?.most ?? heightFor([...lines.forward, ...lines.left, ...curve.forward, ...(curve.left ?? [])]);
  const frame: CurveFrame = { ...SIZE, duration: curve.duration, most };
  const set = (next: Cmrt): void => change(store, { choice: 'own', own: next, learned: false });
  const at = (event: React.PointerEvent): readonly [time: number, offset: number] => {
    const { left, top, width } = (svg.current as SVGSVGElement).getBoundingClientRect();
    const scale = SIZE.width / width;
    return [timeAt(frame, (event.clientX - left) * scale), offsetAt(frame, (event.clientY - top) * scale)];
  };
  const strands: readonly Strand[] = curve.left ? ['left', 'forward'] : ['forward'];
  return (
    <svg
      ref={svg}
      className={held ? 'cmrt held' : 'cmrt'}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      onPointerMove={(event) => {
        if (held) set(withKnot(curve, held.strand, held.index, ...at(event)));
      }}
      onPointerUp={() => setHeld(undefined)}
      onPointerCancel={() => setHeld(undefined)}
    >
      <title>Curve of the centre of mass</title>
      <PhaseBands frame={frame} scenario={plan.believed} />
      <TimeScale frame={frame} levels={most >= 0.1 ? [0.1, 0, -0.1] : [0.05, 0, -0.05]} />
      {strands.map((strand) => (
        <polyline key={strand} className={`cmrt-line ${strand}`} points={pointsOf(frame, lines[strand])} />
      ))}
      <Playhead frame={frame} />
      {strands.map((strand) =>
        curve.knots.map((knot, index) => (
          <Knot
            // biome-ignore lint/suspicious/noArrayIndexKey: knots have no other name than their place
            key={`${strand} ${index}`}
            name={`Knot ${index + 1}${curve.left ? `, ${strand}` : ''}`}
            className={strand}
            x={xOf(frame, knot)}
            y={yOf(frame, curve[strand]?.[index] ?? 0)}
            offset={curve[strand]?.[index] ?? 0}
            words={knotWords(curve, strand, index)}
            disabled={searching}
            onGrip={(event) => {
              setHeld({ strand, index, most: Math.min(0.22, Math.max(most, 0.1)) });
              if (event.isTrusted) svg.current?.setPointerCapture(event.pointerId);
            }}
            onKey={(key, far) => {
              const next = knotByKey(curve, strand, index, key, far);
              if (next) set(next);
              return next !== undefined;
            }}
          />
        )),
      )}
    </svg>
  );
}

interface KnotProps {
  readonly name: string;
  readonly className: string;
  readonly x: number;
  readonly y: number;
  readonly offset: number; // [m]
  readonly words: string;
  readonly disabled: boolean;
  readonly onGrip: (event: React.PointerEvent) => void;
  readonly onKey: (key: string, far: boolean) => boolean;
}

const Knot = ({ name, className, x, y, offset, words, disabled, onGrip, onKey }: KnotProps) => (
  <g
    className={`cmrt-knot ${className}`}
    transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
    role="slider"
    tabIndex={disabled ? -1 : 0}
    aria-disabled={disabled}
    aria-label={name}
    aria-valuemin={-100 * MOST_OFFSET}
    aria-valuemax={100 * MOST_OFFSET}
    aria-valuenow={Number((100 * offset).toFixed(1))}
    aria-valuetext={words}
    onPointerDown={(event) => {
      if (disabled || event.button !== 0) return;
      event.stopPropagation();
      onGrip(event);
    }}
    onKeyDown={(event) => {
      if (disabled || !onKey(event.key, event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
    }}
  >
    <title>{`${name}: ${words}. Drag, or move with the arrow keys`}</title>
    <circle r={13} className="reach" />
    <circle r={5} className="dot" />
  </g>
);

interface Lines {
  readonly forward: Float64Array; // [m]
  readonly left: Float64Array;
}

function sampled(curve: Cmrt): Lines {
  const spline = cmrtCurve(curve);
  const out = new Float64Array(4);
  const lines = { forward: new Float64Array(LINE_POINTS + 1), left: new Float64Array(LINE_POINTS + 1) };
  for (let i = 0; i <= LINE_POINTS; i++) {
    spline.sample(out, (curve.duration * i) / LINE_POINTS);
    lines.left[i] = out[0]!;
    lines.forward[i] = out[1]!;
  }
  return lines;
}

const pointsOf = (frame: CurveFrame, values: Float64Array): string =>
  Array.from(
    values,
    (value, i) => `${xOf(frame, (frame.duration * i) / LINE_POINTS).toFixed(1)},${yOf(frame, value).toFixed(1)}`,
  ).join(' ');

/** The caption of the picture. */
export const CurveHint = () => (
  <p className="soft cmrt-hint">Centre of mass, cm ahead of the middle. Drag a knot, or move it with the arrow keys.</p>
);
