/** What the lines are and their values at the playhead or under the pointer; a click hides a line. */
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { ColourName } from '../timeline/palette.ts';
import type { PlotData } from './types.ts';

export interface LegendHandle {
  readonly showFrame: (frame: number) => void;
}

interface LegendProps {
  readonly data: PlotData;
  readonly digits: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (label: string) => void;
  readonly handle: RefObject<LegendHandle | null>;
}

interface Entry {
  readonly label: string;
  readonly colour: ColourName;
  readonly band: boolean;
  readonly text: (frame: number) => string;
}

const number = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value)
    ? '–'
    : value
        .toFixed(digits)
        .replace('-', '−')
        .replace(/^−(0(?:\.0*)?)$/, '$1');

export function entriesOf({ lines, bands = [] }: PlotData, digits: number): readonly Entry[] {
  const short = Math.max(0, digits - 1); // two numbers share the place of one
  return [
    ...lines
      .filter(({ marks }) => !marks)
      .map(({ label, colour, values }) => ({
        label,
        colour,
        band: false,
        text: (frame: number) => number(values[frame], digits),
      })),
    ...bands.map(({ label, colour, low, high }) => ({
      label,
      colour,
      band: true,
      text: (frame: number) =>
        Number.isNaN(low[frame]) ? '–' : `${number(low[frame], short)} … ${number(high[frame], short)}`,
    })),
  ];
}

export function Legend({ data, digits, hidden, onToggle, handle }: LegendProps) {
  const values = useRef<(HTMLElement | null)[]>([]);
  const shown = useRef(0);
  const entries = entriesOf(data, digits);
  const showFrame = (frame: number): void => {
    shown.current = frame;
    entries.forEach(({ text }, i) => {
      const element = values.current[i];
      const next = text(frame);
      if (element && element.textContent !== next) element.textContent = next;
    });
  };
  useImperativeHandle(handle, () => ({ showFrame }));
  useEffect(() => showFrame(shown.current));
  return (
    <div className="plot-legend">
      {entries.map(({ label, colour, band }, i) => (
        <button
          key={label}
          type="button"
          className={band ? 'plot-entry plot-entry-band' : 'plot-entry'}
          style={{ '--swatch': `var(--${colour})` } as React.CSSProperties}
          aria-pressed={!hidden.has(label)}
          title={hidden.has(label) ? `Show ${label}` : `Hide ${label}`}
          onClick={() => onToggle(label)}
        >
          <span className="plot-name">{label}</span>
          <span
            className="plot-value"
            ref={(element) => {
              values.current[i] = element;
            }}
          />
        </button>
      ))}
    </div>
  );
}
