/** One plot: its name and legend, its canvas, the playhead and the pointer over it. */
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../timeline/icon.tsx';
import type { Palette } from '../timeline/palette.ts';
import { frameOfTime, settledRange, type TimeRange, timeOfX, xOfTime } from '../timeline/range.ts';
import { useSize } from '../timeline/use-size.ts';
import { plotOf } from './catalogue.ts';
import { AXIS_WIDTH, type Chart, createChart } from './chart.ts';
import { exportName, plotCsv } from './csv.ts';
import { Legend, type LegendHandle } from './legend.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { plotPicture } from './png.ts';
import type { ExportedPlot, PlotData, PlotKind, PlotSource } from './types.ts';

/** How the panel moves what every plot shows, without a render. */
export interface PlotHandle {
  readonly showTime: (t: number) => void;
  readonly showHover: (t: number | undefined) => void;
}

export interface PlotProps {
  readonly id: string;
  readonly extra: readonly PlotKind[];
  readonly source: PlotSource;
  readonly range: TimeRange; // visible
  readonly palette: Palette | undefined;
  readonly padRight: number; // [px] beside the plotted area
  readonly showsTime: boolean;
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly onSeek: (t: number) => void;
  readonly onHover: (t: number | undefined) => void;
  readonly onRemove: () => void;
  readonly onChange: (id: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onExport: (file: ExportedPlot) => void;
  readonly register: (handle: PlotHandle) => () => void;
}

const NOTHING: PlotData = { lines: [] };
const CLICK_PX = 4;

export function Plot(props: PlotProps) {
  const { id, extra, source, palette } = props;
  const found = plotOf(id, extra);
  const kind = found?.kind;
  const data = useMemo(() => {
    const { kind: known, choice } = plotOf(id, extra) ?? {};
    return known ? known.select(source, choice) : NOTHING;
  }, [id, extra, source]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const holder = useRef<HTMLDivElement>(null);
  const legend = useRef<LegendHandle>(null);
  const chart = useChart(props, kind, data, hidden, holder);
  const { playhead, hair, width } = useMarkers(props, holder, legend);
  const drag = useAreaPointer(props, width);
  if (!kind) return null;
  const title = found.choice ? `${kind.title}: ${found.choice}` : kind.title;

  const savePicture = async (): Promise<void> => {
    if (!chart.current || !palette) return;
    const blob = await plotPicture(chart.current.canvas, kind, title, data, palette);
    if (blob) props.onExport({ name: exportName(source.clip, id, 'png'), blob });
  };
  const saveTable = (): void => {
    const text = plotCsv(source.clip, kind, data, source.report.time);
    props.onExport({ name: exportName(source.clip, id, 'csv'), blob: new Blob([text], { type: 'text/csv' }) });
  };
  const toggle = (label: string): void =>
    setHidden((old) => new Set(old.has(label) ? [...old].filter((one) => one !== label) : [...old, label]));
  return (
    <section className="plot" aria-label={title}>
      <header className="plot-head">
        <h3 title={data.note ? `${kind.hint} Positions are ${data.note}.` : kind.hint}>
          {kind.title} {kind.unit && <span className="plot-unit">{kind.unit}</span>}
        </h3>
        <Menu name={`${kind.title}: more`} label={<Icon name="more" />} className="time-tool plot-more">
          <MenuItem onClick={() => void savePicture()}>Save as PNG</MenuItem>
          <MenuItem onClick={saveTable}>Save as CSV</MenuItem>
          <MenuItem onClick={() => props.onMove(-1)}>Move up</MenuItem>
          <MenuItem onClick={() => props.onMove(1)}>Move down</MenuItem>
          <MenuItem onClick={props.onRemove}>Remove plot</MenuItem>
        </Menu>
        {kind.choices && (
          <select
            className="plot-choice"
            aria-label={`${kind.title}: which`}
            value={found.choice ?? ''}
            onChange={(event) => props.onChange(`${kind.id}:${event.currentTarget.value}`)}
          >
            {kind.choices(source).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <Legend data={data} digits={kind.digits} hidden={hidden} onToggle={toggle} handle={legend} />
        {data.lines.length === 0 && <p className="plot-note">{data.note}</p>}
      </header>
      <div className="plot-holder" ref={holder}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: by key, the timeline does the same */}
        <div
          className="plot-area"
          style={{ left: AXIS_WIDTH, right: props.padRight, bottom: props.showsTime ? 24 : 0 }}
          data-plot={id}
          onDoubleClick={() => props.onRange(undefined)}
          {...drag.handlers}
        >
          <div className="plot-select" ref={drag.box} />
          <div className="plot-hair" ref={hair} />
          <div className="plot-playhead" ref={playhead} />
        </div>
      </div>
    </section>
  );
}

/** Makes the chart anew when what it draws changes, and shows the visible range in it. */
function useChart(
  props: PlotProps,
  kind: PlotKind | undefined,
  data: PlotData,
  hidden: ReadonlySet<string>,
  holder: RefObject<HTMLDivElement | null>,
): RefObject<Chart | undefined> {
  const { palette, source, padRight, showsTime } = props;
  const [start, end] = props.range;
  const { width, height } = useSize(holder);
  const chart = useRef<Chart>(undefined);
  useLayoutEffect(() => {
    if (!kind || !palette || !holder.current || width < 2 * AXIS_WIDTH || height < 24) return;
    const made = createChart(holder.current, kind, data, source.report.time, palette, {
      width,
      height,
      padRight,
      showsTime,
    });
    chart.current = made;
    return () => {
      chart.current = undefined;
      made.dispose();
    };
  }, [kind, data, source, palette, width, height, padRight, showsTime, holder]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart must be shown its range
  useLayoutEffect(() => {
    chart.current?.show([start, end], hidden);
  }, [start, end, hidden, kind, data, source, palette, width, height, padRight, showsTime]);
  return chart;
}

/** Playhead, hair line and live values, moved from outside. */
function useMarkers(
  props: PlotProps,
  holder: RefObject<HTMLDivElement | null>,
  legend: RefObject<LegendHandle | null>,
) {
  const playhead = useRef<HTMLDivElement>(null);
  const hair = useRef<HTMLDivElement>(null);
  const now = useRef(0);
  const hover = useRef<number>(undefined);
  const { width: whole } = useSize(holder);
  const width = whole - AXIS_WIDTH - props.padRight;
  const { range, source } = props;

  const place = (element: HTMLElement | null, t: number | undefined): void => {
    if (!element) return;
    const x = t === undefined ? -1 : xOfTime(range, width, t);
    element.style.visibility = x < -0.5 || x > width + 0.5 ? 'hidden' : 'visible';
    element.style.transform = `translateX(${x.toFixed(2)}px)`;
  };
  const show = (): void => {
    place(playhead.current, now.current);
    place(hair.current, hover.current);
    legend.current?.showFrame(frameOfTime(source.report, hover.current ?? now.current));
  };
  useLayoutEffect(show);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  const { register } = props;
  useEffect(
    () =>
      register({
        showTime: (t) => {
          now.current = t;
          latest.current();
        },
        showHover: (t) => {
          hover.current = t;
          latest.current();
        },
      }),
    [register],
  );
  return { playhead, hair, width };
}

/** A click jumps there, a drag zooms to what it spans. */
function useAreaPointer({ range, source, onSeek, onRange, onHover }: PlotProps, width: number) {
  const from = useRef<number>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const xOf = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const showBox = (x: number | undefined): void => {
    if (!box.current) return;
    const drawn = x !== undefined && from.current !== undefined && Math.abs(x - from.current) > CLICK_PX;
    box.current.style.display = drawn ? 'block' : 'none';
    if (!drawn || from.current === undefined) return;
    box.current.style.left = `${Math.min(from.current, x)}px`;
    box.current.style.width = `${Math.abs(x - from.current)}px`;
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      from.current = xOf(event);
      if (event.nativeEvent.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const x = Math.min(width, Math.max(0, xOf(event)));
      showBox(from.current === undefined ? undefined : x);
      const frame = frameOfTime(source.report, timeOfX(range, width, x));
      onHover(frame * source.report.frameTime);
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current === undefined) return;
      const x = Math.min(width, Math.max(0, xOf(event)));
      const [a, b] = [from.current, x].map((at) => timeOfX(range, width, at)) as [number, number];
      const click = Math.abs(x - from.current) <= CLICK_PX;
      from.current = undefined;
      showBox(undefined);
      if (click) onSeek(frameOfTime(source.report, b) * source.report.frameTime);
      else onRange(settledRange(source.report, [Math.min(a, b), Math.max(a, b)]));
    },
    onPointerCancel: () => {
      from.current = undefined;
      showBox(undefined);
    },
    onPointerLeave: () => onHover(undefined),
  };
  return { handlers, box };
}
