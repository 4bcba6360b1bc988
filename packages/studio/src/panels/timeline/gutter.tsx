/** Names of the lanes and what each says at the playhead. The values are written by `showFrame`, not by React. */
import { SUPPORT_PHASES } from 'poise/lint';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { centimetresText } from './format.ts';
import type { LaneContents } from './hit.ts';
import { Icon } from './icon.tsx';
import type { Lane, LaneLayout } from './lanes.ts';
import type { Side } from './overrides.ts';
import { IMBALANCE_ERROR, IMBALANCE_WARNING, touchesOf } from './signals.ts';

export interface GutterHandle {
  readonly showFrame: (frame: number) => void;
}

interface GutterProps {
  readonly layout: LaneLayout;
  readonly contents: LaneContents | undefined;
  readonly folded: Readonly<Record<Side, boolean>>;
  readonly active: string | undefined; // lane chosen by key
  readonly onFold: (side: Side) => void;
  readonly handle: RefObject<GutterHandle | null>;
}

export function Gutter({ layout, contents, folded, active, onFold, handle }: GutterProps) {
  const values = useRef(new Map<string, HTMLElement>());
  const shown = useRef(0);
  const showFrame = (frame: number): void => {
    shown.current = frame;
    for (const lane of layout.lanes) {
      const element = values.current.get(lane.id);
      if (!element) continue;
      const { text, tone } = valueAt(lane, contents, frame);
      if (element.textContent !== text) element.textContent = text;
      if (element.dataset['tone'] !== tone) element.dataset['tone'] = tone;
    }
  };
  useImperativeHandle(handle, () => ({ showFrame }));
  useEffect(() => showFrame(shown.current));
  return (
    <div className="tl-gutter" style={{ height: layout.height }}>
      {layout.lanes.map((lane) => (
        <div
          key={lane.id}
          className={lane.id === active ? 'tl-label tl-label-active' : 'tl-label'}
          style={{ top: lane.y, height: lane.height }}
        >
          {lane.place && (lane.place.part === 'heel' || lane.place.part === 'all') ? (
            <Fold side={lane.place.side} folded={folded[lane.place.side]} onFold={onFold} />
          ) : null}
          <span className={lane.place ? 'tl-part' : 'tl-name'}>{lane.label}</span>
          <span
            className="tl-value"
            ref={(element) => {
              if (element) values.current.set(lane.id, element);
              else values.current.delete(lane.id);
            }}
          />
        </div>
      ))}
    </div>
  );
}

function Fold({ side, folded, onFold }: { side: Side; folded: boolean; onFold: (side: Side) => void }) {
  const name = side === 'left' ? 'Left foot' : 'Right foot';
  return (
    <button
      type="button"
      className="tl-fold"
      data-side={side}
      aria-expanded={!folded}
      aria-label={`${name}: heel, ball and toes apart`}
      title={folded ? 'Show heel, ball and toes apart' : 'Show the foot as one lane'}
      onClick={() => onFold(side)}
    >
      <Icon name={folded ? 'folded' : 'unfolded'} />
      {name}
    </button>
  );
}

interface Value {
  readonly text: string;
  readonly tone: string; // for the style sheet
}

function valueAt(lane: Lane, contents: LaneContents | undefined, frame: number): Value {
  if (lane.kind === 'findings')
    return { text: contents?.report ? countText(contents.findings.length) : '', tone: 'plain' };
  if (lane.kind === 'events')
    return { text: contents?.events.length ? `${contents.events.length}` : '', tone: 'plain' };
  const report = contents?.report;
  if (!report || lane.kind === 'extra') return { text: '', tone: 'plain' };
  if (lane.kind === 'support') {
    const phase = SUPPORT_PHASES[report.phase[frame] ?? 0] ?? 'other';
    return { text: phase, tone: phase };
  }
  if (lane.place) {
    const touching = touchesOf(report, lane.place).some((part) => part[frame] === 1);
    return { text: touching ? '●' : '○', tone: touching ? lane.place.side : 'plain' };
  }
  const size = contents.imbalance?.[frame] ?? Number.NaN;
  if (Number.isNaN(size)) return { text: 'not judged', tone: 'plain' };
  const tone = size > IMBALANCE_ERROR ? 'bad' : size > IMBALANCE_WARNING ? 'warn' : 'good';
  return { text: centimetresText(size), tone };
}

const countText = (count: number): string => (count === 0 ? 'none' : String(count));
