/** One response of the library: its momentum, contacts and what it can still take, drawn from frame to frame. */
import { useEffect, useState } from 'react';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import type { Curves } from './api.ts';
import { directionWords } from './pad-geometry.ts';
import { running } from './running.ts';
import { STRATEGY_TITLES } from './strategy-words.ts';
import { reactResult } from './types.ts';
import { useHit } from './use-moment.ts';

/** The dot that was clicked, else what was chosen last. */
export function ResponseCard() {
  const { world, dot: index } = useStudio(reactResult);
  const chosen = useHit()?.answer?.selection.chosen;
  const dots = world?.pad?.dots ?? [];
  const dot = index === undefined ? dots.find(({ entry }) => entry === chosen?.entry) : dots[index];
  const curves = useCurves(dot?.name);
  if (!dot) return null;
  const { strategy, radius, angle, kind, name } = dot;
  // at the hips, where it is felt as it is
  const push = (): void => running.controller?.pushTo(radius * Math.sin(angle), radius * Math.cos(angle), 'hips');
  return (
    <Section title={index === undefined ? 'Its curves' : 'Response'} aside={index === undefined ? name : undefined}>
      {index !== undefined && (
        <p className="push-dot">
          <b>{name}</b>
          {kind === 'mirrored' && ', mirrored'}
          {kind === 'neutral' && ', mixed with its mirror image'}: {STRATEGY_TITLES[strategy].toLowerCase()},{' '}
          {radius.toFixed(1)} N·s {directionWords(angle)}
          <button type="button" className="button" onClick={push}>
            Push like this
          </button>
        </p>
      )}
      {curves && <Charts curves={curves} flip={kind === 'mirrored'} />}
    </Section>
  );
}

function useCurves(name: string | undefined): Curves | undefined {
  const [shown, setShown] = useState<{ readonly name: string; readonly curves: Curves | undefined }>();
  useEffect(() => {
    let gone = false;
    if (name !== undefined) {
      running.controller
        ?.curves(name)
        .then((curves) => !gone && setShown({ name, curves }))
        .catch(() => undefined); // the worker was ended: the next one is asked again
    }
    return () => {
      gone = true;
    };
  }, [name]);
  return shown?.name === name ? shown?.curves : undefined;
}

interface Line {
  readonly label: string;
  readonly values: Float64Array;
  readonly sign: number;
  readonly colour: string;
}

function Charts({ curves, flip }: { readonly curves: Curves; readonly flip: boolean }) {
  const side = flip ? -1 : 1;
  const { forward, left, pitch, roll, recoverable, frameTime, start } = curves;
  const seconds = (forward.length - 1) * frameTime;
  const charts: readonly { readonly title: string; readonly unit: string; readonly lines: readonly Line[] }[] = [
    {
      title: 'P',
      unit: 'N·s',
      lines: [
        { label: 'forward', values: forward, sign: 1, colour: 'var(--accent)' },
        { label: 'left', values: left, sign: side, colour: 'var(--right)' },
      ],
    },
    {
      title: 'H',
      unit: 'N·m·s',
      lines: [
        { label: 'pitch', values: pitch, sign: 1, colour: 'var(--accent)' },
        { label: 'roll', values: roll, sign: side, colour: 'var(--right)' },
      ],
    },
    { title: 'r(Q)', unit: 'N·s', lines: [{ label: 'can take', values: recoverable, sign: 1, colour: 'var(--good)' }] },
  ];
  return (
    <div className="push-charts">
      {charts.map((chart) => (
        <Chart key={chart.title} {...chart} start={start} />
      ))}
      <Contacts curves={curves} flip={flip} />
      <p className="soft push-axis">
        <span>0 s</span>
        <span>{seconds.toFixed(1)} s</span>
      </p>
    </div>
  );
}

const WIDTH = 240;
const HEIGHT = 44;

function Chart({ title, unit, lines, start }: { title: string; unit: string; lines: readonly Line[]; start: number }) {
  const values = lines.flatMap((line) => [...line.values].map((value) => value * line.sign));
  const high = Math.max(1e-3, ...values);
  const low = Math.min(0, ...values);
  const y = (value: number): number => HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
  const frames = (lines[0]?.values.length ?? 1) - 1;
  const x = (frame: number): number => (frame / Math.max(1, frames)) * WIDTH;
  const most = Math.max(high, -low);
  return (
    <figure title={`${title}: ${lines.map(({ label }) => label).join(', ')} [${unit}]`}>
      <figcaption>
        <b>{title}</b>
        {lines.map(({ label, colour }) => (
          <span key={label} style={{ color: colour }}>
            {label}
          </span>
        ))}
        <small>
          ±{most.toFixed(most < 10 ? 1 : 0)} {unit}
        </small>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        <line
          x1={x(start)}
          x2={x(start)}
          y1={0}
          y2={HEIGHT}
          stroke="var(--push)"
          strokeDasharray="2 2"
          vectorEffect="non-scaling-stroke"
        />
        {lines.map(({ label, values: own, sign, colour }) => (
          <polyline
            key={label}
            points={Array.from(own, (value, frame) => `${x(frame).toFixed(1)},${y(value * sign).toFixed(1)}`).join(' ')}
            fill="none"
            stroke={colour}
            strokeWidth={1.6}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </figure>
  );
}

/** When each foot is on the ground. */
function Contacts({ curves, flip }: { readonly curves: Curves; readonly flip: boolean }) {
  const frames = curves.contacts[0].length;
  const [left, right] = flip ? [curves.contacts[1], curves.contacts[0]] : curves.contacts;
  const rows = [
    { name: 'left', touch: left, colour: 'var(--left)' },
    { name: 'right', touch: right, colour: 'var(--right)' },
  ];
  return (
    <figure title="When each foot is on the ground">
      <figcaption>
        <b>Feet</b>
        {rows.map(({ name, colour }) => (
          <span key={name} style={{ color: colour }}>
            {name}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${frames} 14`} preserveAspectRatio="none" className="feet" aria-hidden="true">
        {rows.map(({ name, touch, colour }, row) =>
          stretches(touch).map(([from, to]) => (
            <rect key={`${name} ${from}`} x={from} y={1 + 7 * row} width={to - from} height={5} fill={colour} />
          )),
        )}
      </svg>
    </figure>
  );
}

/** Runs of frames with contact: [first, one past the last]. */
export function stretches(touch: Uint8Array): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let from = -1;
  for (let frame = 0; frame <= touch.length; frame++) {
    const on = frame < touch.length && touch[frame]! > 0;
    if (on && from < 0) from = frame;
    if (!on && from >= 0) {
      found.push([from, frame]);
      from = -1;
    }
  }
  return found;
}
