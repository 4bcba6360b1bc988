/** Where the visible stretch lies in the whole clip: drag it to pan, its ends to zoom. */
import { type PointerEvent, useRef } from 'react';
import { readoutText } from './format.ts';
import { pannedRange, settledRange, spanOf, type TimeBase, type TimeRange, visibleRange } from './range.ts';

interface RangeBarProps {
  readonly base: TimeBase;
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
}

type Grip = 'start' | 'end' | 'both';

export function RangeBar({ base, range, onRange }: RangeBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const held = useRef<{ grip: Grip; x: number; range: TimeRange }>(undefined);
  const [start, end] = visibleRange(base, range);
  const whole = spanOf(base);

  const onPointerDown = (event: PointerEvent): void => {
    const grip = (event.target as HTMLElement).dataset['grip'] as Grip | undefined;
    if (!grip || event.button !== 0) return;
    held.current = { grip, x: event.clientX, range: [start, end] };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const now = held.current;
    if (!now || !bar.current) return;
    const shift = ((event.clientX - now.x) / bar.current.clientWidth) * whole;
    if (now.grip === 'both') onRange(pannedRange(base, now.range, shift));
    else if (now.grip === 'start') onRange(settledRange(base, [Math.max(0, now.range[0] + shift), now.range[1]]));
    else onRange(settledRange(base, [now.range[0], Math.min(whole, now.range[1] + shift)]));
  };
  const release = (): void => {
    held.current = undefined;
  };
  const step = 0.1 * (end - start);
  return (
    <div
      ref={bar}
      className="tl-range"
      role="scrollbar"
      aria-label="Visible time"
      aria-controls="timeline-lanes"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.round(1000 * whole)}
      aria-valuenow={Math.round(1000 * start)}
      aria-valuetext={`${readoutText(start)} to ${readoutText(end)}`}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onRange(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        event.stopPropagation();
        onRange(pannedRange(base, range, event.key === 'ArrowLeft' ? -step : step));
      }}
    >
      <div
        className={range ? 'tl-thumb' : 'tl-thumb tl-thumb-all'}
        data-grip="both"
        style={{ left: `${(100 * start) / whole}%`, width: `${(100 * (end - start)) / whole}%` }}
      >
        <div className="tl-grip" data-grip="start" />
        <div className="tl-grip" data-grip="end" />
      </div>
    </div>
  );
}
