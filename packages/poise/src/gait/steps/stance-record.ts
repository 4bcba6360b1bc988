/** What is kept of a stance while it is shown, and the step that it has been. */

import type { Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { wrapAngle } from '../../math/angle.ts';
import { pendulumRate } from '../pendulum.ts';
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';

const ROOM = 512; // frames: 2 s at 240 per second
const ROW = 8; // time, com x, y, z, its velocity x, y, z, facing
const FLAT = [0.15, 0.5] as const; // part of a stance in which the foot is flat

export interface StanceRecord {
  foot: number; // that stands, −1: none
  start: number; // [s] touch-down
  lift: number; // [s] when that foot had left the ground
  count: number; // frames kept
  readonly rows: Float64Array; // ROOM×ROW
  readonly soles: Float64Array; // ROOM×2 [m] middle of the sole
  carried: number; // frames in which the foot was down
  x: number; // [m] where the foot landed, over a floor that rests
  z: number;
  height: number;
  footYaw: number;
  yaw: number; // [rad] facing at touch-down
  stepX: number; // [m] from the other foot
  stepZ: number;
  shiftX: number; // [m] from the stream's world to a floor that rests
  shiftZ: number;
}

export const createStanceRecord = (): StanceRecord => ({
  foot: -1,
  start: 0,
  lift: 0,
  count: 0,
  rows: new Float64Array(ROOM * ROW),
  soles: new Float64Array(ROOM * 2),
  carried: 0,
  x: 0,
  z: 0,
  height: 0,
  footYaw: 0,
  yaw: 0,
  stepX: 0,
  stepZ: 0,
  shiftX: 0,
  shiftZ: 0,
});

/** Keeps a frame. sole: as writeSole gives it. */
export function recordFrame(
  record: StanceRecord,
  time: number,
  ws: Workspace,
  sole: Float64Array,
  yaw: number,
  down: boolean,
): void {
  if (record.count === ROOM) return;
  if (record.count === 0) record.carried = 0;
  const o = ROW * record.count;
  const { rows } = record;
  rows[o] = time;
  rows[o + 1] = ws.com[0] + record.shiftX;
  rows[o + 2] = ws.com[1];
  rows[o + 3] = ws.com[2] + record.shiftZ;
  for (let c = 0; c < 3; c++) rows[o + 4 + c] = ws.comVelocity[c];
  rows[o + 7] = yaw;
  record.soles[2 * record.count] = sole[0] + record.shiftX;
  record.soles[2 * record.count + 1] = sole[1] + record.shiftZ;
  record.count++;
  if (down) record.carried = record.count;
}

/** The stance that ends now, `end` [s], with the other foot's landing. `flight` [s]: how long nothing carried before; `otherLift` [s]: when
 *  the other foot had left. */
export function stepOf(
  record: StanceRecord,
  before: GaitStep | undefined,
  end: number,
  flight: number,
  otherLift: number,
): GaitStep {
  const { rows, soles, count, carried, start } = record;
  const [from, to] = [Math.floor(FLAT[0] * carried), Math.max(1, Math.ceil(FLAT[1] * carried))];
  let [x, z] = [0, 0];
  for (let k = from; k < to; k++) {
    x += soles[2 * k] / (to - from);
    z += soles[2 * k + 1] / (to - from);
  }
  if (!(to > from)) [x, z] = [record.x, record.z];
  let [height, sin, cos] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    height += rows[ROW * k + 2] / count;
    sin += Math.sin(rows[ROW * k + 7]);
    cos += Math.cos(rows[ROW * k + 7]);
  }
  const duration = end - start;
  const course = new Float64Array(4 * COURSE_ROWS);
  for (let row = 0; row < COURSE_ROWS; row++) {
    const at = start + (duration * row) / (COURSE_ROWS - 1);
    course[4 * row] = valueAt(record, at, 1) - x;
    course[4 * row + 1] = valueAt(record, at, 3) - z;
    course[4 * row + 2] = valueAt(record, at, 4);
    course[4 * row + 3] = valueAt(record, at, 6);
  }
  const runs = flight > 0 || (before !== undefined && before.flight > 0);
  const both = otherLift > start ? otherLift - start : 0;
  return {
    foot: record.foot as 0 | 1,
    lift: record.lift,
    land: start,
    x,
    z,
    height: record.height,
    footYaw: record.footYaw,
    yaw: wrapAngle(Math.atan2(sin, cos)),
    stepX: before === undefined ? record.stepX : x - before.x,
    stepZ: before === undefined ? record.stepZ : z - before.z,
    duration,
    doubleSupport: runs ? 0 : Math.min(0.9 * duration, both),
    flight: runs ? flight : 0,
    rate: pendulumRate(Math.max(0.2, height - record.height)),
    course,
    load: runs ? loadOf(record, duration - flight, duration) : new Float64Array(0),
  };
}

/** Column of the record at a time [s], between frames. */
function valueAt({ rows, count }: StanceRecord, time: number, column: number): number {
  let k = 1;
  while (k < count - 1 && rows[ROW * k] < time) k++;
  if (count < 2) return rows[column];
  const [a, b] = [ROW * (k - 1), ROW * k];
  const span = rows[b] - rows[a];
  const share = span > 0 ? Math.min(1, Math.max(0, (time - rows[a]) / span)) : 0;
  return rows[a + column] + share * (rows[b + column] - rows[a + column]);
}

/** Vertical force over weight, from the change of the vertical velocity; scaled so that it carries the body over the whole step. */
function loadOf(record: StanceRecord, stance: number, duration: number): Float64Array {
  const load = new Float64Array(COURSE_ROWS);
  const h = stance / (COURSE_ROWS - 1);
  let sum = 0;
  for (let row = 0; row < COURSE_ROWS; row++) {
    const [from, to] = [Math.max(0, (row - 1) * h), Math.min(stance, (row + 1) * h)];
    const rise = valueAt(record, record.start + to, 5) - valueAt(record, record.start + from, 5);
    load[row] = Math.max(0, 1 + rise / (GRAVITY * Math.max(1e-6, to - from)));
    sum += load[row] * (row === 0 || row === COURSE_ROWS - 1 ? 0.5 : 1) * h;
  }
  for (let row = 0; row < COURSE_ROWS; row++) load[row] *= sum > 0 ? duration / sum : 1;
  return load;
}
