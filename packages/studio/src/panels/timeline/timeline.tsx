/**
 * The timeline: transport, ruler, lanes. Draws what it is given and says what a person did; it keeps no state but what is
 * looked at (folded lanes, unit of the ruler). While playing, the owner moves the playhead through `ref.setTime`.
 */
import { fileFrame } from 'poise';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { readoutText } from './format.ts';
import { Gutter, type GutterHandle } from './gutter.tsx';
import type { Hit, LaneContents } from './hit.ts';
import { layoutLanes, MOST_ROWS } from './lanes.ts';
import { type ContactPlace, type ContactState, placeName, type Side, stateWords, withStretch } from './overrides.ts';
import { usePalette } from './palette.ts';
import {
  followedRange,
  frameOfTime,
  spanOf,
  type TimeBase,
  type TimeRange,
  visibleRange,
  zoomedRange,
} from './range.ts';
import { RangeBar } from './range-bar.tsx';
import { packRows, type Stretch } from './runs.ts';
import { imbalanceSize } from './signals.ts';
import type { RulerUnit } from './ticks.ts';
import { Tracks, type TracksHandle } from './tracks.tsx';
import { Transport, type TransportHandle } from './transport.tsx';
import type { EventChange, TimelineProps } from './types.ts';
import { useKeys } from './use-keys.ts';
import type { MovedPush, Selection } from './use-pointer.ts';
import { useSize } from './use-size.ts';
import { useTimeWheel } from './wheel.ts';
import './timeline.css';

const EMPTY: TimeBase = { frameCount: 1, frameTime: 1 / 60 };
const FINDING_GAP = 0.004; // of the clip, between two findings of one row

export function Timeline(props: TimelineProps) {
  const { clip, onSeek, onRange } = props;
  const root = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const transport = useRef<TransportHandle>(null);
  const gutter = useRef<GutterHandle>(null);
  const tracks = useRef<TracksHandle>(null);
  const now = useRef(props.time);
  const pointed = useRef<Hit>(undefined);
  const [unit, setUnit] = useState<RulerUnit>('seconds');
  const [folded, setFolded] = useState<Readonly<Record<Side, boolean>>>({ left: false, right: false });
  const [selection, setSelection] = useState<Selection>();
  const [moved, setMoved] = useState<MovedPush>();
  const [event, setEvent] = useState<number>();
  const palette = usePalette(root);
  const { width } = useSize(ruler);
  const { height } = useSize(scroller);

  const base = clip ?? EMPTY;
  const range = visibleRange(base, props.range);
  const contents = useContents(props, moved);
  const rows = contents ? 1 + Math.max(0, ...contents.findingRows) : 1;
  const layout = useMemo(() => layoutLanes({ available: height, findingRows: rows, folded }), [height, rows, folded]);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new rest position, or a new clip to show it in
  useEffect(() => showTime(props.time), [props.time, clip]);

  const seek = (t: number): void => {
    showTime(t);
    onSeek(t);
  };
  const step = (frames: number): void => {
    if (props.playing) props.onPlay(false);
    const frame = frameOfTime(base, now.current) + frames;
    const t = Math.min(base.frameCount - 1, Math.max(0, frame)) * base.frameTime;
    seek(t);
    const next = followedRange(base, props.range, t);
    if (next !== props.range) onRange(next);
  };
  const zoom = (factor: number | 'fit'): void => {
    const about = now.current >= range[0] && now.current <= range[1] ? now.current : (range[0] + range[1]) / 2;
    onRange(factor === 'fit' ? undefined : zoomedRange(base, props.range, about, factor));
  };
  const changeContact = (place: ContactPlace, stretch: Stretch, state: ContactState): void => {
    const words = `${placeName(place)} ${stateWords(state)}, ${stretch.end - stretch.start + 1} frames`;
    props.onOverride(withStretch(props.overrides, place, stretch, state), words);
  };
  const changeEvent = (change: EventChange): void => {
    if (change.kind !== 'add') setEvent(change.kind === 'remove' ? undefined : change.index);
    props.onEventChange(change);
  };
  const openFinding = (index: number): void => {
    const finding = props.findings[index];
    if (!finding) return;
    seek(finding.worst * base.frameTime);
    props.onFinding(index);
  };
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
        onFinding={openFinding}
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
            onFold={(side) => setFolded((old) => ({ ...old, [side]: !old[side] }))}
            handle={gutter}
          />
        }
      />
      <div className="tl-bottom">
        <span className="tl-dim">{rangeText(range, base)}</span>
        <RangeBar base={base} range={props.range} onRange={onRange} />
      </div>
      <output className="time-spoken">{keys.spoken}</output>
      {!clip && <p className="tl-empty">No clip on stage. Choose a motion from the library, or drop a file.</p>}
    </section>
  );
}

/** What the lanes show, derived when it changes; a push on its way is shown where it is. */
function useContents(props: TimelineProps, moved: MovedPush | undefined): LaneContents | undefined {
  const { clip, report, findings, overrides, events } = props;
  const matching = report && clip && report.frameCount === clip.frameCount ? report : undefined;
  const imbalance = useMemo(() => matching && imbalanceSize(matching), [matching]);
  const findingRows = useMemo(
    () => packRows(findings, MOST_ROWS, FINDING_GAP * (clip?.frameCount ?? 0)),
    [findings, clip],
  );
  return useMemo(() => {
    if (!clip || clip.frameCount === 0) return undefined;
    const placed = moved ? events.map((track, i) => (i === moved.index ? moved.track : track)) : events;
    return { clip, report: matching, imbalance, findings, findingRows, overrides, events: placed };
  }, [clip, matching, imbalance, findings, findingRows, overrides, events, moved]);
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
