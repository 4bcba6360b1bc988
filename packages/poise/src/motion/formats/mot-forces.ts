/**
 * Ground forces as text: OpenSim tables (ground_force_1_vx …, R_ground_force_vx …) and Cortex .forces files.
 */
import { FormatError } from '../../errors.ts';
import type { ImportNote } from '../clip.ts';
import { COP_MINIMUM_FORCE } from '../force-plates.ts';
import { turnToYUp, type UpAxis } from '../markers/up-axis.ts';
import type { ForceRecording, PlateRecording, TableRecording } from '../recording.ts';
import { readTable } from './mot-table.ts';

/** ground_force_1_vx, ground_force_vx, 1_ground_force_px, R_ground_force_vx, ground_torque_r_x, ground_force_1_mx */
const FORCE_COLUMN = /^(.*?)ground_(force|torque|moment)_?(.*?)_?([vpm]?)([xyz])$/i;

type Quantity = 'force' | 'point' | 'moment';

/** Whether a table holds ground forces. */
export const holdsForces = (table: TableRecording): boolean =>
  table.columns.some((name) => quantityOf(name)?.quantity === 'force');

function quantityOf(column: string): { plate: string; quantity: Quantity; axis: number } | undefined {
  const match = FORCE_COLUMN.exec(column);
  if (!match) return undefined;
  const kind = match[4].toLowerCase();
  const quantity: Quantity =
    match[2].toLowerCase() !== 'force' || kind === 'm' ? 'moment' : kind === 'p' ? 'point' : 'force';
  if (quantity === 'force' && kind !== 'v') return undefined;
  const plate = `${match[1]}${match[3]}`.replace(/^_+|_+$/g, '');
  return { plate, quantity, axis: 'xyz'.indexOf(match[5].toLowerCase()) };
}

/** Forces of the ground on the person from an OpenSim table or a Cortex .forces file.
 *
 * ```ts
 * const forces = readForces(bytes, 'walk_grf.mot'); // forces.plates[0].cop
 * ```
 */
export function readForces(data: Uint8Array, file: string): ForceRecording {
  const start = new TextDecoder().decode(data.subarray(0, 64));
  if (/^\s*\[Force Data\]/i.test(start)) return readCortexForces(data, file);
  return forcesOfTable(readTable(data, file));
}

/** Splits a table into plates by the names of its columns. OpenSim tables are SI and Y up. */
function forcesOfTable(table: TableRecording): ForceRecording {
  const columnsOf = new Map<string, Map<string, number>>();
  table.columns.forEach((name, column) => {
    const found = quantityOf(name);
    if (!found) return;
    const plate = columnsOf.get(found.plate) ?? new Map<string, number>();
    plate.set(`${found.quantity}${found.axis}`, column);
    columnsOf.set(found.plate, plate);
  });
  const width = table.columns.length;
  const plates: PlateRecording[] = [];
  for (const [name, columns] of columnsOf) {
    if (!columns.has('force1')) continue;
    const gather = (quantity: Quantity): Float64Array => {
      const out = new Float64Array(3 * table.rows);
      for (let axis = 0; axis < 3; axis++) {
        const column = columns.get(`${quantity}${axis}`);
        if (column === undefined) continue;
        for (let row = 0; row < table.rows; row++) out[3 * row + axis] = table.values[row * width + column];
      }
      return out;
    };
    plates.push(plateOf(name === '' ? 'plate' : name, gather('force'), gather('point'), gather('moment')));
  }
  if (plates.length === 0) {
    throw new FormatError(
      table.file,
      undefined,
      `expected columns such as ground_force_1_vy, found ${table.columns.slice(0, 4).join(', ')} …`,
    );
  }
  return {
    file: table.file,
    rate: rateOf(table),
    startTime: table.time[0],
    frameCount: table.rows,
    plates,
    notes: table.notes,
  };
}

/** The centre of pressure is kept only where there is force; filtered files hold nonsense elsewhere. */
function plateOf(name: string, force: Float64Array, cop: Float64Array, freeMoment: Float64Array): PlateRecording {
  const frames = force.length / 3;
  const loaded = new Uint8Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    if (force[3 * frame + 1] >= COP_MINIMUM_FORCE) loaded[frame] = 1;
    else cop.fill(0, 3 * frame, 3 * frame + 3);
  }
  return { name, force, cop, freeMoment, loaded, corners: undefined };
}

/** Time stamps are often rounded to a few digits, so the rate is that of the whole record, rounded where it is nearly whole. */
function rateOf(table: TableRecording): number {
  if (table.rows < 2) return 1;
  const rate = (table.rows - 1) / (table.time[table.rows - 1] - table.time[0]);
  return Math.abs(rate - Math.round(rate)) < 1e-3 * rate ? Math.round(rate) : rate;
}

/** Cortex text: per plate FX FY FZ [N], X Y Z [mm], MZ [N·mm] about the vertical; counts are in the header. */
function readCortexForces(data: Uint8Array, file: string): ForceRecording {
  const lines = new TextDecoder().decode(data).split(/\r\n|\n|\r/);
  const value = (key: string): number => {
    const index = lines.findIndex((line) => line.startsWith(`${key}=`));
    const number = Number(lines[index]?.slice(key.length + 1));
    if (index < 0 || !(number > 0))
      throw new FormatError(file, index < 0 ? undefined : index + 1, `expected a positive ${key}`);
    return number;
  };
  const plateCount = value('NumberOfForcePlates');
  const rate = value('SampleRate');
  const namesLine = lines.findIndex((line) => /^#Sample\s/.test(line));
  if (namesLine < 0)
    throw new FormatError(file, undefined, 'expected a line of column names that starts with "#Sample"');
  const width = 1 + 7 * plateCount;
  const rows = lines
    .map((text, index) => ({ index, cells: text.trim().split(/\s+/) }))
    .slice(namesLine + 1)
    .filter((row) => row.cells[0] !== '');
  if (rows.length === 0) throw new FormatError(file, undefined, 'no samples after the header');
  for (const row of rows) {
    if (row.cells.length !== width)
      throw new FormatError(file, row.index + 1, `expected ${width} columns, found ${row.cells.length}`);
    const bad = row.cells.findIndex((cell) => !Number.isFinite(Number(cell)));
    if (bad >= 0)
      throw new FormatError(file, row.index + 1, `expected a number, found "${row.cells[bad].slice(0, 30)}"`);
  }
  const table = rows.map((row) => row.cells.map(Number));
  const up = verticalOf(table, plateCount);
  const notes: ImportNote[] = [
    { topic: 'up', confidence: 'sure', text: `${up} is up: most of the force acts along it` },
  ];
  const plates = Array.from({ length: plateCount }, (_, plate) => cortexPlate(table, plate, up));
  return { file, rate, startTime: 0, frameCount: rows.length, plates, notes };
}

function verticalOf(table: readonly (readonly number[])[], plateCount: number): UpAxis {
  const total = [0, 0, 0];
  for (const row of table)
    for (let p = 0; p < plateCount; p++) for (let k = 0; k < 3; k++) total[k] += row[1 + 7 * p + k];
  const size = total.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  const name = (['x', 'y', 'z'] as const)[axis];
  return total[axis] < 0 ? `-${name}` : name;
}

function cortexPlate(table: readonly (readonly number[])[], plate: number, up: UpAxis): PlateRecording {
  const force = new Float64Array(3 * table.length);
  const cop = new Float64Array(3 * table.length);
  const moment = new Float64Array(3 * table.length);
  table.forEach((row, frame) => {
    const at = 1 + 7 * plate;
    for (let k = 0; k < 3; k++) {
      force[3 * frame + k] = row[at + k];
      cop[3 * frame + k] = row[at + 3 + k] / 1000;
    }
    moment[3 * frame + 1] = row[at + 6] / 1000;
  });
  turnToYUp(force, { up });
  turnToYUp(cop, { up });
  return plateOf(`${plate + 1}`, force, cop, moment);
}
