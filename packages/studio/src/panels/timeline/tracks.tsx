/** Ruler and lanes on two canvases, the playhead and what follows the pointer as elements over them. */
import { fileFrame } from 'poise/io';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { describeHit, type Hit, type LaneContents } from './hit.ts';
import { type LaneLayout, RULER_HEIGHT } from './lanes.ts';
import { placeName, stateWords } from './overrides.ts';
import { paintLanes } from './paint/lanes.ts';
import { paintGrid, paintRuler } from './paint/ruler.ts';
import { clearCanvas, type Sheet } from './paint/sheet.ts';
import type { Palette } from './palette.ts';
import { frameOfTime, spanOf, type TimeBase, type TimeRange, timeOfX, xOfTime } from './range.ts';
import type { RulerUnit } from './ticks.ts';
import { Tooltip, type TooltipHandle } from './tooltip.tsx';
import { type PointerContext, type Selection, usePointer } from './use-pointer.ts';

export interface TracksHandle {
  readonly showTime: (t: number) => void;
}

type FromPointer = 'onScrub' | 'onRange' | 'onContact' | 'onEventChange' | 'onFinding' | 'onSelection' | 'onMovedPush';

export interface TracksProps extends Pick<PointerContext, FromPointer> {
  readonly base: TimeBase;
  readonly range: TimeRange;
  readonly width: number;
  readonly layout: LaneLayout;
  readonly contents: LaneContents | undefined;
  readonly palette: Palette | undefined;
  readonly unit: RulerUnit;
  readonly finding: number | undefined;
  readonly event: number | undefined;
  readonly active: string | undefined;
  readonly selection: Selection | undefined;
  readonly onPointed: (hit: Hit | undefined) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly ruler: RefObject<HTMLDivElement | null>;
  readonly gutter: React.ReactNode;
  readonly corner: React.ReactNode;
  readonly handle: RefObject<TracksHandle | null>;
}

export function Tracks(props: TracksProps) {
  const { base, range, width, layout, contents, selection } = props;
  const rulerCanvas = useRef<HTMLCanvasElement>(null);
  const lanesCanvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const hair = useRef<HTMLDivElement>(null);
  const hairLabel = useRef<HTMLSpanElement>(null);
  const tooltip = useRef<TooltipHandle>(null);
  const shown = useRef(0);
  usePainting(props, rulerCanvas, lanesCanvas);

  const showTime = (t: number): void => {
    shown.current = t;
    // a live recording runs ahead of what the lanes know
    const x = xOfTime(range, width, Math.min(t, Math.max(range[1], spanOf(base))));
    const inside = x >= -0.5 && x <= width + 0.5;
    if (!playhead.current) return;
    playhead.current.style.transform = `translateX(${x.toFixed(2)}px)`;
    playhead.current.style.visibility = inside ? 'visible' : 'hidden';
  };
  useImperativeHandle(props.handle, () => ({ showTime }));
  useLayoutEffect(() => showTime(shown.current));

  const onHover = (hit: Hit | undefined, x: number | undefined, event: PointerEvent | undefined): void => {
    props.onPointed(hit);
    const line = hair.current;
    if (line) {
      line.style.visibility = x === undefined ? 'hidden' : 'visible';
      if (x !== undefined) line.style.transform = `translateX(${Math.round(x)}px)`;
    }
    if (x !== undefined && contents && hairLabel.current) {
      const frame = frameOfTime(base, timeOfX(range, width, x));
      hairLabel.current.textContent = String(fileFrame(contents.clip, frame));
    }
    if (lanesCanvas.current) lanesCanvas.current.style.cursor = cursorFor(hit);
    if (hit && contents && event && event.pointerType !== 'touch') {
      tooltip.current?.show(describeHit(hit, contents), event.clientX, event.clientY);
    } else tooltip.current?.hide();
  };
  const pointer = usePointer(contents && width > 0 ? { ...props, contents, onHover } : undefined);
  const lane =
    selection &&
    layout.lanes.find(({ place }) => place?.side === selection.place.side && place.part === selection.place.part);
  const activeLane = layout.lanes.find(({ id }) => id === props.active);
  return (
    <div className="tl-tracks">
      <div className="tl-corner">{props.corner}</div>
      <div
        ref={props.ruler}
        className="tl-ruler"
        data-part="ruler"
        role="slider"
        aria-label="Playhead"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, base.frameCount - 1)}
        aria-valuenow={0}
        tabIndex={0}
        onKeyDown={props.onKeyDown}
        {...pointer}
      >
        <canvas ref={rulerCanvas} style={{ width, height: RULER_HEIGHT }} />
      </div>
      <div className="tl-scroll" ref={props.scroller}>
        {props.gutter}
        {/* biome-ignore lint/a11y/useSemanticElements: lanes of a canvas are no fieldset */}
        <div
          className="tl-lanes"
          id="timeline-lanes"
          data-part="lanes"
          role="group"
          aria-label="Lanes: up and down choose a lane, Enter changes the contact at the playhead, Delete clears it"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the lanes are edited by key
          tabIndex={0}
          style={{ height: layout.height }}
          onKeyDown={props.onKeyDown}
          {...pointer}
        >
          <canvas ref={lanesCanvas} style={{ width, height: layout.height }} />
          {activeLane && <div className="tl-active" style={{ top: activeLane.y - 2, height: activeLane.height + 4 }} />}
          {lane && <SelectionBox selection={selection} lane={lane} base={base} range={range} width={width} />}
        </div>
      </div>
      <div className="tl-over" aria-hidden="true">
        <div ref={hair} className="tl-hair">
          <span ref={hairLabel} />
        </div>
        <div ref={playhead} className="tl-playhead" />
      </div>
      <Tooltip handle={tooltip} />
    </div>
  );
}

const cursorFor = (hit: Hit | undefined): string =>
  hit?.kind === 'event'
    ? 'ew-resize'
    : hit?.kind === 'finding'
      ? 'pointer'
      : hit?.kind === 'contact'
        ? 'cell'
        : 'default';

interface SelectionBoxProps {
  readonly selection: Selection;
  readonly lane: { readonly y: number; readonly height: number };
  readonly base: TimeBase;
  readonly range: TimeRange;
  readonly width: number;
}

function SelectionBox({ selection: { stretch, state, place }, lane, base, range, width }: SelectionBoxProps) {
  const left = xOfTime(range, width, (stretch.start - 0.5) * base.frameTime);
  const right = xOfTime(range, width, (stretch.end + 0.5) * base.frameTime);
  return (
    <div className="tl-selection" style={{ top: lane.y, height: lane.height, left, width: right - left }}>
      <span>
        {placeName(place)} {stateWords(state)}, {stretch.end - stretch.start + 1} frames
      </span>
    </div>
  );
}

/** Paints when something that is seen has changed; never for the playhead. */
function usePainting(
  props: TracksProps,
  rulerCanvas: RefObject<HTMLCanvasElement | null>,
  lanesCanvas: RefObject<HTMLCanvasElement | null>,
): void {
  const { base, range, width, layout, contents, palette, unit, finding, event } = props;
  const [start, end] = range;
  useLayoutEffect(() => {
    const ratio = window.devicePixelRatio || 1;
    if (!palette || !rulerCanvas.current || !lanesCanvas.current || width <= 0) return;
    const ruler = clearCanvas(rulerCanvas.current, width, RULER_HEIGHT, ratio);
    const lanes = clearCanvas(lanesCanvas.current, width, layout.height, ratio);
    if (!ruler || !lanes || !contents) return;
    const first = fileFrame(contents.clip, 0);
    const sheet: Omit<Sheet, 'ctx'> = { width, ratio, base, range: [start, end], palette };
    paintRuler({ ...sheet, ctx: ruler }, RULER_HEIGHT, unit, first);
    paintGrid({ ...sheet, ctx: lanes }, layout.height, unit, first);
    paintLanes({ ...sheet, ctx: lanes }, layout, contents, { finding, event });
  }, [base, start, end, width, layout, contents, palette, unit, finding, event, rulerCanvas, lanesCanvas]);
}
