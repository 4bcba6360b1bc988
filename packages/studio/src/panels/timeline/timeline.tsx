/**
 * The timeline: transport, ruler, lanes. Draws what it is given and says what a person did; it keeps no state but what is
 * looked at (folded lanes, unit of the ruler). While playing, the owner moves the playhead through `ref.setTime`.
 */
import { fileFrame } from 'poise/io';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { timelineActions } from './actions.ts';
import { readoutText } from './format.ts';
import { Gutter, type GutterHandle } from './gutter.tsx';
import type { Hit } from './hit.ts';
import { usePalette } from './palette.ts';
import { PushEditor } from './push-editor.tsx';
import {
  followedRange,
  frameOfTime,
  liveRange,
  spanOf,
  type TimeBase,
  type TimeRange,
  visibleRange,
  xOfTime,
} from './range.ts';
import { RangeBar } from './range-bar.tsx';
import { pushShape } from './signals.ts';
import type { RulerUnit } from './ticks.ts';
import { Tracks, type TracksHandle } from './tracks.tsx';
import { Transport, type TransportHandle } from './transport.tsx';
import type { TimelineProps } from './types.ts';
import { useContents, useLayout } from './use-contents.ts';
import { useKeys } from './use-keys.ts';
import type { MovedPush, Selection } from './use-pointer.ts';
import { useSize } from './use-size.ts';
import { useTimeWheel } from './wheel.ts';
import './timeline.css';

const EMPTY: TimeBase = { frameCount: 1, frameTime: 1 / 60 };

export function Timeline(props: TimelineProps) {
  const { clip, onRange } = props;
  const root = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const transport = useRef<TransportHandle>(null);
  const gutter = useRef<GutterHandle>(null);
  const tracks = useRef<TracksHandle>(null);
  const now = useRef(props.time);
  const pointed = useRef<Hit>(undefined);
  const [unit, setUnit] = useState<RulerUnit>('seconds');
  const [selection, setSelection] = useState<Selection>();
  const [moved, setMoved] = useState<MovedPush>();
  const [event, setEvent] = useState<number>();
  const palette = usePalette(root);
  const { width } = useSize(ruler);
  const { height } = useSize(scroller);

  const chosen = event === undefined ? undefined : props.events[event];
  const base = clip ?? EMPTY;
  const range = props.grows && !props.range ? liveRange(base) : visibleRange(base, props.range);
  const contents = useContents(props, moved);
  const { layout, folded, onFold } = useLayout(height, contents, props.grows === true && !contents?.report);
  const placeOfTime = () => ({ left: ruler.current?.getBoundingClientRect().left ?? 0, width });
  useTimeWheel(root, base, props.range, placeOfTime, onRange, scroller);

  /** Everything that shows the moment, without a render. */
  const showTime = (t: number): void => {
    now.current = t;
    transport.current?.showTime(t);
    tracks.current?.showTime(t);
    const frame = frameOfTime(base, t);
    gutter.current?.showFrame(frame);
    if (props.playing) return; // sixty announcements a second help nobody
    ruler.current?.setAttribute('aria-valuenow', String(frame));
    ruler.current?.setAttribute('aria-valuetext', `frame ${clip ? fileFrame(clip, frame) : 0}, ${readoutText(t)}`);
  };
  useImperativeHandle(props.ref, () => ({
    setTime: (t) => {
      showTime(t);
      const next = props.playing ? followedRange(base, props.range, t) : props.range;
      if (next !== props.range) onRange(next);
    },
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new clip shows the same moment
  useEffect(() => showTime(now.current), [clip]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new rest position
  useEffect(() => showTime(props.time), [props.time]);

  const actions = timelineActions(props, base, now, showTime, setEvent);
  const { seek, step, zoom, changeContact, changeEvent } = actions;
  const keys = useKeys({
    props,
    contents,
    layout,
    now: () => now.current,
    onStep: step,
    onSeek: seek,
    onZoom: zoom,
    onContact: changeContact,
  });
  /** Delete works on what the pointer is over or what was clicked last; otherwise on the lane chosen by key. */
  const onKeyDown: typeof keys.onKeyDown = (press) => {
    const hit = pointed.current;
    const clears = press.key === 'Delete' || press.key === 'Backspace';
    if (clears && !keys.active && hit?.kind === 'contact') changeContact(hit.place, hit.stretch, 'auto');
    else if (clears && !keys.active && event !== undefined) changeEvent({ kind: 'remove', index: event });
    else return keys.onKeyDown(press);
    press.preventDefault();
    press.stopPropagation();
  };
  return (
    <section ref={root} className="tl" aria-label="Timeline">
      <Transport
        {...props}
        zoomed={props.range !== undefined}
        onStep={step}
        onSeek={seek}
        onZoom={zoom}
        onTrim={props.range && props.onTrim && (() => props.onTrim?.(range))}
        handle={transport}
      />
      <Tracks
        base={base}
        range={range}
        width={width}
        layout={layout}
        contents={contents}
        palette={palette}
        unit={unit}
        finding={props.finding}
        event={event}
        active={keys.active}
        selection={selection}
        onScrub={seek}
        onRange={onRange}
        onContact={changeContact}
        onEventChange={changeEvent}
        onFinding={actions.openFinding}
        onSelection={setSelection}
        onMovedPush={setMoved}
        onPointed={(hit) => {
          pointed.current = hit;
        }}
        onKeyDown={onKeyDown}
        scroller={scroller}
        ruler={ruler}
        handle={tracks}
        corner={<UnitSwitch unit={unit} onUnit={setUnit} />}
        gutter={
          <Gutter
            layout={layout}
            contents={contents}
            folded={folded}
            active={keys.active}
            onFold={onFold}
            handle={gutter}
          />
        }
      />
      {clip && chosen && event !== undefined && (
        <PushEditor
          key={event}
          track={chosen}
          clip={clip}
          report={contents?.report}
          left={(ruler.current?.offsetLeft ?? 0) + xOfTime(range, width, pushShape(chosen).peak)}
          onChange={(track) => changeEvent({ kind: 'move', index: event, track })}
          onReact={props.onReact}
          onRemove={() => changeEvent({ kind: 'remove', index: event })}
          onClose={() => setEvent(undefined)}
        />
      )}
      <div className="tl-bottom">
        <span className="tl-dim">{rangeText(range, base)}</span>
        <RangeBar base={base} range={props.range} onRange={onRange} />
      </div>
      <output className="time-spoken">{keys.spoken}</output>
      {!clip && <p className="tl-empty">No clip on stage. Choose a motion from the library, or drop a file.</p>}
    </section>
  );
}

function rangeText([start, end]: TimeRange, base: TimeBase): string {
  const span = end - start;
  if (span >= spanOf(base) * (1 - 1e-9)) return `whole clip, ${spanOf(base).toFixed(1)} s`;
  return `${span.toFixed(span < 10 ? 2 : 1)} s of ${spanOf(base).toFixed(1)} s`;
}

function UnitSwitch({ unit, onUnit }: { readonly unit: RulerUnit; readonly onUnit: (unit: RulerUnit) => void }) {
  const other = unit === 'seconds' ? 'frames' : 'seconds';
  return (
    <button type="button" className="tl-unit" title={`Show ${other}`} onClick={() => onUnit(other)}>
      {unit === 'seconds' ? 'min:s' : 'frames'}
    </button>
  );
}
