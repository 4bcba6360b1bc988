/**
 * TRC: marker positions as tab-separated text (Motion Analysis, OpenSim). The unit is stated, the up axis is not.
 */
import { FormatError } from '../../errors.ts';
import { BOUNDS, FRAME_RATE_WANTED, isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import { statedForward } from '../forward-axis.ts';
import { readMarkersAsClip } from '../markers/read-clip.ts';
import { turnToYUp, upAxisOfMarkers } from '../markers/up-axis.ts';
import type { BorderOptions } from '../raw-motion.ts';
import type { MarkerRecording } from '../recording.ts';
import type { MotionFormat } from './format.ts';
import { printTrc } from './trc-write.ts';

const METRES_PER: ReadonlyMap<string, number> = new Map(
  Object.entries({
    m: 1,
    cm: 0.01,
    mm: 0.001,
    meters: 1,
    metres: 1,
    millimeters: 0.001,
  }),
);

/** Rates within this fraction of the stated one are rounding of the time column; the stated rate is then exact. */
const RATE_TOLERANCE = 0.02;

/** In the first line of files that Poise writes; the format has no field for it. */
const Y_UP = /\(Y up\)/;

interface TrcHeader {
  readonly rate: number;
  readonly frames: number;
  readonly markers: number;
  readonly metresPerUnit: number;
  readonly unit: string;
}

/** Reads marker positions [m], turned to Y up.
 *
 * ```ts
 * const markers = readTrc(bytes, 'walk.trc');
 * const leftHeel = markers.names.indexOf('L_calc');
 * ```
 */
export function readTrc(data: Uint8Array, file: string, options: BorderOptions = {}): MarkerRecording {
  const lines = new TextDecoder().decode(data).split(/\r\n|\n|\r/);
  const header = readHeader(lines, file);
  const notes: ImportNote[] = [];
  const { names, line: namesLine } = readNames(lines, header, file, notes);
  const rows = dataLines(lines, namesLine + 1);
  if (rows.length === 0)
    throw new FormatError(file, lines.length, 'expected frames after the header, found the end of the file');
  if (rows.length !== header.frames) {
    notes.push(note('content', `the header promises ${header.frames} frames, the file holds ${rows.length}`, 'sure'));
  }
  const metresPerUnit = options.metresPerUnit ?? header.metresPerUnit;
  const table = readRows(lines, rows, names.length, metresPerUnit, file);
  notes.push(note('unit', `lengths are in ${header.unit}`, 'stated'));
  const rate = frameRateOf(table.time, header.rate, notes, file, rows[rows.length - 1] + 1);
  const stated = options.up ?? (Y_UP.test(lines[0]) ? 'y' : undefined);
  const up = stated ?? upAxisOfMarkers(names, table.positions, table.present, notes);
  if (options.forward !== undefined) notes.push(statedForward(options.forward));
  turnToYUp(table.positions, { up, forward: options.forward });
  return {
    file,
    names,
    upStated: stated !== undefined,
    rate,
    startTime: table.time[0],
    frameCount: rows.length,
    positions: table.positions,
    present: table.present,
    notes,
  };
}

const note = (topic: ImportNote['topic'], text: string, confidence: ImportNote['confidence']): ImportNote => ({
  topic,
  text,
  confidence,
});

/** The values line is read by kind, not by place: some writers leave empty cells between the values. */
function readHeader(lines: readonly string[], file: string): TrcHeader {
  if (!/^\s*PathFileType/.test(lines[0] ?? '')) {
    throw new FormatError(file, 1, `expected "PathFileType", found "${(lines[0] ?? '').slice(0, 30)}"`);
  }
  if (!/DataRate/i.test(lines[1] ?? '')) throw new FormatError(file, 2, 'expected the header names (DataRate, …)');
  const cells = (lines[2] ?? '').trim().split(/\s+/);
  const numbers = cells.map(Number).filter((value) => Number.isFinite(value));
  const unit = cells.find((cell) => METRES_PER.has(cell.toLowerCase()));
  if (unit === undefined) throw new FormatError(file, 3, `expected a unit (m, cm or mm), found "${short(cells)}"`);
  const [rate, , frames, markers] = numbers;
  if (!(rate > 0) || !(frames >= 0) || !(markers > 0)) {
    throw new FormatError(file, 3, `expected rate, camera rate, frames, markers, found "${short(cells)}"`);
  }
  if (!isFrameTime(1 / rate)) throw new FormatError(file, 3, `expected ${FRAME_RATE_WANTED}, found ${rate}`);
  return { rate, frames, markers, unit, metresPerUnit: METRES_PER.get(unit.toLowerCase())! };
}

/** What a line holds, for a message. */
const short = (cells: readonly string[]): string => cells.join(' ').slice(0, 60);

function readNames(
  lines: readonly string[],
  header: TrcHeader,
  file: string,
  notes: ImportNote[],
): { names: string[]; line: number } {
  const line = lines.findIndex((text, index) => index >= 3 && /^\s*Frame#?\s/i.test(text));
  if (line < 0) throw new FormatError(file, 4, 'expected a line of marker names that starts with "Frame#"');
  const text = lines[line];
  const cells = (text.includes('\t') ? text.split('\t') : text.split(/\s+/)).map((cell) => cell.trim()).filter(Boolean);
  const names = cells.slice(2);
  if (names.length === 0) throw new FormatError(file, line + 1, 'no marker names');
  if (names.length > BOUNDS.columns) {
    throw new FormatError(file, line + 1, `expected at most ${BOUNDS.columns} markers, found ${names.length}`);
  }
  if (names.length !== header.markers) {
    notes.push(note('content', `the header promises ${header.markers} markers, ${names.length} are named`, 'sure'));
  }
  return { names: withoutDuplicates(names), line };
}

function withoutDuplicates(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Line indices of the frames. The line of X1 Y1 Z1 … and blank lines are passed over. */
function dataLines(lines: readonly string[], from: number): number[] {
  const rows: number[] = [];
  for (let i = from; i < lines.length; i++) {
    const text = lines[i];
    if (text.trim() === '' || /^\s*X1\s/i.test(text)) continue;
    rows.push(i);
  }
  return rows;
}

interface TrcTable {
  readonly time: Float64Array;
  readonly positions: Float64Array;
  readonly present: Uint8Array;
}

function readRows(
  lines: readonly string[],
  rows: readonly number[],
  markers: number,
  metresPerUnit: number,
  file: string,
): TrcTable {
  const time = new Float64Array(rows.length);
  // A frame needs at least one character per marker to exist, so the rows bound the memory; still check before allocating.
  checkRows(lines, rows, markers, file);
  const positions = new Float64Array(rows.length * markers * 3);
  const present = new Uint8Array(rows.length * markers);
  for (let frame = 0; frame < rows.length; frame++) {
    const cells = cellsOf(lines[rows[frame]]);
    time[frame] = numberIn(cells, 1, rows[frame], file);
    for (let marker = 0; marker < markers; marker++) {
      const at = frame * markers + marker;
      let seen = true;
      let nonZero = false;
      for (let axis = 0; axis < 3; axis++) {
        const index = 2 + 3 * marker + axis;
        const cell = cells[index]?.trim() ?? '';
        const value = cell === '' || /^nan$/i.test(cell) ? Number.NaN : numberIn(cells, index, rows[frame], file);
        if (Number.isNaN(value)) seen = false;
        else positions[3 * at + axis] = value * metresPerUnit;
        if (value !== 0) nonZero = true;
      }
      // Writers mark a lost marker by blanks, NaN or an exact zero.
      if (seen && nonZero) present[at] = 1;
      else positions.fill(0, 3 * at, 3 * at + 3);
    }
  }
  return { time, positions, present };
}

/** Rows may end early where the last markers are lost, but the table must not be far larger than the file. */
function checkRows(lines: readonly string[], rows: readonly number[], markers: number, file: string): void {
  const width = 2 + 3 * markers;
  let total = 0;
  for (const row of rows) {
    const cells = cellsOf(lines[row].trimEnd()).length;
    if (cells > width || cells < 2) throw new FormatError(file, row + 1, `expected ${width} columns, found ${cells}`);
    total += cells;
  }
  if (rows.length * width > 8 * total + 1000) {
    throw new FormatError(file, rows[0] + 1, `${markers} markers are named, but most rows end long before`);
  }
}

const cellsOf = (line: string): string[] => (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/));

function numberIn(cells: readonly string[], index: number, row: number, file: string): number {
  const text = (cells[index] ?? '').trim();
  const value = Number(text);
  if (text === '' || !(Math.abs(value) <= BOUNDS.number)) {
    const column = cells.slice(0, index).join('\t').length + (index > 0 ? 2 : 1);
    throw new FormatError(file, row + 1, `expected a number, found "${text.slice(0, 30)}"`, column);
  }
  return value;
}

function frameRateOf(time: Float64Array, stated: number, notes: ImportNote[], file: string, lastLine: number): number {
  if (time.length < 2) return stated;
  const measured = (time.length - 1) / (time[time.length - 1] - time[0]);
  if (!isFrameTime(1 / measured)) {
    throw new FormatError(
      file,
      lastLine,
      `expected times of ${FRAME_RATE_WANTED}, found ${time[0]} to ${time[time.length - 1]} s`,
      1,
    );
  }
  for (let i = 1; i < time.length; i++) {
    const steps = (time[i] - time[i - 1]) * measured;
    if (steps < 0.4 || steps > 1.6) {
      notes.push(
        note('rate', `time jumps from ${time[i - 1]} s to ${time[i]} s: frames are missing or repeated`, 'sure'),
      );
      break;
    }
  }
  if (Math.abs(measured / stated - 1) <= RATE_TOLERANCE) return stated;
  notes.push(
    note('rate', `the header says ${stated} Hz, the time column ${measured.toFixed(2)} Hz; the times are used`, 'sure'),
  );
  return measured;
}

export const trc: MotionFormat = {
  id: 'trc',
  title: 'TRC marker positions',
  extensions: ['.trc'],
  read: async (data, file, options) => readMarkersAsClip('trc', readTrc, data, file, options),
  write: async (clip, { metresPerUnit }) => new TextEncoder().encode(printTrc(clip, metresPerUnit).text),
  writeNotes: (clip, { metresPerUnit }) => printTrc(clip, metresPerUnit).notes,
};
