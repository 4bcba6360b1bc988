/** The lane of windows: where the clip is changed. A click takes a window or leaves it; its ends can be dragged. */
import { clockText } from '../../panels/timeline/format.ts';
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { StudioState } from '../../state/types.ts';
import { isRejected, mendResult, mendSettings, type Solved } from './types.ts';

export interface WindowRow {
  readonly start: number; // first and last frame
  readonly end: number;
  readonly taken: boolean;
  readonly good: boolean;
}

export interface WindowsData {
  readonly rows: readonly WindowRow[];
  readonly frameTime: number; // [s]
}

let last: { readonly solved: Solved; readonly rejected: readonly string[]; readonly data: WindowsData } | undefined;

/** Windows of the last answer with what the user says to them. */
export function windowsOf(state: StudioState): WindowsData | undefined {
  const result = mendResult(state);
  const { rejected } = mendSettings(state);
  if (!result?.solved) return undefined;
  const { solved } = result;
  if (last?.solved === solved && last.rejected === rejected) return last.data;
  const rows = solved.filtered.windows.map(({ startFrame, endFrame, status }) => ({
    start: startFrame,
    end: endFrame,
    taken: !isRejected(state, startFrame),
    good: status === 'balanced',
  }));
  last = { solved, rejected, data: { rows, frameTime: solved.clip.frameTime } };
  return last.data;
}

const HANDLE = 3; // [px] wide

export function paintWindows(sheet: Sheet, lane: Lane, data: WindowsData | undefined): void {
  const { ctx, palette } = sheet;
  for (const { start, end, taken, good } of data?.rows ?? []) {
    for (const [from, to] of start <= end
      ? [[start, end]]
      : [
          [start, Number.MAX_SAFE_INTEGER],
          [0, end],
        ]) {
      const [left, right] = stretchEdges(sheet, from!, to!);
      if (right <= left) continue;
      const colour = !taken ? palette['text-2'] : good ? palette.good : palette.warn;
      ctx.fillStyle = colour;
      ctx.globalAlpha = taken ? 0.32 : 0.14;
      ctx.fillRect(left, lane.y, right - left, lane.height);
      ctx.globalAlpha = 1;
      for (const x of [left, right - HANDLE]) ctx.fillRect(x, lane.y, HANDLE, lane.height);
      if (taken) ctx.fillRect(left, lane.y + lane.height - 2, right - left, 2);
    }
  }
}

const covers = ({ start, end }: WindowRow, frame: number): boolean =>
  start <= end ? frame >= start && frame <= end : frame >= start || frame <= end;

export const windowAt = (data: WindowsData | undefined, frame: number): WindowRow | undefined =>
  data?.rows.find((row) => covers(row, frame));

export function describeWindows(frame: number, data: WindowsData | undefined): readonly string[] {
  const row = windowAt(data, frame);
  if (!data || !row) return ['Nothing is changed here'];
  const time = (at: number): string => clockText(at * data.frameTime, 2);
  return [
    `${row.taken ? 'Changed' : 'Left as it was'}: ${time(row.start)} – ${time(row.end)}`,
    `click: ${row.taken ? 'leave it as it was' : 'change it'} · drag an end: longer or shorter`,
  ];
}

/** Which end of which window is taken hold of at a frame, within `reach` frames. */
export function handleAt(data: WindowsData | undefined, frame: number, reach: number): 'start' | 'end' | undefined {
  for (const { start, end } of data?.rows ?? []) {
    if (Math.abs(frame - start) <= reach) return 'start';
    if (Math.abs(frame - end) <= reach) return 'end';
  }
  return undefined;
}
