/** OpenSim's tables over time: header, columns, rows. */
import { FormatError } from '../../errors.ts';
import { BOUNDS } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { TableRecording } from '../recording.ts';

interface TableHeader {
  readonly inDegrees: boolean;
  readonly rows: number | undefined;
  readonly columns: number | undefined;
  readonly namesLine: number; // index of the line with the column names
}

/** Reads a table as the file writes it: no unit is changed.
 *
 * ```ts
 * const table = readTable(bytes, 'walk_ik.mot'); // table.columns, table.time, table.values
 * ```
 */
export function readTable(data: Uint8Array, file: string): TableRecording {
  const lines = new TextDecoder().decode(data).split(/\r\n|\n|\r/);
  const notes: ImportNote[] = [];
  const header = readHeader(lines, file);
  const names = cellsOf(lines[header.namesLine]);
  if (names.length < 2)
    throw new FormatError(file, header.namesLine + 1, 'expected "time" and at least one column name');
  if (names.length > BOUNDS.columns) {
    throw new FormatError(
      file,
      header.namesLine + 1,
      `expected at most ${BOUNDS.columns} columns, found ${names.length}`,
    );
  }
  if (!/^time$/i.test(names[0])) {
    throw new FormatError(
      file,
      header.namesLine + 1,
      `expected the first column "time", found "${names[0].slice(0, 30)}"`,
    );
  }
  if (header.columns !== undefined && header.columns !== names.length) {
    notes.push({
      topic: 'content',
      confidence: 'sure',
      text: `the header promises ${header.columns} columns, ${names.length} are named`,
    });
  }
  const dataLines: number[] = [];
  for (let i = header.namesLine + 1; i < lines.length; i++) if (lines[i].trim() !== '') dataLines.push(i);
  if (dataLines.length === 0)
    throw new FormatError(file, lines.length, 'expected rows after the header, found the end of the file');
  if (header.rows !== undefined && header.rows !== dataLines.length) {
    notes.push({
      topic: 'content',
      confidence: 'sure',
      text: `the header promises ${header.rows} rows, the file holds ${dataLines.length}`,
    });
  }
  const { time, values } = readRows(lines, dataLines, names.length, file);
  return {
    file,
    columns: withoutDuplicates(names.slice(1)),
    time,
    rows: dataLines.length,
    values,
    inDegrees: header.inDegrees,
    notes,
  };
}

function readHeader(lines: readonly string[], file: string): TableHeader {
  const end = lines.findIndex((line) => /^\s*endheader\s*$/i.test(line.replace(/\t/g, ' ')));
  if (end < 0)
    throw new FormatError(
      file,
      lines.length,
      'expected a header that ends with "endheader", found the end of the file',
    );
  let inDegrees = false;
  let rows: number | undefined;
  let columns: number | undefined;
  for (const line of lines.slice(0, end)) {
    const pair = /^\s*(inDegrees|nRows|nColumns|datarows|datacolumns)\s*[= \t]\s*(\S+)/i.exec(line);
    if (!pair) continue;
    const key = pair[1].toLowerCase();
    if (key === 'indegrees') inDegrees = /^y/i.test(pair[2]);
    else if (key.endsWith('rows')) rows = Number(pair[2]);
    else columns = Number(pair[2]);
  }
  let namesLine = end + 1;
  while (namesLine < lines.length && lines[namesLine].trim() === '') namesLine++;
  if (namesLine >= lines.length)
    throw new FormatError(file, end + 1, 'expected column names after "endheader", found nothing');
  return { inDegrees, rows, columns, namesLine };
}

const cellsOf = (line: string): string[] => line.trim().split(/\s+/);

/** Repeated names are told apart as writers do elsewhere: name, 1_name, 2_name. */
function withoutDuplicates(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${count}_${name}`;
  });
}

function readRows(
  lines: readonly string[],
  rows: readonly number[],
  width: number,
  file: string,
): { time: Float64Array; values: Float64Array } {
  for (const row of rows) {
    const found = cellsOf(lines[row]).length;
    if (found !== width) throw new FormatError(file, row + 1, `expected ${width} columns, found ${found}`);
  }
  const time = new Float64Array(rows.length);
  const values = new Float64Array(rows.length * (width - 1));
  for (let i = 0; i < rows.length; i++) {
    const cells = cellsOf(lines[rows[i]]);
    for (let c = 0; c < width; c++) {
      const value = Number(cells[c]);
      // OpenSim writes NaN where a centre of pressure is undefined; it becomes zero, and the force there is zero too.
      const undefinedCell = /^-?nan$/i.test(cells[c]);
      if (!(Math.abs(value) <= BOUNDS.number) && !(undefinedCell && c > 0)) {
        throw new FormatError(
          file,
          rows[i] + 1,
          `expected a number, found "${cells[c].slice(0, 30)}"`,
          lines[rows[i]].indexOf(cells[c]) + 1,
        );
      }
      if (c === 0) time[i] = value;
      else values[i * (width - 1) + c - 1] = undefinedCell ? 0 : value;
    }
    if (i > 0 && !(time[i] > time[i - 1]))
      throw new FormatError(file, rows[i] + 1, `time must increase, found ${time[i]} after ${time[i - 1]}`);
  }
  return { time, values };
}
