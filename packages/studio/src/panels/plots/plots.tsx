/** The panel of plots: which ones, how they stand, one playhead and one pointer through all of them. */
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { blamedFrames } from '../../state/blame.ts';
import { Icon } from '../timeline/icon.tsx';
import { usePalette } from '../timeline/palette.ts';
import { visibleRange } from '../timeline/range.ts';
import { useSize } from '../timeline/use-size.ts';
import { useTimeWheel } from '../timeline/wheel.ts';
import { firstIdOf, PLOTS, plotOf } from './catalogue.ts';
import { AXIS_WIDTH } from './chart.ts';
import { Menu, MenuItem } from './menu.tsx';
import { Plot, type PlotHandle } from './plot.tsx';
import { saveFile } from './png.ts';
import type { ExportedPlot, PlotKind, PlotSource, PlotsProps } from './types.ts';
import 'uplot/dist/uPlot.min.css';
import './plots.css';

type Layout = 'rows' | 'grid';

const LEAST_ROW = 88; // [px]
const LEAST_CELL = 200;
const LEAST_COLUMN = 360;
const PAD_RIGHT = 12; // as beside the timeline's lanes
const NO_PLOTS: readonly PlotKind[] = [];
const NO_TIME = { frameCount: 1, frameTime: 1 / 60 };

export function Plots(props: PlotsProps) {
  const { clip, report, body, findings, result, extra = NO_PLOTS, plots, onPlotsChange, onRange } = props;
  const root = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const handles = useRef(new Set<PlotHandle>());
  const now = useRef(props.time);
  const [layout, setLayout] = useState<Layout>('rows');
  const palette = usePalette(root);
  const size = useSize(list);
  const source = useMemo<PlotSource | undefined>(
    () =>
      clip && report && clip.frameCount === report.frameCount
        ? { clip, report, body, blamed: blamedFrames(findings, report.frameCount), result }
        : undefined,
    [clip, report, body, findings, result],
  );
  const base = source?.report ?? NO_TIME;
  const range = visibleRange(base, props.range);
  useTimeWheel(list, base, props.range, () => areaOf(list.current), onRange, list);

  const register = useCallback((handle: PlotHandle) => {
    handles.current.add(handle);
    handle.showTime(now.current);
    return () => {
      handles.current.delete(handle);
    };
  }, []);
  const showTime = (t: number): void => {
    now.current = t;
    for (const handle of handles.current) handle.showTime(t);
  };
  useImperativeHandle(props.ref, () => ({ setTime: showTime }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new rest position moves the playhead
  useEffect(() => showTime(props.time), [props.time]);
  const hover = (t: number | undefined): void => {
    for (const handle of handles.current) handle.showHover(t);
  };

  const shown = [...new Set(plots)].filter((id) => plotOf(id, extra));
  const ready = useOneByOne(source, shown.length);
  const { columns, rowHeight } = arrange(layout, shown.length, size.width, size.height);
  const scrollbar = list.current ? list.current.offsetWidth - list.current.clientWidth : 0;
  const onExport = props.onExport ?? (({ name, blob }: ExportedPlot) => saveFile(name, blob));
  const move = (index: number, by: -1 | 1): void => {
    const next = [...shown];
    const [taken] = next.splice(index, 1);
    if (taken) next.splice(Math.max(0, index + by), 0, taken);
    onPlotsChange(next);
  };
  return (
    <section ref={root} className="plots" data-layout={layout} aria-label="Plots">
      <PlotsBar {...props} shown={shown} layout={layout} onLayout={setLayout} />
      <div
        className="plots-list"
        ref={list}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: `${rowHeight}px` }}
      >
        {source &&
          shown.slice(0, ready).map((id, i) => (
            <Plot
              key={id}
              id={id}
              extra={extra}
              source={source}
              range={range}
              palette={palette}
              padRight={Math.max(0, PAD_RIGHT - (layout === 'rows' ? scrollbar : 0))}
              showsTime={layout === 'grid' || i === shown.length - 1}
              onRange={onRange}
              onSeek={(t) => {
                showTime(t);
                props.onSeek(t);
              }}
              onHover={hover}
              onRemove={() => onPlotsChange(shown.filter((_, k) => k !== i))}
              onChange={(next) => onPlotsChange(shown.map((old, k) => (k === i ? next : old)))}
              onMove={(by) => move(i, by)}
              onExport={onExport}
              register={register}
            />
          ))}
      </div>
      {(!source || shown.length === 0) && <p className="plots-empty">{emptyText(props, source)}</p>}
    </section>
  );
}

/** How many of `count` plots are made so far: of a new source one more per picture, since each reads the whole clip. */
function useOneByOne(source: PlotSource | undefined, count: number): number {
  const [made, setMade] = useState({ source, count: 0 });
  const ready = made.source === source ? made.count : 0;
  useEffect(() => {
    if (ready >= count) return undefined;
    const request = requestAnimationFrame(() => setMade({ source, count: ready + 1 }));
    return () => cancelAnimationFrame(request);
  }, [source, ready, count]);
  return ready;
}

/** Rows share the height; cells of the grid are as wide as can be read. Both scroll once they would be too small. */
function arrange(layout: Layout, count: number, width: number, height: number) {
  const columns = layout === 'rows' ? 1 : Math.max(1, Math.min(count, Math.floor(width / LEAST_COLUMN)));
  const rows = Math.max(1, Math.ceil(count / columns));
  const least = layout === 'rows' ? LEAST_ROW : LEAST_CELL;
  return { columns, rowHeight: Math.max(least, Math.floor(height / rows)) };
}

/** Where time runs in the first plot. */
function areaOf(list: HTMLElement | null): { left: number; width: number } {
  const area = list?.querySelector('.plot-area')?.getBoundingClientRect();
  return { left: area?.left ?? AXIS_WIDTH, width: area?.width ?? 1 };
}

function emptyText({ clip, report }: PlotsProps, source: PlotSource | undefined): string {
  if (!clip) return 'No clip on stage.';
  if (!report || !source) return 'Plots appear when the clip has been analysed.';
  return 'No plot is shown. Add one from the menu above.';
}

interface PlotsBarProps extends PlotsProps {
  readonly shown: readonly string[];
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

function PlotsBar({ clip, extra = NO_PLOTS, shown, layout, range, onLayout, onRange, onPlotsChange }: PlotsBarProps) {
  const kinds = [...PLOTS, ...extra];
  const groups = [...new Set(kinds.map(({ group }) => group))];
  const isShown = (kindId: string): boolean => shown.some((id) => plotOf(id, extra)?.kind.id === kindId);
  const toggle = (kind: PlotKind): void => {
    // Of joints there may be several, so the menu always adds one more.
    const off = isShown(kind.id) && !kind.choices;
    if (off) onPlotsChange(shown.filter((id) => plotOf(id, extra)?.kind.id !== kind.id));
    else if (clip) onPlotsChange([...shown, firstIdOf(kind, clip)]);
  };
  return (
    <div className="plots-bar" role="toolbar" aria-label="Plots">
      <h2>Plots</h2>
      <Menu
        name="Add or remove plots"
        label={
          <>
            <Icon name="plus" /> Add
          </>
        }
        className="plots-add"
        disabled={!clip}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a menu, not of a form
          <div key={group} role="group" aria-label={group}>
            <div className="plots-group">{group}</div>
            {kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <MenuItem key={kind.id} checked={isShown(kind.id)} title={kind.hint} onClick={() => toggle(kind)}>
                  {kind.choices ? `${kind.title} …` : kind.title}
                </MenuItem>
              ))}
          </div>
        ))}
      </Menu>
      <span className="plots-hint">drag to zoom · double click: whole clip · click: go there</span>
      <div className="plots-right">
        <button
          type="button"
          className="time-tool"
          aria-label="Show whole clip"
          title="Show whole clip"
          disabled={!range}
          onClick={() => onRange(undefined)}
        >
          <Icon name="fit" />
        </button>
        {(['rows', 'grid'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="time-tool"
            aria-label={one === 'rows' ? 'One below the other' : 'Side by side'}
            title={one === 'rows' ? 'One below the other, in line with the timeline' : 'Side by side'}
            aria-pressed={layout === one}
            onClick={() => onLayout(one)}
          >
            <Icon name={one} />
          </button>
        ))}
      </div>
    </div>
  );
}
